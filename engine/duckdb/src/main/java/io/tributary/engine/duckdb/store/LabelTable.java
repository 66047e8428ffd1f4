package io.tributary.engine.duckdb.store;

import io.tributary.engine.duckdb.session.DuckDbSession;
import io.tributary.engine.duckdb.session.DuckDbSessions;
import io.tributary.engine.port.LabelStore;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The table of labels in the system schema: in the order of their commits, without an index. The engine keeps of every group
 * of {@value DuckDbEngine#ROW_GROUP_ROWS} rows its lowest and highest time, so that a look-up, and a removal, reads the
 * groups of its time only; it takes the optimizer to do so.
 *
 * <p>An index on the hash was measured with 3 million labels: 45 bytes of the engine's memory a label once anything is
 * written, a file of 186 MB instead of 52, a checkpoint of 390 ms instead of 31, a removal ten times as dear; and the look-up
 * was not faster.
 */
public final class LabelTable implements LabelStore {
    /** The space of the system store in which labels were kept at first. */
    static final String FORMER_SPACE = "label";

    static final int MOVED_AT_ONCE = 100_000;

    private static final Logger log = LoggerFactory.getLogger(LabelTable.class);
    private static final String TABLE = DuckDbSession.table("tributary", "labels");
    private static final String UNTIL = " FROM " + TABLE + " WHERE committed_millis <= ?";

    static final String FIND = "SELECT txn_id, committed_millis" + UNTIL
            + " AND committed_millis >= ? AND hash = ? AND name = ? ORDER BY txn_id DESC LIMIT 1";

    private final DuckDbSessions sessions;

    public LabelTable(DuckDbSessions sessions) {
        this.sessions = sessions;
    }

    public static void open(DuckDbSession session) throws SQLException {
        session.execute("CREATE TABLE IF NOT EXISTS " + TABLE
                + " (hash BIGINT, name VARCHAR, txn_id BIGINT, committed_millis BIGINT)");
    }

    @Override
    public long moveFormer() {
        long moved = 0;
        for (long some = moveSome(); some > 0; some = moveSome()) {
            moved += some;
        }
        if (moved > 0) {
            log.info("event=labels_moved labels={} from=system to=labels", moved);
        }
        return moved;
    }

    /** Moves some labels in one transaction; returns how many, so 0 when none is left. */
    long moveSome() {
        return sessions.inTransaction(LabelTable::moveSome);
    }

    private static long moveSome(DuckDbSession session) throws SQLException {
        String former = " FROM " + DuckDbSystemStore.TABLE + " WHERE space = '" + FORMER_SPACE + "'";
        // Rows are renumbered where a checkpoint finds groups empty, so each time from the first that is there.
        long first = session.number("SELECT coalesce(min(rowid), -1)" + former);
        if (first < 0) {
            return 0;
        }
        String some = former + " AND rowid BETWEEN " + first + " AND " + (first + MOVED_AT_ONCE - 1);
        try (Statement statement = session.connection().createStatement()) {
            long moved = statement.executeLargeUpdate("INSERT INTO " + TABLE
                    + " SELECT CAST('0x' || substr(sha256(key), 1, 15) AS BIGINT), key,"
                    + " CAST(split_part(value, ' ', 1) AS BIGINT), CAST(split_part(value, ' ', 2) AS BIGINT)" + some
                    + " ORDER BY rowid");
            statement.executeLargeUpdate("DELETE" + some);
            return moved;
        }
    }

    /** Writes a label within the session's transaction. */
    public static void write(DuckDbSession session, UsedLabel label) throws SQLException {
        try (PreparedStatement insert =
                session.connection().prepareStatement("INSERT INTO " + TABLE + " VALUES (?, ?, ?, ?)")) {
            insert.setLong(1, LabelStore.hash(label.name()));
            insert.setString(2, label.name());
            insert.setLong(3, label.txnId());
            insert.setLong(4, label.committedMillis());
            insert.executeUpdate();
        }
    }

    @Override
    public long count() {
        return sessions.inTransaction(session -> session.number("SELECT count(*) FROM " + TABLE));
    }

    @Override
    public void read(Reader reader) {
        sessions.inTransaction(session -> {
            try (PreparedStatement select =
                            session.connection().prepareStatement("SELECT hash, committed_millis FROM " + TABLE);
                    ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    reader.used(rows.getLong(1), rows.getLong(2));
                }
            }
            return true;
        });
    }

    @Override
    public Optional<UsedLabel> find(String name, long fromMillis, long untilMillis) {
        return sessions.inTransaction(session -> {
            session.optimize(true);
            try (PreparedStatement select = session.connection().prepareStatement(FIND)) {
                select.setLong(1, untilMillis);
                select.setLong(2, fromMillis);
                select.setLong(3, LabelStore.hash(name));
                select.setString(4, name);
                try (ResultSet rows = select.executeQuery()) {
                    return rows.next()
                            ? Optional.of(new UsedLabel(name, rows.getLong(1), rows.getLong(2)))
                            : Optional.empty();
                }
            }
        });
    }

    @Override
    public long removeUntil(long millis, Set<String> except) {
        return sessions.inTransaction(session -> {
            session.optimize(true);
            String kept = except.isEmpty()
                    ? ""
                    : " AND name NOT IN (" + String.join(", ", Collections.nCopies(except.size(), "?")) + ")";
            try (PreparedStatement delete = session.connection().prepareStatement("DELETE" + UNTIL + kept)) {
                delete.setLong(1, millis);
                int parameter = 2;
                for (String name : except) {
                    delete.setString(parameter++, name);
                }
                return delete.executeLargeUpdate();
            }
        });
    }
}
