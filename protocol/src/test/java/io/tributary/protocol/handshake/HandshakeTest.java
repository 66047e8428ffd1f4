package io.tributary.protocol.handshake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.tributary.protocol.AllocatedBytes;
import io.tributary.protocol.Capability;
import io.tributary.protocol.MalformedPacketException;
import io.tributary.protocol.PacketBytes;
import io.tributary.protocol.ServerStatus;
import io.tributary.testing.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class HandshakeTest {
    /** Rounds in which classes are loaded, at a price in memory. */
    private static final int WARM_UP_ROUNDS = 200;

    private static final byte[] NONCE = "abcdefghijklmnopqrst".getBytes(StandardCharsets.US_ASCII);

    @Test
    void greetingHasTheDocumentedBytes() {
        HandshakeV10 greeting = new HandshakeV10(
                "8.0.36-tributary", 7, NONCE, Capability.SERVER, 255, ServerStatus.AUTOCOMMIT, NativePassword.NAME);

        assertThat(PacketBytes.encoded(greeting, 0)).isEqualTo(PacketBytes.resource("greeting"));
    }

    @Test
    void responseOfAClientWithPluginsAndAttributes() {
        HandshakeResponse41 response = decode(PacketBytes.resource("response-connector-j"));

        assertThat(response.user()).isEqualTo("root");
        assertThat(response.database()).isEqualTo("test");
        assertThat(response.authPlugin()).isEqualTo("mysql_native_password");
        assertThat(response.characterSet()).isEqualTo(255);
        assertThat(response.maxPacketBytes()).isEqualTo(0xFFFFFF);
        assertThat(response.authResponse()).isEqualTo(PacketBytes.hex("b32bb3a583e1340c0a1108d58b1be49781ad8c2f"));
        assertThat(response.effectiveCapabilities(Capability.SERVER)).isEqualTo(response.clientCapabilities());
    }

    @Test
    void responseOfAClientWithoutPlugins() {
        HandshakeResponse41 response = decode(PacketBytes.resource("response-mysqljs"));

        assertThat(response.user()).isEqualTo("root");
        assertThat(response.authResponse()).isEmpty();
        assertThat(response.database()).isEqualTo("test");
        assertThat(response.authPlugin()).isNull();
        assertThat(response.maxPacketBytes()).isZero();
    }

    @Test
    void bitsThatWereNotOfferedAreNotInForce() {
        HandshakeResponse41 response = decode(PacketBytes.resource("response-libmysqlclient"));

        assertThat(response.user()).isEqualTo("alice");
        assertThat(response.database()).isNull();
        assertThat(Capability.has(response.clientCapabilities(), Capability.SESSION_TRACK))
                .isTrue();
        int effective = response.effectiveCapabilities(Capability.SERVER);
        assertThat(Capability.has(effective, Capability.SESSION_TRACK)).isFalse();
        assertThat(Capability.has(effective, Capability.PS_MULTI_RESULTS)).isFalse();
        assertThat(Capability.has(effective, Capability.PLUGIN_AUTH)).isTrue();
    }

    @Test
    void everyPrefixOfAResponseIsMalformedOrLacksItsOptionalEnd() {
        byte[] whole = PacketBytes.resource("response-connector-j");
        for (int length = 0; length < whole.length; length++) {
            byte[] prefix = Arrays.copyOf(whole, length);
            try {
                HandshakeResponse41 response = decode(prefix);
                // Cut behind the response: clients that set a flag and send nothing for it are accepted.
                assertThat(response.user()).isEqualTo("root");
                assertThat(length).isGreaterThanOrEqualTo(58);
            } catch (MalformedPacketException e) {
                assertThat(e).hasMessageMatching(".+ needs \\d+ bytes, \\d+ are left in the packet");
            }
        }
    }

    /** Which client libraries allow from 1 to 22; what is done with another one is not the decoder's business. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 6, 22, 255})
    void theLevelOfZstdIsTheByteBehindTheAttributes(int level) {
        byte[] without = PacketBytes.resource("response-connector-j");
        byte[] with = Arrays.copyOf(without, without.length + 1);
        with[3] |= (byte) (Capability.ZSTD_COMPRESSION >> 24);
        with[without.length] = (byte) level;

        assertThat(decode(with).zstdLevel()).isEqualTo(level);
        assertThat(decode(with).authPlugin()).isEqualTo("mysql_native_password");
        assertThat(decode(Arrays.copyOf(with, without.length)).zstdLevel()).isZero();
        with[3] = without[3];
        assertThat(decode(with).zstdLevel()).isZero();
    }

    @Test
    void latin1NamesAreTranscoded() {
        byte[] bytes = PacketBytes.resource("response-mysqljs");
        bytes[8] = 8; // latin1_swedish_ci
        bytes[33] = (byte) 0xE9;

        assertThat(decode(bytes).user()).isEqualTo("réot");
    }

    @Test
    void clientsBeforeProtocol41AreRefused() {
        assertThatThrownBy(() -> decode(PacketBytes.hex("0501 000000 726f6f7400")))
                .isInstanceOf(MalformedPacketException.class)
                .hasMessage("the client does not speak protocol 4.1");
    }

    @Test
    void sslRequestIsAResponseCutBehindTheFiller() {
        byte[] bytes = Arrays.copyOf(PacketBytes.resource("response-connector-j"), SslRequest.BYTES);
        assertThat(SslRequest.matches(PacketBytes.buffer(bytes))).isFalse();
        bytes[1] |= (byte) (Capability.SSL >> 8);
        ByteBuf payload = PacketBytes.buffer(bytes);

        assertThat(SslRequest.matches(payload)).isTrue();
        assertThat(SslRequest.decode(payload).characterSet()).isEqualTo(255);
        assertThat(payload.isReadable()).isFalse();
    }

    @Test
    void authSwitchCarriesTheNonceAndANul() {
        assertThat(PacketBytes.encoded(new AuthSwitchRequest(CachingSha2Password.NAME, NONCE), 0))
                .isEqualTo(PacketBytes.hex(
                        "fe" + hex("caching_sha2_password") + "00" + hex("abcdefghijklmnopqrst") + "00"));
    }

    @Test
    void moreDataIsMarkedWithOne() {
        assertThat(PacketBytes.encoded(AuthMoreData.fastPathSucceeded(), 0)).containsExactly(1, 3);
        assertThat(PacketBytes.encoded(AuthMoreData.fullAuthenticationNeeded(), 0))
                .containsExactly(1, 4);
        assertThat(PacketBytes.encoded(AuthMoreData.publicKey("PEM"), 0)).containsExactly(1, 'P', 'E', 'M');
    }

    @Test
    void secretsAreNotPrinted() {
        assertThat(decode(PacketBytes.resource("response-connector-j")).toString())
                .startsWith("HandshakeResponse41[user=root, database=test, plugin=mysql_native_password,")
                .doesNotContain("authResponse");
    }

    static int[] seeds() {
        return Seeds.of(HandshakeTest.class, 4);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void anyBytesAreAResponseOrMalformedAndAllocateNoMoreThanTheyAre(int seed) {
        Random random = Seeds.random(seed);
        byte[][] templates = {
            PacketBytes.resource("response-connector-j"),
            PacketBytes.resource("response-mysqljs"),
            PacketBytes.resource("response-libmysqlclient")
        };
        for (int round = 0; round < 5000; round++) {
            byte[] bytes = mutated(random, templates[round % templates.length]);

            long allocated = AllocatedBytes.by(() -> decodeOrRefuse(bytes));

            if (round > WARM_UP_ROUNDS) {
                assertThat(allocated).isLessThan(AllocatedBytes.FIXED_MAX + 16L * bytes.length);
            }
        }
    }

    private static void decodeOrRefuse(byte[] bytes) {
        try {
            HandshakeResponse41 response = decode(bytes);
            if (response.authResponse().length > bytes.length) {
                throw new AssertionError("a response longer than its packet");
            }
        } catch (MalformedPacketException e) {
            if (e.getMessage() == null) {
                throw new AssertionError("a refusal without a reason", e);
            }
        }
    }

    private static byte[] mutated(Random random, byte[] template) {
        byte[] bytes = Arrays.copyOf(template, random.nextInt(template.length + 20));
        int changes = random.nextInt(8);
        for (int i = 0; i < changes && bytes.length > 0; i++) {
            byte value = random.nextBoolean() ? (byte) random.nextInt() : (byte) (0xFB + random.nextInt(5));
            bytes[random.nextInt(bytes.length)] = value;
        }
        return bytes;
    }

    private static HandshakeResponse41 decode(byte[] bytes) {
        return HandshakeResponse41.decode(PacketBytes.buffer(bytes));
    }

    private static String hex(String text) {
        return HexFormat.of().formatHex(text.getBytes(StandardCharsets.US_ASCII));
    }
}
