package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.process.Sql;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Every method of DatabaseMetaData that gives a result, by each driver on both announced versions: of one table with a key
 * of two columns and one without, in a database that has nothing else.
 */
@Tag("clients")
@ExtendWith(SharedServers.class)
final class MetaDataResultsIT {
    private static final String[] TABLES = {
        "CREATE TABLE pairs (a INT NOT NULL, b VARCHAR(20) NOT NULL, n BIGINT NOT NULL AUTO_INCREMENT, v DECIMAL(10,2)"
                + " DEFAULT '1.50', PRIMARY KEY (b, a), KEY (n)) COMMENT='with a key'",
        "CREATE TABLE keyless (at DATETIME(3), ok BOOLEAN) DUPLICATE KEY(at)"
    };

    /** What a driver is asked, and of which database. */
    private record Asked(DatabaseMetaData data, String database) {}

    private interface Check {
        void run(Asked asked) throws SQLException;
    }

    private static void ask(JdbcDriver driver, Server server, Check check) throws SQLException {
        String database = server.newDatabase();
        try (Sql sql = Sql.connect(server.port(), database);
                Connection connection = driver.connect(server, database, "")) {
            sql.run(TABLES);
            check.run(new Asked(connection.getMetaData(), database));
        }
    }

    private static boolean asksInformationSchema(JdbcDriver driver, Server server) {
        return server == SharedServers.NEWER && driver != JdbcDriver.CONNECTOR_J_5;
    }

    @EachJdbcDriver
    void databasesAndTables(JdbcDriver driver, Server server) throws SQLException {
        ask(driver, server, of -> {
            String db = of.database();
            assertThat(rows(of.data().getCatalogs(), "TABLE_CAT"))
                    .contains(db, "information_schema", "mysql")
                    .isSorted();
            // SHOW TABLES, which Connector/J asks otherwise, tells no comments.
            boolean remarks = !driver.isConnectorJ() || asksInformationSchema(driver, server);
            assertThat(rows(
                            of.data().getTables(db, null, "%", null),
                            "TABLE_CAT",
                            "TABLE_NAME",
                            "TABLE_TYPE",
                            "REMARKS"))
                    .containsExactlyInAnyOrder(
                            db + "|keyless|TABLE|", db + "|pairs|TABLE|" + (remarks ? "with a key" : ""));
            assertThat(rows(of.data().getTables(db, null, "pair_", new String[] {"TABLE"}), "TABLE_NAME"))
                    .containsExactly("pairs");
            assertThat(rows(of.data().getTables(db, null, "%", new String[] {"VIEW"}), "TABLE_NAME"))
                    .isEmpty();
            assertThat(rows(
                            of.data().getTables("information_schema", null, "TABLES", null),
                            "TABLE_CAT",
                            "TABLE_NAME",
                            "TABLE_TYPE"))
                    .containsExactly("information_schema|TABLES|SYSTEM VIEW");
            assertThat(rows(of.data().getTableTypes(), "TABLE_TYPE")).contains("SYSTEM VIEW", "TABLE", "VIEW");
            assertThat(rows(of.data().getSchemas(), "TABLE_SCHEM")).isEmpty();
            assertThat(rows(of.data().getSchemas(db, "%"), "TABLE_SCHEM")).isEmpty();
        });
    }

    @EachJdbcDriver
    void columnsAndTheirTypes(JdbcDriver driver, Server server) throws SQLException {
        ask(driver, server, of -> {
            String[] columns = {
                "COLUMN_NAME",
                "DATA_TYPE",
                "TYPE_NAME",
                "COLUMN_SIZE",
                "NULLABLE",
                "COLUMN_DEF",
                "ORDINAL_POSITION",
                "IS_AUTOINCREMENT",
                "IS_GENERATEDCOLUMN"
            };
            assertThat(rows(of.data().getColumns(of.database(), null, "pairs", "%"), columns))
                    .containsExactly(
                            "a|4|INT|10|0|null|1|NO|NO",
                            "b|12|VARCHAR|20|0|null|2|NO|NO",
                            "n|-5|BIGINT|19|0|null|3|YES|NO",
                            "v|3|DECIMAL|10|1|1.50|4|NO|NO");
            assertThat(rows(of.data().getColumns(of.database(), null, "pairs", "v"), "DECIMAL_DIGITS"))
                    .containsExactly("2");
            String size = driver == JdbcDriver.CONNECTOR_J_5 ? "19" : "23"; // 5.1 leaves the fraction out
            assertThat(rows(
                            of.data().getColumns(of.database(), null, "keyless", "at"),
                            "DATA_TYPE",
                            "TYPE_NAME",
                            "COLUMN_SIZE",
                            "NULLABLE"))
                    .containsExactly("93|DATETIME|" + size + "|1");
            assertThat(rows(of.data().getColumns(of.database(), null, "keyless", "ok"), "DATA_TYPE", "TYPE_NAME"))
                    .containsExactly(driver.tellsBoolean() ? "16|BOOLEAN" : "-7|BIT");
            assertThat(rows(of.data().getColumns(of.database(), null, "%", "_"), "TABLE_NAME", "COLUMN_NAME"))
                    .containsExactly("pairs|a", "pairs|b", "pairs|n", "pairs|v");
            assertThat(rows(of.data().getTypeInfo(), "TYPE_NAME", "DATA_TYPE"))
                    .contains("BIGINT|-5", "INT|4", "DECIMAL|3", "DOUBLE|8", "VARCHAR|12", "DATE|91", "DATETIME|93");
            assertThat(rows(of.data().getPseudoColumns(of.database(), null, "pairs", "%"), "COLUMN_NAME"))
                    .isEmpty();
        });
    }

    @EachJdbcDriver
    void keysAndIndexes(JdbcDriver driver, Server server) throws SQLException {
        ask(driver, server, of -> {
            String db = of.database();
            assertThat(rows(of.data().getPrimaryKeys(db, null, "pairs"), "COLUMN_NAME", "KEY_SEQ", "PK_NAME"))
                    .containsExactlyInAnyOrder("b|1|PRIMARY", "a|2|PRIMARY");
            for (int scope : new int[] {
                DatabaseMetaData.bestRowTemporary, DatabaseMetaData.bestRowTransaction, DatabaseMetaData.bestRowSession
            }) {
                assertThat(rows(
                                of.data().getBestRowIdentifier(db, null, "pairs", scope, false),
                                "COLUMN_NAME",
                                "DATA_TYPE",
                                "PSEUDO_COLUMN"))
                        .containsExactlyInAnyOrder("a|4|1", "b|12|1");
            }
            for (boolean unique : new boolean[] {true, false}) {
                for (boolean approximate : new boolean[] {true, false}) {
                    assertThat(rows(
                                    of.data().getIndexInfo(db, null, "pairs", unique, approximate),
                                    "TABLE_NAME",
                                    "INDEX_NAME",
                                    "TYPE",
                                    "ORDINAL_POSITION",
                                    "COLUMN_NAME",
                                    "ASC_OR_DESC"))
                            .startsWith("pairs|PRIMARY|3|1|b|A", "pairs|PRIMARY|3|2|a|A")
                            .hasSize(unique ? 2 : 3)
                            .allMatch(row -> row.startsWith("pairs|PRIMARY|") || row.startsWith("pairs|n|3|1|n|"));
                    assertThat(rows(of.data().getIndexInfo(db, null, "pairs", unique, approximate), "NON_UNIQUE"))
                            .hasSize(unique ? 2 : 3)
                            .filteredOn(value -> value.equals("false") || value.equals("0"))
                            .hasSize(2);
                    assertThat(rows(of.data().getIndexInfo(db, null, "keyless", unique, approximate), "INDEX_NAME"))
                            .isEmpty();
                }
            }
            assertThat(rows(of.data().getPrimaryKeys(db, null, "keyless"), "COLUMN_NAME"))
                    .isEmpty();
            assertThat(rows(
                            of.data().getBestRowIdentifier(db, null, "keyless", DatabaseMetaData.bestRowSession, true),
                            "COLUMN_NAME"))
                    .isEmpty();
            assertThat(rows(of.data().getVersionColumns(db, null, "pairs"), "COLUMN_NAME"))
                    .isEmpty();
            assertThat(rows(of.data().getImportedKeys(db, null, "pairs"), "FKTABLE_NAME", "FK_NAME", "DEFERRABILITY"))
                    .isEmpty();
            assertThat(rows(of.data().getExportedKeys(db, null, "pairs"), "FKTABLE_NAME", "FK_NAME", "DEFERRABILITY"))
                    .isEmpty();
            assertThat(rows(
                            of.data().getCrossReference(db, null, "pairs", db, null, "keyless"),
                            "FKTABLE_NAME",
                            "FK_NAME",
                            "DEFERRABILITY"))
                    .isEmpty();
        });
    }

    @EachJdbcDriver
    void whatTheServerHasNoneOf(JdbcDriver driver, Server server) throws SQLException {
        ask(driver, server, of -> {
            String db = of.database();
            DatabaseMetaData data = of.data();
            assertThat(rows(data.getProcedures(db, null, "%"), "PROCEDURE_NAME", "SPECIFIC_NAME"))
                    .isEmpty();
            assertThat(rows(data.getProcedureColumns(db, null, "%", "%"), "COLUMN_NAME", "SPECIFIC_NAME"))
                    .isEmpty();
            assertThat(rows(data.getFunctions(db, null, "%"), "FUNCTION_NAME", "SPECIFIC_NAME"))
                    .isEmpty();
            assertThat(rows(data.getFunctionColumns(db, null, "%", "%"), "COLUMN_NAME", "SPECIFIC_NAME"))
                    .isEmpty();
            // root's privileges are global: none is granted on a table or a column.
            assertThat(rows(data.getTablePrivileges(db, null, "%"), "TABLE_NAME", "GRANTEE", "PRIVILEGE"))
                    .isEmpty();
            assertThat(rows(data.getColumnPrivileges(db, null, "pairs", "%"), "COLUMN_NAME", "GRANTEE", "PRIVILEGE"))
                    .isEmpty();
            assertThat(rows(data.getUDTs(db, null, "%", null), "TYPE_NAME")).isEmpty();
            assertThat(rows(data.getSuperTypes(db, null, "%"), "SUPERTYPE_NAME"))
                    .isEmpty();
            assertThat(rows(data.getSuperTables(db, null, "%"), "SUPERTABLE_NAME"))
                    .isEmpty();
            assertThat(rows(data.getAttributes(db, null, "%", "%"), "ATTR_NAME"))
                    .isEmpty();
        });
    }

    @EachJdbcDriver
    void whatTheDriverDerivesFromTheServer(JdbcDriver driver, Server server) throws SQLException {
        ask(driver, server, of -> {
            DatabaseMetaData data = of.data();
            boolean older = server == SharedServers.OLDER;
            assertThat(data.getDatabaseProductName()).isEqualTo("MySQL");
            assertThat(data.getDatabaseProductVersion())
                    .startsWith(older ? "5.7." : "8.0.")
                    .endsWith("-tributary");
            assertThat(data.getDatabaseMajorVersion()).isEqualTo(older ? 5 : 8);
            assertThat(data.getDatabaseMinorVersion()).isEqualTo(older ? 7 : 0);
            assertThat(data.getUserName()).isEqualTo(driver.isConnectorJ() ? "root@127.0.0.1" : "root");
            assertThat(data.getConnection().getCatalog()).isEqualTo(of.database());
            assertThat(data.getIdentifierQuoteString()).isEqualTo("`");
            assertThat(data.getSQLKeywords()).contains("ACCESSIBLE");
            assertThat(data.supportsMixedCaseIdentifiers()).isTrue(); // lower_case_table_names = 0
            assertThat(data.storesLowerCaseIdentifiers()).isFalse();
            assertThat(data.supportsTransactions()).isTrue();
            assertThat(data.supportsBatchUpdates()).isTrue();
            assertThat(data.supportsGetGeneratedKeys()).isTrue();
            assertThat(data.isReadOnly()).isFalse();
            assertThat(rows(data.getClientInfoProperties(), "NAME"))
                    .containsExactlyInAnyOrderElementsOf(
                            driver.isConnectorJ()
                                    ? List.of()
                                    : List.of("ApplicationName", "ClientUser", "ClientHostname"));
        });
    }

    /** The columns that are named of each row; they must be there even if no row is. */
    private static List<String> rows(ResultSet result, String... columns) throws SQLException {
        try (result) {
            for (String column : columns) {
                assertThat(result.findColumn(column)).isPositive();
            }
            List<String> rows = new ArrayList<>();
            while (result.next()) {
                List<String> cells = new ArrayList<>();
                for (String column : columns) {
                    cells.add(String.valueOf(result.getString(column)));
                }
                rows.add(String.join("|", cells));
            }
            return rows;
        }
    }
}
