package io.tributary.engine.mysql.store;

import io.tributary.engine.mysql.session.Sql;
import io.tributary.engine.port.SystemStore;
import java.sql.Connection;
import java.sql.SQLException;

/** Values by space and name, on a connection and in its transaction. */
public final class StoredValues {
    private static final String PUT = "INSERT INTO " + StoreTables.VALUES
            + " (`space`, `name`, `value`) VALUES (?, ?, ?) ON DUPLICATE KEY UPDATE `value` = VALUES(`value`)";

    private StoredValues() {}

    public static void put(Connection connection, String space, String name, String value) throws SQLException {
        new Sql(connection).update(PUT, space, name, value);
    }

    public static void remove(Connection connection, String space, String name) throws SQLException {
        new Sql(connection)
                .update("DELETE FROM " + StoreTables.VALUES + " WHERE `space` = ? AND `name` = ?", space, name);
    }

    /** The generation of the last owner; nobody raises it before this transaction ends. */
    static long heldGeneration(Connection connection) throws SQLException {
        return new Sql(connection)
                .query(
                        "SELECT `value` FROM " + StoreTables.VALUES
                                + " WHERE `space` = ? AND `name` = ? LOCK IN SHARE MODE",
                        rows -> rows.next() ? Long.parseLong(Sql.text(rows, 1)) : 0,
                        SystemStore.OWNER,
                        SystemStore.GENERATION);
    }
}
