package io.tributary.frontend.mysql;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The open cursors of one connection, at most {@link #CURSORS_MAX}: the one used longest ago is closed for another. Event
 * loop of the connection.
 */
final class Cursors {
    /** Each holds a place among the engine's queries. */
    static final int CURSORS_MAX = 16;

    private final Map<Integer, Cursor> byStatement = new LinkedHashMap<>(CURSORS_MAX, 0.75f, true);

    void add(int statementId, Cursor cursor) {
        close(statementId);
        if (byStatement.size() == CURSORS_MAX) {
            close(byStatement.keySet().iterator().next());
        }
        byStatement.put(statementId, cursor);
    }

    /** @throws TributaryException 1421 */
    Cursor get(int statementId) {
        Cursor cursor = byStatement.get(statementId);
        if (cursor == null || cursor.isClosed()) {
            throw new TributaryException(
                    ErrorCode.NO_OPEN_CURSOR,
                    "The statement (" + Integer.toUnsignedString(statementId) + ") has no open cursor; a session keeps "
                            + CURSORS_MAX);
        }
        return cursor;
    }

    /** Closes the cursor of a statement, if it has one. */
    void close(int statementId) {
        Cursor cursor = byStatement.remove(statementId);
        if (cursor != null) {
            cursor.close();
        }
    }

    void closeAll() {
        byStatement.values().forEach(Cursor::close);
        byStatement.clear();
    }
}
