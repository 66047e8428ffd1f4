package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.process.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Dates and times of the binary protocol are values of their types, as in MySQL, wherever they stand. */
@Tag("clients")
final class ParameterTypesIT {
    @RegisterExtension
    static final Server SERVER = Server.shared();

    private static final LocalDate DAY = LocalDate.of(2024, 1, 15);
    private static final LocalDateTime MOMENT = LocalDateTime.of(2024, 1, 15, 12, 30, 45);

    static Stream<Arguments> values() {
        return Stream.of(
                Arguments.of("? + 1", DAY, "20240116 BIGINT"),
                Arguments.of("CAST(? AS SIGNED)", DAY, "20240115 BIGINT"),
                Arguments.of("CONCAT('at ', ?)", MOMENT, "at 2024-01-15 12:30:45 VARCHAR"),
                Arguments.of("LENGTH(?)", MOMENT, "19 BIGINT"),
                Arguments.of("? = '2024-01-15 12:30:45'", MOMENT, "1 BIGINT"),
                Arguments.of("at + 0 = ?", MOMENT, "1 BIGINT"),
                Arguments.of("CONCAT(at) = ?", MOMENT, "1 BIGINT"),
                Arguments.of("COALESCE(at, ?)", MOMENT, "2024-01-15 12:30:45 DATETIME"),
                Arguments.of("COALESCE(d, ?)", DAY, "2024-01-15 DATE"),
                Arguments.of("MAX(?)", DAY, "2024-01-15 DATE"),
                Arguments.of("? + INTERVAL 1 HOUR", DAY, "2024-01-15 01:00:00 DATETIME"),
                Arguments.of("?", MOMENT.withNano(500_000_000), "2024-01-15 12:30:45.500000 DATETIME"),
                Arguments.of("TIMEDIFF(?, '09:30:00')", LocalTime.of(10, 0), "00:30:00 TIME"),
                Arguments.of("HOUR(?)", LocalTime.of(10, 0), "10 BIGINT"),
                Arguments.of("YEAR(?) > 2025", LocalTime.of(10, 0), "1 BIGINT"));
    }

    @ParameterizedTest
    @MethodSource("values")
    void aParameterHasTheTypeThatItIsSentAs(String expression, Object value, String expected) throws SQLException {
        String database = SERVER.newDatabase();
        try (Sql sql = Sql.connect(SERVER.port(), database)) {
            sql.run("CREATE TABLE e (at DATETIME, d DATE)", "INSERT INTO e VALUES ('2024-01-15 12:30:45', NULL)");
        }
        try (Connection connection = Sql.open(SERVER.port(), database, "useServerPrepStmts=true");
                PreparedStatement select = connection.prepareStatement("SELECT " + expression + " FROM e")) {
            List<String> answers = new ArrayList<>();
            for (int execution = 0; execution < 2; execution++) {
                select.setObject(1, value);
                try (ResultSet row = select.executeQuery()) {
                    assertThat(row.next()).isTrue();
                    answers.add(row.getString(1) + " " + row.getMetaData().getColumnTypeName(1));
                }
            }

            assertThat(answers).containsExactly(expected, expected);
        }
    }

    /** Connector/J keeps the flags of PREPARE, when a parameter had no value yet. */
    @ParameterizedTest
    @ValueSource(
            strings = {"COALESCE(u, ?)", "IF(u IS NULL, ?, u)", "CASE WHEN u > 0 THEN u ELSE ? END", "IFNULL(u, ?)"})
    void aNegativeParameterBesideAnUnsignedColumnKeepsItsSign(String expression) throws SQLException {
        String database = SERVER.newDatabase();
        try (Sql sql = Sql.connect(SERVER.port(), database)) {
            sql.run("CREATE TABLE e (u INT UNSIGNED)", "INSERT INTO e VALUES (NULL)");
        }
        try (Connection connection = Sql.open(SERVER.port(), database, "useServerPrepStmts=true");
                PreparedStatement select = connection.prepareStatement(
                        "SELECT " + expression + " FROM e UNION SELECT u FROM e WHERE u = 1")) {
            select.setInt(1, -5);
            try (ResultSet row = select.executeQuery()) {
                assertThat(row.next()).isTrue();
                assertThat(row.getLong(1)).isEqualTo(-5);
                assertThat(row.getString(1)).isEqualTo("-5");
            }
        }
    }
}
