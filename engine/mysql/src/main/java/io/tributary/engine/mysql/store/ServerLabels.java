package io.tributary.engine.mysql.store;

import io.tributary.engine.mysql.session.ServerConnections;
import io.tributary.engine.mysql.session.Sql;
import io.tributary.engine.port.LabelStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The labels of loads whose rows are on the server. Any thread; blocks. */
public final class ServerLabels implements LabelStore {
    private final ServerConnections connections;

    public ServerLabels(ServerConnections connections) {
        this.connections = connections;
    }

    /** Keeps a label in the connection's transaction. */
    public static void put(Connection connection, UsedLabel label) throws SQLException {
        new Sql(connection)
                .update(
                        "INSERT INTO " + StoreTables.LABELS
                                + " (`hash`, `name`, `txn_id`, `committed_millis`) VALUES (?, ?, ?, ?)",
                        LabelStore.hash(label.name()),
                        label.name(),
                        label.txnId(),
                        label.committedMillis());
    }

    /** No version kept them elsewhere. */
    @Override
    public long moveFormer() {
        return 0;
    }

    @Override
    public long count() {
        return Sql.on(connections, sql -> sql.number("SELECT count(*) FROM " + StoreTables.LABELS));
    }

    @Override
    public void read(Reader reader) {
        Sql.on(
                connections,
                sql -> sql.query("SELECT `hash`, `committed_millis` FROM " + StoreTables.LABELS, rows -> {
                    while (rows.next()) {
                        reader.used(rows.getLong(1), rows.getLong(2));
                    }
                    return true;
                }));
    }

    @Override
    public Optional<UsedLabel> find(String name, long fromMillis, long untilMillis) {
        return Sql.on(
                connections,
                sql -> sql.query(
                        "SELECT `txn_id`, `committed_millis` FROM " + StoreTables.LABELS
                                + " WHERE `hash` = ? AND `name` = ? AND `committed_millis` BETWEEN ? AND ?"
                                + " ORDER BY `txn_id` DESC LIMIT 1",
                        rows -> rows.next()
                                ? Optional.of(new UsedLabel(name, rows.getLong(1), rows.getLong(2)))
                                : Optional.<UsedLabel>empty(),
                        LabelStore.hash(name),
                        name,
                        fromMillis,
                        untilMillis));
    }

    @Override
    public long removeUntil(long millis, Set<String> except) {
        String kept = except.isEmpty()
                ? ""
                : " AND `name` NOT IN (" + String.join(", ", Collections.nCopies(except.size(), "?")) + ")";
        Object[] parameters =
                Stream.concat(Stream.of((Object) millis), except.stream()).toArray();
        return Sql.on(
                connections,
                sql -> sql.update(
                        "DELETE FROM " + StoreTables.LABELS + " WHERE `committed_millis` <= ?" + kept, parameters));
    }
}
