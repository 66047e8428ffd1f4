package io.tributary.dialect.token;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.SqlMode;
import io.tributary.dialect.tree.Literals;
import java.util.List;

/** A statement's tokens, and the key by which what was made of it is found again. Immutable but for its literals' pins. */
public final class Lexed {
    private final String sql;
    private final List<Token> tokens;
    private final SqlMode mode;
    private final String key;
    private final int[] ordinals;
    private final Literals literals;

    private Lexed(String sql, List<Token> tokens, SqlMode mode) {
        this.sql = sql;
        this.tokens = tokens;
        this.mode = mode;
        KeyWriter writer = new KeyWriter(sql, tokens);
        key = writer.write();
        ordinals = writer.ordinals;
        literals = new Literals(writer.literals);
    }

    /** @throws TributaryException SYNTAX for what MySQL's lexical rules lack, NOT_SUPPORTED beyond a {@link Limit} */
    public static Lexed lex(String sql, SqlMode mode) {
        Limit.LENGTH.check(sql.length());
        List<Token> tokens = Scanner.scan(sql, mode);
        Limit.TOKENS.check(tokens.size());
        return new Lexed(sql, tokens, mode);
    }

    /**
     * Equal of statements whose trees are equal but for the values of their literals: the tokens, what decides the literals'
     * types, and the labels.
     */
    public String key() {
        return key;
    }

    public Literals literals() {
        return literals;
    }

    /** The last one is of kind END. */
    public List<Token> tokens() {
        return tokens;
    }

    /** Which literal, or which parameter, the token at {@code i} is. */
    public int ordinal(int i) {
        return ordinals[i];
    }

    /** What the client wrote from one token up to before another one. */
    public String text(int from, int to) {
        return RewrittenText.original(
                sql, tokens.get(from).start(), tokens.get(to - 1).end());
    }

    /** Whether the client wrote something else than these tokens. */
    public boolean isRewritten(int from, int to) {
        int start = tokens.get(from).start();
        return !text(from, to)
                .contentEquals(sql.subSequence(start, tokens.get(to - 1).end()));
    }

    /** Whether {@code ||} concatenates. */
    public boolean pipesConcatenate() {
        return mode.has(SqlMode.Mode.PIPES_AS_CONCAT);
    }

    /** Whether NOT binds as an exclamation mark does. */
    public boolean bindsNotTightly() {
        return mode.has(SqlMode.Mode.HIGH_NOT_PRECEDENCE);
    }

    /** What the grammar refuses at a token. */
    public TributaryException refused(int i) {
        return SyntaxError.near(sql, tokens.get(i).start());
    }
}
