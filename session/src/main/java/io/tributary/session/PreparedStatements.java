package io.tributary.session;

import io.tributary.planner.Prepared;
import io.tributary.planner.sql.SqlMode;
import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;

/**
 * The prepared statements of one session, by ids of its own. Event loop of the connection; only the {@link Limit} is
 * shared.
 */
public final class PreparedStatements {
    private final Limit limit;
    private final Places places;
    private final int longDataBytesMax;
    private final Map<Integer, PreparedStatement> byId = new HashMap<>();
    private final NamedStatements named;
    private int lastId;

    /** {@code max_prepared_stmt_count}: open statements of all sessions together. Any thread. */
    public static final class Limit {
        private final IntSupplier max;
        private final AtomicInteger open = new AtomicInteger();

        /** @param max asked at each statement; SET GLOBAL changes it. Statements beyond a smaller one stay open */
        public Limit(IntSupplier max) {
            this.max = max;
        }

        public int open() {
            return open.get();
        }

        void take() {
            int most = max.getAsInt();
            if (open.incrementAndGet() > most) {
                open.decrementAndGet();
                throw new TributaryException(
                        ErrorCode.TOO_MANY_PREPARED_STATEMENTS,
                        "Can't create more than max_prepared_stmt_count statements (current value: " + most + ")");
            }
        }

        void release(int statements) {
            open.addAndGet(-statements);
        }
    }

    /** What one session has taken of the limit. Event loop of the connection. */
    static final class Places {
        private final Limit limit;
        private boolean ended;

        Places(Limit limit) {
            this.limit = limit;
        }

        void take() {
            if (ended) {
                // Of a PREPARE that was answered too late: nobody would ever give the place back.
                throw new TributaryException(ErrorCode.INTERRUPTED, "the connection is gone");
            }
            limit.take();
        }

        void release(int statements) {
            limit.release(statements);
        }

        void end() {
            ended = true;
        }
    }

    /** @param longDataBytesMax of one statement's SEND_LONG_DATA pieces together: {@code max_allowed_packet} */
    public PreparedStatements(Limit limit, int longDataBytesMax) {
        this.limit = limit;
        this.longDataBytesMax = longDataBytesMax;
        this.places = new Places(limit);
        this.named = new NamedStatements(places);
    }

    /** Those prepared by name, which have no id. */
    public NamedStatements named() {
        return named;
    }

    /** Open statements of every session. */
    public int openOfAllSessions() {
        return limit.open();
    }

    /**
     * @param sql as UTF-8, owned from now on
     * @param database that it was planned in, or empty
     * @param sqlMode that it was planned under
     * @throws TributaryException 1461
     */
    public PreparedStatement add(byte[] sql, String database, SqlMode sqlMode, Prepared prepared) {
        places.take();
        do {
            lastId = lastId == Integer.MAX_VALUE ? 1 : lastId + 1;
        } while (byId.containsKey(lastId));
        PreparedStatement statement = new PreparedStatement(lastId, sql, database, sqlMode, prepared, longDataBytesMax);
        byId.put(lastId, statement);
        return statement;
    }

    /**
     * @param caller named in the error, as MySQL does: {@code mysqld_stmt_execute}
     * @throws TributaryException 1243
     */
    public PreparedStatement get(int id, String caller) {
        PreparedStatement statement = byId.get(id);
        if (statement == null) {
            throw new TributaryException(
                    ErrorCode.UNKNOWN_STATEMENT_HANDLER,
                    "Unknown prepared statement handler (" + Integer.toUnsignedString(id) + ") given to " + caller);
        }
        return statement;
    }

    /** A piece of long data; for an unknown id nothing happens, as the command has no answer. */
    public void appendLongData(int id, int parameter, byte[] piece) {
        PreparedStatement statement = byId.get(id);
        if (statement != null) {
            statement.appendLongData(parameter, piece);
        }
    }

    /** Closes a statement; for an unknown id nothing happens: drivers close twice, and close 0. */
    public void close(int id) {
        if (byId.remove(id) != null) {
            places.release(1);
        }
    }

    public void closeAll() {
        places.release(byId.size());
        byId.clear();
        named.clear();
    }

    /** The session is over: all are closed, and one whose PREPARE was still under way is refused. */
    public void end() {
        closeAll();
        places.end();
    }

    /** Of those with an id. */
    public int open() {
        return byId.size();
    }
}
