package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.process.Sql;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What clients and tools ask before their user does: one script each, through the driver that the tool has. A line is a
 * statement; {@code = row} behind it must be among its rows, with {@code \n} for the end of a line, {@code -} says that it
 * has none, {@code ! number} that it is refused. An ellipsis at the end of a row stands for its rest.
 */
@Tag("clients")
@ExtendWith(SharedServers.class)
final class StartUpScriptIT {
    /** What {@code clients/go/script} prints before a statement's answer. */
    private static final String ANSWER = "> ";

    private static final String REST = "…";

    private record Step(String sql, List<String> expected) {
        void check(List<String> answer) {
            if (expected.isEmpty()) {
                assertThat(answer).as(sql).noneMatch(line -> line.startsWith("! "));
            } else if (expected.get(0).equals("-")) {
                assertThat(answer).as(sql).isEmpty();
            } else {
                for (String line : expected) {
                    assertThat(answer).as("%s must give %s", sql, line).anyMatch(given -> fits(given, line));
                }
            }
        }

        private static boolean fits(String given, String line) {
            return line.endsWith(REST)
                    ? given.startsWith(line.substring(0, line.length() - REST.length()))
                    : given.equals(line);
        }
    }

    static Stream<Arguments> scriptsDriversAndServers() {
        return Stream.of(
                        tool(
                                "connector-j",
                                JdbcDriver.CONNECTOR_J_26,
                                JdbcDriver.CONNECTOR_J_9,
                                JdbcDriver.CONNECTOR_J_8),
                        tool("datagrip", JdbcDriver.CONNECTOR_J_9, JdbcDriver.CONNECTOR_J_8, JdbcDriver.MARIADB_3),
                        tool("dbeaver", JdbcDriver.CONNECTOR_J_9, JdbcDriver.CONNECTOR_J_8, JdbcDriver.MARIADB_3),
                        tool("hikaricp", JdbcDriver.CONNECTOR_J_9, JdbcDriver.MARIADB_3),
                        tool("mariadb-j", JdbcDriver.MARIADB_4, JdbcDriver.MARIADB_3, JdbcDriver.MARIADB_2),
                        tool("metabase", JdbcDriver.MARIADB_2, JdbcDriver.MARIADB_3),
                        // These are of clients in other languages, whose own tests run them: here for the answers.
                        tool("mycli", JdbcDriver.CONNECTOR_J_9),
                        tool("mysqldump", JdbcDriver.CONNECTOR_J_9),
                        tool("r2dbc-mysql", JdbcDriver.CONNECTOR_J_9),
                        tool("settings", JdbcDriver.CONNECTOR_J_9, JdbcDriver.MARIADB_3),
                        tool("sqlalchemy", JdbcDriver.CONNECTOR_J_9))
                .flatMap(tools -> tools)
                .flatMap(tool -> SharedServers.each().map(server -> Arguments.of(tool[0], tool[1], server)));
    }

    private static Stream<Object[]> tool(String script, JdbcDriver... drivers) {
        return Arrays.stream(drivers).map(driver -> new Object[] {script, driver});
    }

    @ParameterizedTest
    @MethodSource("scriptsDriversAndServers")
    void everyStatementIsAnsweredWhateverVersionIsAnnounced(String script, JdbcDriver driver, Server server)
            throws Exception {
        replay(server, script, driver);
    }

    @ParameterizedTest
    @EnumSource(names = {"CONNECTOR_J_5", "CONNECTOR_J_8"})
    void whatIsAskedBelow80IsAnsweredThere(JdbcDriver driver) throws Exception {
        replay(SharedServers.OLDER, "connector-j-below-8", driver);
    }

    @ParameterizedTest
    @MethodSource("io.tributary.test.client.SharedServers#each")
    void whatGrafanaAsksIsAnsweredToItsGoDriver(Server server) throws Exception {
        String database = createTable(server);
        List<Step> steps = steps("grafana", database);
        String statements = String.join("\n", steps.stream().map(Step::sql).toList());

        List<List<String>> answers = new ArrayList<>();
        for (String line : ClientProgram.go(server, database, "./script", Map.of("TEST_SCRIPT", statements))
                .lines()
                .toList()) {
            if (line.startsWith(ANSWER)) {
                answers.add(new ArrayList<>());
            } else {
                answers.get(answers.size() - 1).add(line);
            }
        }

        assertThat(answers).hasSameSizeAs(steps);
        for (int i = 0; i < steps.size(); i++) {
            steps.get(i).check(answers.get(i));
        }
    }

    private static void replay(Server server, String script, JdbcDriver driver) throws Exception {
        String database = createTable(server);
        try (Connection connection = driver.connect(server, database, "")) {
            for (Step step : steps(script, database)) {
                step.check(answer(connection, step.sql()));
            }
        }
    }

    private static String createTable(Server server) throws SQLException {
        String database = server.newDatabase();
        try (Sql sql = Sql.connect(server.port(), database)) {
            sql.run(
                    "CREATE TABLE people (id BIGINT NOT NULL, name VARCHAR(20)) DUPLICATE KEY(id) DISTRIBUTED BY HASH(id)"
                            + " BUCKETS 1",
                    "INSERT INTO people VALUES (1, 'Ada'), (2, 'Grace')");
        }
        return database;
    }

    /** Returns the answer as a script would have it: rows, or the number of an error. */
    private static List<String> answer(Connection connection, String sql) {
        List<String> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement()) {
            if (!statement.execute(sql)) {
                return rows;
            }
            try (ResultSet result = statement.getResultSet()) {
                int columns = result.getMetaData().getColumnCount();
                while (result.next()) {
                    List<String> cells = new ArrayList<>();
                    for (int i = 1; i <= columns; i++) {
                        cells.add(String.valueOf(result.getString(i)));
                    }
                    rows.add("= " + String.join("|", cells).replace("\n", "\\n"));
                }
            }
            return rows;
        } catch (SQLException e) {
            return List.of("! " + e.getErrorCode(), String.valueOf(e.getMessage()));
        }
    }

    private static List<Step> steps(String script, String database) throws IOException {
        List<Step> steps = new ArrayList<>();
        try (InputStream in = Objects.requireNonNull(
                StartUpScriptIT.class.getResourceAsStream("startup/" + script + ".sql"), script)) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .replace("{database}", database)
                    .replace("{zone}", ZoneId.systemDefault().getId())
                    .replace("{offset}", offset());
            for (String line : text.split("\n", -1)) {
                boolean expectation = line.startsWith("= ") || line.equals("-") || line.startsWith("! ");
                if (expectation) {
                    steps.get(steps.size() - 1).expected().add(line);
                } else if (!line.isEmpty() && !line.startsWith("#")) {
                    steps.add(new Step(line, new ArrayList<>()));
                }
            }
        }
        return steps;
    }

    /** Returns the offset of this machine from UTC, as TIME_FORMAT writes it. */
    private static String offset() {
        int minutes = ZoneId.systemDefault().getRules().getOffset(Instant.now()).getTotalSeconds() / 60;
        String sign = minutes < 0 ? "-" : "";
        return String.format(Locale.ROOT, "%s%02d:%02d", sign, Math.abs(minutes) / 60, Math.abs(minutes) % 60);
    }
}
