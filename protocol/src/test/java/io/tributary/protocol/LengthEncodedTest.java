package io.tributary.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LengthEncodedTest {
    @ParameterizedTest
    @CsvSource({
        "0, 00",
        "250, fa",
        "251, fcfb00",
        "65535, fcffff",
        "65536, fd000001",
        "16777215, fdffffff",
        "16777216, fe0000000100000000",
        "-1, feffffffffffffffff",
    })
    void integersTakeTheShortestForm(long value, String hex) {
        ByteBuf out = Unpooled.buffer();

        LengthEncoded.writeInteger(out, value);

        assertThat(ByteBufUtil.hexDump(out)).isEqualTo(hex);
        byte[] bytes = PacketBytes.hex(hex);
        assertThat(LengthEncoded.integerBytes(bytes, 0, bytes.length)).isEqualTo(bytes.length);
        assertThat(LengthEncoded.integerAt(bytes, 0)).isEqualTo(value);
        assertThat(LengthEncoded.readInteger(out)).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "fb", "ff", "fc", "fc01", "fd0101", "fe01020304050607"})
    void integersCutShortOrReservedAreMalformed(String hex) {
        byte[] bytes = PacketBytes.hex(hex);

        assertThatThrownBy(() -> LengthEncoded.readInteger(PacketBytes.buffer(bytes)))
                .isInstanceOf(MalformedPacketException.class);
        assertThatThrownBy(() -> LengthEncoded.integerBytes(bytes, 0, bytes.length))
                .isInstanceOf(MalformedPacketException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"02aa", "feffffffffffffffff", "feffffff7f00000000aa"})
    void lengthsBeyondThePacketAreMalformed(String hex) {
        assertThatThrownBy(() -> LengthEncoded.readBytes(PacketBytes.buffer(PacketBytes.hex(hex)), "password"))
                .isInstanceOf(MalformedPacketException.class)
                .hasMessageStartingWith("password needs ");
    }

    @Test
    void textIsCountedInBytesOfUtf8() {
        ByteBuf out = Unpooled.buffer();

        LengthEncoded.writeText(out, "ä€😀");

        assertThat(ByteBufUtil.hexDump(out)).isEqualTo("09c3a4e282acf09f9880");
    }

    @Test
    void textEndsAtNulOrAtTheEnd() {
        ByteBuf in = PacketBytes.buffer(PacketBytes.hex("616200 6364"));

        assertThat(LengthEncoded.readNulTerminated(in, StandardCharsets.UTF_8)).isEqualTo("ab");
        assertThat(LengthEncoded.readNulTerminated(in, StandardCharsets.UTF_8)).isEqualTo("cd");
        assertThat(LengthEncoded.readNulTerminated(in, StandardCharsets.UTF_8)).isEmpty();
    }
}
