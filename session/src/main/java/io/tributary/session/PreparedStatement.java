package io.tributary.session;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.SqlMode;
import io.tributary.planner.Prepared;
import io.tributary.protocol.command.ParameterTypes;
import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * One prepared statement: its text, its plan, and what executions leave behind for the next. Event loop of the
 * connection.
 */
public final class PreparedStatement {
    private final int id;
    private final byte[] sql;
    private final String database;
    private final SqlMode sqlMode;
    private final int longDataBytesMax;
    private final PreparedStatements.Places places;
    private final long bytes;
    private Prepared prepared;
    private String info = "";
    private @Nullable ParameterTypes types;
    private @Nullable ByteArrayOutputStream @Nullable [] longData;
    private long longDataBytes;
    private @Nullable TributaryException longDataError;
    private long executions;
    private @Nullable Object encoder;

    /**
     * @param places whose room its long data takes
     * @param bytes of that room that it has already
     */
    PreparedStatement(
            int id,
            byte[] sql,
            String database,
            SqlMode sqlMode,
            Prepared prepared,
            int longDataBytesMax,
            PreparedStatements.Places places,
            long bytes) {
        this.id = id;
        this.sql = sql;
        this.database = database;
        this.sqlMode = sqlMode;
        this.prepared = prepared;
        this.longDataBytesMax = longDataBytesMax;
        this.places = places;
        this.bytes = bytes;
    }

    public int id() {
        return id;
    }

    /** The text as UTF-8; not a copy. */
    public byte[] sql() {
        return sql;
    }

    /** What SHOW PROCESSLIST tells while it runs. */
    public String info() {
        return info;
    }

    public void info(String ofText) {
        info = ofText;
    }

    /** The current database of its PREPARE, in which its names stay, or empty. */
    public String database() {
        return database;
    }

    /**
     * Returns the mode in which the text was read first: rows of an INSERT are read so for good, whatever the session sets
     * later.
     */
    public SqlMode sqlMode() {
        return sqlMode;
    }

    public Prepared prepared() {
        return prepared;
    }

    /** Replaces the plan after a change of the schema; what was encoded for the old one goes with it. */
    public void replan(Prepared changed) {
        prepared = changed;
        encoder = null;
    }

    /** Types bound by the execution before, null before the first. */
    public @Nullable ParameterTypes types() {
        return types;
    }

    public void types(@Nullable ParameterTypes bound) {
        types = bound;
    }

    /** Counts an execution and says how many there were before it. */
    public long countExecution() {
        return executions++;
    }

    /** What the frontend keeps with the statement between executions, such as its row encoder; opaque here. */
    public @Nullable Object encoder() {
        return encoder;
    }

    public void encoder(Object kept) {
        encoder = kept;
    }

    /**
     * A piece of COM_STMT_SEND_LONG_DATA. That command has no answer: what is wrong is kept for the next execution,
     * which fails with it.
     */
    public void appendLongData(int parameter, byte[] piece) {
        if (longDataError != null) {
            return;
        }
        if (parameter >= prepared.parameterCount()) {
            longDataError = new TributaryException(
                    ErrorCode.WRONG_ARGUMENTS,
                    "Incorrect arguments to mysqld_stmt_send_long_data: parameter " + parameter + " of "
                            + prepared.parameterCount());
            return;
        }
        if (longDataBytes + piece.length > longDataBytesMax) {
            longDataError = new TributaryException(
                    ErrorCode.PACKET_TOO_LARGE,
                    "long data of " + (longDataBytes + piece.length) + " bytes exceeds max_allowed_packet "
                            + longDataBytesMax);
            dropLongData();
            return;
        }
        try {
            places.hold(piece.length);
        } catch (TributaryException e) {
            longDataError = e;
            dropLongData();
            return;
        }
        longDataBytes += piece.length;
        if (longData == null) {
            longData = new ByteArrayOutputStream[prepared.parameterCount()];
        }
        ByteArrayOutputStream bytes = longData[parameter];
        if (bytes == null) {
            bytes = new ByteArrayOutputStream(piece.length);
            longData[parameter] = bytes;
        }
        bytes.write(piece, 0, piece.length);
    }

    /**
     * The long data for an execution, by parameter, null where there is none; empty without any.
     *
     * @throws TributaryException what was wrong with a piece
     */
    public byte[] @Nullable [] takeLongData() {
        TributaryException error = longDataError;
        @Nullable ByteArrayOutputStream @Nullable [] data = longData;
        resetLongData();
        if (error != null) {
            throw error;
        }
        if (data == null) {
            return NO_LONG_DATA;
        }
        byte[] @Nullable [] taken = new byte[data.length][];
        for (int i = 0; i < data.length; i++) {
            ByteArrayOutputStream bytes = data[i];
            taken[i] = bytes == null ? null : bytes.toByteArray();
        }
        return taken;
    }

    /** COM_STMT_RESET. */
    public void resetLongData() {
        dropLongData();
        longDataError = null;
    }

    private void dropLongData() {
        longData = null;
        places.free(longDataBytes);
        longDataBytes = 0;
    }

    /** Gives all its room back; it is used no more. */
    void free() {
        places.free(bytes + longDataBytes);
        longDataBytes = 0;
    }

    private static final byte[] @Nullable [] NO_LONG_DATA = new byte[0][];
}
