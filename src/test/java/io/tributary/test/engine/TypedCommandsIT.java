package io.tributary.test.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.client.CommandLine;
import io.tributary.test.process.Sql;
import io.tributary.test.process.TributaryProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the pages tell to type in front of a database that exists, typed into the mysql command line as it is. */
@Tag("clients")
final class TypedCommandsIT {
    private static final String GROUPED = "'label':'group_commit_";

    /** The server of the pages. */
    private static final Pattern PROPERTIES = Pattern.compile(" PROPERTIES \\(.*\\)");

    @RegisterExtension
    static final SharedMariaDb SERVER = new SharedMariaDb();

    @RegisterExtension
    static final SharedTributary TRIBUTARY = new SharedTributary();

    @TempDir
    private Path directory = Path.of("set by JUnit");

    private String type(String lines, String... options) {
        String[] all = new String[options.length + 2];
        all[0] = "-uroot";
        all[1] = "-vvv";
        System.arraycopy(options, 0, all, 2, options.length);
        CommandLine.Result result = CommandLine.run(
                directory, Map.of(), lines, Duration.ofSeconds(60), CommandLine.mysql(TRIBUTARY.mysqlPort(), all));
        assertThat(result.exitCode()).as(result.text()).isZero();
        return result.text();
    }

    @ParameterizedTest
    @CsvSource({"README.md,In front of a database that you have", "docs/engines.md,In front of tables that exist"})
    void theLastOfThemIsGrouped(String page, String heading) throws SQLException, IOException {
        String text = Files.readString(TributaryProcess.home().resolve(page));
        Matcher commands = Pattern.compile("\n## " + heading + "\n.*?```sql\n(.*?)```", Pattern.DOTALL)
                .matcher(text);
        assertThat(commands.find()).as(page).isTrue();
        try (Sql server = SERVER.sql()) {
            server.run(
                    "CREATE DATABASE shop CHARACTER SET utf8mb4",
                    "USE shop",
                    "CREATE TABLE events (at DATETIME NOT NULL, what VARCHAR(100))",
                    "CREATE TABLE orders (id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY, what VARCHAR(100))");

            String here =
                    PROPERTIES.matcher(commands.group(1)).replaceAll(Matcher.quoteReplacement(SERVER.databaseClause()));
            assertThat(type(here)).containsOnlyOnce(GROUPED);

            type("SYNC shop.events; SYNC shop.orders;");
            assertThat(server.query("SELECT what FROM events UNION ALL SELECT what FROM orders"))
                    .containsExactly("grouped");
        }
    }

    @Test
    void aHintIsSentWithItsComments() {
        type("CREATE DATABASE near; CREATE TABLE near.t (a INT);");
        String hinted = "INSERT /*+ SET_VAR(group_commit=async_mode) */ INTO near.t VALUES (1);";

        assertThat(type(hinted, "--comments")).contains(GROUPED);
    }
}
