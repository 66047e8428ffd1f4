package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.process.Sql;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every client logs in to an account of each plugin and to one without a password, over plain TCP and over TLS, twice
 * where the second time is another exchange, and with a wrong password; to servers that announce either plugin. What the
 * server said over plain TCP is read from the wire.
 */
@Tag("clients")
final class AuthenticationMatrixIT {
    private static final AtomicInteger ACCOUNTS = new AtomicInteger();
    private static final String RIGHT = "Right-1";
    private static final String WRONG = "wrong";
    private static final String SWITCHED = "(switch caching_sha2_password, )?";

    @RegisterExtension
    static final Server ANNOUNCING_NATIVE = Server.withTls();

    @RegisterExtension
    static final Server ANNOUNCING_SHA2 = Server.withTlsAndSha2();

    /** The server towards which Connector/J encrypts passwords with another padding. */
    @RegisterExtension
    static final Server SERVER_57 = Server.shared57();

    /**
     * A login and what must come of it.
     *
     * @param answer how the client's answer begins
     * @param detail that it contains
     * @param exchange what the server says without TLS, as a regular expression
     */
    private record Attempt(String user, String password, boolean tls, String answer, String detail, String exchange) {}

    private final List<Attempt> attempts = new ArrayList<>();

    static Stream<Arguments> clientsAndServers() {
        return Stream.concat(
                Server.withEach(LoginClient.all(), ANNOUNCING_NATIVE, ANNOUNCING_SHA2),
                Server.withEach(LoginClient.jdbc(), SERVER_57));
    }

    @ParameterizedTest
    @MethodSource("clientsAndServers")
    void everyAccountLogsInOverEveryTransport(LoginClient client, Server server) throws Exception {
        String prefix = "u" + ACCOUNTS.incrementAndGet() + "_";
        try (Sql sql = Sql.connect(server.port(), "")) {
            sql.run(
                    "CREATE USER " + prefix + "native IDENTIFIED WITH mysql_native_password BY '" + RIGHT + "'",
                    "CREATE USER " + prefix + "sha IDENTIFIED WITH caching_sha2_password BY '" + RIGHT + "'",
                    "CREATE USER " + prefix + "tls IDENTIFIED WITH caching_sha2_password BY '" + RIGHT + "'",
                    "CREATE USER " + prefix + "open IDENTIFIED WITH caching_sha2_password BY ''");
        }
        withoutTls(client, server, prefix);
        if (server.offersTls()) {
            withTls(client, server, prefix);
        }
        run(client, server);
    }

    private void withoutTls(LoginClient client, Server server, String prefix) {
        boolean announcesSha2 = server == ANNOUNCING_SHA2;
        String natively = !client.knowsPlugins()
                ? "ok"
                : announcesSha2 ? "switch mysql_native_password, ok" : "(switch mysql_native_password, )?ok";
        granted(prefix + "native", false, natively);
        granted(prefix + "native", false, natively);
        denied(prefix + "native", false, natively.replace("ok", "error 1045"));
        String password = prefix + "sha";
        if (!client.knowsPlugins()) {
            granted(password, false, "ok");
            denied(password, false, "error 1045");
        } else if (client.sendsPasswordsWithoutTls()) {
            granted(password, false, SWITCHED + "full, (key, )?ok");
            granted(password, false, fast(client, server));
            denied(password, false, SWITCHED + "full, (key, )?error 1045");
        } else {
            attempts.add(new Attempt(password, RIGHT, false, "error ", client.refusal(), SWITCHED + "full"));
        }
        attempts.add(new Attempt(prefix + "open", "", false, ok(prefix + "open") + "plain", "", "ok"));
    }

    private void withTls(LoginClient client, Server server, String prefix) {
        granted(prefix + "native", true, "");
        granted(prefix + "native", true, "");
        denied(prefix + "native", true, "");
        granted(prefix + "tls", true, "");
        granted(prefix + "tls", true, "");
        denied(prefix + "tls", true, "");
        attempts.add(new Attempt(prefix + "open", "", true, ok(prefix + "open") + "TLSv1.", "", ""));
        // The full exchange over TLS is what the fast one without TLS rests upon.
        granted(prefix + "tls", false, client.knowsPlugins() ? fast(client, server) : "ok");
    }

    private static String fast(LoginClient client, Server server) {
        return server == ANNOUNCING_SHA2 || client.isFastAfterSwitch()
                ? SWITCHED + "fast, ok"
                : "switch caching_sha2_password, full, (key, )?ok";
    }

    private void granted(String user, boolean tls, String exchange) {
        attempts.add(new Attempt(user, RIGHT, tls, ok(user) + (tls ? "TLSv1." : "plain"), "", exchange));
    }

    private void denied(String user, boolean tls, String exchange) {
        String text = "Access denied for user '" + user + "'@'127.0.0.1' (using password: YES)";
        attempts.add(new Attempt(user, WRONG, tls, "error 1045 ", text, exchange));
    }

    private static String ok(String user) {
        return "ok " + user + "@127.0.0.1 ";
    }

    private void run(LoginClient client, Server server) throws Exception {
        List<String> answers;
        List<RecordingProxy.Conversation> conversations;
        try (RecordingProxy proxy = new RecordingProxy(server.port())) {
            answers = client.program()
                    .logIn(attempts.stream()
                            .map(each -> new LoginClient.Login(
                                    each.tls() ? server.port() : proxy.port(),
                                    each.user(),
                                    each.password(),
                                    each.tls()))
                            .toList());
            conversations = proxy.ended();
        }

        assertThat(answers).hasSameSizeAs(attempts);
        List<String> exchanges = new ArrayList<>();
        for (int i = 0; i < attempts.size(); i++) {
            assertThat(answers.get(i))
                    .as("%s", attempts.get(i))
                    .startsWith(attempts.get(i).answer())
                    .contains(attempts.get(i).detail());
            if (!attempts.get(i).tls()) {
                exchanges.add(attempts.get(i).exchange());
            }
        }
        assertThat(conversations).hasSameSizeAs(exchanges);
        for (int i = 0; i < exchanges.size(); i++) {
            assertThat(exchange(conversations.get(i).server().toByteArray()))
                    .as("exchange %s of %s", i, attempts)
                    .matches(exchanges.get(i));
        }
    }

    /** What the server said behind its greeting until it let the client in or sent it away. */
    private static String exchange(byte[] server) {
        List<String> said = new ArrayList<>();
        for (int at = next(server, 0); at < server.length; at = next(server, at)) {
            int payload = at + 4;
            switch (server[payload] & 0xFF) {
                case 0x00 -> {
                    said.add("ok");
                    return String.join(", ", said);
                }
                case 0x01 -> said.add(server[payload + 1] == 3 ? "fast" : server[payload + 1] == 4 ? "full" : "key");
                case 0xFE -> {
                    String rest = new String(
                            server, payload + 1, next(server, at) - payload - 1, StandardCharsets.ISO_8859_1);
                    said.add("switch " + rest.substring(0, rest.indexOf('\0')));
                }
                case 0xFF -> {
                    said.add("error " + ((server[payload + 1] & 0xFF) | (server[payload + 2] & 0xFF) << 8));
                    return String.join(", ", said);
                }
                default -> said.add("packet " + server[payload]);
            }
        }
        return String.join(", ", said);
    }

    /** Where the packet behind the one that begins here begins. */
    private static int next(byte[] stream, int at) {
        return at + 4 + ((stream[at] & 0xFF) | (stream[at + 1] & 0xFF) << 8 | (stream[at + 2] & 0xFF) << 16);
    }
}
