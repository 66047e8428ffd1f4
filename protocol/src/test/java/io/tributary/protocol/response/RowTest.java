package io.tributary.protocol.response;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.tributary.protocol.ColumnTypeCode;
import io.tributary.protocol.LengthEncoded;
import io.tributary.protocol.PacketBytes;
import io.tributary.testing.Seeds;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RowTest {
    private static final long MICROS = 1_000_000;
    private static final byte[] AB = {'x', 'a', 'b', 'y'};

    @Test
    void binaryRowHasTheDocumentedBytes() {
        BinaryRow row = new BinaryRow(new int[] {
            ColumnTypeCode.TINY,
            ColumnTypeCode.LONGLONG,
            ColumnTypeCode.VAR_STRING,
            ColumnTypeCode.DOUBLE,
            ColumnTypeCode.VAR_STRING,
            ColumnTypeCode.DATE,
            ColumnTypeCode.DATETIME,
            ColumnTypeCode.DATETIME,
            ColumnTypeCode.TIME
        });
        long leapDay = LocalDate.of(2024, 2, 29).toEpochDay();
        long noonish = LocalDateTime.of(2024, 2, 29, 12, 34, 56).toEpochSecond(ZoneOffset.UTC) * MICROS;
        ByteBuf out = Unpooled.buffer();

        row.start(out);
        row.appendLong(1);
        row.appendLong(-1);
        row.appendNull();
        row.appendDouble(1.5);
        row.appendBytes(AB, 1, 2);
        row.appendDate(leapDay);
        row.appendDateTime(noonish, 0);
        row.appendDateTime(noonish + 1, 6);
        row.appendTime(-(26 * 3600 + 3 * 60 + 4) * MICROS, 0);

        assertThat(ByteBufUtil.getBytes(out)).isEqualTo(PacketBytes.resource("binary-row"));
    }

    @Test
    void binaryRowsFollowOneAnotherWithTheirOwnNulls() {
        BinaryRow row = new BinaryRow(new int[] {ColumnTypeCode.SHORT, ColumnTypeCode.LONG});
        ByteBuf out = Unpooled.buffer();

        row.start(out);
        row.appendNull();
        row.appendNull();
        row.start(out);
        row.appendLong(258);
        row.appendUnsignedLong(0xFFFFFFFFL);

        assertThat(ByteBufUtil.hexDump(out)).isEqualTo("000c" + "0000" + "0201" + "ffffffff");
    }

    @Test
    void binaryDateTimesLeaveOutZeroParts() {
        assertThat(binary(ColumnTypeCode.DATETIME, row -> row.appendDateTime(0, 6)))
                .isEqualTo("04b2070101");
        assertThat(binary(ColumnTypeCode.DATETIME, row -> row.appendDateTime(-1, 6)))
                .isEqualTo("0bb1070c1f173b3b3f420f00");
        assertThat(binary(ColumnTypeCode.TIME, row -> row.appendTime(0, 0))).isEqualTo("00");
        assertThat(binary(ColumnTypeCode.TIME, row -> row.appendTime(-1, 6))).isEqualTo("0c010000000000000001000000");
        assertThat(binary(ColumnTypeCode.FLOAT, row -> row.appendFloat(1.5f))).isEqualTo("0000c03f");
        assertThat(binary(ColumnTypeCode.NEWDECIMAL, row -> row.appendDecimal(-5, 2)))
                .isEqualTo("052d302e3035");
        assertThat(binary(ColumnTypeCode.VAR_STRING, row -> row.appendText("é")))
                .isEqualTo("02c3a9");
    }

    @Test
    void integerInAColumnOfAnotherTypeIsABug() {
        assertThatThrownBy(() -> binary(ColumnTypeCode.VAR_STRING, row -> row.appendLong(1)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("an integer for column 1 of type 253");
    }

    @Test
    void textRowIsAListOfStrings() {
        TextRow row = new TextRow();
        ByteBuf out = Unpooled.buffer();

        row.start(out);
        row.appendLong(-12);
        row.appendNull();
        row.appendBytes(AB, 1, 2);
        row.appendText("é");

        assertThat(ByteBufUtil.hexDump(out)).isEqualTo("032d3132" + "fb" + "026162" + "02c3a9");
    }

    @ParameterizedTest
    @ValueSource(
            longs = {
                0,
                9,
                10,
                -1,
                99,
                100,
                999_999_999_999_999_999L,
                1_000_000_000_000_000_000L,
                Long.MAX_VALUE,
                Long.MIN_VALUE,
                Long.MIN_VALUE + 1
            })
    void longsAreDecimalDigits(long value) {
        assertThat(text(row -> row.appendLong(value))).isEqualTo(Long.toString(value));
        assertThat(text(row -> row.appendUnsignedLong(value))).isEqualTo(Long.toUnsignedString(value));
    }

    @Test
    void randomLongsAreDecimalDigits() {
        Seeds.check(RowTest.class, 4, random -> {
            for (int i = 0; i < 5_000; i++) {
                long value = random.nextLong() >> random.nextInt(64);
                assertThat(text(row -> row.appendLong(value))).isEqualTo(Long.toString(value));
                assertThat(text(row -> row.appendUnsignedLong(value))).isEqualTo(Long.toUnsignedString(value));
            }
        });
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-0.0, 0",
        "1, 1",
        "-1.5, -1.5",
        "0.1, 0.1",
        "0.00001, 0.00001",
        "1.25e-7, 0.000000125",
        "100000, 100000",
        "123456.789, 123456.789",
        "1e14, 100000000000000",
        "1e15, 1e15",
        "-1.25e20, -1.25e20",
        "1e-20, 1e-20",
        "123456789012345.6, 123456789012345.6",
        "1.7976931348623157e308, 1.7976931348623157e308",
        "4.9e-324, 4.9e-324",
        "NaN, NaN",
        "-Infinity, -Infinity",
    })
    void doublesArePrintedAsMySqlDoes(double value, String expected) {
        assertThat(text(row -> row.appendDouble(value))).isEqualTo(expected);
    }

    @Test
    void printedFloatingPointNumbersReadBackTheSame() {
        Seeds.check(RowTest.class, 4, random -> {
            for (int i = 0; i < 5_000; i++) {
                double value = Double.longBitsToDouble(random.nextLong());
                float single = Float.intBitsToFloat(random.nextInt());
                double near = random.nextInt() / Math.pow(10, random.nextInt(12));
                if (!Double.isNaN(value) && !Float.isNaN(single)) {
                    assertThat(Double.parseDouble(text(row -> row.appendDouble(value))))
                            .isEqualTo(value);
                    assertThat(Double.parseDouble(text(row -> row.appendDouble(near))))
                            .isEqualTo(near);
                    assertThat(Float.parseFloat(text(row -> row.appendFloat(single))))
                            .isEqualTo(single);
                }
            }
        });
    }

    @ParameterizedTest
    @CsvSource({
        "0, 2, 0.00",
        "5, 2, 0.05",
        "-5, 2, -0.05",
        "652282, 2, 6522.82",
        "-652282, 0, -652282",
        "9223372036854775807, 18, 9.223372036854775807",
        "-9223372036854775808, 18, -9.223372036854775808",
        "-9223372036854775808, 0, -9223372036854775808",
        "7, 20, 0.00000000000000000007",
    })
    void decimalsShowTheirScale(long unscaled, int scale, String expected) {
        assertThat(text(row -> row.appendDecimal(unscaled, scale))).isEqualTo(expected);
        assertThat(text(row -> row.appendDecimal(BigInteger.valueOf(unscaled), scale)))
                .isEqualTo(expected);
    }

    @Test
    void everyDayOfTheCalendarIsTheSameAsJavas() {
        CivilDate date = new CivilDate();
        LocalDate expected = LocalDate.of(0, 1, 1);
        long last = LocalDate.of(9999, 12, 31).toEpochDay();
        for (long day = expected.toEpochDay(); day <= last; day++) {
            date.setEpochDay(day);
            if (date.year() != expected.getYear()
                    || date.month() != expected.getMonthValue()
                    || date.day() != expected.getDayOfMonth()) {
                throw new AssertionError(
                        day + ": " + date.year() + "-" + date.month() + "-" + date.day() + ", expected " + expected);
            }
            expected = expected.plusDays(1);
        }
    }

    @Test
    void dateTimesArePrintedWithTheirFraction() {
        long first = LocalDate.of(0, 1, 1).toEpochDay() * 86_400;
        long last = LocalDate.of(10_000, 1, 1).toEpochDay() * 86_400;
        DateTimeFormatter format = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS");
        Seeds.check(RowTest.class, 4, random -> {
            for (int i = 0; i < 1250; i++) {
                long second = first + (long) (random.nextDouble() * (last - first));
                int micros = random.nextInt(1_000_000);
                int digits = random.nextInt(7);
                LocalDateTime time = LocalDateTime.ofEpochSecond(second, micros * 1000, ZoneOffset.UTC);

                String printed = text(row -> row.appendDateTime(second * MICROS + micros, digits));

                assertThat(printed).isEqualTo(time.format(format).substring(0, digits == 0 ? 19 : 20 + digits));
            }
        });
        assertThat(text(row -> row.appendDate(-719_528))).isEqualTo("0000-01-01");
        assertThat(text(row -> row.appendDate(2_932_896))).isEqualTo("9999-12-31");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, 00:00:00",
        "-1, 6, -00:00:00.000001",
        "3020399000000, 0, 838:59:59",
        "93784123456, 3, 26:03:04.123",
        "-93784000000, 0, -26:03:04",
    })
    void timesAreSpansOfHours(long micros, int digits, String expected) {
        assertThat(text(row -> row.appendTime(micros, digits))).isEqualTo(expected);
    }

    private static String text(Consumer<TextRow> value) {
        TextRow row = new TextRow();
        ByteBuf out = Unpooled.buffer();
        row.start(out);
        value.accept(row);
        int length = (int) LengthEncoded.readInteger(out);
        assertThat(out.readableBytes()).isEqualTo(length);
        return out.readString(length, StandardCharsets.UTF_8);
    }

    private static String binary(int type, Consumer<BinaryRow> value) {
        BinaryRow row = new BinaryRow(new int[] {type});
        ByteBuf out = Unpooled.buffer();
        row.start(out);
        value.accept(row);
        return ByteBufUtil.hexDump(out.skipBytes(2));
    }
}
