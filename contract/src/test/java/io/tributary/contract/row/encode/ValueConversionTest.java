package io.tributary.contract.row.encode;

import static io.tributary.contract.row.encode.BlockValues.converted;
import static io.tributary.contract.row.encode.BlockValues.ofText;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What columns make of values of another form, as MySQL does. */
class ValueConversionTest {
    private static final ColumnType INT = ColumnType.of(Kind.INT);
    private static final ColumnType BIGINT = ColumnType.of(Kind.BIGINT);
    private static final ColumnType LARGEINT = ColumnType.of(Kind.LARGEINT);
    private static final ColumnType BOOLEAN = ColumnType.of(Kind.BOOLEAN);
    private static final ColumnType DOUBLE = ColumnType.of(Kind.DOUBLE);
    private static final ColumnType FLOAT = ColumnType.of(Kind.FLOAT);
    private static final ColumnType DATE = ColumnType.of(Kind.DATE);
    private static final ColumnType TEXT = ColumnType.varchar(40);

    @ParameterizedTest
    @CsvSource(
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "7,7",
                "-7,-7",
                "+7,7",
                " 7 ,7",
                "007,7",
                "7.4,7",
                "7.5,8",
                "-7.5,-8",
                "0.5,1",
                "-0.5,-1",
                ".5,1",
                "7.,7",
                "7e2,700",
                "1.25E1,13",
                "2147483647,2147483647",
                "-2147483648,-2147483648",
                "2147483647.4,2147483647",
                "0000000000000000000000000000001,1",
                "1e-400,0"
            })
    void textBecomesAnIntegerRoundedHalfAwayFromZero(String text, long expected) {
        assertThat(ofText(INT, text)).isEqualTo(expected);
    }

    @Test
    void theGreatestIntegersAreTaken() {
        assertThat(ofText(BIGINT, "9223372036854775807")).isEqualTo(Long.MAX_VALUE);
        assertThat(ofText(BIGINT, "-9223372036854775808")).isEqualTo(Long.MIN_VALUE);
        assertThat(converted(ColumnType.of(Kind.TINYINT), (w, c) -> w.putLong(c, -128)))
                .isEqualTo(-128L);
        assertThat(converted(ColumnType.of(Kind.SMALLINT), (w, c) -> w.putLong(c, 32767)))
                .isEqualTo(32767L);
        BigInteger bound = BigInteger.ONE.shiftLeft(127);
        assertThat(ofText(LARGEINT, bound.negate().toString())).isEqualTo(bound.negate());
        assertThat(ofText(LARGEINT, bound.subtract(BigInteger.ONE).toString()))
                .isEqualTo(bound.subtract(BigInteger.ONE));
        assertThat(converted(LARGEINT, (w, c) -> w.putUnsignedLong(c, -1)))
                .isEqualTo(new BigInteger("18446744073709551615"));
        assertThat(converted(LARGEINT, (w, c) -> w.putDouble(c, -1e20)))
                .isEqualTo(new BigInteger("-100000000000000000000"));
    }

    @Test
    void aDoubleBecomesAnIntegerRoundedHalfEven() {
        assertThat(converted(INT, (w, c) -> w.putDouble(c, 2.5))).isEqualTo(2L);
        assertThat(converted(INT, (w, c) -> w.putDouble(c, 3.5))).isEqualTo(4L);
        assertThat(converted(BIGINT, (w, c) -> w.putDouble(c, -0x1p63))).isEqualTo(Long.MIN_VALUE);
        assertThat(converted(INT, (w, c) -> w.putFloat(c, -1.6f))).isEqualTo(-2L);
    }

    @ParameterizedTest
    @CsvSource({"true,true", "FALSE,false", "1,true", "0,false", "2,true", "-1,true", "0.0,false", "1.0,true"})
    void wordsAndNumbersBecomeBooleans(String text, boolean expected) {
        assertThat(ofText(BOOLEAN, text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "1.5,1.50",
        "-1.5,-1.50",
        "24515.51,24515.51",
        "1.005,1.01",
        "1.004999,1.00",
        "-1.005,-1.01",
        "1e3,1000.00",
        "1.2345e2,123.45",
        "12345e-5,0.12",
        "9999999999999.99,9999999999999.99",
        "-.5,-0.50",
        "0,0.00",
        "0.004,0.00",
        "00000000000000000000000012.34,12.34"
    })
    void textBecomesADecimalRoundedHalfAwayFromZero(String text, BigDecimal expected) {
        assertThat(ofText(ColumnType.decimal(15, 2), text)).isEqualTo(expected);
        assertThat(ofText(ColumnType.decimal(38, 2), text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "0.1,0.10",
        "24515.51,24515.51",
        "0.30000000000000004,0.30",
        "1e12,1000000000000.00",
        "0.005,0.01",
        "1.005,1.01",
        "-2.675,-2.68",
        "1e-9,0.00",
        "123456789012.345,123456789012.35"
    })
    void aDoubleBecomesTheDecimalOfItsShortestDigits(double value, BigDecimal expected) {
        assertThat(converted(ColumnType.decimal(15, 2), (w, c) -> w.putDouble(c, value)))
                .isEqualTo(expected);
        assertThat(converted(ColumnType.decimal(30, 2), (w, c) -> w.putDouble(c, value)))
                .isEqualTo(expected);
    }

    @Test
    void aFloatBecomesTheDecimalOfItsShortestDigits() {
        assertThat(converted(ColumnType.decimal(15, 4), (w, c) -> w.putFloat(c, 0.1f)))
                .isEqualTo(new BigDecimal("0.1000"));
        assertThat(converted(DOUBLE, (w, c) -> w.putFloat(c, 0.1f))).isEqualTo(0.1);
        assertThat(converted(FLOAT, (w, c) -> w.putFloat(c, 0.1f))).isEqualTo(0.1f);
        assertThat(converted(TEXT, (w, c) -> w.putFloat(c, 0.1f))).isEqualTo("0.1");
    }

    @Test
    void aDecimalOfThirtyEightDigitsIsExact() {
        String greatest = "99999999999999999999999999999999999999";
        assertThat(ofText(ColumnType.decimal(38, 0), "-" + greatest)).isEqualTo(new BigDecimal("-" + greatest));
        assertThat(ofText(ColumnType.decimal(38, 38), "0." + greatest)).isEqualTo(new BigDecimal("0." + greatest));
        assertThat(ofText(ColumnType.decimal(18, 18), "0.999999999999999999"))
                .isEqualTo(new BigDecimal("0.999999999999999999"));
    }

    @ParameterizedTest
    @CsvSource({
        "1.5,1.5",
        "1e308,1e308",
        "1e-400,0",
        "0.1,0.1",
        "123456789012345678,123456789012345678",
        "-2.5e-3,-0.0025"
    })
    void textBecomesTheNearestDouble(String text, double expected) {
        assertThat(ofText(DOUBLE, text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "2024-01-31,2024-01-31",
        "2023/6/10,2023-06-10",
        "2023.6.1,2023-06-01",
        "20240131,2024-01-31",
        "240131,2024-01-31",
        "70-1-1,1970-01-01",
        "69-12-31,2069-12-31",
        "0000-01-01,0000-01-01",
        "9999-12-31,9999-12-31",
        "2024-02-29,2024-02-29",
        "2026-11-20 08:38:02.808081309,2026-11-20",
        "2023/6/10 3:55:33,2023-06-10",
        "2024-01-31T23:59:59.999999999,2024-01-31",
        "20240131235959,2024-01-31",
        "2024-01-31 23:59:59+00:00,2024-02-01"
    })
    void textBecomesADateWithoutItsTime(String text, LocalDate expected) {
        assertThat(ofText(DATE, text)).isEqualTo(expected);
        assertThat(ofText(DATE, " " + text + "\t")).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "2024-01-31,2024-01-31T00:00:00",
        "2024-01-31 10:20:30,2024-01-31T10:20:30",
        "2024-01-31:10:20:30,2024-01-31T10:20:30",
        "2024-01-31:10:20:30.499,2024-01-31T10:20:30",
        "2024-01-31:00:00:00Z,2024-01-31T09:00:00",
        "2023/6/10 3:55:33,2023-06-10T03:55:33",
        "2024-01-31T10:20:30,2024-01-31T10:20:30",
        "20240131102030,2024-01-31T10:20:30",
        "20240131T102030,2024-01-31T10:20:30",
        "240131102030,2024-01-31T10:20:30",
        "2024-01-31 10,2024-01-31T10:00:00",
        "2024-01-31 10:20,2024-01-31T10:20:00",
        "2024-01-31 10:20:30.,2024-01-31T10:20:30",
        "2024-01-31 10:20:30.5,2024-01-31T10:20:31",
        "2024-01-31 10:20:30.499999999,2024-01-31T10:20:30",
        "2024-12-31 23:59:59.5,2025-01-01T00:00:00",
        "1969-12-31 23:59:59.5,1970-01-01T00:00:00",
        "1969-12-31 23:59:58.4,1969-12-31T23:59:58",
        "2026-11-20 08:38:02.808081309,2026-11-20T08:38:03",
        "2024-01-31 00:00:00+00:00,2024-01-31T09:00:00",
        "2024-01-31T00:00:00Z,2024-01-31T09:00:00",
        "2024-01-31 10:20:30-08:30,2024-02-01T03:50:30",
        "2024-01-31 10:20:30 +09:00,2024-01-31T10:20:30"
    })
    void textBecomesADatetimeRoundedToItsSecondsInTheSessionsZone(String text, LocalDateTime expected) {
        assertThat(ofText(ColumnType.datetime(0), text)).isEqualTo(expected);
    }

    @Test
    void surplusFractionDigitsOfADatetimeRoundHalfUp() {
        String text = "2026-11-20 08:38:02.808081509";
        assertThat(ofText(ColumnType.datetime(6), text)).isEqualTo(LocalDateTime.parse("2026-11-20T08:38:02.808082"));
        assertThat(ofText(ColumnType.datetime(3), text)).isEqualTo(LocalDateTime.parse("2026-11-20T08:38:02.808"));
        assertThat(ofText(ColumnType.datetime(1), "2026-11-20 08:38:02.95"))
                .isEqualTo(LocalDateTime.parse("2026-11-20T08:38:03"));
    }

    @Test
    void numbersBecomeTheDatesOfTheirDigits() {
        assertThat(converted(DATE, (w, c) -> w.putLong(c, 20240131))).isEqualTo(LocalDate.of(2024, 1, 31));
        assertThat(converted(DATE, (w, c) -> w.putDouble(c, 20240131))).isEqualTo(LocalDate.of(2024, 1, 31));
        assertThat(converted(ColumnType.datetime(0), (w, c) -> w.putLong(c, 20240131102030L)))
                .isEqualTo(LocalDateTime.of(2024, 1, 31, 10, 20, 30));
    }

    @Test
    void datesBecomeTheNumbersOfTheirDigits() {
        assertThat(converted(INT, (w, c) -> w.putDate(c, 2024, 1, 31))).isEqualTo(20240131L);
        assertThat(converted(BIGINT, (w, c) -> w.putDateTime(c, 2024, 1, 31, 10, 20, 30, 500_000)))
                .isEqualTo(20240131102031L);
        assertThat(converted(ColumnType.decimal(20, 6), (w, c) -> w.putDateTime(c, 2024, 1, 31, 10, 20, 30, 5)))
                .isEqualTo(new BigDecimal("20240131102030.000005"));
        assertThat(converted(DATE, (w, c) -> w.putDateTime(c, 2024, 1, 31, 23, 59, 59, 999_999)))
                .isEqualTo(LocalDate.of(2024, 1, 31));
    }

    @Test
    void aWholeNumberIsThatOfTheNearestSecondWhichMayBeTheNextDays() {
        assertThat(converted(BIGINT, (w, c) -> w.putDateTime(c, 1999, 12, 31, 23, 59, 59, 500_000)))
                .isEqualTo(20000101000000L);
        assertThat(converted(BIGINT, (w, c) -> w.putMoment(c, Kind.TIME, -86_399_500_000L, 3)))
                .isEqualTo(-240000L);
        assertThat(converted(INT, (w, c) -> w.putMoment(c, Kind.TIME, 3_661_499_999L, 6)))
                .isEqualTo(10101L);
        // A DECIMAL rounds its digits, as MySQL's does.
        assertThat(converted(ColumnType.decimal(20, 0), (w, c) -> w.putDateTime(c, 1999, 12, 31, 23, 59, 59, 500_000)))
                .isEqualTo(new BigDecimal("19991231235960"));
        assertThat(converted(ColumnType.decimal(20, 2), (w, c) -> w.putMoment(c, Kind.TIME, -3_661_250_000L, 2)))
                .isEqualTo(new BigDecimal("-10101.25"));
    }

    @Test
    void aTextHasTheDigitsOfTheTypeThatItCameFrom() {
        long moment = 951_827_696_789_000L;
        assertThat(converted(TEXT, (w, c) -> w.putMoment(c, Kind.DATETIME, moment, 3)))
                .isEqualTo("2000-02-29 12:34:56.789");
        assertThat(converted(TEXT, (w, c) -> w.putMoment(c, Kind.DATETIME, moment - 789_000, 1)))
                .isEqualTo("2000-02-29 12:34:56.0");
        assertThat(converted(TEXT, (w, c) -> w.putMoment(c, Kind.TIME, -3_661_500_000L, 2)))
                .isEqualTo("-01:01:01.50");
    }

    @Test
    void aTimeIsOneOfTheDayOnWhichTheStatementBegan() {
        BlockValues.Put time = (w, c) -> {
            w.statementTime(951_827_696_789_000L);
            w.putMoment(c, Kind.TIME, -3_600_000_000L, 0);
        };
        assertThat(converted(ColumnType.datetime(0), time)).isEqualTo(LocalDateTime.of(2000, 2, 28, 23, 0));
        assertThat(converted(DATE, time)).isEqualTo(LocalDate.of(2000, 2, 28));
    }

    @Test
    void numbersAndDatesBecomeTheTextThatMySqlPrints() {
        assertThat(converted(TEXT, (w, c) -> w.putLong(c, Long.MIN_VALUE))).isEqualTo("-9223372036854775808");
        assertThat(converted(TEXT, (w, c) -> w.putLong(c, 0))).isEqualTo("0");
        assertThat(converted(TEXT, (w, c) -> w.putUnsignedLong(c, -1))).isEqualTo("18446744073709551615");
        assertThat(converted(TEXT, (w, c) -> w.putDecimal(c, -1, -12345, 3))).isEqualTo("-12.345");
        assertThat(converted(TEXT, (w, c) -> w.putDate(c, 7, 1, 31))).isEqualTo("0007-01-31");
        assertThat(converted(TEXT, (w, c) -> w.putDateTime(c, 2024, 1, 31, 1, 2, 3, 0)))
                .isEqualTo("2024-01-31 01:02:03");
        assertThat(converted(TEXT, (w, c) -> w.putDateTime(c, 2024, 1, 31, 1, 2, 3, 40)))
                .isEqualTo("2024-01-31 01:02:03.000040");
        assertThat(converted(TEXT, (w, c) -> w.putMoment(c, ColumnType.Kind.TIME, -3_661_000_001L, 6)))
                .isEqualTo("-01:01:01.000001");
        assertThat(converted(TEXT, (w, c) -> w.putMoment(c, ColumnType.Kind.TIME, 838L * 3_600_000_000L, 0)))
                .isEqualTo("838:00:00");
    }

    @ParameterizedTest
    @CsvSource({
        "1,1",
        "-1.5,-1.5",
        "0.1,0.1",
        "1e14,100000000000000",
        "1e15,1e15",
        "123456789012345678,1.2345678901234568e17",
        "1e-15,0.000000000000001",
        "1e-16,1e-16",
        "-1.5e300,-1.5e300",
        "0,0",
        "-0.0,0"
    })
    void aDoubleBecomesTheTextThatMySqlPrints(double value, String expected) {
        assertThat(converted(TEXT, (w, c) -> w.putDouble(c, value))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "1.50,1.50",
        "007,7",
        "-007.10,-7.10",
        "+5,5",
        ".5,0.5",
        "-.5,-0.5",
        "5.,5",
        "0.0,0.0",
        "00,0",
        "1e3,1000",
        "1.5E-2,0.015"
    })
    void aNumberLiteralBecomesTheTextThatMySqlPrints(String literal, String expected) {
        byte[] bytes = literal.getBytes(StandardCharsets.US_ASCII);
        assertThat(converted(TEXT, (w, c) -> w.putNumber(c, bytes, 0, bytes.length)))
                .isEqualTo(expected);
        assertThat(converted(DOUBLE, (w, c) -> w.putNumber(c, bytes, 0, bytes.length)))
                .isEqualTo(Double.parseDouble(literal));
    }

    @Test
    void lengthCountsCharactersAndSurplusBlanksAreCut() {
        assertThat(ofText(ColumnType.varchar(3), "漢😀é")).isEqualTo("漢😀é");
        assertThat(ofText(ColumnType.varchar(3), "ab   ")).isEqualTo("ab ");
        assertThat(ofText(ColumnType.charType(2), "é     ")).isEqualTo("é ");
    }

    @Test
    void binaryColumnsTakeAnyBytesAndOthersReadThemAsText() {
        byte[] bytes = {(byte) 0xff, 0, '1'};
        assertThat(converted(new ColumnType(Kind.VARBINARY, 3, 0), (w, c) -> w.putBytes(c, bytes, 0, 3)))
                .isEqualTo("ff0031");
        assertThat(converted(INT, (w, c) -> w.putBytes(c, bytes, 2, 1))).isEqualTo(1L);
        assertThat(converted(TEXT, (w, c) -> w.putBytes(c, bytes, 1, 2))).isEqualTo("\u00001");
    }
}
