package io.tributary.engine.mysql.store;

import io.tributary.engine.mysql.session.ServerConnections;
import io.tributary.engine.mysql.session.ServerErrors;
import io.tributary.engine.mysql.session.Sql;
import io.tributary.engine.port.AppliedBatch;
import io.tributary.engine.port.SystemStore;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The system store on the server. Any thread; blocks. */
public final class ServerStore implements SystemStore {
    private static final Logger log = LoggerFactory.getLogger(ServerStore.class);
    private static final int FORGOTTEN_AT_ONCE = 1_000;

    private final ServerConnections connections;

    public ServerStore(ServerConnections connections) {
        this.connections = connections;
    }

    private <T> T run(Sql.Work<T> work) {
        return Sql.on(connections, work);
    }

    /** The last generation that was taken, asked on a connection of the caller's. */
    public static long generation(Connection connection) throws SQLException {
        return new Sql(connection)
                .query(
                        "SELECT `value` FROM " + StoreTables.VALUES + " WHERE `space` = ? AND `name` = ?",
                        rows -> rows.next() ? Long.parseLong(Sql.text(rows, 1)) : 0,
                        OWNER,
                        GENERATION);
    }

    @Override
    public Optional<String> get(String space, String key) {
        return run(sql -> sql.query(
                "SELECT `value` FROM " + StoreTables.VALUES + " WHERE `space` = ? AND `name` = ?",
                rows -> rows.next() ? Optional.of(Sql.text(rows, 1)) : Optional.empty(),
                space,
                key));
    }

    @Override
    public Map<String, String> list(String space) {
        return run(sql -> sql.query(
                "SELECT `name`, `value` FROM " + StoreTables.VALUES + " WHERE `space` = ?",
                ServerStore::values,
                space));
    }

    private static Map<String, String> values(ResultSet rows) throws SQLException {
        Map<String, String> values = new TreeMap<>();
        while (rows.next()) {
            values.put(Sql.text(rows, 1), Sql.text(rows, 2));
        }
        return values;
    }

    @Override
    public void put(String space, String key, String value) {
        try (Connection connection = connections.open()) {
            StoredValues.put(connection, space, key, value);
        } catch (SQLException e) {
            throw ServerErrors.translate(e);
        }
    }

    @Override
    public boolean compareAndPut(String space, String key, @Nullable String expected, String value) {
        return run(sql -> {
            if (expected != null) {
                return value.equals(expected)
                        ? get(space, key).filter(expected::equals).isPresent()
                        : sql.update(
                                        "UPDATE " + StoreTables.VALUES
                                                + " SET `value` = ? WHERE `space` = ? AND `name` = ? AND `value` = ?",
                                        value,
                                        space,
                                        key,
                                        expected)
                                == 1;
            }
            try {
                sql.update(
                        "INSERT INTO " + StoreTables.VALUES + " (`space`, `name`, `value`) VALUES (?, ?, ?)",
                        space,
                        key,
                        value);
                return true;
            } catch (SQLException e) {
                if (ServerErrors.isDuplicate(e)) {
                    return false;
                }
                throw e;
            }
        });
    }

    @Override
    public void remove(String space, String key) {
        try (Connection connection = connections.open()) {
            StoredValues.remove(connection, space, key);
        } catch (SQLException e) {
            throw ServerErrors.translate(e);
        }
    }

    @Override
    public Map<Long, Long> appliedPositions(long logEpoch) {
        return run(sql -> sql.query(
                "SELECT `table_id`, `position` FROM " + StoreTables.POSITIONS + " WHERE `epoch` = ?",
                ServerStore::positions,
                logEpoch));
    }

    private static Map<Long, Long> positions(ResultSet rows) throws SQLException {
        Map<Long, Long> positions = new HashMap<>();
        while (rows.next()) {
            positions.put(rows.getLong(1), rows.getLong(2));
        }
        return positions;
    }

    @Override
    public OptionalLong appliedPosition(long logEpoch, long tableId) {
        return run(sql -> sql.query(
                "SELECT `position` FROM " + StoreTables.POSITIONS + " WHERE `epoch` = ? AND `table_id` = ?",
                rows -> rows.next() ? OptionalLong.of(rows.getLong(1)) : OptionalLong.empty(),
                logEpoch,
                tableId));
    }

    @Override
    public long positionCount() {
        return run(sql -> sql.number("SELECT count(*) FROM " + StoreTables.POSITIONS));
    }

    @Override
    public List<AppliedBatch> lastBatches(int most) {
        List<AppliedBatch> batches = run(sql -> sql.query(
                "SELECT `table_id`, `epoch`, `position`, `txn_id`, `row_count`, `committed_millis` FROM "
                        + StoreTables.BATCHES + " ORDER BY `number` DESC LIMIT ?",
                ServerStore::batches,
                most));
        Collections.reverse(batches);
        return batches;
    }

    /** Forgets the oldest batches, but for so many; what is kept of positions stays. */
    public void forgetBatches(long kept) {
        long removed = run(sql -> sql.updateRepeatedly(
                "DELETE FROM " + StoreTables.BATCHES + " WHERE `number` <= ? LIMIT " + FORGOTTEN_AT_ONCE,
                sql.number("SELECT coalesce(max(`number`), 0) FROM " + StoreTables.BATCHES) - kept));
        if (removed > 0) {
            log.debug("event=batches_forgotten batches={}", removed);
        }
    }

    private static List<AppliedBatch> batches(ResultSet rows) throws SQLException {
        List<AppliedBatch> batches = new ArrayList<>();
        while (rows.next()) {
            batches.add(new AppliedBatch(
                    rows.getLong(1),
                    rows.getLong(2),
                    rows.getLong(3),
                    rows.getLong(4),
                    rows.getLong(5),
                    rows.getLong(6)));
        }
        return batches;
    }
}
