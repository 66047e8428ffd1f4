package io.tributary.planner;

import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.temporary.TemporaryTables;
import io.tributary.dialect.token.Words;
import java.util.Arrays;

/**
 * What decides an INSERT's plan: the current database, the session's temporary tables, the shape, and how the text is read. The shape is the statement
 * up to where its rows begin.
 */
public final class PlanKey {
    private final String database;
    private final SqlMode sqlMode;
    private final TemporaryTables temporary;
    private final byte[] shape;
    private final int hash;

    /** Copies {@code sql[from, to)}. */
    public PlanKey(PlanContext context, byte[] sql, int from, int to) {
        this.database = context.database();
        this.sqlMode = context.sqlMode();
        this.temporary = context.temporary();
        this.shape = Arrays.copyOfRange(sql, from, to);
        this.hash = 31 * (31 * Arrays.hashCode(shape) + database.hashCode()) + lexical(sqlMode);
    }

    private static int lexical(SqlMode mode) {
        return (mode.ansiQuotes() ? 2 : 0) + (mode.noBackslashEscapes() ? 1 : 0);
    }

    /** Whether no other session can have this key. */
    boolean isOfOneSession() {
        return !temporary.isEmpty();
    }

    /** Bytes of memory it holds, about. */
    int weight() {
        return shape.length + 2 * database.length() + 64;
    }

    /**
     * Whether {@code sql[from, to)} has this shape, for a session in {@code context}. A shape ends with a keyword, which
     * must end there as well: VALUE is not the beginning of VALUES.
     */
    boolean begins(byte[] sql, int from, int to, PlanContext context) {
        int end = from + shape.length;
        return end < to
                && !Words.isWord(sql[end])
                && Arrays.equals(shape, 0, shape.length, sql, from, end)
                && sqlMode.tokenizesLike(context.sqlMode())
                && database.equals(context.database())
                && temporary.equals(context.temporary());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PlanKey key
                && hash == key.hash
                && Arrays.equals(shape, key.shape)
                && database.equals(key.database)
                && temporary.equals(key.temporary)
                && sqlMode.tokenizesLike(key.sqlMode);
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
