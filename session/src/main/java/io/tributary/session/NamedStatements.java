package io.tributary.session;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * What a session prepared by the statement PREPARE, under names without regard to case. They count against the same
 * {@code max_prepared_stmt_count} as handles. Event loop of the connection.
 */
public final class NamedStatements {
    private final PreparedStatements.Places places;
    private final Map<String, Named> byName = new HashMap<>();

    /**
     * A text that was planned once, to find its errors, and is planned again at each EXECUTE.
     *
     * @param sql as UTF-8, not copied
     * @param database the current one of its PREPARE, in which its names stay, or empty
     * @param parameterCount number of {@code ?}
     */
    @SuppressWarnings("ArrayRecordComponent") // a text; nobody compares statements
    public record Named(byte[] sql, String database, int parameterCount) {}

    NamedStatements(PreparedStatements.Places places) {
        this.places = places;
    }

    /** @throws TributaryException 1461, 1041 */
    public void add(String name, Named statement) {
        remove(name);
        places.take(PreparedStatements.bytes(statement.sql(), statement.parameterCount()));
        byName.put(key(name), statement);
    }

    /**
     * @param caller named in the error, as MySQL does: {@code EXECUTE}
     * @throws TributaryException 1243
     */
    public Named get(String name, String caller) {
        Named statement = byName.get(key(name));
        if (statement == null) {
            throw unknown(name, caller);
        }
        return statement;
    }

    /** Whether there was one of this name. */
    public boolean remove(String name) {
        Named removed = byName.remove(key(name));
        if (removed != null) {
            places.free(PreparedStatements.bytes(removed.sql(), removed.parameterCount()));
            places.release(1);
        }
        return removed != null;
    }

    public static TributaryException unknown(String name, String caller) {
        return new TributaryException(
                ErrorCode.UNKNOWN_STATEMENT_HANDLER,
                "Unknown prepared statement handler (" + name + ") given to " + caller);
    }

    void clear() {
        places.release(byName.size());
        byName.clear();
    }

    private static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
