package io.tributary.bench.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.tributary.protocol.Capability;
import io.tributary.protocol.ServerPacket;
import io.tributary.protocol.codec.PacketWriter;
import io.tributary.protocol.handshake.AuthSwitchRequest;
import io.tributary.protocol.handshake.HandshakeResponse41;
import io.tributary.protocol.handshake.HandshakeV10;
import io.tributary.protocol.handshake.NativePassword;
import io.tributary.protocol.handshake.Nonce;
import io.tributary.protocol.response.EofPacket;
import io.tributary.protocol.response.ErrPacket;
import io.tributary.protocol.response.OkPacket;
import io.tributary.protocol.response.PrepareOk;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class SetupTest {
    private static final ReplayTarget TARGET =
            new ReplayTarget("127.0.0.1", 9030, "root", "secret", "bench", "SET group_commit = async_mode");

    private final byte[] nonce = Nonce.generate(new SecureRandom());
    private final Setup setup = new Setup(TARGET, List.of("INSERT INTO a VALUES (?)", "INSERT INTO b VALUES (?, ?)"));
    private final EmbeddedChannel channel = new EmbeddedChannel(setup);

    @AfterEach
    void closeChannel() {
        channel.finishAndReleaseAll();
    }

    @Test
    void theResponseHoldsTheScrambledPasswordAndTheDatabase() {
        greet();

        ByteBuf packet = sent();
        HandshakeResponse41 response = HandshakeResponse41.decode(packet);
        packet.release();
        assertThat(response.user()).isEqualTo("root");
        assertThat(response.database()).isEqualTo("bench");
        assertThat(response.authPlugin()).isEqualTo(NativePassword.NAME);
        assertThat(NativePassword.verify(NativePassword.verifier("secret"), nonce, response.authResponse()))
                .isTrue();
        assertThat(Capability.has(response.clientCapabilities(), Capability.DEPRECATE_EOF))
                .isFalse();
    }

    @Test
    void anEmptyPasswordIsAnEmptyResponse() {
        assertThat(Login.scramble("", nonce)).isEmpty();
    }

    @Test
    void statementsArePreparedOneAfterTheOther() throws Exception {
        greet();
        sent().release();
        reply(2, OkPacket.of(2));
        assertCommand(0x03, "SET group_commit = async_mode");
        reply(1, OkPacket.of(2));
        assertCommand(0x16, "INSERT INTO a VALUES (?)");
        reply(1, new PrepareOk(5, 0, 1, 0), definition(), new EofPacket(0, 2));
        assertCommand(0x16, "INSERT INTO b VALUES (?, ?)");
        reply(1, new PrepareOk(6, 0, 2, 0), definition(), definition());
        assertThat(setup.done()).isNotDone();

        reply(4, new EofPacket(0, 2));

        List<StatementHead> heads = setup.done().get();
        assertThat(heads).hasSize(2);
        assertThat(channel.pipeline().get(Setup.class)).isNull();
        heads.forEach(StatementHead::release);
    }

    @Test
    void aServerThatDoesNotKnowTheVariableIsTakenAsItIs() {
        greet();
        sent().release();
        reply(2, OkPacket.of(2));
        sent().release();

        reply(1, new ErrPacket(1193, "HY000", "Unknown system variable 'group_commit'"));

        assertCommand(0x16, "INSERT INTO a VALUES (?)");
    }

    @Test
    void anyOtherErrorOfTheSessionStatementEndsTheConnection() {
        greet();
        sent().release();
        reply(2, OkPacket.of(2));
        sent().release();

        reply(1, new ErrPacket(1231, "42000", "Variable 'group_commit' can't be set to the value of 'x'"));

        assertFailed(
                "SET group_commit = async_mode: error 1231: Variable 'group_commit' can't be set to the value of 'x'");
    }

    @Test
    void theServerMayAskForTheNativePasswordAgain() {
        greet();
        sent().release();
        byte[] other = Nonce.generate(new SecureRandom());

        reply(2, new AuthSwitchRequest(NativePassword.NAME, other));

        ByteBuf scramble = sent();
        byte[] response = new byte[scramble.readableBytes()];
        scramble.readBytes(response).release();
        assertThat(NativePassword.verify(NativePassword.verifier("secret"), other, response))
                .isTrue();
    }

    @Test
    void anotherPluginIsRefusedByName() {
        greet();
        sent().release();

        reply(2, new AuthSwitchRequest("caching_sha2_password", nonce));

        assertFailed("login to root@127.0.0.1:9030/bench: the account needs caching_sha2_password;"
                + " the replaying client knows mysql_native_password");
    }

    @Test
    void aRefusedLoginSaysWhatTheServerSaid() {
        greet();
        sent().release();

        reply(2, new ErrPacket(1045, "28000", "Access denied for user 'root'@'127.0.0.1' (using password: YES)"));

        assertFailed("login to root@127.0.0.1:9030/bench: error 1045:"
                + " Access denied for user 'root'@'127.0.0.1' (using password: YES)");
    }

    @Test
    void aConnectionThatIsClosedInBetweenFails() {
        greet();
        channel.close().syncUninterruptibly();

        assertFailed("root@127.0.0.1:9030/bench closed the connection during the login");
    }

    private void greet() {
        reply(0, new HandshakeV10("8.0.36-x", 1, nonce, Capability.SERVER, 45, 2, NativePassword.NAME));
    }

    /** Packets as the server frames them, torn apart in the middle. */
    private void reply(int sequence, ServerPacket... packets) {
        PacketWriter writer = new PacketWriter();
        writer.startReply(sequence);
        ByteBuf out = Unpooled.buffer();
        Stream.of(packets).forEach(packet -> writer.write(out, packet));
        ByteBuf first = out.readRetainedSlice(out.readableBytes() / 2);
        channel.writeInbound(first, out);
    }

    private static ServerPacket definition() {
        return (out, capabilities) -> out.writeZero(30);
    }

    /** The payload that was sent last; the caller releases it. */
    private ByteBuf sent() {
        ByteBuf packet = channel.readOutbound();
        assertThat(packet.readUnsignedMediumLE()).isEqualTo(packet.readableBytes() - 1);
        return packet.skipBytes(1);
    }

    private void assertCommand(int code, String text) {
        ByteBuf command = sent();
        assertThat(command.readUnsignedByte()).isEqualTo((short) code);
        assertThat(command.toString(StandardCharsets.UTF_8)).isEqualTo(text);
        command.release();
    }

    private void assertFailed(String message) {
        assertThat(setup.done())
                .failsWithin(Duration.ofSeconds(1))
                .withThrowableOfType(ExecutionException.class)
                .havingCause()
                .isInstanceOf(ReplayException.class)
                .withMessage(message);
        assertThat(channel.isActive()).isFalse();
    }
}
