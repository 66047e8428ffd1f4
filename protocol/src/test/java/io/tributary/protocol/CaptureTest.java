package io.tributary.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.tributary.protocol.codec.Packet;
import io.tributary.protocol.codec.PacketDecoder;
import io.tributary.protocol.codec.PacketWriter;
import io.tributary.protocol.command.Command;
import io.tributary.protocol.command.CommandDecoder;
import io.tributary.protocol.command.ExecuteBody;
import io.tributary.protocol.command.ParameterReader;
import io.tributary.protocol.command.ParameterTypes;
import io.tributary.protocol.command.Query;
import io.tributary.protocol.command.StmtExecute;
import io.tributary.protocol.command.StmtPrepare;
import io.tributary.protocol.command.Unknown;
import io.tributary.protocol.handshake.CachingSha2Password;
import io.tributary.protocol.handshake.HandshakeResponse41;
import io.tributary.protocol.handshake.NativePassword;
import io.tributary.protocol.handshake.Nonce;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What real clients sent, from the handshake to their first batch, however the network cuts it. The files in {@code
 * captures} are recorded by {@code RecordCaptures} in {@code src/test}; see docs/clients.md.
 */
class CaptureTest {
    private static final int PACKET_BYTES_MAX = 64 << 20;
    private static final int OFFERED_DIGITS = 8;
    private static final String PASSWORD = "Right-1";
    private static final String RECORDED = "aiomysql asyncmy connector-j-26 connector-j-26-towards-5.7 connector-j-5"
            + " connector-j-5-towards-5.7 connector-j-8 connector-j-8-towards-5.7 connector-j-9 connector-j-9-towards-5.7"
            + " connector-python connector-python-c connector-python-c-towards-5.7 connector-python-towards-5.7 datax"
            + " go-sql-driver go-sql-driver-towards-5.7 hikaricp mariadb-2 mariadb-3 mariadb-4 mariadb-command-line mysql2"
            + " mysql2-towards-5.7 mysqlclient mysqljs pandas pymysql r2dbc-mysql sqlalchemy";

    /** Returns the captures of clients that all write the same three rows. */
    static List<Path> clients() throws IOException, URISyntaxException {
        return files("captures");
    }

    /** Returns the captures of programs that write what they like. */
    static List<Path> programs() throws IOException, URISyntaxException {
        return files("captures/programs");
    }

    /** Returns the captures of clients that write the three rows and prove a password: {@value #PASSWORD}. */
    static List<Path> passwords() throws IOException, URISyntaxException {
        return files("captures/passwords");
    }

    static List<Path> withoutPassword() throws IOException, URISyntaxException {
        return Stream.concat(clients().stream(), programs().stream()).toList();
    }

    static List<Path> writers() throws IOException, URISyntaxException {
        return Stream.concat(clients().stream(), passwords().stream()).toList();
    }

    static List<Path> captures() throws IOException, URISyntaxException {
        return Stream.concat(withoutPassword().stream(), passwords().stream()).toList();
    }

    private static List<Path> files(String name) throws IOException, URISyntaxException {
        Path folder = Path.of(Objects.requireNonNull(CaptureTest.class.getResource(name), name)
                .toURI());
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    /** Those whose statements differ by the announced version are there twice. */
    @Test
    void everyDriverAndProgramIsRecorded() throws IOException, URISyntaxException {
        assertThat(names(clients())).containsExactlyInAnyOrder(RECORDED.split(" ", -1));
        assertThat(names(programs()))
                .containsExactlyInAnyOrder("jmeter", "mariadb-slap", "sysbench-prepare", "sysbench-run");
    }

    private static List<String> names(List<Path> files) {
        return files.stream()
                .map(file -> file.getFileName().toString().replace(".hex", ""))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("captures")
    void everySplitOfTheHandshakeIsTheSameResponse(Path file) throws IOException {
        Capture capture = Capture.read(file);

        for (int cut = 0; cut <= capture.handshake.length; cut++) {
            assertThat(payloads(false, pieces(capture.handshake, cut)))
                    .containsExactly(
                            Arrays.copyOfRange(capture.handshake, PacketBytes.HEADER_BYTES, capture.handshake.length));
        }
        List<byte[]> bytes = new ArrayList<>();
        for (byte one : capture.handshake) {
            bytes.add(new byte[] {one});
        }
        assertThat(payloads(false, bytes))
                .containsExactly(
                        Arrays.copyOfRange(capture.handshake, PacketBytes.HEADER_BYTES, capture.handshake.length));
    }

    @ParameterizedTest
    @MethodSource("withoutPassword")
    void aClientWithoutAPasswordProvesNothing(Path file) throws IOException {
        HandshakeResponse41 response = Capture.read(file).response();

        assertThat(response.user()).isEqualTo("root");
        assertThat(response.database()).isIn("captures", null);
        assertThat(NativePassword.isEmptyPassword(response.authResponse())).isTrue();
    }

    @ParameterizedTest
    @MethodSource("passwords")
    void aScrambleProvesThePasswordForTheNonceOfItsConnectionAlone(Path file) throws IOException {
        Capture capture = Capture.read(file);
        HandshakeResponse41 response = capture.response();
        byte[] otherNonce = capture.nonce.clone();
        otherNonce[0] ^= 1;

        assertThat(response.user()).isEqualTo("captured");
        assertThat(file.getFileName().toString()).endsWith(response.authPlugin() + ".hex");
        assertThat(proves(response, PASSWORD, capture.nonce)).isTrue();
        assertThat(proves(response, PASSWORD, otherNonce)).isFalse();
        assertThat(proves(response, "right-1", capture.nonce)).isFalse();
    }

    @Test
    void scramblesOfBothPluginsAreRecorded() throws IOException, URISyntaxException {
        List<String> plugins = new ArrayList<>();
        for (Path file : passwords()) {
            plugins.add(String.valueOf(Capture.read(file).response().authPlugin()));
        }

        assertThat(plugins).containsOnly(NativePassword.NAME, CachingSha2Password.NAME);
    }

    private static boolean proves(HandshakeResponse41 response, String password, byte[] nonce) {
        byte[] scramble = response.authResponse();
        return NativePassword.NAME.equals(response.authPlugin())
                ? NativePassword.verify(NativePassword.verifier(password), nonce, scramble)
                : CachingSha2Password.verifyFast(
                        CachingSha2Password.cached(password.getBytes(StandardCharsets.UTF_8)), nonce, scramble);
    }

    @ParameterizedTest
    @MethodSource("captures")
    void everySplitOfTheCommandsGivesTheSameCommands(Path file) throws IOException {
        Capture capture = Capture.read(file);
        List<byte[]> whole = payloads(true, List.of(capture.commands));

        for (int cut = 0; cut <= capture.commands.length; cut++) {
            assertThat(payloads(true, pieces(capture.commands, cut))).containsExactlyElementsOf(whole);
        }
        List<byte[]> single = new ArrayList<>();
        for (byte each : capture.commands) {
            single.add(new byte[] {each});
        }
        assertThat(payloads(true, single)).containsExactlyElementsOf(whole);
    }

    @ParameterizedTest
    @MethodSource("writers")
    void theCommandsHoldTheThreeRowsThatTheClientWrote(Path file) throws IOException {
        List<String> said = said(Capture.read(file));

        String all = String.join("\n", said);
        assertThat(all).contains("group_commit").contains("Ann").contains("Zoë").contains("Bob");
        assertThat(all.contains("12.5") || said.contains("12.50")).isTrue();
    }

    @ParameterizedTest
    @MethodSource("programs")
    void theCommandsOfAProgramAreUnderstood(Path file) throws IOException {
        assertThat(String.join("\n", said(Capture.read(file)))).containsPattern("INSERT INTO (sbtest1|t1|captures.dt)");
    }

    /** Texts of statements, and values of parameters. */
    private static List<String> said(Capture capture) {
        int capabilities = capture.response().effectiveCapabilities(capture.offered);
        List<String> said = new ArrayList<>();
        Map<Integer, Integer> parameterCounts = new HashMap<>();
        Map<Integer, @Nullable ParameterTypes> types = new HashMap<>();
        for (byte[] payload : payloads(true, List.of(capture.commands))) {
            Command command =
                    CommandDecoder.decode(Unpooled.wrappedBuffer(payload), capabilities, StandardCharsets.UTF_8);
            if (command instanceof Query query) {
                said.add(new String(query.text(), StandardCharsets.UTF_8));
            } else if (command instanceof StmtPrepare prepare) {
                String text = new String(prepare.text(), StandardCharsets.UTF_8);
                said.add(text);
                // Recorded from a session that numbers its statements from 1.
                parameterCounts.put(parameterCounts.size() + 1, (int)
                        text.chars().filter(c -> c == '?').count());
            } else if (command instanceof StmtExecute execute) {
                int id = execute.statementId();
                int parameters = Objects.requireNonNull(parameterCounts.get(id), "EXECUTE before PREPARE");
                ExecuteBody body = execute.body(parameters, types.get(id));
                types.put(id, body.typesToKeep());
                said.addAll(values(new ParameterReader(body)));
            }
            assertThat(command).isNotInstanceOf(Unknown.class);
        }
        return said;
    }

    private static List<String> values(ParameterReader reader) {
        List<String> values = new ArrayList<>();
        while (reader.next()) {
            values.add(
                    switch (reader.kind()) {
                        case NULL -> "NULL";
                        case LONG, UNSIGNED_LONG -> Long.toString(reader.longValue());
                        case FLOAT, DOUBLE -> Double.toString(reader.doubleValue());
                        case DECIMAL, BYTES ->
                            new String(
                                    reader.bytes(), reader.bytesOffset(), reader.bytesLength(), StandardCharsets.UTF_8);
                        case DATE, DATETIME, TIME ->
                            reader.year() + "-" + reader.month() + "-" + reader.day() + " " + reader.hour() + ":"
                                    + reader.minute() + ":" + reader.second();
                    });
        }
        return values;
    }

    private static List<byte[]> pieces(byte[] stream, int cut) {
        return List.of(Arrays.copyOf(stream, cut), Arrays.copyOfRange(stream, cut, stream.length));
    }

    private static List<byte[]> payloads(boolean commandPhase, List<byte[]> pieces) {
        PacketWriter writer = new PacketWriter();
        writer.startReply(1); // behind the greeting
        PacketDecoder decoder = new PacketDecoder(writer);
        if (commandPhase) {
            decoder.startCommands(PACKET_BYTES_MAX);
        }
        EmbeddedChannel channel = new EmbeddedChannel(decoder);
        for (byte[] piece : pieces) {
            channel.writeInbound(Unpooled.wrappedBuffer(piece));
        }
        List<byte[]> payloads = new ArrayList<>();
        for (Packet packet = channel.readInbound(); packet != null; packet = channel.readInbound()) {
            payloads.add(ByteBufUtil.getBytes(packet.content()));
            packet.release();
        }
        channel.finishAndReleaseAll();
        return payloads;
    }

    /**
     * A file of {@code captures}.
     *
     * @param offered the capabilities of the greeting
     * @param nonce of the greeting, or empty where the client has no password
     * @param handshake the response, with its header
     * @param commands all packets behind it, with theirs
     */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares captures
    private record Capture(int offered, byte[] nonce, byte[] handshake, byte[] commands) {
        static Capture read(Path file) throws IOException {
            String text = Files.readString(file);
            String digits = text.replaceAll("#[^\n]*", "").replaceAll("\\s", "");
            int nonceEnd = OFFERED_DIGITS + (text.contains("\n# nonce\n") ? 2 * Nonce.BYTES : 0);
            byte[] stream = PacketBytes.hex(digits.substring(nonceEnd));
            int end = PacketBytes.HEADER_BYTES + ((stream[0] & 0xFF) | ((stream[1] & 0xFF) << 8));
            return new Capture(
                    HexFormat.fromHexDigits(digits, 0, OFFERED_DIGITS),
                    PacketBytes.hex(digits.substring(OFFERED_DIGITS, nonceEnd)),
                    Arrays.copyOf(stream, end),
                    Arrays.copyOfRange(stream, end, stream.length));
        }

        HandshakeResponse41 response() {
            return HandshakeResponse41.decode(Unpooled.wrappedBuffer(
                    handshake, PacketBytes.HEADER_BYTES, handshake.length - PacketBytes.HEADER_BYTES));
        }
    }
}
