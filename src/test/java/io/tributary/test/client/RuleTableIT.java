package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.engine.port.EngineCapability;
import io.tributary.test.process.Sql;
import io.tributary.test.process.TableServer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * How each INSERT is committed and who decided it: every rule, by text, by a statement that the server prepared and by one
 * that the driver did. Seen in the counters of SHOW STATUS and in EXPLAIN.
 */
@Tag("clients")
final class RuleTableIT {
    private static final String DUPLICATE =
            "CREATE TABLE t (id INT NOT NULL, name VARCHAR(20) DEFAULT 'd', n INT) DUPLICATE KEY(id)";
    private static final String UNIQUE = "CREATE TABLE t (id INT NOT NULL, name VARCHAR(20), n INT, PRIMARY KEY (id))";
    private static final String TABLE_ASYNC = DUPLICATE + " PROPERTIES ('group_commit_mode' = 'async_mode')";
    private static final String HEAVY = DUPLICATE + " PROPERTIES ('light_schema_change' = 'false')";

    private static final String PARTITIONED = DUPLICATE + " PARTITION BY RANGE(id) (PARTITION p VALUES LESS THAN (10))";

    private static final String PLAIN = "INSERT INTO t VALUES (?, 'a', 1)";
    private static final String ASYNC = "SET group_commit = async_mode";

    /**
     * A server of its own: its counters are asked, its global variable is set, no load may be longer than 1 MiB, and a
     * session stages 2 MiB.
     */
    @RegisterExtension
    static final Server SERVER = Server.own("ingest_inbox_bytes=1048576", "staged_bytes_session_max=2097152");

    private enum Path {
        TEXT,
        SERVER_PREPARED,
        CLIENT_PREPARED
    }

    /**
     * A rule: what is run before, and how an INSERT is then committed.
     *
     * @param insert with one parameter
     * @param counted what of {@code Group_commit_…} it is counted under
     */
    private record Rule(String table, List<String> before, String insert, String counted, String decidedBy) {
        @Override
        public String toString() {
            return String.join("; ", before) + "; " + insert + " -> " + counted + " by " + decidedBy;
        }
    }

    private static Rule rule(String table, String before, String insert, String counted, String decidedBy) {
        return new Rule(table, before.isEmpty() ? List.of() : List.of(before), insert, counted, decidedBy);
    }

    private static final List<Rule> RULES = List.of(
            // Who decides.
            rule(DUPLICATE, "", PLAIN, "fallback_MODE_OFF", "default"),
            rule(TABLE_ASYNC, "", PLAIN, "async_mode", "table"),
            rule(TABLE_ASYNC, "SET group_commit = off_mode", PLAIN, "fallback_MODE_OFF", "session"),
            rule(TABLE_ASYNC, "SET group_commit = sync_mode", PLAIN, "sync_mode", "session"),
            rule(DUPLICATE, "SET SESSION group_commit = 'ASYNC_MODE'", PLAIN, "async_mode", "session"),
            rule(DUPLICATE, "SET @@session.group_commit = 'sync_mode'", PLAIN, "sync_mode", "session"),
            new Rule(
                    TABLE_ASYNC,
                    List.of("SET group_commit = sync_mode", "SET group_commit = DEFAULT"),
                    PLAIN,
                    "async_mode",
                    "table"),
            rule(
                    DUPLICATE,
                    ASYNC,
                    "INSERT /*+ SET_VAR(group_commit='sync_mode') */ INTO t VALUES (?, 'a', 1)",
                    "sync_mode",
                    "hint"),
            rule(
                    TABLE_ASYNC,
                    ASYNC,
                    "INSERT /*+ SET_VAR(group_commit='off_mode') */ INTO t VALUES (?, 'a', 1)",
                    "fallback_MODE_OFF",
                    "hint"),
            // What is grouped.
            rule(DUPLICATE, ASYNC, "INSERT INTO t (n, id) VALUES (NULL, ?), (-1, 2)", "async_mode", "session"),
            rule(DUPLICATE, ASYNC, "INSERT INTO t VALUES (?, DEFAULT, +1)", "async_mode", "session"),
            rule(DUPLICATE, ASYNC, "INSERT INTO t SET id = ?, name = 'a'", "async_mode", "session"),
            rule(DUPLICATE, ASYNC, "INSERT INTO t SELECT ?, 'a', 1", "async_mode", "session"),
            rule(DUPLICATE, ASYNC, "REPLACE INTO t VALUES (?, 'a', 1)", "async_mode", "session"),
            rule(UNIQUE, ASYNC, "INSERT INTO t (id, name) VALUES (?, 'a')", "async_mode", "session"),
            rule(
                    UNIQUE,
                    ASYNC,
                    "INSERT INTO t VALUES (?, 'a', 1) ON DUPLICATE KEY UPDATE name = VALUES(name), n = VALUES(n)",
                    "async_mode",
                    "session"),
            // What is not.
            rule(DUPLICATE, ASYNC, "INSERT INTO t VALUES (? + 1, 'a', 1)", "fallback_EXPRESSION", "session"),
            rule(DUPLICATE, ASYNC, "INSERT INTO t VALUES (?, upper('a'), 1)", "fallback_EXPRESSION", "session"),
            rule(DUPLICATE, ASYNC, "INSERT INTO t SELECT id + ?, name, n FROM t", "fallback_NOT_VALUES", "session"),
            rule(
                    PARTITIONED,
                    ASYNC,
                    "INSERT INTO t PARTITION (p) VALUES (?, 'a', 1)",
                    "fallback_NOT_VALUES",
                    "session"),
            rule(
                    PARTITIONED,
                    ASYNC,
                    "INSERT INTO t PARTITION (p) VALUES (? + 1, 'a', 1)",
                    "fallback_NOT_VALUES",
                    "session"),
            rule(DUPLICATE, ASYNC, "INSERT OVERWRITE TABLE t VALUES (?, 'a', 1)", "fallback_NOT_VALUES", "session"),
            rule(UNIQUE, ASYNC, "INSERT OVERWRITE TABLE t SELECT ?, name, n FROM t", "fallback_NOT_VALUES", "session"),
            rule(
                    DUPLICATE,
                    ASYNC,
                    "INSERT INTO t WITH LABEL mine VALUES (?, 'a', 1)",
                    "fallback_EXPLICIT_LABEL",
                    "session"),
            rule(
                    UNIQUE,
                    ASYNC,
                    "INSERT INTO t VALUES (?, 'a', 1) ON DUPLICATE KEY UPDATE n = n + 1",
                    "fallback_PARTIAL_UPDATE",
                    "session"),
            rule(UNIQUE, ASYNC, "INSERT IGNORE INTO t VALUES (?, 'a', 1)", "fallback_PARTIAL_UPDATE", "session"),
            new Rule(
                    UNIQUE,
                    List.of(ASYNC, "SET enable_unique_key_partial_update = true"),
                    "INSERT INTO t (id, name) VALUES (?, 'a')",
                    "fallback_PARTIAL_UPDATE",
                    "session"),
            new Rule(
                    UNIQUE,
                    List.of(ASYNC, "SET enable_unique_key_partial_update = true"),
                    PLAIN,
                    "async_mode",
                    "session"),
            rule(HEAVY, ASYNC, PLAIN, "fallback_NO_LIGHT_SCHEMA_CHANGE", "session"),
            new Rule(DUPLICATE, List.of(ASYNC, "BEGIN"), PLAIN, "fallback_IN_TRANSACTION", "session"),
            new Rule(
                    DUPLICATE,
                    List.of(ASYNC, "START TRANSACTION"),
                    "INSERT INTO t VALUES (? + 1, 'a', 1)",
                    "fallback_IN_TRANSACTION",
                    "session"));

    static Stream<Arguments> rulesAndPaths() {
        // A server's tables have no partitions.
        return RULES.stream()
                .filter(rule -> TableServer.can(EngineCapability.PARTITIONS)
                        || !rule.table().equals(PARTITIONED))
                .flatMap(rule -> Stream.of(Path.values()).map(path -> Arguments.of(rule, path)));
    }

    @ParameterizedTest
    @MethodSource("rulesAndPaths")
    void everyRuleHoldsOnEveryPath(Rule rule, Path path) throws SQLException {
        String database = SERVER.newDatabase();
        try (Connection connection = open(database, path, "")) {
            run(connection, rule.table());
            for (String statement : rule.before()) {
                run(connection, statement);
            }

            assertCounted(connection, rule, path);
        }
    }

    @ParameterizedTest
    @MethodSource("paths")
    void theUrlOfADriverIsTheSession(Path path) throws SQLException {
        String database = SERVER.newDatabase();
        try (Connection connection = open(database, path, "sessionVariables=group_commit=sync_mode")) {
            run(connection, TABLE_ASYNC);

            assertCounted(connection, rule(TABLE_ASYNC, "", PLAIN, "sync_mode", "session"), path);
        }
    }

    @ParameterizedTest
    @MethodSource("paths")
    void theGlobalModeGoesBeforeTheTablesAndIsTakenByLaterSessions(Path path) throws SQLException {
        String database = SERVER.newDatabase();
        try (Connection before = open(database, path, "")) {
            run(before, TABLE_ASYNC);
            run(before, "SET GLOBAL group_commit = sync_mode");
            try (Connection later = open(database, path, "")) {
                assertCounted(before, rule(TABLE_ASYNC, "", PLAIN, "async_mode", "table"), path);
                assertCounted(later, rule(TABLE_ASYNC, "", PLAIN, "sync_mode", "global"), path);
                run(later, "SET group_commit = off_mode");
                assertCounted(later, rule(TABLE_ASYNC, "", PLAIN, "fallback_MODE_OFF", "session"), path);
            } finally {
                run(before, "SET GLOBAL group_commit = DEFAULT");
            }
        }
    }

    /** What is done under {@code autocommit = 0} before COMMIT, and what is then counted, and answered by INSERT and COMMIT. */
    private record Staging(String table, List<String> before, List<String> between, Map<String, Long> counted) {
        @Override
        public String toString() {
            return String.join("; ", before) + "; INSERT; " + String.join("; ", between) + " -> " + counted;
        }
    }

    private static final List<Staging> STAGINGS = List.of(
            // Grouped at COMMIT, as one load, in the mode then in force.
            new Staging(DUPLICATE, List.of(ASYNC), List.of(), Map.of("Group_commit_async_mode", 1L)),
            new Staging(TABLE_ASYNC, List.of(), List.of(), Map.of("Group_commit_async_mode", 1L)),
            new Staging(
                    DUPLICATE,
                    List.of(ASYNC),
                    List.of("SET group_commit = sync_mode"),
                    Map.of("Group_commit_sync_mode", 1L)),
            new Staging(
                    DUPLICATE,
                    List.of(ASYNC),
                    List.of("INSERT INTO t VALUES (8, 'b', 2)"),
                    Map.of("Group_commit_async_mode", 1L)),
            new Staging(DUPLICATE, List.of(), List.of(), Map.of("Group_commit_fallback_MODE_OFF", 1L)),
            new Staging(HEAVY, List.of(ASYNC), List.of(), Map.of("Group_commit_fallback_NO_LIGHT_SCHEMA_CHANGE", 1L)),
            // What reads tables makes a transaction of them.
            new Staging(
                    DUPLICATE,
                    List.of(ASYNC),
                    List.of("SELECT COUNT(*) FROM t"),
                    Map.of("Group_commit_fallback_IN_TRANSACTION", 1L)),
            // So do rows of two tables, each of which is counted.
            new Staging(
                    DUPLICATE,
                    List.of(ASYNC, "CREATE TABLE other (id INT NOT NULL) DUPLICATE KEY(id)"),
                    List.of("INSERT INTO other VALUES (1)"),
                    Map.of("Group_commit_fallback_IN_TRANSACTION", 2L)),
            // What commits by itself.
            new Staging(DUPLICATE, List.of(ASYNC), List.of("BEGIN"), Map.of("Group_commit_async_mode", 1L)),
            new Staging(
                    DUPLICATE, List.of(ASYNC), List.of("SET autocommit = 1"), Map.of("Group_commit_async_mode", 1L)),
            new Staging(
                    DUPLICATE,
                    List.of(ASYNC),
                    List.of("CREATE TABLE other (id INT NOT NULL) DUPLICATE KEY(id)", "ROLLBACK"),
                    Map.of("Group_commit_async_mode", 1L)),
            // What is dropped is not counted.
            new Staging(DUPLICATE, List.of(ASYNC), List.of("ROLLBACK"), Map.of()));

    static Stream<Arguments> stagingsAndPaths() {
        return STAGINGS.stream().flatMap(staging -> Stream.of(Path.values()).map(path -> Arguments.of(staging, path)));
    }

    @ParameterizedTest
    @MethodSource("stagingsAndPaths")
    void withoutAutocommitRowsAreCountedAtCommit(Staging staging, Path path) throws SQLException {
        String database = SERVER.newDatabase();
        try (Connection connection = open(database, path, "")) {
            run(connection, staging.table());
            run(connection, "SET autocommit = 0");
            for (String statement : staging.before()) {
                run(connection, statement);
            }
            Map<String, Long> before = counters();

            insert(connection, PLAIN, path);
            assertThat(counters()).isEqualTo(before);
            for (String statement : staging.between()) {
                run(connection, statement);
            }
            run(connection, "COMMIT");

            assertThat(since(before)).isEqualTo(staging.counted());
            long rows = staging.counted().isEmpty()
                    ? 0
                    : 1
                            + staging.between().stream()
                                    .filter(each -> each.startsWith("INSERT INTO t "))
                                    .count();
            run(connection, "SYNC");
            try (Sql sql = Sql.connect(SERVER.port(), database)) {
                assertThat(sql.number("SELECT COUNT(*) FROM t")).isEqualTo(rows);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("paths")
    void anExplicitOffModeOfAllSessionsDoesNotFallThroughToTheTable(Path path) throws SQLException {
        String database = SERVER.newDatabase();
        try (Connection before = open(database, path, "")) {
            run(before, TABLE_ASYNC);
            run(before, "SET GLOBAL group_commit = off_mode");
            try (Connection later = open(database, path, "")) {
                assertCounted(later, rule(TABLE_ASYNC, "", PLAIN, "fallback_MODE_OFF", "global"), path);
                String hint = "INSERT /*+ SET_VAR(group_commit='async_mode') */ INTO t VALUES (?, 'a', 1)";
                assertCounted(later, rule(TABLE_ASYNC, "", hint, "async_mode", "hint"), path);
            } finally {
                run(before, "SET GLOBAL group_commit = DEFAULT");
            }
        }
    }

    static Stream<Path> paths() {
        return Stream.of(Path.values());
    }

    @Test
    void aBadModeIsRefusedWithItsValue() throws SQLException {
        try (Connection connection = open(SERVER.newDatabase(), Path.TEXT, "")) {
            assertThatThrownBy(() -> run(connection, "SET group_commit = 'abc'"))
                    .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getErrorCode())
                            .isEqualTo(1231))
                    .hasMessageContaining("Variable 'group_commit' can't be set to the value of 'abc'");
        }
    }

    @ParameterizedTest
    @MethodSource("paths")
    void whatIsTooLargeForTheLogIsCommittedAloneBehindWhatIsInIt(Path path) throws SQLException {
        try (Connection connection =
                open(SERVER.newDatabase(), path, "sessionVariables=group_commit=async_mode&maxAllowedPacket=8000000")) {
            run(connection, "CREATE TABLE t (id INT NOT NULL, body STRING, PRIMARY KEY (id))");
            Map<String, Long> before = counters();

            insert(connection, "INSERT INTO t VALUES (?, 'first')", path);
            insert(connection, "INSERT INTO t VALUES (?, '" + "x".repeat(1_200_000) + "')", path);
            assertThat(cell(connection, "SELECT length(body) FROM t")).isEqualTo("1200000");
            insert(connection, "INSERT INTO t VALUES (?, 'last')", path);
            run(connection, "SYNC");
            assertThat(cell(connection, "SELECT body FROM t")).isEqualTo("last");

            assertThat(since(before))
                    .containsExactly(
                            Map.entry("Group_commit_async_mode", 2L), Map.entry("Group_commit_fallback_TOO_LARGE", 1L));
        }
    }

    @ParameterizedTest
    @MethodSource("paths")
    void soIsWhatAutocommitStagedForOneCommit(Path path) throws SQLException {
        try (Connection connection = open(SERVER.newDatabase(), path, "sessionVariables=group_commit=sync_mode")) {
            run(connection, "CREATE TABLE t (id INT NOT NULL, body STRING) DUPLICATE KEY(id)");
            Map<String, Long> before = counters();

            connection.setAutoCommit(false);
            insert(connection, "INSERT INTO t VALUES (?, '" + "x".repeat(600_000) + "')", path);
            insert(connection, "INSERT INTO t VALUES (?, '" + "y".repeat(600_000) + "')", path);
            connection.commit();

            assertThat(since(before)).containsExactly(Map.entry("Group_commit_fallback_TOO_LARGE", 1L));
            assertThat(cell(connection, "SELECT count(*) FROM t")).isEqualTo("2");
        }
    }

    @ParameterizedTest
    @MethodSource("paths")
    void whatASessionCannotStageIsATransactionOfTheBackend(Path path) throws SQLException {
        String database = SERVER.newDatabase();
        try (Connection connection = open(database, path, "sessionVariables=group_commit=async_mode");
                Sql other = Sql.connect(SERVER.port(), database)) {
            run(connection, "CREATE TABLE t (id INT NOT NULL, body STRING) DUPLICATE KEY(id)");
            Map<String, Long> before = counters();
            connection.setAutoCommit(false);
            for (String end : List.of("ROLLBACK", "COMMIT")) {
                for (int i = 0; i < 3; i++) {
                    insert(connection, "INSERT INTO t VALUES (?, '" + "x".repeat(900_000) + "')", path);
                }
                assertThat(other.number("SELECT COUNT(*) FROM t")).isZero();
                run(connection, end);
            }

            assertThat(other.query("SELECT COUNT(*), SUM(LENGTH(body)) FROM t")).containsExactly("3|2700000");
            assertThat(since(before)).containsOnlyKeys("Group_commit_fallback_IN_TRANSACTION");
        }
    }

    private static void assertCounted(Connection connection, Rule rule, Path path) throws SQLException {
        Map<String, String> explained = explain(connection, rule.insert());
        Map<String, Long> before = counters();

        insert(connection, rule.insert(), path);

        assertThat(since(before)).containsExactly(Map.entry("Group_commit_" + rule.counted(), 1L));
        boolean fallback = rule.counted().startsWith("fallback_");
        assertThat(explained)
                .containsEntry("decided_by", rule.decidedBy())
                .containsEntry("reason", fallback ? rule.counted().substring("fallback_".length()) : "")
                .containsEntry("group_commit", fallback ? "off_mode" : rule.counted());
    }

    private static void insert(Connection connection, String insert, Path path) throws SQLException {
        if (path == Path.TEXT) {
            run(connection, insert.replace("?", "7"));
            return;
        }
        try (PreparedStatement prepared = connection.prepareStatement(insert)) {
            prepared.setInt(1, 7);
            prepared.executeUpdate();
        }
    }

    private static Map<String, String> explain(Connection connection, String insert) throws SQLException {
        Map<String, String> explained = new LinkedHashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("EXPLAIN " + insert.replace("?", "7"))) {
            while (rows.next()) {
                explained.put(rows.getString(1), rows.getString(2));
            }
        }
        return explained;
    }

    private static String cell(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getString(1);
        }
    }

    private static Map<String, Long> since(Map<String, Long> before) throws SQLException {
        Map<String, Long> counted = counters();
        counted.replaceAll((name, count) -> count - before.getOrDefault(name, 0L));
        counted.values().removeIf(count -> count == 0);
        return counted;
    }

    private static Map<String, Long> counters() throws SQLException {
        Map<String, Long> counters = new LinkedHashMap<>();
        try (Sql sql = Sql.connect(SERVER.port(), "")) {
            for (String row : sql.query("SHOW STATUS LIKE 'Group_commit%'")) {
                int bar = row.indexOf('|');
                counters.put(row.substring(0, bar), Long.parseLong(row.substring(bar + 1)));
            }
        }
        return counters;
    }

    private static Connection open(String database, Path path, String parameters) throws SQLException {
        String prepared = "useServerPrepStmts=" + (path == Path.SERVER_PREPARED);
        return Sql.open(SERVER.port(), database, parameters.isEmpty() ? prepared : prepared + "&" + parameters);
    }

    private static void run(Connection connection, String text) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(text);
        }
    }
}
