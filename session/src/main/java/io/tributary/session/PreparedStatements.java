package io.tributary.session;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.SqlMode;
import io.tributary.planner.Prepared;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
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

    /** Bytes that a statement holds besides its text and its parameters: its objects and its place. */
    private static final int STATEMENT_BYTES = 1_024;

    /** Bytes that a parameter holds: its place in the plan, its type and what encodes it. */
    private static final int PARAMETER_BYTES = 64;

    /**
     * {@code max_prepared_stmt_count}: open statements of all sessions together, and {@code prepared_stmt_bytes_max}: what
     * they hold of memory with their texts, plans and long data. Any thread.
     */
    public static final class Limit {
        private final IntSupplier max;
        private final long bytesMax;
        private final AtomicInteger open = new AtomicInteger();
        private final AtomicLong bytes = new AtomicLong();

        /**
         * @param max asked at each statement; SET GLOBAL changes it. Statements beyond a smaller one stay open
         * @param bytesMax of all sessions together; one session may hold half of it
         */
        public Limit(IntSupplier max, long bytesMax) {
            this.max = max;
            this.bytesMax = bytesMax;
        }

        /** Returns the bytes in use by all sessions. */
        public long bytes() {
            return bytes.get();
        }

        private void hold(long more, long ofSession) {
            if (ofSession + more > bytesMax / 2) {
                throw new TributaryException(
                        ErrorCode.OUT_OF_RESOURCES,
                        "Out of memory; the prepared statements of this session would hold " + (ofSession + more)
                                + " bytes, and half of prepared_stmt_bytes_max " + bytesMax + " is what one may have");
            }
            if (bytes.addAndGet(more) > bytesMax) {
                bytes.addAndGet(-more);
                throw new TributaryException(
                        ErrorCode.OUT_OF_RESOURCES,
                        "Out of memory; the prepared statements of all sessions would hold more than"
                                + " prepared_stmt_bytes_max " + bytesMax);
            }
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
        private long bytes;

        Places(Limit limit) {
            this.limit = limit;
        }

        void take() {
            if (ended) {
                // A PREPARE was answered too late: nobody would ever give the place back.
                throw new TributaryException(ErrorCode.INTERRUPTED, "the connection is gone");
            }
            limit.take();
        }

        /** @throws TributaryException 1461 or 1041; nothing is taken then */
        void take(long statementBytes) {
            take();
            try {
                hold(statementBytes);
            } catch (TributaryException e) {
                limit.release(1);
                throw e;
            }
        }

        /** @throws TributaryException 1041; nothing more is held then */
        void hold(long more) {
            limit.hold(more, bytes);
            bytes += more;
        }

        void free(long less) {
            bytes -= less;
            limit.bytes.addAndGet(-less);
        }

        void release(int statements) {
            limit.release(statements);
        }

        void freeAll() {
            free(bytes);
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
     * @throws TributaryException 1461, 1041
     */
    public PreparedStatement add(byte[] sql, String database, SqlMode sqlMode, Prepared prepared) {
        long bytes = bytes(sql, prepared.parameterCount());
        places.take(bytes);
        do {
            lastId = lastId == Integer.MAX_VALUE ? 1 : lastId + 1;
        } while (byId.containsKey(lastId));
        PreparedStatement statement =
                new PreparedStatement(lastId, sql, database, sqlMode, prepared, longDataBytesMax, places, bytes);
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
        PreparedStatement closed = byId.remove(id);
        if (closed != null) {
            closed.free();
            places.release(1);
        }
    }

    public void closeAll() {
        places.release(byId.size());
        byId.clear();
        named.clear();
        places.freeAll();
    }

    /** The session is over: all are closed, and one whose PREPARE was still under way is refused. */
    public void end() {
        closeAll();
        places.end();
    }

    /** What a statement holds of memory: measured, it is rather less. */
    static long bytes(byte[] sql, int parameters) {
        return STATEMENT_BYTES + 2L * sql.length + (long) PARAMETER_BYTES * parameters;
    }

    /** Returns how many statements with an id are open. */
    public int open() {
        return byId.size();
    }
}
