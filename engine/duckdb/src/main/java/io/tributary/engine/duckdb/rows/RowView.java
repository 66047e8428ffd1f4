package io.tributary.engine.duckdb.rows;

import io.tributary.engine.duckdb.session.DuckDbSession;
import java.io.IOException;
import java.sql.SQLException;
import org.apache.arrow.c.ArrowArrayStream;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.BufferAllocator;

/**
 * Row blocks as a view of a session, for one statement. The view is dropped in the same transaction: left behind, it would
 * point to freed memory.
 */
public final class RowView {
    private static final String NAME = "tributary_rows";

    /** Its columns are {@code c} and their position in the table. */
    public static final String QUALIFIED_NAME = "temp.main." + NAME;

    private RowView() {}

    /** What is done while the view is there. */
    interface Use<T> {
        T run() throws SQLException;
    }

    /** Runs a statement that reads the view once. Closes the rows. */
    public static void read(DuckDbSession session, BufferAllocator allocator, RowBlockStream rows, String sql)
            throws SQLException {
        boolean unused = during(session, allocator, rows, () -> {
            session.execute(sql);
            session.execute("DROP VIEW " + QUALIFIED_NAME);
            return true;
        });
    }

    /** Does what reads the view once, which stays with its transaction. Closes the rows. */
    static <T> T during(DuckDbSession session, BufferAllocator allocator, RowBlockStream rows, Use<T> use)
            throws SQLException {
        try (rows;
                ArrowArrayStream stream = ArrowArrayStream.allocateNew(allocator)) {
            Data.exportArrayStream(allocator, rows, stream);
            try {
                session.connection().registerArrowStream(NAME, stream);
                return use.run();
            } finally {
                stream.release();
            }
        } catch (IOException e) {
            throw new SQLException("arrow stream: " + e.getMessage(), e);
        }
    }
}
