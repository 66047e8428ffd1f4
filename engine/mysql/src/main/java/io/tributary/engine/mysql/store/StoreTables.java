package io.tributary.engine.mysql.store;

import io.tributary.engine.mysql.session.ServerErrors;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** The tables of Tributary's own database on the server. Their form is a promise to later versions. */
public final class StoreTables {
    /** The database that they are in. */
    public static final String DATABASE = "tributary";

    static final String VALUES = "`" + DATABASE + "`.`store`";
    static final String POSITIONS = "`" + DATABASE + "`.`positions`";

    private static final String ENGINE = " ENGINE=InnoDB";

    private static final List<String> DDL = List.of(
            "CREATE DATABASE IF NOT EXISTS `" + DATABASE + "`",
            "CREATE TABLE IF NOT EXISTS " + VALUES
                    + " (`space` VARBINARY(100) NOT NULL, `name` VARBINARY(650) NOT NULL, `value` LONGBLOB NOT NULL,"
                    + " PRIMARY KEY (`space`, `name`))" + ENGINE,
            "CREATE TABLE IF NOT EXISTS " + POSITIONS
                    + " (`epoch` BIGINT NOT NULL, `table_id` BIGINT NOT NULL, `position` BIGINT NOT NULL,"
                    + " `txn_id` BIGINT NOT NULL, `row_count` BIGINT NOT NULL, `committed_millis` BIGINT NOT NULL,"
                    + " PRIMARY KEY (`epoch`, `table_id`))" + ENGINE);

    private StoreTables() {}

    /** Makes what is not there. A second process that does so at the same time does no harm. */
    public static void create(Connection connection) {
        try (Statement statement = connection.createStatement()) {
            for (String each : DDL) {
                statement.execute(each);
            }
        } catch (SQLException e) {
            throw ServerErrors.translate(e);
        }
    }
}
