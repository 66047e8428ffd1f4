package io.tributary.contract.row.encode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.encode.BlockValues.Put;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.value.CivilCalendar;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every refusal with its number and its words. Each value stands in row 3. */
class RefusalTest {
    private static final ColumnType TINYINT = ColumnType.of(Kind.TINYINT);
    private static final ColumnType INT = ColumnType.of(Kind.INT);
    private static final ColumnType BIGINT = ColumnType.of(Kind.BIGINT);
    private static final ColumnType DATE = ColumnType.of(Kind.DATE);

    @Test
    void nullInANotNullColumn() {
        refused(INT, (w, c) -> w.putNull(c), 1048, "Column 'x' cannot be null (row 3)");
    }

    @Test
    void anOmittedColumnWithoutDefault() {
        refused(INT, (w, c) -> w.endRow(), 1364, "Field 'x' doesn't have a default value (row 3)");
        refused(INT, (w, c) -> w.putDefault(c), 1364, "Field 'x' doesn't have a default value (row 3)");
    }

    @Test
    void integersOutOfRange() {
        refused(
                INT,
                text("99999999999"),
                1264,
                "Out of range value for column 'x' at row 3: 99999999999 (INT takes -2147483648 to 2147483647)");
        refused(
                TINYINT,
                number(128),
                1264,
                "Out of range value for column 'x' at row 3: 128 (TINYINT takes -128 to 127)");
        refused(TINYINT, number(-129), 1264);
        refused(TINYINT, text("127.5"), 1264);
        refused(ColumnType.of(Kind.SMALLINT), number(32768), 1264);
        refused(INT, number(2147483648L), 1264);
        refused(BIGINT, text("9223372036854775808"), 1264);
        refused(BIGINT, text("-9223372036854775809"), 1264);
        refused(BIGINT, text("1e30"), 1264);
        refused(BIGINT, (w, c) -> w.putUnsignedLong(c, -1), 1264);
        refused(BIGINT, (w, c) -> w.putDouble(c, 0x1p63), 1264);
        refused(BIGINT, (w, c) -> w.putDouble(c, Double.NaN), 1264);
        refused(BIGINT, (w, c) -> w.putDecimal(c, 1, 0, 0), 1264);
        refused(
                ColumnType.of(Kind.LARGEINT),
                text("170141183460469231731687303715884105728"),
                1264,
                "Out of range value for column 'x' at row 3: 170141183460469231731687303715884105728 (LARGEINT takes "
                        + "-170141183460469231731687303715884105728 to 170141183460469231731687303715884105727)");
        refused(ColumnType.of(Kind.LARGEINT), text("-170141183460469231731687303715884105729"), 1264);
        refused(ColumnType.of(Kind.LARGEINT), (w, c) -> w.putDouble(c, 1e39), 1264);
    }

    @Test
    void decimalsOutOfRange() {
        refused(
                ColumnType.decimal(5, 2),
                text("1000"),
                1264,
                "Out of range value for column 'x' at row 3: 1000 (DECIMAL(5,2) takes -999.99 to 999.99)");
        refused(ColumnType.decimal(5, 2), text("999.995"), 1264);
        refused(ColumnType.decimal(5, 2), number(-1000), 1264);
        refused(ColumnType.decimal(5, 2), (w, c) -> w.putDouble(c, 1e300), 1264);
        refused(ColumnType.decimal(5, 2), (w, c) -> w.putDouble(c, Double.NEGATIVE_INFINITY), 1264);
        refused(ColumnType.decimal(5, 2), (w, c) -> w.putDecimal(c, 0, 100000, 2), 1264);
        refused(ColumnType.decimal(38, 0), text("1" + "0".repeat(38)), 1264);
        refused(ColumnType.decimal(38, 30), number(100_000_000), 1264);
        refused(ColumnType.decimal(38, 2), (w, c) -> w.putDouble(c, Double.NaN), 1264);
    }

    @Test
    void floatsOutOfRange() {
        refused(ColumnType.of(Kind.FLOAT), text("1e39"), 1264);
        refused(ColumnType.of(Kind.FLOAT), (w, c) -> w.putDouble(c, -1e39), 1264);
        refused(ColumnType.of(Kind.DOUBLE), text("1e309"), 1264);
        refused(ColumnType.of(Kind.DOUBLE), (w, c) -> w.putDouble(c, Double.POSITIVE_INFINITY), 1264);
        refused(ColumnType.varchar(50), (w, c) -> w.putDouble(c, Double.NaN), 1264);
    }

    @ParameterizedTest
    @ValueSource(strings = {"abc", "", " ", "12abc", "1,5", "--1", "0x10", "NaN", "1e", "1 2"})
    void textsThatAreNoNumbers(String value) {
        refused(INT, text(value), 1366, "Incorrect integer value: '" + value + "' for column 'x' at row 3");
        refused(ColumnType.of(Kind.LARGEINT), text(value), 1366);
        refused(
                ColumnType.decimal(9, 2),
                text(value),
                1366,
                "Incorrect decimal value: '" + value + "' for column 'x' at row 3");
        refused(ColumnType.decimal(38, 2), text(value), 1366);
        refused(
                ColumnType.of(Kind.DOUBLE),
                text(value),
                1366,
                "Incorrect double value: '" + value + "' for column 'x' at row 3");
        refused(ColumnType.of(Kind.FLOAT), text(value), 1366);
        refused(ColumnType.of(Kind.BOOLEAN), text(value), 1366);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0000-00-00",
                "2024-02-30",
                "2023-02-29",
                "2024-13-01",
                "2024-00-10",
                "2024-01-00",
                "1900-02-29",
                "abc",
                "",
                " ",
                "2024",
                "2024-01",
                "2024-1-1-1",
                "2024-01-01x",
                "2024-01-01:10:20",
                "2024-01-01:1:20:30",
                "2024-01-01:24:00:00",
                "24-01-01:10:20:30",
                "20240101:10:20:30",
                "2024-01-01 24:00:00",
                "2024-01-01 00:60:00",
                "2024-01-01 00:00:60",
                "2024-01-01 1:2:3:4",
                "2024-01-01T",
                "12024-01-01",
                "024-01-01",
                "202401011",
                "20241301",
                "2024-01-01 00:00:00+15:00",
                "2024-01-01 00:00:00 PST",
                "2024-01-01+08:00",
                "2024-01-0a",
                "２０２４-01-01",
                "10:20:30"
            })
    void textsThatAreNoDates(String value) {
        refused(DATE, text(value), 1292, "Incorrect date value: '" + value + "' for column 'x' at row 3");
        refused(
                ColumnType.datetime(3),
                text(value),
                1292,
                "Incorrect datetime value: '" + value + "' for column 'x' at row 3");
    }

    @Test
    void otherValuesThatAreNoDates() {
        refused(DATE, (w, c) -> w.putDate(c, 0, 0, 0), 1292);
        refused(ColumnType.varchar(50), (w, c) -> w.putDate(c, 2023, 2, 29), 1292);
        refused(
                ColumnType.datetime(0),
                (w, c) -> w.putDateTime(c, 2024, 1, 1, 24, 0, 0, 0),
                1292,
                "Incorrect datetime value: '2024-01-01 24:00:00.000000' for column 'x' at row 3");
        refused(ColumnType.datetime(0), (w, c) -> w.putDateTime(c, 2024, 1, 1, 0, 0, 0, 1_000_000), 1292);
        refused(DATE, number(0), 1292);
        refused(DATE, number(-20240101), 1292);
        refused(DATE, (w, c) -> w.putDouble(c, 1.5), 1292);
        refused(DATE, (w, c) -> w.putDouble(c, Double.NaN), 1264);
        refused(ColumnType.datetime(0), text("9999-12-31 23:59:59.5"), 1292);
        refused(ColumnType.datetime(0), text("0000-01-01 00:00:00+14:00"), 1292);
        refused(
                ColumnType.datetime(0),
                (w, c) -> w.putMoment(c, ColumnType.Kind.DATETIME, CivilCalendar.MICROS_MAX + 1, 6),
                1292);
        refused(DATE, (w, c) -> w.putMoment(c, ColumnType.Kind.DATETIME, CivilCalendar.MICROS_MIN - 1, 6), 1292);
    }

    @Test
    void textsThatAreTooLong() {
        refused(
                ColumnType.varchar(3),
                text("abcd"),
                1406,
                "Data too long for column 'x' at row 3: 'abcd' has 4 characters (VARCHAR(3) takes 3)");
        refused(ColumnType.charType(1), text("éé"), 1406);
        refused(ColumnType.varchar(3), number(1234), 1406);
        refused(
                new ColumnType(Kind.VARBINARY, 2, 0),
                text("abc"),
                1406,
                "Data too long for column 'x' at row 3: 'abc' has 3 bytes (VARBINARY(2) takes 2)");
    }

    @Test
    void textsThatAreNoUtf8() {
        byte[] latin1 = {'a', (byte) 0xe9, 'b'};
        refused(
                ColumnType.varchar(9),
                (w, c) -> w.putText(c, latin1, 0, 3),
                1366,
                "Incorrect string value: 'a\\xE9b' for column 'x' at row 3");
        refused(ColumnType.of(Kind.STRING), (w, c) -> w.putBytes(c, latin1, 0, 3), 1366);
        refused(ColumnType.of(Kind.JSON), text("{"), 3140, "Invalid JSON text in value for column 'x' at row 3: '{'");
    }

    @Test
    void aLongValueIsShownByItsFirst64Characters() {
        refused(
                INT,
                text("é".repeat(1000)),
                1366,
                "Incorrect integer value: '" + "é".repeat(64) + "…' for column 'x' at row 3");
        refused(ColumnType.varchar(70), text("x".repeat(1 << 20)), 1406);
    }

    private static void refused(ColumnType type, Put put, int number, String message) {
        assertThat(refusal(type, put, number)).hasMessage(message);
    }

    private static void refused(ColumnType type, Put put, int number) {
        assertThat(refusal(type, put, number).getMessage()).contains("'x'").contains("row 3");
    }

    private static TributaryException refusal(ColumnType type, Put put, int number) {
        RowBlockWriter writer = new RowBlockWriter(List.of(Column.of("x", type, false)));
        writer.firstRowNumber(3);
        writer.beginRow();
        TributaryException[] refusal = new TributaryException[1];
        assertThatThrownBy(() -> put.into(writer, 0))
                .as(type.ddl())
                .isInstanceOfSatisfying(TributaryException.class, e -> refusal[0] = e);
        assertThat(refusal[0].code().number()).as(type.ddl()).isEqualTo(number);
        assertThat(refusal[0].code().kind()).isEqualTo(ErrorCode.Kind.ROW);
        return refusal[0];
    }

    private static Put text(String text) {
        return BlockValues.text(text);
    }

    private static Put number(long value) {
        return (writer, column) -> writer.putLong(column, value);
    }
}
