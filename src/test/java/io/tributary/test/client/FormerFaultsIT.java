package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.process.Sql;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.StringJoiner;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Statements that were once answered wrongly, late or in words that nobody knows are answered rightly: former-faults.txt lists them. */
@Tag("clients")
final class FormerFaultsIT {
    private static final String FILE = "former-faults.txt";
    private static final String RUN = "> ";
    private static final String COLUMNS = ": ";
    private static final int STATEMENTS_MIN = 120;

    /** For what is to take milliseconds, on a machine that does much else. */
    private static final int SECONDS_MAX = 10;

    @RegisterExtension
    static final Server SERVER = Server.shared();

    /** @param expected lines after {@code =} and {@code !}, with these; empty: it succeeds */
    private record Entry(String title, String statement, List<String> expected) {}

    @Test
    void everyStatementOfTheListIsAnsweredRightlyAndAtOnce() throws Exception {
        List<String> wrong = new ArrayList<>();
        List<Entry> entries = read();
        try (Connection connection = Sql.open(SERVER.port(), SERVER.newDatabase(), "");
                Statement statement = connection.createStatement()) {
            statement.execute("SET time_zone = '+00:00'");
            for (Entry entry : entries) {
                List<String> answer = ask(statement, entry.statement());
                if (!isRight(answer, entry.expected())) {
                    wrong.add(entry.title() + "\n  " + entry.statement() + "\n  expected " + entry.expected()
                            + "\n  was      " + answer);
                }
            }
        }

        assertThat(wrong).isEmpty();
        assertThat(entries).hasSizeGreaterThan(STATEMENTS_MIN);
    }

    private static boolean isRight(List<String> answer, List<String> expected) {
        boolean isError = expected.size() == 1 && expected.get(0).startsWith("! ");
        return isError ? String.join("\n", answer).startsWith(expected.get(0)) : answer.equals(expected);
    }

    private static List<String> ask(Statement statement, String line) {
        boolean runs = line.startsWith(RUN);
        boolean columns = line.startsWith(COLUMNS);
        String sql = runs || columns ? line.substring(RUN.length()) : line;
        long begin = System.nanoTime();
        List<String> answer;
        try {
            answer = statement.execute(sql) && !runs ? read(statement.getResultSet(), columns) : List.of();
        } catch (SQLException e) {
            String text = String.valueOf(e.getMessage()).replace("Data truncation: ", "");
            answer = List.of("! " + e.getErrorCode() + " " + text.replace('\n', ' '));
        }
        long seconds = (System.nanoTime() - begin) / 1_000_000_000;
        return seconds < SECONDS_MAX ? answer : List.of("behind " + seconds + " s " + answer);
    }

    private static List<String> read(ResultSet result, boolean columns) throws SQLException {
        ResultSetMetaData data = result.getMetaData();
        List<String> rows = new ArrayList<>();
        StringJoiner labels = new StringJoiner(" | ", "= ", "");
        for (int i = 1; i <= data.getColumnCount(); i++) {
            labels.add(data.getColumnLabel(i) + " " + data.getColumnTypeName(i));
        }
        while (result.next()) {
            StringJoiner row = new StringJoiner(" | ", "= ", "");
            for (int i = 1; i <= data.getColumnCount(); i++) {
                row.add(Objects.requireNonNullElse(result.getString(i), "~"));
            }
            rows.add(row.toString());
        }
        if (columns) {
            return List.of(labels.toString());
        }
        return rows.isEmpty() ? List.of("= none") : rows;
    }

    private static List<Entry> read() throws IOException {
        List<Entry> entries = new ArrayList<>();
        try (InputStream in = Objects.requireNonNull(FormerFaultsIT.class.getResourceAsStream(FILE), FILE)) {
            String title = "";
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList()) {
                if (line.startsWith("# ")) {
                    title = line.substring(2);
                } else if (line.startsWith("= ") || line.startsWith("! ")) {
                    entries.get(entries.size() - 1).expected().add(line);
                } else if (!line.isEmpty()) {
                    entries.add(new Entry(title, line, new ArrayList<>()));
                }
            }
        }
        return entries;
    }
}
