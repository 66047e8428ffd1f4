package io.tributary.backend.engine.duckdb;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How far each table is in each log. A commit inserts a row and the largest position counts: an UPDATE of one row a table
 * was measured at 1.16 ms a commit against 0.79 ms for the insert (0.16 ms are the empty transaction), and inserts never
 * conflict. Rows that are outdone are deleted at open and after every {@value #ROWS_BETWEEN_CLEANINGS} commits; the
 * largest one is never touched, so that cleaning needs no lock either.
 */
final class AppliedPositions {
    static final String TABLE = DuckDbSession.table("tributary", "applied_positions");
    static final int ROWS_BETWEEN_CLEANINGS = 65_536;

    private static final Logger log = LoggerFactory.getLogger(AppliedPositions.class);
    private static final String CREATE =
            "CREATE TABLE IF NOT EXISTS " + TABLE + " (table_id BIGINT, log_epoch BIGINT, position BIGINT)";
    private static final String CLEAN = "DELETE FROM " + TABLE + " AS old USING (SELECT table_id, log_epoch,"
            + " max(position) AS newest FROM " + TABLE + " GROUP BY table_id, log_epoch) AS kept"
            + " WHERE old.table_id = kept.table_id AND old.log_epoch = kept.log_epoch AND old.position < kept.newest";

    private final AtomicInteger written = new AtomicInteger();

    void open(DuckDbSession session) throws SQLException {
        session.execute(CREATE);
        session.execute(CLEAN);
    }

    /** After a commit that recorded a position, on its session. */
    void committed(DuckDbSession session) {
        if (written.incrementAndGet() % ROWS_BETWEEN_CLEANINGS != 0) {
            return;
        }
        try {
            session.optimize(true); // the join would be a cross product without it
            session.execute(CLEAN);
        } catch (SQLException e) {
            log.warn("event=applied_positions_cleaning error={}", e.getMessage());
        }
    }

    static Map<Long, Long> read(DuckDbSession session, long logEpoch) throws SQLException {
        Map<Long, Long> positions = new HashMap<>();
        try (PreparedStatement statement = session.connection()
                .prepareStatement(
                        "SELECT table_id, max(position) FROM " + TABLE + " WHERE log_epoch = ? GROUP BY table_id")) {
            statement.setLong(1, logEpoch);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    positions.put(rows.getLong(1), rows.getLong(2));
                }
            }
        }
        return positions;
    }
}
