package io.tributary.engine.mysql.store;

import io.tributary.contract.schema.IdempotencyKey;
import io.tributary.engine.mysql.session.ServerConnections;
import io.tributary.engine.mysql.session.Sql;
import io.tributary.engine.port.KeptKey;
import io.tributary.engine.port.KeyStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongPredicate;

/** The idempotency keys of loads whose rows are on the server. Any thread; blocks. */
public final class ServerKeys implements KeyStore {
    /** Rows that one statement removes. */
    private static final int REMOVED_MAX = 10_000;

    private final ServerConnections connections;

    public ServerKeys(ServerConnections connections) {
        this.connections = connections;
    }

    /** Keeps them in the connection's transaction. */
    public static void keep(Connection connection, List<KeptKey> keys) throws SQLException {
        Sql sql = new Sql(connection);
        for (KeptKey kept : keys) {
            sql.update(
                    "INSERT INTO " + StoreTables.KEYS + " (`table_id`, `name`, `rows_digest`, `first_id`, `epoch`,"
                            + " `txn_id`, `committed_millis`) VALUES (?, ?, ?, ?, ?, ?, ?)",
                    kept.tableId(),
                    kept.key().text(),
                    kept.key().rowsDigest(),
                    kept.key().firstId(),
                    kept.logEpoch(),
                    kept.txnId(),
                    kept.committedMillis());
        }
    }

    @Override
    public void readSince(long millis, Consumer<KeptKey> reader) {
        Sql.on(
                connections,
                sql -> sql.query(
                        "SELECT `table_id`, `name`, `rows_digest`, `first_id`, `epoch`, `txn_id`, `committed_millis` FROM "
                                + StoreTables.KEYS
                                + " WHERE `committed_millis` > ? ORDER BY `committed_millis`, `number`",
                        rows -> {
                            while (rows.next()) {
                                reader.accept(new KeptKey(
                                        rows.getLong(1),
                                        new IdempotencyKey(Sql.text(rows, 2), rows.getLong(3), rows.getLong(4)),
                                        rows.getLong(5),
                                        rows.getLong(6),
                                        rows.getLong(7)));
                            }
                            return true;
                        },
                        millis));
    }

    @Override
    public long removeUntil(long millis) {
        return Sql.on(
                connections,
                sql -> sql.updateRepeatedly(
                        "DELETE FROM " + StoreTables.KEYS + " WHERE `committed_millis` <= ? LIMIT " + REMOVED_MAX,
                        millis));
    }

    @Override
    public long removeOf(LongPredicate tables) {
        return Sql.on(connections, sql -> {
            List<Long> known = sql.query("SELECT DISTINCT `table_id` FROM " + StoreTables.KEYS, rows -> {
                List<Long> ids = new ArrayList<>();
                while (rows.next()) {
                    ids.add(rows.getLong(1));
                }
                return ids;
            });
            long removed = 0;
            for (long id : known) {
                if (tables.test(id)) {
                    removed += sql.updateRepeatedly(
                            "DELETE FROM " + StoreTables.KEYS + " WHERE `table_id` = ? LIMIT " + REMOVED_MAX, id);
                }
            }
            return removed;
        });
    }
}
