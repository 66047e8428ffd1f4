package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.process.Sql;
import io.tributary.test.process.Tables;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The manual's session, typed into the mysql command line. */
@Tag("clients")
final class MySqlCommandLineIT {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Pattern INFO =
            Pattern.compile("\\{'label':'(?<label>[^']*)', 'status':'(?<status>[^']*)', 'txnId':'(?<txn>[^']*)'");

    private static final String FIVE_ROWS =
            """
            +----+-------+-------+
            | id | name  | score |
            +----+-------+-------+
            |  1 | Bob   |    90 |
            |  2 | Alice |    99 |
            |  3 | John  |  NULL |
            |  4 | Bob   |    90 |
            |  5 | Alice |    99 |
            +----+-------+-------+
            5 rows in set""";

    @RegisterExtension
    static final Server SERVER = new Server();

    @RegisterExtension
    static final Server SERVER_57 = Server.own57();

    @TempDir
    private Path directory = Path.of("set by JUnit");

    private String database = "";
    private Server server = SERVER;

    static Stream<Server> servers() {
        return Stream.of(SERVER, SERVER_57);
    }

    private void createTable(Server which) throws SQLException {
        server = which;
        database = server.newDatabase();
        type(Tables.DT);
    }

    @ParameterizedTest
    @MethodSource("servers")
    void asyncModeSharesLabelAndTransactionAndShowsNothingBeforeTheCommit(Server which) throws SQLException {
        createTable(which);
        String said = type(
                """
                set group_commit = async_mode;
                insert into dt values(1, 'Bob', 90), (2, 'Alice', 99);
                insert into dt(id, name) values(3, 'John');
                select * from dt;
                """);

        assertThat(said).contains("Query OK, 2 rows affected").contains("Query OK, 1 row affected");
        List<MatchResult> infos = INFO.matcher(said).results().toList();
        assertThat(infos).as(said).hasSize(2);
        assertThat(infos.get(0).group(1))
                .startsWith("group_commit_")
                .isEqualTo(infos.get(1).group(1));
        assertThat(infos.get(0).group(2)).isEqualTo("PREPARE");
        assertThat(Long.parseLong(infos.get(0).group(3)))
                .isPositive()
                .isEqualTo(Long.parseLong(infos.get(1).group(3)));
        assertThat(said).contains("Empty set");

        assertThat(type("sync " + database + ".dt;\nselect * from dt order by id;\n"))
                .contains(
                        """
                        +----+-------+-------+
                        | id | name  | score |
                        +----+-------+-------+
                        |  1 | Bob   |    90 |
                        |  2 | Alice |    99 |
                        |  3 | John  |  NULL |
                        +----+-------+-------+
                        3 rows in set""");
    }

    @ParameterizedTest
    @MethodSource("servers")
    void asyncRowsAppearByThemselvesAfterTheInterval(Server which) throws SQLException {
        createTable(which);
        type(
                """
                alter table dt set ("group_commit_interval_ms" = "1000");
                set group_commit = async_mode;
                insert into dt values(1, 'Bob', 90);
                """);

        try (Sql sql = Sql.connect(server.port(), database)) {
            Awaitility.await().atMost(Duration.ofSeconds(9)).until(() -> sql.number("SELECT count(*) FROM dt") == 1);
        }
    }

    @ParameterizedTest
    @MethodSource("servers")
    void syncModeShowsItsRowsAtOnce(Server which) throws SQLException {
        createTable(which);
        String said = type(
                """
                set group_commit = async_mode;
                insert into dt values(1, 'Bob', 90), (2, 'Alice', 99);
                insert into dt(id, name) values(3, 'John');
                set group_commit = sync_mode;
                insert into dt values(4, 'Bob', 90), (5, 'Alice', 99);
                select * from dt order by id;
                """);

        assertThat(said).contains(FIVE_ROWS);
        assertThat(INFO.matcher(said).results().map(info -> info.group(1)))
                .hasSize(3)
                .allMatch(label -> label.startsWith("group_commit_"));
    }

    @ParameterizedTest
    @MethodSource("servers")
    void offModeIsAnOrdinaryLoad(Server which) throws SQLException {
        createTable(which);
        String said = type(
                """
                set group_commit = off_mode;
                insert into dt values(1, 'Bob', 90);
                select * from dt;
                """);

        assertThat(said)
                .contains("'status':'VISIBLE'")
                .doesNotContain("group_commit_")
                .contains("1 row in set");
    }

    @ParameterizedTest
    @MethodSource("servers")
    void tablePropertyDecidesWhereTheSessionDoesNot(Server which) throws SQLException {
        createTable(which);
        String said = type(
                """
                alter table dt set ("group_commit_mode" = "sync_mode");
                show create table dt;
                explain insert into dt values(1, 'Bob', 90);
                insert into dt values(1, 'Bob', 90);
                select * from dt;
                """);

        assertThat(said).contains("\"group_commit_mode\" = \"sync_mode\"");
        assertThat(said).contains("'label':'group_commit_").contains("1 row in set");
    }

    @ParameterizedTest
    @MethodSource("servers")
    void whatScriptsForDorisAskFirstIsAnswered(Server which) throws SQLException {
        createTable(which);
        String said = type(
                """
                switch internal;
                use mysql
                use internal.%1$s
                insert into internal.%1$s.dt values(7, 'Zoe', 1);
                sync dt;
                select internal.%1$s.dt.name from internal.%1$s.dt where id = 7;
                show catalogs;
                show frontends;
                show proc '/frontends';
                show proc '/statistic';
                show tables from internal.%1$s;
                show data from dt;
                show tablets from dt;
                show load where label = 'l' order by CreateTime desc limit 1;
                show routine load;
                show property for root;
                """
                        .formatted(database));

        assertThat(said)
                .contains("| Zoe  |", "internal    | internal | yes")
                .contains("| 127.0.0.1_" + server.port() + " | 127.0.0.1 |        NULL | ")
                .contains("| dt        | dt        | NULL |")
                .containsPattern("\\| NULL +\\| " + database + " +\\| +1 \\| +1 \\|");
        assertThat(said.split("Empty set", -1)).hasSize(5);
    }

    /** What the command line prints for these lines, one statement after the other. */
    private String type(String lines) {
        CommandLine.Result result = CommandLine.run(
                directory,
                Map.of(),
                lines,
                LIMIT,
                CommandLine.mysql(server.port(), "-uroot", "-vvv", "--table", database));
        assertThat(result.exitCode()).as(result.text()).isZero();
        return result.text();
    }
}
