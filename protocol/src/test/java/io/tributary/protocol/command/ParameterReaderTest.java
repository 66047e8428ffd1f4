package io.tributary.protocol.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.protocol.ColumnTypeCode;
import io.tributary.protocol.MalformedPacketException;
import io.tributary.protocol.PacketBytes;
import io.tributary.protocol.command.ParameterReader.Kind;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParameterReaderTest {
    @Test
    void oneParameterOfEachKind() {
        ExecuteBody body = ExecuteBody.parse(PacketBytes.resource("execute-types"), 11, null);
        ParameterReader reader = new ParameterReader(body);

        assertThat(next(reader)).isEqualTo(Kind.LONG);
        assertThat(reader.longValue()).isEqualTo(-1);
        assertThat(next(reader)).isEqualTo(Kind.NULL);
        assertThat(next(reader)).isEqualTo(Kind.UNSIGNED_LONG);
        assertThat(reader.longValue()).isEqualTo(65535);
        assertThat(next(reader)).isEqualTo(Kind.LONG);
        assertThat(reader.longValue()).isEqualTo(-2);
        assertThat(next(reader)).isEqualTo(Kind.UNSIGNED_LONG);
        assertThat(Long.toUnsignedString(reader.longValue())).isEqualTo("18446744073709551615");
        assertThat(next(reader)).isEqualTo(Kind.FLOAT);
        assertThat(reader.doubleValue()).isEqualTo(1.5);
        assertThat(next(reader)).isEqualTo(Kind.DOUBLE);
        assertThat(reader.doubleValue()).isEqualTo(-2.5);
        assertThat(next(reader)).isEqualTo(Kind.DECIMAL);
        assertThat(text(reader)).isEqualTo("6522.82");
        assertThat(next(reader)).isEqualTo(Kind.BYTES);
        assertThat(text(reader)).isEqualTo("hello");
        assertThat(reader.typeCode()).isEqualTo(ColumnTypeCode.VAR_STRING);
        assertThat(next(reader)).isEqualTo(Kind.DATE);
        assertThat(reader.year() + "-" + reader.month() + "-" + reader.day()).isEqualTo("1995-1-2");
        assertThat(next(reader)).isEqualTo(Kind.TIME);
        assertThat(reader.negative()).isTrue();
        assertThat(reader.days()).isEqualTo(1);
        assertThat(clock(reader)).isEqualTo("2:3:4.123456");
        assertThat(reader.parameter()).isEqualTo(10);
        assertThat(reader.next()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "00, 0-0-0 0:0:0.0",
        "04 e8070c1f, 2024-12-31 0:0:0.0",
        "07 e8070c1f 173b3b, 2024-12-31 23:59:59.0",
        "0b e8070c1f 173b3b 3f420f00, 2024-12-31 23:59:59.999999",
    })
    void datesHaveFourLengths(String value, String expected) {
        for (String type : new String[] {"0a", "0c", "07"}) {
            ParameterReader reader = reader("00 01 " + type + "00 " + value, 1);

            assertThat(next(reader)).isEqualTo(type.equals("0a") ? Kind.DATE : Kind.DATETIME);
            assertThat(reader.year() + "-" + reader.month() + "-" + reader.day() + " " + clock(reader))
                    .isEqualTo(expected);
        }
    }

    @Test
    void partsOfADateAreNotThoseOfTheOneBefore() {
        ParameterReader reader = reader("00 01 0c00 0c00 0b e8070c1f173b3b3f420f00 00", 2);

        assertThat(next(reader)).isEqualTo(Kind.DATETIME);
        assertThat(next(reader)).isEqualTo(Kind.DATETIME);

        assertThat(reader.year()).isZero();
        assertThat(clock(reader)).isEqualTo("0:0:0.0");
    }

    @Test
    void longDataStandsForItsParameterWhichHasNoValue() {
        ExecuteBody body = ExecuteBody.parse(PacketBytes.hex("00 01 fc00 0100 07"), 2, null);
        byte[][] longData = {"long".getBytes(StandardCharsets.UTF_8)};
        ParameterReader reader = new ParameterReader(body, longData);

        assertThat(next(reader)).isEqualTo(Kind.BYTES);
        assertThat(text(reader)).isEqualTo("long");
        assertThat(next(reader)).isEqualTo(Kind.LONG);
        assertThat(reader.longValue()).isEqualTo(7);
    }

    @Test
    void typesAreRememberedForExecutionsThatOmitThem() {
        ExecuteBody first = ExecuteBody.parse(PacketBytes.hex("00 01 0100 07"), 1, null);

        ExecuteBody second = ExecuteBody.parse(PacketBytes.hex("00 00 08"), 1, first.typesToKeep());

        assertThat(second.types()).isSameAs(first.types());
        ParameterReader reader = new ParameterReader(second);
        assertThat(next(reader)).isEqualTo(Kind.LONG);
        assertThat(reader.longValue()).isEqualTo(8);
    }

    @Test
    void sameTypesSentAgainAreNotCopied() {
        ExecuteBody first = ExecuteBody.parse(PacketBytes.hex("00 01 0100 07"), 1, null);

        assertThat(ExecuteBody.parse(PacketBytes.hex("00 01 0100 08"), 1, first.typesToKeep())
                        .types())
                .isSameAs(first.types());
        assertThat(ExecuteBody.parse(PacketBytes.hex("00 01 0180 08"), 1, first.typesToKeep())
                        .types()
                        .isUnsigned(0))
                .isTrue();
    }

    @Test
    void firstExecutionOfOnlyNullsMayOmitTypesAndLeavesNoneToRemember() {
        ExecuteBody body = ExecuteBody.parse(PacketBytes.hex("07 00"), 3, null);

        ParameterReader reader = new ParameterReader(body);
        for (int i = 0; i < 3; i++) {
            assertThat(next(reader)).isEqualTo(Kind.NULL);
        }
        assertThat(reader.next()).isFalse();
        assertThat(body.typesToKeep()).isNull();
    }

    @Test
    void statementWithoutParametersHasNoBody() {
        assertThat(reader("", 0).next()).isFalse();
    }

    @Test
    void nullBitmapHasABitPerParameter() {
        ExecuteBody body = ExecuteBody.parse(PacketBytes.hex("00 02 00"), 10, ParameterTypes.allNull(10));

        for (int i = 0; i < 10; i++) {
            assertThat(body.isNull(i)).isEqualTo(i == 9);
        }
        assertThat(ExecuteBody.bitmapBytes(8)).isEqualTo(1);
        assertThat(ExecuteBody.bitmapBytes(9)).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({
        "'', 'COM_STMT_EXECUTE: null bitmap of 1 parameters need 2 bytes, the body has 0'",
        "00 02, 'COM_STMT_EXECUTE: new_params_bound 2, allowed: 0 and 1'",
        "00 00 08, 'COM_STMT_EXECUTE: parameter 1 has a value, but no types were ever bound'",
        "00 01 08, 'COM_STMT_EXECUTE: types of 1 parameters need 4 bytes, the body has 3'",
        "00 01 0800 01, 'COM_STMT_EXECUTE: parameter 1 (type 8) needs 8 bytes, 1 are left'",
        "00 01 fd00 05 61, 'COM_STMT_EXECUTE: parameter 1 (type 253) needs 5 bytes, 1 are left'",
        "00 01 0a00 05 61, 'COM_STMT_EXECUTE: parameter 1 (type 10) has 5 bytes of date, allowed: 0, 4, 7 and 11'",
        "00 01 0b00 07 61, 'COM_STMT_EXECUTE: parameter 1 (type 11) has 7 bytes of time, allowed: 0, 8 and 12'",
        "00 01 c800 05 61, 'COM_STMT_EXECUTE: parameter 1 (type 200) is of an unknown type'",
    })
    void malformedBodiesSayWhere(String hex, String message) {
        assertThatThrownBy(() -> reader(hex, 1).next())
                .isInstanceOf(MalformedPacketException.class)
                .hasMessage(message);
    }

    @Test
    void everyPrefixOfTheValuesIsMalformed() {
        byte[] whole = PacketBytes.resource("execute-types");
        for (int length = 0; length < whole.length; length++) {
            byte[] prefix = Arrays.copyOf(whole, length);

            assertThatThrownBy(() -> {
                        ParameterReader reader = new ParameterReader(ExecuteBody.parse(prefix, 11, null));
                        while (reader.next()) {
                            assertThat(reader.parameter()).isLessThan(11);
                        }
                    })
                    .isInstanceOf(MalformedPacketException.class);
        }
    }

    private static ParameterReader reader(String hex, int parameters) {
        return new ParameterReader(ExecuteBody.parse(PacketBytes.hex(hex), parameters, null));
    }

    private static Kind next(ParameterReader reader) {
        assertThat(reader.next()).isTrue();
        return reader.kind();
    }

    private static String text(ParameterReader reader) {
        return new String(reader.bytes(), reader.bytesOffset(), reader.bytesLength(), StandardCharsets.UTF_8);
    }

    private static String clock(ParameterReader reader) {
        return reader.hour() + ":" + reader.minute() + ":" + reader.second() + "." + reader.micros();
    }
}
