package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.test.process.Sql;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A value is stored alike by every statement that stores it: what MySQL's {@code Field::store} makes of it. */
@Tag("clients")
final class StoredValuesIT {
    @RegisterExtension
    static final Server SERVER = Server.shared();

    static Stream<Arguments> values() {
        String moment = "CAST('1999-12-31 23:59:59.987' AS DATETIME(3))";
        String second = "CAST('1999-12-31 23:59:59' AS DATETIME(3))";
        String time = "CAST('-12:34:56.78' AS TIME(2))";
        return Stream.of(
                // A quotient has more digits than it shows.
                Arguments.of("DOUBLE", "1/3", "0.333333333"),
                Arguments.of("FLOAT", "2/3", "0.666667"),
                Arguments.of("DECIMAL(20,10)", "1/3", "0.3333333330"),
                Arguments.of("DECIMAL(20,2)", "2/3", "0.67"),
                Arguments.of("VARCHAR(40)", "1/3", "0.333333333"),
                Arguments.of("VARCHAR(40)", "1/2", "0.500000000"),
                Arguments.of("VARBINARY(40)", "1/3", "0.333333333"),
                Arguments.of("BIGINT", "5/3", "2"),
                Arguments.of("VARCHAR(40)", "ROUND(2.5e0, 1)", "2.5"),
                Arguments.of("VARCHAR(40)", "CAST(0.1 AS FLOAT)", "0.10000000149011612"),
                Arguments.of("VARCHAR(40)", "1 = 1", "1"),
                // Digits that find no room are rounded away.
                Arguments.of("VARCHAR(10)", "SQRT(2)", "1.41421356"),
                Arguments.of("VARCHAR(10)", "-SQRT(2) * 1e10", "-1.4142e10"),
                Arguments.of("CHAR(4)", "SQRT(2)", "1.41"),
                // A FLOAT is a DOUBLE.
                Arguments.of("DOUBLE", "CAST(0.1 AS FLOAT)", "0.10000000149011612"),
                Arguments.of("DECIMAL(20,10)", "CAST(0.1 AS FLOAT)", "0.1000000015"),
                // A decimal is a date by its digits, and a fraction of a day nothing.
                Arguments.of("DATE", "20240102.000", "2024-01-02"),
                Arguments.of("DATE", "CAST(20240102 AS DECIMAL(12, 3))", "2024-01-02"),
                Arguments.of("DATE", "20240102e0", "2024-01-02"),
                Arguments.of("DATETIME", "20240102.5", "2024-01-02 00:00:00"),
                Arguments.of("DATETIME", "20240102101112.5", "2024-01-02 10:11:13"),
                Arguments.of("INT UNSIGNED", "-0.4e0", "0"),
                // A moment has the digits of its type, and is the number of its digits.
                Arguments.of("BIGINT", moment, "20000101000000"),
                Arguments.of("DECIMAL(20,2)", moment, "19991231235959.99"),
                Arguments.of("DECIMAL(20,0)", moment, "19991231235960"),
                Arguments.of("DOUBLE", moment, "19991231235959.99"),
                Arguments.of("VARCHAR(40)", moment, "1999-12-31 23:59:59.987"),
                Arguments.of("VARCHAR(40)", second, "1999-12-31 23:59:59.000"),
                Arguments.of("VARBINARY(40)", second, "1999-12-31 23:59:59.000"),
                Arguments.of("DATE", moment, "1999-12-31"),
                Arguments.of("DATETIME(1)", moment, "2000-01-01 00:00:00.0"),
                Arguments.of("INT", "DATE'1999-12-31'", "19991231"),
                Arguments.of("VARCHAR(40)", "DATE'1999-12-31'", "1999-12-31"),
                Arguments.of("DATETIME", "DATE'1999-12-31'", "1999-12-31 00:00:00"),
                Arguments.of("BIGINT", "TIMESTAMP'1999-12-31 23:59:59.5'", "20000101000000"),
                Arguments.of("VARCHAR(40)", "TIMESTAMP'1999-12-31 23:59:59.50'", "1999-12-31 23:59:59.50"),
                Arguments.of("DATETIME(3)", "TIMESTAMP'1999-12-31 23:59:59.5'", "1999-12-31 23:59:59.500"),
                Arguments.of("BIGINT", time, "-123457"),
                Arguments.of("DECIMAL(20,1)", time, "-123456.8"),
                Arguments.of("VARCHAR(40)", time, "-12:34:56.78"),
                // Numbers are the moments of their digits.
                Arguments.of("DATE", "20240229", "2024-02-29"),
                Arguments.of("DATETIME", "20240229123456", "2024-02-29 12:34:56"));
    }

    @ParameterizedTest
    @MethodSource("values")
    void everyStatementStoresTheSame(String type, String value, String expected) throws SQLException {
        try (Sql sql = Sql.connect(SERVER.port(), SERVER.newDatabase())) {
            sql.run(
                    "CREATE TABLE s (id INT, v " + type + ")",
                    "INSERT INTO s VALUES (1, " + value + ")",
                    "INSERT INTO s VALUES (2, COALESCE(" + value + ", NULL))",
                    "INSERT INTO s SELECT 3, " + value,
                    "INSERT INTO s SELECT 4, " + value + " FROM s WHERE id = 1",
                    "INSERT IGNORE INTO s SELECT 5, " + value,
                    "INSERT INTO s VALUES (6, NULL), (7, NULL)",
                    "UPDATE s SET v = " + value + " WHERE id = 6",
                    "UPDATE s JOIN s AS o ON s.id = o.id + 6 SET s.v = " + value,
                    "SET sql_mode = ''",
                    "INSERT INTO s SELECT 8, " + value);

            assertThat(sql.query("SELECT CAST(v AS CHAR) FROM s ORDER BY id"))
                    .isEqualTo(Collections.nCopies(8, expected));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "DOUBLE, 0.10000000149011612",
        "'DECIMAL(20,10)', 0.1000000015",
        "VARCHAR(40), 0.10000000149011612",
        "STRING, 0.1",
        "FLOAT, 0.1"
    })
    void aColumnOfFloatsIsStoredAsDoublesButInATextWithoutLimitAsItIsShown(String type, String expected)
            throws SQLException {
        try (Sql sql = Sql.connect(SERVER.port(), SERVER.newDatabase())) {
            sql.run(
                    "CREATE TABLE s (id INT, f FLOAT, v " + type + ")",
                    "INSERT INTO s VALUES (1, 0.1, NULL)",
                    "INSERT INTO s SELECT 2, NULL, f FROM s",
                    "UPDATE s SET v = f WHERE id = 1");

            assertThat(sql.query("SELECT CAST(v AS CHAR) FROM s ORDER BY id"))
                    .isEqualTo(Collections.nCopies(2, expected));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "INT UNSIGNED | -0.4 | 1264",
                "BIGINT UNSIGNED | -0.4 | 1264",
                "VARCHAR(40) | YEAR('abc') | 1292",
                "VARCHAR(40) | DATE('abc') | 1292",
                "VARCHAR(40) | TO_DAYS('abc') | 1292",
                "VARCHAR(40) | TIME('abc') | 1292",
                "VARCHAR(40) | DATEDIFF('abc', '2024-01-01') | 1292",
                "VARCHAR(40) | TIMESTAMPDIFF(DAY, 'abc', '2024-01-01') | 1292",
                "VARCHAR(40) | UNIX_TIMESTAMP('abc') | 1292",
                "VARCHAR(40) | DATE_FORMAT('abc', '%Y') | 1292",
                "VARCHAR(40) | TIMEDIFF('abc', '10:00:00') | 1292",
                "VARCHAR(40) | ADDTIME('abc', '10:00:00') | 1292",
                "VARCHAR(40) | DATE_ADD('12abc', INTERVAL 1 DAY) | 1292",
                "VARCHAR(40) | STR_TO_DATE('x', '%Y-%m-%d') | 1411"
            })
    void inStrictModeNothingIsStoredOfWhatIsNoSuchValueWhetherItIsConstantOrNot(String type, String value, int number)
            throws SQLException {
        try (Sql sql = Sql.connect(SERVER.port(), SERVER.newDatabase())) {
            sql.run("CREATE TABLE s (id INT, v " + type + ")", "INSERT INTO s VALUES (1, NULL)");
            String ofColumn =
                    value.replace("'abc'", "t").replace("'12abc'", "t").replace("'x'", "t");
            String text = value.contains("'12abc'") ? "'12abc'" : value.contains("'x'") ? "'x'" : "'abc'";

            for (String statement : List.of(
                    "INSERT INTO s VALUES (2, " + value + ")",
                    "INSERT INTO s SELECT 3, " + value,
                    "INSERT INTO s SELECT 4, " + ofColumn + " FROM (SELECT " + text + " AS t) q",
                    "UPDATE s SET v = " + value)) {
                assertThatThrownBy(() -> sql.run(statement))
                        .as(statement)
                        .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getErrorCode())
                                .isEqualTo(number));
            }
            assertThat(sql.query("SELECT id FROM s WHERE id > 1 OR v IS NOT NULL"))
                    .isEmpty();
        }
    }

    @Test
    void aBitLiteralIsANumberInAColumnOfNumbersAndBytesInAnyOther() throws SQLException {
        try (Sql sql = Sql.connect(SERVER.port(), SERVER.newDatabase())) {
            sql.run(
                    "CREATE TABLE s (id INT, d DOUBLE, u INT UNSIGNED, v VARCHAR(10), b VARBINARY(10))",
                    "INSERT INTO s VALUES (1, b'101', x'41', x'41', x'41')",
                    "INSERT INTO s SELECT 2, b'101', x'41', x'41', x'41' FROM s",
                    "INSERT INTO s VALUES (3, NULL, NULL, NULL, NULL)",
                    "UPDATE s SET d = b'101', u = x'41', v = x'41', b = x'41' WHERE id = 3");

            assertThat(sql.query("SELECT concat_ws(' ', d, u, v, hex(b)) FROM s"))
                    .isEqualTo(Collections.nCopies(3, "5 65 A 41"));
        }
    }
}
