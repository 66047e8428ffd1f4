package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tributary.test.process.Sql;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What clients and tools ask before their user does: one script each. A line is a statement; {@code = row} behind it
 * must be among its rows, {@code -} says that it has none, {@code ! number} that it is refused.
 */
@Tag("clients")
final class StartUpScriptIT {
    @RegisterExtension
    static final Server NEWER = Server.shared();

    @RegisterExtension
    static final Server OLDER = Server.shared57();

    private record Step(String sql, List<String> expected) {}

    @ParameterizedTest
    @ValueSource(
            strings = {
                "connector-j",
                "datagrip",
                "dbeaver",
                "grafana",
                "hikaricp",
                "mariadb-j",
                "metabase",
                "mycli",
                "mysqldump",
                "r2dbc-mysql",
                "settings",
                "sqlalchemy"
            })
    void everyStatementIsAnsweredWhateverVersionIsAnnounced(String client) throws Exception {
        replay(NEWER, client);
        replay(OLDER, client);
    }

    @Test
    void whatIsAskedBelow80IsAnsweredThere() throws Exception {
        replay(OLDER, "connector-j-below-8");
    }

    private static void replay(Server server, String client) throws Exception {
        String database = server.newDatabase();
        try (Sql sql = Sql.connect(server.port(), database)) {
            sql.run(
                    "CREATE TABLE people (id BIGINT NOT NULL, name VARCHAR(20)) DUPLICATE KEY(id) DISTRIBUTED BY HASH(id)"
                            + " BUCKETS 1",
                    "INSERT INTO people VALUES (1, 'Ada'), (2, 'Grace')");
            for (Step step : steps(client, database)) {
                replay(sql, step);
            }
        }
    }

    private static void replay(Sql sql, Step step) {
        if (!step.expected().isEmpty() && step.expected().get(0).startsWith("! ")) {
            int number = Integer.parseInt(step.expected().get(0).substring(2));
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> sql.run(step.sql()))
                    .matches(e -> e.getErrorCode() == number, step.sql());
            return;
        }
        List<String> rows;
        try {
            rows = sql.rows(step.sql());
        } catch (SQLException e) {
            throw new AssertionError(step.sql(), e);
        }
        for (String expected : step.expected()) {
            if (expected.equals("-")) {
                assertThat(rows).as(step.sql()).isEmpty();
            } else {
                assertThat(rows).as(step.sql()).contains(expected.substring(2));
            }
        }
    }

    private static List<Step> steps(String client, String database) throws IOException {
        List<Step> steps = new ArrayList<>();
        try (InputStream in = Objects.requireNonNull(
                StartUpScriptIT.class.getResourceAsStream("startup/" + client + ".sql"), client)) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("{database}", database);
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
}
