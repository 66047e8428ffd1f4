package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.process.Sql;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * DatabaseMetaData against both personas: Connector/J asks information_schema from 8.0 on, and SHOW below. Both must give
 * the same answers, to every driver.
 */
@Tag("clients")
final class DatabaseMetaDataIT {
    private static final String DATABASE = "people";
    private static final String KEYED = "keyed";

    @RegisterExtension
    static final Server NEWER = Server.shared();

    @RegisterExtension
    static final Server OLDER = Server.shared57();

    private interface Question {
        ResultSet ask(DatabaseMetaData data) throws SQLException;
    }

    /** Answers as rows of the columns named. */
    private static final class Answers {
        private final Map<String, List<String>> rows = new LinkedHashMap<>();
        private final DatabaseMetaData data;

        Answers(DatabaseMetaData data) {
            this.data = data;
        }

        void add(String name, Question question, String... columns) throws SQLException {
            List<String> answer = new ArrayList<>();
            try (ResultSet result = question.ask(data)) {
                while (result.next()) {
                    List<String> cells = new ArrayList<>();
                    for (String column : columns) {
                        cells.add(String.valueOf(result.getString(column)));
                    }
                    answer.add(String.join("|", cells));
                }
            }
            rows.put(name, answer);
        }
    }

    @ParameterizedTest
    @EnumSource
    void bothPersonasGiveTheSameAnswers(JdbcDriver driver) throws SQLException {
        Map<String, List<String>> newer = answers(driver, NEWER);
        Map<String, List<String>> older = answers(driver, OLDER);

        assertThat(newer).isEqualTo(older);
        assertThat(newer.get("tables")).containsExactly("people|events|TABLE", "people|notes|TABLE");
        assertThat(newer.get("columns"))
                .containsExactly(
                        "id|BIGINT|-5|0|null|1|NO",
                        "name|VARCHAR|12|1|nobody|2|YES",
                        "price|DECIMAL|3|1|null|3|YES",
                        "at|DATETIME|93|1|null|4|YES",
                        "day|DATE|91|1|null|5|YES",
                        driver.tellsBoolean() ? "ok|BOOLEAN|16|1|null|6|YES" : "ok|BIT|-7|1|null|6|YES",
                        "ratio|DOUBLE|8|1|null|7|YES",
                        "text|TEXT|-1|1|null|8|YES");
        assertThat(newer.get("sizes")).containsExactly("price|15|2");
        assertThat(newer.get("oneColumn")).containsExactly("events|price|3");
    }

    @ParameterizedTest
    @EnumSource
    void keysAreToldInTheirOrderAndUnderTheirNames(JdbcDriver driver) throws SQLException {
        for (Server server : new Server[] {NEWER, OLDER}) {
            tables(server);
            try (Connection connection = driver.connect(server, KEYED, "")) {
                Answers answers = new Answers(connection.getMetaData());
                for (String table : List.of("pairs", "named")) {
                    answers.add(
                            table + " primary",
                            of -> of.getPrimaryKeys(KEYED, null, table),
                            "COLUMN_NAME",
                            "KEY_SEQ",
                            "PK_NAME");
                    answers.add(
                            table + " index",
                            of -> of.getIndexInfo(KEYED, null, table, true, true),
                            "INDEX_NAME",
                            "ORDINAL_POSITION",
                            "COLUMN_NAME");
                    answers.add(
                            table + " best",
                            of -> of.getBestRowIdentifier(KEYED, null, table, DatabaseMetaData.bestRowSession, true),
                            "COLUMN_NAME");
                }
                answers.add(
                        "generated", of -> of.getColumns(KEYED, null, "pairs", "%"), "COLUMN_NAME", "IS_AUTOINCREMENT");
                Map<String, List<String>> rows = answers.rows;

                assertThat(rows.get("pairs primary")).containsExactlyInAnyOrder("a|2|PRIMARY", "b|1|PRIMARY");
                assertThat(rows.get("pairs index")).containsExactly("PRIMARY|1|b", "PRIMARY|2|a");
                assertThat(rows.get("pairs best")).containsExactlyInAnyOrder("a", "b");
                assertThat(rows.get("generated")).containsExactly("a|NO", "b|NO", "n|YES", "v|NO");
                assertThat(rows.get("named primary")).isEmpty();
                assertThat(rows.get("named index")).containsExactly("by_b|1|b", "by_b|2|a");
                assertThat(rows.get("named best")).containsExactlyInAnyOrder("a", "b");
            }
        }
    }

    @Test
    void everyTableOfTheSystemTellsTheSameOfAKey() throws SQLException {
        tables(NEWER);
        try (Sql sql = Sql.connect(NEWER.port(), KEYED)) {
            assertThat(sql.query("SELECT TABLE_NAME, CONSTRAINT_NAME, COLUMN_NAME, ORDINAL_POSITION FROM"
                            + " information_schema.KEY_COLUMN_USAGE WHERE TABLE_SCHEMA = 'keyed' ORDER BY 1, 4"))
                    .containsExactly("named|by_b|b|1", "named|by_b|a|2", "pairs|PRIMARY|b|1", "pairs|PRIMARY|a|2");
            // Names of the system compare without case.
            assertThat(sql.query("SELECT TABLE_NAME, INDEX_NAME, COLUMN_NAME, SEQ_IN_INDEX FROM"
                            + " information_schema.STATISTICS WHERE TABLE_SCHEMA = 'keyed' ORDER BY 1, 2, 4"))
                    .containsExactly(
                            "named|by_b|b|1",
                            "named|by_b|a|2",
                            "pairs|n|n|1",
                            "pairs|PRIMARY|b|1",
                            "pairs|PRIMARY|a|2");
            assertThat(sql.query("SELECT TABLE_NAME, CONSTRAINT_NAME, CONSTRAINT_TYPE FROM"
                            + " information_schema.TABLE_CONSTRAINTS WHERE TABLE_SCHEMA = 'keyed' ORDER BY 1"))
                    .containsExactly("named|by_b|UNIQUE", "pairs|PRIMARY|PRIMARY KEY");
            // MySQL, too, makes a UNIQUE KEY without NULL PRI where there is no PRIMARY KEY.
            assertThat(sql.query("SELECT TABLE_NAME, COLUMN_NAME, COLUMN_KEY, EXTRA FROM information_schema.COLUMNS"
                            + " WHERE TABLE_SCHEMA = 'keyed' AND COLUMN_KEY <> '' ORDER BY 1, 2"))
                    .containsExactly(
                            "named|a|PRI|",
                            "named|b|PRI|",
                            "pairs|a|PRI|",
                            "pairs|b|PRI|",
                            "pairs|n|MUL|auto_increment");
            assertThat(sql.query("SHOW INDEX FROM pairs").get(0)).startsWith("pairs|0|PRIMARY|1|b|A|");
            assertThat(sql.query("SHOW INDEX FROM named").get(1)).startsWith("named|0|by_b|2|a|A|");
            assertThat(sql.query("SHOW CREATE TABLE pairs").get(0)).contains("PRIMARY KEY (`b`, `a`)");
            assertThat(sql.query("SHOW CREATE TABLE named").get(0)).contains("UNIQUE KEY `by_b` (`b`, `a`)");
        }
    }

    private static Map<String, List<String>> answers(JdbcDriver driver, Server server) throws SQLException {
        tables(server);
        try (Connection connection = driver.connect(server, DATABASE, "")) {
            Map<String, List<String>> answers = answers(connection.getMetaData());
            // Both servers are shared: other classes have databases of their own there.
            Objects.requireNonNull(answers.get("catalogs")).removeIf(name -> !name.equals(DATABASE));
            return answers;
        }
    }

    private static void tables(Server server) throws SQLException {
        try (Sql sql = Sql.connect(server.port(), "")) {
            sql.run(
                    "CREATE DATABASE IF NOT EXISTS people",
                    "CREATE TABLE IF NOT EXISTS people.events (id BIGINT NOT NULL, name VARCHAR(20) DEFAULT 'nobody',"
                            + " price DECIMAL(15,2), at DATETIME(3), day DATE, ok BOOLEAN, ratio DOUBLE, text TEXT)"
                            + " DUPLICATE KEY(id) COMMENT 'what happened' DISTRIBUTED BY HASH(id) BUCKETS 1",
                    "CREATE TABLE IF NOT EXISTS people.notes (id INT) DUPLICATE KEY(id) DISTRIBUTED BY HASH(id) BUCKETS 1",
                    "CREATE DATABASE IF NOT EXISTS keyed",
                    "CREATE TABLE IF NOT EXISTS keyed.pairs (a INT NOT NULL, b VARCHAR(20) NOT NULL,"
                            + " n BIGINT NOT NULL AUTO_INCREMENT, v INT, PRIMARY KEY (b, a), KEY (n))",
                    "CREATE TABLE IF NOT EXISTS keyed.named (a INT NOT NULL, b VARCHAR(20) NOT NULL, v INT,"
                            + " UNIQUE KEY by_b (b, a))");
        }
    }

    private static Map<String, List<String>> answers(DatabaseMetaData data) throws SQLException {
        Answers answers = new Answers(data);
        String db = DATABASE;
        answers.add("catalogs", DatabaseMetaData::getCatalogs, "TABLE_CAT");
        answers.add("schemas", DatabaseMetaData::getSchemas, "TABLE_SCHEM");
        answers.add("tableTypes", DatabaseMetaData::getTableTypes, "TABLE_TYPE");
        answers.add("typeInfo", DatabaseMetaData::getTypeInfo, "TYPE_NAME", "DATA_TYPE");
        answers.add(
                "tables",
                of -> of.getTables(db, null, "%", new String[] {"TABLE", "VIEW"}),
                "TABLE_CAT",
                "TABLE_NAME",
                "TABLE_TYPE");
        answers.add("allTables", of -> of.getTables(db, null, "e%", null), "TABLE_NAME", "TABLE_TYPE");
        answers.add(
                "columns",
                of -> of.getColumns(db, null, "events", "%"),
                "COLUMN_NAME",
                "TYPE_NAME",
                "DATA_TYPE",
                "NULLABLE",
                "COLUMN_DEF",
                "ORDINAL_POSITION",
                "IS_NULLABLE");
        answers.add(
                "sizes",
                of -> of.getColumns(db, null, "events", "pri%"),
                "COLUMN_NAME",
                "COLUMN_SIZE",
                "DECIMAL_DIGITS");
        answers.add("oneColumn", of -> of.getColumns(db, null, "%", "pri%"), "TABLE_NAME", "COLUMN_NAME", "DATA_TYPE");
        answers.add("primaryKeys", of -> of.getPrimaryKeys(db, null, "events"), "COLUMN_NAME", "KEY_SEQ", "PK_NAME");
        answers.add("indexes", of -> of.getIndexInfo(db, null, "events", false, true), "INDEX_NAME", "COLUMN_NAME");
        answers.add("importedKeys", of -> of.getImportedKeys(db, null, "events"), "FK_NAME");
        answers.add("exportedKeys", of -> of.getExportedKeys(db, null, "events"), "FK_NAME");
        answers.add("crossReference", of -> of.getCrossReference(db, null, "events", db, null, "notes"), "FK_NAME");
        answers.add(
                "bestRow",
                of -> of.getBestRowIdentifier(db, null, "events", DatabaseMetaData.bestRowSession, true),
                "COLUMN_NAME");
        answers.add("versionColumns", of -> of.getVersionColumns(db, null, "events"), "COLUMN_NAME");
        answers.add("procedures", of -> of.getProcedures(db, null, "%"), "PROCEDURE_NAME");
        answers.add("procedureColumns", of -> of.getProcedureColumns(db, null, "%", "%"), "COLUMN_NAME");
        answers.add("functions", of -> of.getFunctions(db, null, "%"), "FUNCTION_NAME");
        answers.add("functionColumns", of -> of.getFunctionColumns(db, null, "%", "%"), "COLUMN_NAME");
        answers.add("tablePrivileges", of -> of.getTablePrivileges(db, null, "%"), "TABLE_NAME", "PRIVILEGE");
        answers.add("columnPrivileges", of -> of.getColumnPrivileges(db, null, "events", "%"), "COLUMN_NAME");
        answers.add("udts", of -> of.getUDTs(db, null, "%", null), "TYPE_NAME");
        answers.add("superTables", of -> of.getSuperTables(db, null, "%"), "TABLE_NAME");
        answers.add("clientInfo", DatabaseMetaData::getClientInfoProperties, "NAME");
        everythingWithoutArguments(data);
        return answers.rows;
    }

    /** {@code supports…}, {@code get…} and all others: none may fail. */
    private static void everythingWithoutArguments(DatabaseMetaData data) {
        for (Method method : DatabaseMetaData.class.getMethods()) {
            if (method.getParameterCount() > 0) {
                continue;
            }
            try {
                Object answer = method.invoke(data);
                if (answer instanceof ResultSet rows) {
                    rows.close();
                }
            } catch (ReflectiveOperationException | SQLException e) {
                throw new AssertionError(method.getName(), e);
            }
        }
    }
}
