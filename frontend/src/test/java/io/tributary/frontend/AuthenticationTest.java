package io.tributary.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Logging in, packet by packet, to an account of each plugin. */
final class AuthenticationTest {
    private static final String NATIVE = "mysql_native_password";
    private static final String SHA2 = "caching_sha2_password";
    private static final String PASSWORD = "right";
    private static final int NONCE_BYTES = 20;

    private FrontendFixture frontend;

    @BeforeEach
    void start() throws Exception {
        frontend = new FrontendFixture();
        try (Connection root = frontend.connect("")) {
            FrontendFixture.run(root, "CREATE USER 'nat' IDENTIFIED WITH mysql_native_password BY 'right'");
            FrontendFixture.run(root, "CREATE USER 'sha' IDENTIFIED WITH caching_sha2_password BY 'right'");
            FrontendFixture.run(root, "CREATE USER 'open' IDENTIFIED WITH caching_sha2_password BY ''");
        }
    }

    @AfterEach
    void stop() {
        frontend.close();
    }

    private RawClient client() throws Exception {
        return new RawClient(frontend.server.mysqlPort());
    }

    @Test
    void anEmptyResponseThatNamesSha2IsSwitchedToTheAccountsPlugin() throws Exception {
        try (RawClient client = client()) {
            byte[] greeted = greetingNonce(client);
            client.respond(RawClient.PLUGIN_AUTH, "nat", new byte[0], SHA2);
            byte[] nonce = switched(client, NATIVE);
            assertThat(nonce).isNotEqualTo(greeted);
            client.send(3, nativeResponse(nonce, PASSWORD));
            assertThat((int) client.read()[0]).isZero();
            assertThat(client.sequence()).isEqualTo(4);
        }
        try (RawClient client = client()) {
            client.read();
            client.respond(RawClient.PLUGIN_AUTH, "sha", new byte[0], SHA2);
            completeSha2(client, switched(client, SHA2));
        }
    }

    @Test
    void aNativeResponseToAnAccountOfSha2IsSwitched() throws Exception {
        try (RawClient client = client()) {
            byte[] nonce = greetingNonce(client);
            client.respond(RawClient.PLUGIN_AUTH, "sha", nativeResponse(nonce, PASSWORD), NATIVE);
            completeSha2(client, switched(client, SHA2));
        }
    }

    @Test
    void aScrambleOfSha2ForAnAccountOfNativeIsSwitched() throws Exception {
        try (RawClient client = client()) {
            byte[] greeted = greetingNonce(client);
            client.respond(RawClient.PLUGIN_AUTH, "nat", sha2Response(greeted, PASSWORD), SHA2);
            client.send(3, nativeResponse(switched(client, NATIVE), PASSWORD));
            assertThat((int) client.read()[0]).isZero();
        }
    }

    @Test
    void aClientWithoutPluginAuthIsVerifiedNativelyForEveryAccount() throws Exception {
        for (String user : new String[] {"nat", "sha"}) {
            try (RawClient client = client()) {
                byte[] nonce = greetingNonce(client);
                client.respond(0, user, nativeResponse(nonce, PASSWORD), "");
                assertThat((int) client.read()[0]).as(user).isZero();
            }
        }
    }

    @Test
    void anEmptyPasswordIsLetInByEveryPluginWithoutASwitch() throws Exception {
        for (String user : new String[] {"root", "open"}) {
            for (String plugin : new String[] {NATIVE, SHA2}) {
                for (int length = 0; length <= 1; length++) {
                    try (RawClient client = client()) {
                        client.read();
                        client.respond(RawClient.PLUGIN_AUTH, user, new byte[length], plugin);
                        assertThat((int) client.read()[0])
                                .as("%s by %s", user, plugin)
                                .isZero();
                    }
                }
            }
        }
    }

    @Test
    void anUnknownUserIsSwitchedAsAnAccountOfTheDefaultPlugin() throws Exception {
        for (String user : new String[] {"nobody", "nat"}) {
            try (RawClient client = client()) {
                client.read();
                client.respond(RawClient.PLUGIN_AUTH, user, new byte[0], SHA2);
                client.send(3, nativeResponse(switched(client, NATIVE), "wrong"));
                byte[] denied = client.read();
                assertThat(RawClient.errorNumber(denied)).isEqualTo(1045);
                assertThat(RawClient.text(denied)).contains("'" + user + "'").contains("(using password: YES)");
            }
        }
    }

    @Test
    void changeUserIsAskedAnewSinceClientsDisagreeWhichNonceItAnswers() throws Exception {
        try (RawClient client = client()) {
            byte[] greeted = greetingNonce(client);
            client.respond(RawClient.PLUGIN_AUTH, "root", new byte[0], NATIVE);
            client.read();
            byte[] response = nativeResponse(greeted, PASSWORD);
            byte[] head = "nat\0".getBytes(StandardCharsets.US_ASCII);
            byte[] tail = ("\0-\0" + NATIVE + "\0").getBytes(StandardCharsets.US_ASCII);
            byte[] command = Arrays.copyOf(head, head.length + 1 + response.length + tail.length);
            command[head.length] = (byte) response.length;
            System.arraycopy(response, 0, command, head.length + 1, response.length);
            System.arraycopy(tail, 0, command, head.length + 1 + response.length, tail.length);
            client.send(0, RawClient.command(0x11, command));
            byte[] nonce = switched(client, NATIVE);
            client.send(2, nativeResponse(nonce, PASSWORD));
            assertThat((int) client.read()[0]).isZero();
        }
    }

    @Test
    void connectorJLogsInToBothAccounts() throws Exception {
        for (String user : new String[] {"nat", "sha", "sha"}) {
            for (String options : new String[] {"", "&defaultAuthenticationPlugin=caching_sha2_password"}) {
                try (Connection connection =
                        frontend.connect(user, PASSWORD, "", "allowPublicKeyRetrieval=true" + options)) {
                    assertThat(connection.isValid(1)).isTrue();
                }
            }
        }
    }

    /** Completes the exchange after a switch in packet 2: all of it, which ends with OK as packet 6. */
    private static void completeSha2(RawClient client, byte[] nonce) throws Exception {
        client.send(3, sha2Response(nonce, PASSWORD));
        assertThat(client.read()).containsExactly(1, 4);
        client.send(5, clear(PASSWORD));
        assertThat((int) client.read()[0]).isZero();
        assertThat(client.sequence()).isEqualTo(6);
    }

    /** The nonce of the switch that must come now. */
    private static byte[] switched(RawClient client, String plugin) throws Exception {
        byte[] packet = client.read();
        assertThat(packet[0] & 0xff).as(RawClient.text(packet)).isEqualTo(0xfe);
        int at = 1 + plugin.length() + 1;
        assertThat(RawClient.text(packet).startsWith(plugin + "\0", 1)).isTrue();
        assertThat(packet).hasSize(at + NONCE_BYTES + 1);
        return Arrays.copyOfRange(packet, at, at + NONCE_BYTES);
    }

    /** Reads the greeting: protocol, version NUL, thread id, 8 bytes, NUL, 18 bytes of flags and fillers, 12 bytes. */
    private static byte[] greetingNonce(RawClient client) throws Exception {
        byte[] greeting = client.read();
        int at = 1;
        while (greeting[at] != 0) {
            at++;
        }
        at += 1 + 4;
        byte[] nonce = Arrays.copyOfRange(greeting, at, at + NONCE_BYTES);
        System.arraycopy(greeting, at + 8 + 1 + 18, nonce, 8, 12);
        return nonce;
    }

    private static byte[] clear(String password) {
        return (password + "\0").getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] nativeResponse(byte[] nonce, String password) throws NoSuchAlgorithmException {
        byte[] once = digest("SHA-1", password.getBytes(StandardCharsets.UTF_8));
        return xor(once, digest("SHA-1", nonce, digest("SHA-1", once)));
    }

    private static byte[] sha2Response(byte[] nonce, String password) throws NoSuchAlgorithmException {
        byte[] once = digest("SHA-256", password.getBytes(StandardCharsets.UTF_8));
        return xor(once, digest("SHA-256", digest("SHA-256", once), nonce));
    }

    private static byte[] digest(String algorithm, byte[]... parts) throws NoSuchAlgorithmException {
        MessageDigest digest = MessageDigest.getInstance(algorithm);
        for (byte[] part : parts) {
            digest.update(part);
        }
        return digest.digest();
    }

    private static byte[] xor(byte[] a, byte[] b) {
        byte[] mixed = new byte[a.length];
        for (int i = 0; i < a.length; i++) {
            mixed[i] = (byte) (a[i] ^ b[i]);
        }
        return mixed;
    }
}
