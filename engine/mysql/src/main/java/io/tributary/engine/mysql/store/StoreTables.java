package io.tributary.engine.mysql.store;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.engine.mysql.session.ServerErrors;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** The tables of Tributary's own database on the server. Their form is a promise to later versions. */
public final class StoreTables {
    /** The database that they are in. */
    public static final String DATABASE = "tributary";

    static final String VALUES = "`" + DATABASE + "`.`store`";
    static final String POSITIONS = "`" + DATABASE + "`.`positions`";

    static final String BATCHES = "`" + DATABASE + "`.`batches`";
    static final String KEYS = "`" + DATABASE + "`.`idempotency_keys`";
    static final String LABELS = "`" + DATABASE + "`.`labels`";
    static final String QUARANTINE = "`" + DATABASE + "`.`quarantine`";

    private static final String ENGINE = " ENGINE=InnoDB";

    private static final List<String> DDL = List.of(
            "CREATE DATABASE IF NOT EXISTS `" + DATABASE + "`",
            "CREATE TABLE IF NOT EXISTS " + VALUES
                    + " (`space` VARBINARY(100) NOT NULL, `name` VARBINARY(650) NOT NULL, `value` LONGBLOB NOT NULL,"
                    + " PRIMARY KEY (`space`, `name`))" + ENGINE,
            "CREATE TABLE IF NOT EXISTS " + POSITIONS
                    + " (`epoch` BIGINT NOT NULL, `table_id` BIGINT NOT NULL, `position` BIGINT NOT NULL,"
                    + " PRIMARY KEY (`epoch`, `table_id`))" + ENGINE,
            "CREATE TABLE IF NOT EXISTS " + BATCHES
                    + " (`number` BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY, `epoch` BIGINT NOT NULL,"
                    + " `table_id` BIGINT NOT NULL, `position` BIGINT NOT NULL, `txn_id` BIGINT NOT NULL,"
                    + " `row_count` BIGINT NOT NULL, `committed_millis` BIGINT NOT NULL)" + ENGINE,
            "CREATE TABLE IF NOT EXISTS " + KEYS
                    + " (`number` BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY, `table_id` BIGINT NOT NULL,"
                    + " `name` VARBINARY(1000) NOT NULL, `rows_digest` BIGINT NOT NULL, `first_id` BIGINT NOT NULL,"
                    + " `epoch` BIGINT NOT NULL, `txn_id` BIGINT NOT NULL, `committed_millis` BIGINT NOT NULL,"
                    + " KEY (`committed_millis`), KEY (`table_id`))" + ENGINE,
            "CREATE TABLE IF NOT EXISTS " + LABELS
                    + " (`number` BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY, `hash` BIGINT NOT NULL,"
                    + " `name` VARBINARY(1000) NOT NULL, `txn_id` BIGINT NOT NULL, `committed_millis` BIGINT NOT NULL,"
                    + " KEY (`hash`), KEY (`committed_millis`))" + ENGINE,
            "CREATE TABLE IF NOT EXISTS " + QUARANTINE
                    + " (`id` BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY, `table_id` BIGINT NOT NULL,"
                    + " `database_name` VARBINARY(1000) NOT NULL, `table_name` VARBINARY(1000) NOT NULL,"
                    + " `schema_version` BIGINT NOT NULL, `label` VARBINARY(1000) NOT NULL, `position` BIGINT NOT NULL,"
                    + " `row_json` LONGBLOB NOT NULL, `reason` LONGBLOB NOT NULL, `quarantined_millis` BIGINT NOT NULL,"
                    + " KEY (`table_id`))" + ENGINE);

    /** The version of their form. */
    private static final String VERSION = "1";

    private StoreTables() {}

    /**
     * Makes what is not there. A second process that does so at the same time does no harm.
     *
     * @throws TributaryException {@code ENGINE} where another version has made them
     */
    public static void create(Connection connection) {
        try (Statement statement = connection.createStatement()) {
            for (String each : DDL) {
                statement.execute(each);
            }
            requireVersion(statement);
        } catch (SQLException e) {
            throw ServerErrors.translate(e);
        }
    }

    private static void requireVersion(Statement statement) throws SQLException {
        statement.executeUpdate("INSERT IGNORE INTO " + VALUES + " VALUES ('store', 'version', '" + VERSION + "')");
        try (ResultSet row = statement.executeQuery(
                "SELECT `value` FROM " + VALUES + " WHERE `space` = 'store' AND `name` = 'version'")) {
            row.next();
            String found = new String(row.getBytes(1), StandardCharsets.UTF_8);
            if (!found.equals(VERSION)) {
                throw new TributaryException(
                        ErrorCode.ENGINE,
                        "the server's database " + DATABASE + " has the form " + found + ", this version knows "
                                + VERSION);
            }
        }
    }
}
