package io.tributary.engine.mysql.rows;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.TableSchema;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** One statement of many parts, sent as several where it would be longer than a packet may be, or have too many. One transaction, one thread. */
final class Statements {
    /** What a statement takes at most where a packet could be larger: parsing it costs memory several times as much. */
    private static final int STATEMENT_BYTES_MAX = 1 << 20;

    private final Connection connection;
    private final long packetBytesMax;
    private final TableSchema table;
    private final int partsMax;
    private final SqlBuffer buffer = new SqlBuffer();

    private String tail = "";
    private int head;
    /** Where the part begins that is being written, what separates it from the one before included. */
    private int part;

    private int separated;
    private int parts;

    /** @param packetBytesMax the server's {@code max_allowed_packet} */
    Statements(Connection connection, long packetBytesMax, TableSchema table) {
        this(connection, packetBytesMax, table, Integer.MAX_VALUE);
    }

    /** @param partsMax of one statement */
    Statements(Connection connection, long packetBytesMax, TableSchema table, int partsMax) {
        this.connection = connection;
        this.packetBytesMax = packetBytesMax;
        this.table = table;
        this.partsMax = partsMax;
    }

    /**
     * Begins.
     *
     * @param first what each statement begins with
     * @param last what it ends with
     * @return where the parts are written, each between {@link #next} and {@link #added}
     */
    SqlBuffer begin(String first, String last) {
        buffer.cut(0);
        buffer.words(first);
        head = buffer.length();
        tail = last;
        return buffer;
    }

    void next(String separator) {
        part = buffer.length();
        if (part > head) {
            buffer.ascii(separator);
        }
        separated = buffer.length();
    }

    void added() throws SQLException {
        if (buffer.length() + tail.length() > Math.min(STATEMENT_BYTES_MAX, packetBytesMax) && part > head) {
            byte[] last = buffer.copy(separated);
            buffer.cut(part);
            run();
            buffer.append(last);
        }
        if (buffer.length() + tail.length() > packetBytesMax) {
            throw new TributaryException(
                    ErrorCode.TOO_LONG,
                    "a row of " + table.database() + "." + table.name() + " takes " + buffer.length()
                            + " bytes as a statement, the server's max_allowed_packet is " + packetBytesMax);
        }
        parts++;
        if (parts >= partsMax) {
            run();
        }
    }

    void end() throws SQLException {
        if (buffer.length() > head) {
            run();
        }
    }

    private void run() throws SQLException {
        buffer.ascii(tail);
        try (Statement statement = connection.createStatement()) {
            statement.executeLargeUpdate(buffer.toString());
        }
        buffer.cut(head);
        parts = 0;
    }
}
