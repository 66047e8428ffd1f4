package io.tributary.protocol.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.protocol.AllocatedBytes;
import io.tributary.protocol.Capability;
import io.tributary.protocol.MalformedPacketException;
import io.tributary.protocol.PacketBytes;
import io.tributary.testing.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandDecoderTest {
    /** Rounds in which classes are loaded, at a price in memory. */
    private static final int WARM_UP_ROUNDS = 200;

    @ParameterizedTest
    @CsvSource({
        "01, Quit[]",
        "02 6462, InitDb[database=db]",
        "04 7400 25, 'FieldList[table=t, wildcard=%]'",
        "04 74, 'FieldList[table=t, wildcard=]'",
        "09, Statistics[]",
        "0c 07000080, ProcessKill[threadId=2147483655]",
        "0d, Debug[]",
        "0e, Ping[]",
        "19 05000000, StmtClose[statementId=5]",
        "1a 05000000, StmtReset[statementId=5]",
        "1b 0100, SetOption[option=1]",
        "1c 05000000 0a000000, 'StmtFetch[statementId=5, rows=10]'",
        "1f, ResetConnection[]",
        "06, Unknown[code=6]",
        "ff 00, Unknown[code=255]",
    })
    void commandsWithoutTextOrBytes(String hex, String command) {
        assertThat(decode(PacketBytes.hex(hex))).hasToString(command);
    }

    @Test
    void statementsStayBytes() {
        assertThat(((Query) decode(PacketBytes.hex("03 53454c45435420e9"))).text())
                .isEqualTo(PacketBytes.hex("53454c45435420e9"));
        assertThat(((Query) decode(PacketBytes.hex("03"))).text()).isEmpty();
        assertThat(((StmtPrepare) decode(PacketBytes.hex("16 3f"))).text()).containsExactly('?');
    }

    @Test
    void executeIsSplitFromItsBody() {
        StmtExecute execute = (StmtExecute) decode(PacketBytes.hex("17 01000000 01 01000000 00 01 0800 01"));

        assertThat(execute.statementId()).isEqualTo(1);
        assertThat(execute.flags()).isEqualTo(StmtExecute.CURSOR_TYPE_READ_ONLY);
        assertThat(execute.body()).isEqualTo(PacketBytes.hex("00 01 0800 01"));
    }

    @Test
    void longDataNamesItsParameter() {
        StmtSendLongData data = (StmtSendLongData) decode(PacketBytes.hex("18 02000000 ff00 616263"));

        assertThat(data.statementId()).isEqualTo(2);
        assertThat(data.parameter()).isEqualTo(255);
        assertThat(data.data()).containsExactly('a', 'b', 'c');
    }

    @Test
    void changeUserSkipsItsAttributes() {
        ChangeUser command = (ChangeUser) decode(PacketBytes.resource("change-user"));

        assertThat(command.user()).isEqualTo("bob");
        assertThat(command.authResponse()).hasSize(20);
        assertThat(command.database()).isEqualTo("shop");
        assertThat(command.characterSet()).isEqualTo(45);
        assertThat(command.authPlugin()).isEqualTo("mysql_native_password");
        assertThat(command).hasToString("ChangeUser[bob]");
    }

    @Test
    void changeUserMayEndBehindTheDatabase() {
        ChangeUser command = (ChangeUser) decode(PacketBytes.hex("11 626f6200 00 00"));

        assertThat(command.authResponse()).isEmpty();
        assertThat(command.database()).isNull();
        assertThat(command.characterSet()).isZero();
        assertThat(command.authPlugin()).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "0c 010000",
                "11 626f6200",
                "11 626f6200 1401",
                "17 01000000 00 010000",
                "18 02000000 ff",
                "19 010203",
                "1a",
                "1b 01",
                "1c 01000000 010000"
            })
    void commandsCutShortAreMalformed(String hex) {
        assertThatThrownBy(() -> decode(PacketBytes.hex(hex)))
                .isInstanceOf(MalformedPacketException.class)
                .hasMessageMatching(".+ needs \\d+ bytes, \\d+ are left in the packet");
    }

    static int[] seeds() {
        return Seeds.of(CommandDecoderTest.class, 4);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void anyBytesAreACommandOrMalformedAndAllocateNoMoreThanTheyAre(int seed) {
        Random random = Seeds.random(seed);
        for (int round = 0; round < 5000; round++) {
            byte[] bytes = new byte[random.nextInt(40)];
            random.nextBytes(bytes);
            if (bytes.length > 0) {
                bytes[0] = (byte) random.nextInt(0x24);
            }
            int capabilities = random.nextInt();
            int parameters = random.nextInt(6);

            long allocated = AllocatedBytes.by(() -> decodeOrRefuse(bytes, capabilities, parameters));

            if (round > WARM_UP_ROUNDS) {
                assertThat(allocated).isLessThan(AllocatedBytes.FIXED_MAX + 16L * bytes.length);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void anyBodyIsReadOrMalformed(int seed) {
        Random random = Seeds.random(seed);
        byte[] template = PacketBytes.resource("execute-types");
        for (int round = 0; round < 5000; round++) {
            byte[] body = Arrays.copyOf(template, random.nextInt(template.length + 10));
            for (int i = random.nextInt(6); i > 0 && body.length > 0; i--) {
                body[random.nextInt(body.length)] = (byte) random.nextInt();
            }
            try {
                readAll(ExecuteBody.parse(body, 10, null), body.length);
            } catch (MalformedPacketException e) {
                assertThat(e.getMessage()).startsWith("COM_STMT_EXECUTE: ");
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "03 00 01 53, none",
        "03 01 01 00 01 fe00 0161 0178 53, one text",
        "03 02 01 01 01 fe00 0161 0800 00 0100000000000000 53, a NULL and a number without a name",
        "03 03 01 00 01 0a00 0161 0400 0162 0600 0163 04e8070101 0000803f 53, a date and a float and a NULL type"
    })
    void attributesBeforeTheTextAreSkipped(String hex, String what) {
        Command command = CommandDecoder.decode(
                PacketBytes.buffer(PacketBytes.hex(hex)), Capability.SERVER_8, StandardCharsets.UTF_8);

        assertThat(((Query) command).text()).as(what).containsExactly('S');
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "03",
                "03 00",
                "03 00 02",
                "03 01 01",
                "03 01 01 00",
                "03 01 01 00 00",
                "03 01 01 00 01 fe",
                "03 01 01 00 01 fe00 05 61",
                "03 01 01 00 01 0300 00 01",
                "03 feffffffffffffffff 01 00"
            })
    void attributesThatAreCutShortAreMalformed(String hex) {
        assertThatThrownBy(() -> CommandDecoder.decode(
                        PacketBytes.buffer(PacketBytes.hex(hex)), Capability.SERVER_8, StandardCharsets.UTF_8))
                .isInstanceOf(MalformedPacketException.class);
    }

    /**
     * Execution as mysql-connector-python sends it: with the capability, but neither with the flag nor with an attribute.
     */
    @Test
    void executeWithoutTheFlagCountsItsParametersStill() {
        StmtExecute execute =
                named("17 05000000 00 01000000 02 00 01 0100 00 fd00 00 07 0162", new byte[0], new byte[0]);

        ParameterReader reader = new ParameterReader(execute.body(2, null));

        assertThat(reader.next()).isTrue();
        assertThat(reader.longValue()).isEqualTo(7);
        assertThat(reader.next()).isTrue();
        assertThat(reader.bytesLength()).isEqualTo(1);
        assertThat(reader.next()).isFalse();
        assertThat(named("17 05000000 00 01000000", new byte[0], new byte[0])
                        .body(0, null)
                        .types()
                        .count())
                .isZero();
    }

    /** Two parameters and an attribute {@code a = 'x'}; then the same types again, and then none. */
    @Test
    void executeWithNamesReadsParametersAndLeavesAttributes() {
        byte[] types = PacketBytes.hex("0100 00 fd00 00 fe00 0161");
        byte[] values = PacketBytes.hex("07 0162 0178");
        ExecuteBody first =
                named("17 05000000 08 01000000 03 00 01", types, values).body(2, null);
        ExecuteBody second =
                named("17 05000000 08 01000000 03 00 01", types, values).body(2, first.typesToKeep());
        ExecuteBody third =
                named("17 05000000 08 01000000 02 00 00", new byte[0], values).body(2, first.typesToKeep());

        for (ExecuteBody body : new ExecuteBody[] {first, second, third}) {
            ParameterReader reader = new ParameterReader(body);
            assertThat(reader.next()).isTrue();
            assertThat(reader.longValue()).isEqualTo(7);
            assertThat(reader.next()).isTrue();
            assertThat(reader.bytesLength()).isEqualTo(1);
            assertThat(reader.next()).isFalse();
        }
        assertThat(first.attributesFollow()).isTrue();
        assertThat(second.types()).isSameAs(first.types());
        assertThat(third.attributesFollow()).isFalse();
        assertThatThrownBy(() ->
                        named("17 05000000 08 01000000 01 00 01", types, values).body(2, null))
                .isInstanceOf(MalformedPacketException.class)
                .hasMessage("COM_STMT_EXECUTE: 1 values for 2 parameters");
    }

    private static StmtExecute named(String head, byte[] types, byte[] values) {
        byte[] begin = PacketBytes.hex(head);
        byte[] packet = Arrays.copyOf(begin, begin.length + types.length + values.length);
        System.arraycopy(types, 0, packet, begin.length, types.length);
        System.arraycopy(values, 0, packet, begin.length + types.length, values.length);
        return (StmtExecute)
                CommandDecoder.decode(PacketBytes.buffer(packet), Capability.SERVER_8, StandardCharsets.UTF_8);
    }

    private static void decodeOrRefuse(byte[] bytes, int capabilities, int parameters) {
        try {
            Command command = CommandDecoder.decode(PacketBytes.buffer(bytes), capabilities, StandardCharsets.UTF_8);
            if (command instanceof StmtExecute execute) {
                readAll(execute.body(parameters, null), bytes.length);
            }
        } catch (MalformedPacketException e) {
            if (e.getMessage() == null) {
                throw new AssertionError("a refusal without a reason", e);
            }
        }
    }

    private static void readAll(ExecuteBody body, int bytes) {
        ParameterReader reader = new ParameterReader(body);
        while (reader.next()) {
            if (reader.kind() == ParameterReader.Kind.BYTES && reader.bytesOffset() + reader.bytesLength() > bytes) {
                throw new AssertionError("parameter " + reader.parameter() + " ends behind the body");
            }
        }
    }

    private static Command decode(byte[] payload) {
        return CommandDecoder.decode(PacketBytes.buffer(payload), Capability.SERVER, StandardCharsets.UTF_8);
    }
}
