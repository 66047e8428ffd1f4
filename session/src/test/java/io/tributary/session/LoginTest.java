package io.tributary.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.protocol.handshake.CachingSha2Password;
import io.tributary.protocol.handshake.NativePassword;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class LoginTest {
    private static final String SECRET = "secret";

    private final Map<String, Account> accounts = new HashMap<>();
    private final Authenticator authenticator = announcing(NativePassword.NAME);
    private final Authenticator announcingSha2 = announcing(CachingSha2Password.NAME);
    private byte[] nonce = authenticator.newNonce();

    @BeforeEach
    void makeAccounts() {
        Authenticator.Verifiers verifiers = authenticator.verifiers(SECRET);
        accounts.put(
                "native",
                new Account("native", NativePassword.NAME, verifiers.nativeVerifier(), verifiers.sha2Verifier()));
        accounts.put(
                "sha2",
                new Account("sha2", CachingSha2Password.NAME, verifiers.nativeVerifier(), verifiers.sha2Verifier()));
        accounts.put("open", new Account("open", NativePassword.NAME, "", ""));
    }

    private Authenticator announcing(String plugin) {
        return new Authenticator(name -> Optional.ofNullable(accounts.get(name)), plugin, new SecureRandom());
    }

    private Login loginWhereSha2IsAnnounced(String user) {
        return announcingSha2.login(user, "10.0.0.1", CachingSha2Password.NAME, nonce);
    }

    private Login login(String user, @Nullable String plugin) {
        return authenticator.login(user, "10.0.0.1", plugin, nonce);
    }

    @Test
    void theRightNativeResponseIsGrantedAndAnyOtherDenied() throws Exception {
        assertThat(login("native", NativePassword.NAME).first(nativeResponse(SECRET)))
                .isEqualTo(new Login.Granted(false));
        assertThat(message(login("native", NativePassword.NAME).first(nativeResponse("other"))))
                .isEqualTo("Access denied for user 'native'@'10.0.0.1' (using password: YES)");
        assertThat(message(login("native", NativePassword.NAME).first(new byte[0])))
                .isEqualTo("Access denied for user 'native'@'10.0.0.1' (using password: NO)");
    }

    @Test
    void anEmptyPasswordIsGrantedForEmptyResponsesOnly() throws Exception {
        assertThat(login("open", NativePassword.NAME).first(new byte[0])).isInstanceOf(Login.Granted.class);
        assertThat(login("open", CachingSha2Password.NAME).first(new byte[1])).isInstanceOf(Login.Granted.class);
        assertThat(login("open", NativePassword.NAME).first(nativeResponse(SECRET)))
                .isInstanceOf(Login.Denied.class);
    }

    @Test
    void aUserThatDoesNotExistTakesTheStepsOfAWrongPassword() throws Exception {
        assertThat(message(login("nobody", NativePassword.NAME).first(nativeResponse(SECRET))))
                .isEqualTo("Access denied for user 'nobody'@'10.0.0.1' (using password: YES)");
        assertThat(login("nobody", NativePassword.NAME).first(new byte[0])).isInstanceOf(Login.Denied.class);
        Login sha2 = loginWhereSha2IsAnnounced("nobody");
        assertThat(sha2.first(new byte[32])).isEqualTo(new Login.NeedPassword());
        assertThat(work(sha2.next(clear(SECRET)))).isInstanceOf(Login.Denied.class);
    }

    @Test
    void aResponseForAnotherPluginIsAskedForOnceMoreByTheAccountsOwn() throws Exception {
        Login clear = login("native", "mysql_clear_password");
        byte[] greeting = nonce;
        switched(clear.first(clear(SECRET)), NativePassword.NAME);
        assertThat(nonce).isNotEqualTo(greeting);
        assertThat(clear.next(nativeResponse(SECRET))).isEqualTo(new Login.Granted(false));

        Login sha2 = login("sha2", NativePassword.NAME);
        switched(sha2.first(nativeResponse(SECRET)), CachingSha2Password.NAME);
        assertThat(sha2.next(fastResponse(SECRET))).isEqualTo(new Login.NeedPassword());
        assertThat(work(sha2.next(clear(SECRET)))).isEqualTo(new Login.Granted(false));
    }

    @Test
    void anAnswerToTheNonceBeforeTheSwitchIsDenied() throws Exception {
        byte[] stale = nativeResponse(SECRET);
        Login login = login("native", CachingSha2Password.NAME);
        switched(login.first(new byte[0]), NativePassword.NAME);
        assertThat(login.next(stale)).isInstanceOf(Login.Denied.class);
    }

    @Test
    void anEmptyResponseForAnotherPluginIsNotTakenForNoPassword() throws Exception {
        Login ofNative = login("native", CachingSha2Password.NAME);
        switched(ofNative.first(new byte[0]), NativePassword.NAME);
        assertThat(ofNative.next(nativeResponse(SECRET))).isEqualTo(new Login.Granted(false));

        switched(login("sha2", CachingSha2Password.NAME).first(new byte[0]), CachingSha2Password.NAME);
        switched(login("nobody", CachingSha2Password.NAME).first(new byte[0]), NativePassword.NAME);

        Login without = login("sha2", NativePassword.NAME);
        switched(without.first(new byte[0]), CachingSha2Password.NAME);
        assertThat(message(without.next(new byte[1]))).endsWith("(using password: NO)");
    }

    @Test
    void anUnknownNonceIsReplacedUnlessThePasswordIsEmpty() throws Exception {
        nonce = new byte[0];
        assertThat(login("open", NativePassword.NAME).first(new byte[0])).isEqualTo(new Login.Granted(false));
        Login login = login("native", null);
        switched(login.first(nativeResponse(SECRET)), NativePassword.NAME);
        assertThat(login.next(nativeResponse(SECRET))).isEqualTo(new Login.Granted(false));
    }

    @Test
    void aClientThatKnowsNoPluginsIsCheckedNativelyWhateverTheAccountPrefers() throws Exception {
        assertThat(login("sha2", null).first(nativeResponse(SECRET))).isEqualTo(new Login.Granted(false));
    }

    @Test
    void cachingSha2NeedsThePasswordOnceAndIsFastThen() throws Exception {
        Login first = loginWhereSha2IsAnnounced("sha2");
        assertThat(first.first(fastResponse(SECRET))).isEqualTo(new Login.NeedPassword());
        assertThat(work(first.next(new byte[] {2}))).isInstanceOf(Login.PublicKey.class);
        assertThat(work(first.next(clear(SECRET)))).isEqualTo(new Login.Granted(false));

        assertThat(loginWhereSha2IsAnnounced("sha2").first(fastResponse(SECRET)))
                .isEqualTo(new Login.Granted(true));
        Login wrong = loginWhereSha2IsAnnounced("sha2");
        assertThat(wrong.first(fastResponse("other"))).isEqualTo(new Login.NeedPassword());
        assertThat(work(wrong.next(clear("other")))).isInstanceOf(Login.Denied.class);
    }

    /** Which works over plain TCP for every client; the full exchange of the other plugin does not. */
    @Test
    void anAccountOfNativeIsAskedNativelyWhereSha2IsAnnounced() throws Exception {
        Login login = loginWhereSha2IsAnnounced("native");
        switched(login.first(fastResponse(SECRET)), NativePassword.NAME);
        assertThat(login.next(nativeResponse(SECRET))).isEqualTo(new Login.Granted(false));
    }

    /** Answers are for the nonce of the switch from here on. */
    private void switched(Login.Step step, String plugin) {
        assertThat(step).isInstanceOfSatisfying(Login.SwitchPlugin.class, change -> {
            assertThat(change.plugin()).isEqualTo(plugin);
            nonce = change.nonce();
        });
    }

    private static Login.Step work(Login.Step step) {
        return ((Login.Work) step).step().get();
    }

    private static String message(Login.Step step) {
        return String.valueOf(((Login.Denied) step).error().getMessage());
    }

    private static byte[] clear(String password) {
        return (password + "\0").getBytes(StandardCharsets.UTF_8);
    }

    // SHA1(password) XOR SHA1(nonce + SHA1(SHA1(password)))
    private byte[] nativeResponse(String password) throws NoSuchAlgorithmException {
        byte[] once = digest("SHA-1", password.getBytes(StandardCharsets.UTF_8));
        return xor(once, digest("SHA-1", nonce, digest("SHA-1", once)));
    }

    // SHA256(password) XOR SHA256(SHA256(SHA256(password)) + nonce)
    private byte[] fastResponse(String password) throws NoSuchAlgorithmException {
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
