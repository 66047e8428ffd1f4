package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.process.Sql;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What Doris' manual and test suites, and programs for MySQL write, and what becomes of each statement here: the files {@code
 * doris-statements.txt}, {@code mysql-definitions.txt} and {@code programs.txt}.
 */
@Tag("clients")
final class DorisStatementsIT {
    @RegisterExtension
    static final Server SERVER = Server.shared();

    private record Case(String sql, List<String> expected) {}

    @ParameterizedTest
    @ValueSource(strings = {"doris-statements.txt", "mysql-definitions.txt", "programs.txt"})
    void everyStatementWorksOrSaysWhatIsNotSupported(String file) throws Exception {
        String database = SERVER.newDatabase();
        SoftAssertions softly = new SoftAssertions();
        try (Sql sql = Sql.connect(SERVER.port(), database)) {
            for (Case each : cases(file, database)) {
                check(sql, each, softly);
            }
        }
        softly.assertAll();
    }

    @ParameterizedTest
    @ValueSource(strings = {"doris-statements.txt", "mysql-definitions.txt"})
    void showCreateTableMadeAgainUnderAnotherNameIsTheSame(String file) throws Exception {
        String database = SERVER.newDatabase();
        try (Sql sql = Sql.connect(SERVER.port(), database)) {
            for (Case each : cases(file, database)) {
                String first = each.sql();
                if (!first.startsWith("CREATE TABLE ") || !each.expected().equals(List.of("ok"))) {
                    continue;
                }
                if (first.contains(" LIKE ") || first.contains("SELECT") || first.contains("IF NOT EXISTS")) {
                    continue;
                }
                String name = first.split("[ (]", 4)[2];
                sql.run(first);
                String shown = shown(sql, name);
                sql.run(shown.replaceFirst("`" + name + "`", "`again`"));

                assertThat(shown(sql, "again").replaceFirst("`again`", "`" + name + "`"))
                        .isEqualTo(shown);
                sql.run("DROP TABLE again", "DROP TABLE " + name);
            }
        }
    }

    @Test
    void showAlterTableTellsOfFinishedChanges() throws Exception {
        try (Sql sql = Sql.connect(SERVER.port(), SERVER.newDatabase())) {
            sql.run(
                    "CREATE TABLE t (a INT)",
                    "ALTER TABLE t ADD COLUMN b INT",
                    "ALTER TABLE t ADD COLUMN c INT",
                    "ALTER TABLE t ADD ROLLUP r (b, a)");

            List<String> jobs =
                    sql.query("SHOW ALTER TABLE COLUMN WHERE TableName = 't' ORDER BY CreateTime DESC LIMIT 1");

            assertThat(jobs).hasSize(1);
            assertThat(jobs.get(0).split("\\|", -1)).hasSize(13);
            assertThat(jobs.get(0).split("\\|", -1)[9]).isEqualTo("FINISHED");
            assertThat(jobs.get(0).split("\\|", -1)[7]).matches("3:\\d+");
            assertThat(sql.query("SHOW ALTER TABLE COLUMN")).hasSize(2);
            assertThat(sql.query("SHOW ALTER TABLE ROLLUP WHERE TableName = 't' AND State = 'FINISHED'"))
                    .singleElement()
                    .asString()
                    .contains("|t|r|");
        }
    }

    private static String shown(Sql sql, String table) throws SQLException {
        String row = sql.query("SHOW CREATE TABLE " + table).get(0);
        return row.substring(row.indexOf('|') + 1);
    }

    private static void check(Sql sql, Case each, SoftAssertions softly) {
        String first = each.expected().get(0);
        try {
            List<String> rows = sql.rows(each.sql()).stream()
                    .map(row -> "= " + row.replace("|", " | ").replace("\n", "\\n"))
                    .toList();
            if (!first.equals("ok")) {
                softly.assertThat(rows).as(each.sql()).isEqualTo(each.expected());
            }
        } catch (SQLException e) {
            softly.assertThat("! " + e.getErrorCode() + " " + e.getMessage())
                    .as(each.sql())
                    .startsWith(first);
        }
    }

    private static List<Case> cases(String file, String database) throws IOException {
        try (InputStream in = Objects.requireNonNull(DorisStatementsIT.class.getResourceAsStream(file), file)) {
            List<Case> cases = new ArrayList<>();
            List<String> block = new ArrayList<>();
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("{db}", database);
            for (String line : (text + "\n\n").split("\n", -1)) {
                if (line.startsWith("#")) {
                    continue;
                }
                if (!line.isEmpty()) {
                    block.add(line);
                } else if (!block.isEmpty()) {
                    cases.add(new Case(block.get(0), List.copyOf(block.subList(1, block.size()))));
                    block.clear();
                }
            }
            return cases;
        }
    }
}
