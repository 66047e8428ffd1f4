package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.process.Sql;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** TPC-H's 22 queries, written for MySQL, give the answers that MariaDB gives on the same rows: every digit of them. */
@Tag("clients")
final class TpchIT {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    @RegisterExtension
    static final Server SERVER = Server.shared();

    @TempDir
    private static Path directory = Path.of("set by JUnit");

    private static String database = "";

    @BeforeAll
    static void load() throws SQLException, IOException {
        database = SERVER.newDatabase();
        run(Tpch.schema() + Tpch.write(directory) + Tpch.indexes());
        try (Sql sql = Sql.connect(SERVER.port(), database)) {
            assertThat(sql.number("SELECT count(*) FROM lineitem")).isEqualTo(600_572);
        }
    }

    static IntStream queries() {
        return Tpch.numbers();
    }

    @ParameterizedTest
    @MethodSource("queries")
    void theCommandLineShowsMariaDbsAnswer(int number) {
        assertThat(run(Tpch.query(number))).isEqualTo(Tpch.answer(number));
    }

    @ParameterizedTest
    @MethodSource("queries")
    void theBinaryProtocolGivesMariaDbsAnswer(int number) throws SQLException {
        try (Connection connection = Sql.open(SERVER.port(), database, "useServerPrepStmts=true");
                PreparedStatement query = connection.prepareStatement(Tpch.query(number));
                ResultSet result = query.executeQuery()) {
            assertThat(text(result)).isEqualTo(Tpch.answer(number));
        }
    }

    /** Returns the result as the command line prints it. */
    private static String text(ResultSet result) throws SQLException {
        ResultSetMetaData columns = result.getMetaData();
        StringJoiner names = new StringJoiner("\t", "", "\n");
        for (int i = 1; i <= columns.getColumnCount(); i++) {
            names.add(columns.getColumnLabel(i));
        }
        StringBuilder text = new StringBuilder(names.toString());
        while (result.next()) {
            StringJoiner row = new StringJoiner("\t", "", "\n");
            for (int i = 1; i <= columns.getColumnCount(); i++) {
                row.add(result.getString(i));
            }
            text.append(row);
        }
        return text.toString();
    }

    private static String run(String statements) {
        List<String> command = CommandLine.mysql(
                SERVER.port(), "-uroot", "--local-infile=1", "--batch", "--init-command=USE " + database);
        CommandLine.Result result = CommandLine.run(directory, Map.of(), statements, LIMIT, command);
        assertThat(result.exitCode()).as(result.text()).isZero();
        return result.text();
    }
}
