package io.tributary.protocol.handshake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.protocol.PacketBytes;
import java.nio.charset.StandardCharsets;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Cipher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Both plugins against responses computed apart from this code, from the formulas of the manual. */
class PasswordTest {
    private static final byte[] NONCE = PacketBytes.hex("0102030405060708090a0b0c0d0e0f1011121314");
    private static final byte[] NATIVE_RESPONSE = PacketBytes.hex("b32bb3a583e1340c0a1108d58b1be49781ad8c2f");
    private static final byte[] SHA2_CACHED =
            PacketBytes.hex("3881219d087dd9c634373fd33dfa33a2cb6bfc6c520b64b8bb60ef2ceb534ae7");
    private static final byte[] SHA2_RESPONSE =
            PacketBytes.hex("746ebe205d56a0707acb3e796e834e0dd7b1d61743b26bd5202c7a623230c7c9");
    private static final RsaKey KEY = RsaKey.generate(new SecureRandom());

    @Test
    void nativeVerifierIsTheDoubleDigestInHex() {
        assertThat(NativePassword.verifier("secret")).isEqualTo("14E65567ABDB5135D0CFD9A70B3032C179A49EE7");
        assertThat(NativePassword.verifier("password")).isEqualTo("2470C0C06DEE42FD1618BB99005ADCA2EC9D1E19");
        assertThat(NativePassword.verifier("")).isEmpty();
    }

    @Test
    void nativeResponseOfThePasswordIsAccepted() {
        assertThat(NativePassword.verify("14E65567ABDB5135D0CFD9A70B3032C179A49EE7", NONCE, NATIVE_RESPONSE))
                .isTrue();
        assertThat(NativePassword.verify("14e65567abdb5135d0cfd9a70b3032c179a49ee7", NONCE, NATIVE_RESPONSE))
                .isTrue();
    }

    @Test
    void everyOtherNativeResponseIsRefused() {
        String verifier = NativePassword.verifier("secret");

        for (int bit = 0; bit < 160; bit++) {
            byte[] flipped = NATIVE_RESPONSE.clone();
            flipped[bit / 8] ^= (byte) (1 << (bit % 8));
            assertThat(NativePassword.verify(verifier, NONCE, flipped)).isFalse();
        }
        assertThat(NativePassword.verify(verifier, NONCE, new byte[0])).isFalse();
        assertThat(NativePassword.verify(verifier, NONCE, new byte[21])).isFalse();
        assertThat(NativePassword.verify(NativePassword.verifier("Secret"), NONCE, NATIVE_RESPONSE))
                .isFalse();
    }

    @Test
    void emptyPasswordIsAnEmptyResponseOrOneNul() {
        assertThat(NativePassword.verify("", NONCE, new byte[0])).isTrue();
        assertThat(NativePassword.verify("", NONCE, new byte[] {0})).isTrue();
        assertThat(NativePassword.verify("", NONCE, NATIVE_RESPONSE)).isFalse();
        assertThat(NativePassword.isEmptyPassword(new byte[] {0, 0})).isFalse();
    }

    @Test
    void verifierOfAnotherPluginIsRefused() {
        assertThatThrownBy(() -> NativePassword.verify("ABCD", NONCE, NATIVE_RESPONSE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("mysql_native_password verifier of 4 characters, expected 40");
        assertThatThrownBy(() -> CachingSha2Password.verifyFull("$A$006$", new byte[0]))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void fastResponseOfTheCachedPasswordIsAccepted() {
        assertThat(CachingSha2Password.cached(utf8("secret"))).isEqualTo(SHA2_CACHED);
        assertThat(CachingSha2Password.verifyFast(SHA2_CACHED, NONCE, SHA2_RESPONSE))
                .isTrue();
    }

    @Test
    void everyOtherFastResponseIsRefused() {
        for (int bit = 0; bit < 256; bit++) {
            byte[] flipped = SHA2_RESPONSE.clone();
            flipped[bit / 8] ^= (byte) (1 << (bit % 8));
            assertThat(CachingSha2Password.verifyFast(SHA2_CACHED, NONCE, flipped))
                    .isFalse();
        }
        assertThat(CachingSha2Password.verifyFast(SHA2_CACHED, NONCE, new byte[0]))
                .isFalse();
    }

    @Test
    void fullVerifierHasMySqlsFormatAndKnowsItsPassword() {
        String verifier = CachingSha2Password.verifier("sécret", new SecureRandom());

        assertThat(verifier).hasSize(70).startsWith("$A$005$").matches("\\$A\\$005\\$[!-#%-~]{20}[./0-9A-Za-z]{43}");
        assertThat(CachingSha2Password.verifyFull(verifier, utf8("sécret"))).isTrue();
        assertThat(CachingSha2Password.verifyFull(verifier, utf8("secret"))).isFalse();
        assertThat(CachingSha2Password.verifyFull(verifier, new byte[0])).isFalse();
        assertThat(CachingSha2Password.verifyFull("", new byte[0])).isTrue();
        assertThat(CachingSha2Password.verifyFull("", utf8("x"))).isFalse();
    }

    @Test
    void passwordsBeyondTheLimitAreRefused() {
        assertThatThrownBy(() -> CachingSha2Password.verifier("x".repeat(257), new SecureRandom()))
                .hasMessage("password of 257 bytes, allowed: at most 256");
        String verifier = CachingSha2Password.verifier("x".repeat(256), new SecureRandom());
        assertThat(CachingSha2Password.verifyFull(verifier, utf8("x".repeat(256))))
                .isTrue();
        assertThat(CachingSha2Password.verifyFull(verifier, utf8("x".repeat(257))))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"RSA/ECB/OAEPWithSHA-1AndMGF1Padding", "RSA/ECB/PKCS1Padding"})
    void encryptedPasswordIsReadInEitherPadding(String transformation) throws Exception {
        byte[] text = utf8("a password longer than the nonce\0");
        for (int i = 0; i < text.length; i++) {
            text[i] ^= NONCE[i % NONCE.length];
        }
        Cipher cipher = Cipher.getInstance(transformation);
        cipher.init(Cipher.ENCRYPT_MODE, publicKey(KEY.pem()));
        byte[] payload = cipher.doFinal(text);

        assertThat(CachingSha2Password.password(payload, NONCE, KEY))
                .hasValueSatisfying(p -> assertThat(p).isEqualTo(utf8("a password longer than the nonce")));
    }

    @Test
    void clearPasswordIsReadUpToItsNul() {
        assertThat(CachingSha2Password.password(utf8("secret\0"), NONCE, KEY))
                .hasValueSatisfying(p -> assertThat(p).isEqualTo(utf8("secret")));
        byte[] asLongAsACiphertext = utf8("x".repeat(255) + "\0");
        assertThat(CachingSha2Password.password(asLongAsACiphertext, NONCE, KEY))
                .hasValueSatisfying(p -> assertThat(p).hasSize(255));
    }

    @Test
    void packetThatHoldsNoPasswordIsEmpty() {
        assertThat(CachingSha2Password.password(new byte[0], NONCE, KEY)).isEmpty();
        assertThat(CachingSha2Password.password(utf8("no end"), NONCE, KEY)).isEmpty();
        byte[] noise = new byte[256];
        Arrays.fill(noise, (byte) 0x55);
        assertThat(CachingSha2Password.password(noise, NONCE, KEY)).isEmpty();
    }

    @Test
    void publicKeyRequestIsOneByte() {
        assertThat(CachingSha2Password.isPublicKeyRequest(new byte[] {2})).isTrue();
        assertThat(CachingSha2Password.isPublicKeyRequest(new byte[] {2, 0})).isFalse();
        assertThat(CachingSha2Password.isPublicKeyRequest(new byte[] {1})).isFalse();
    }

    @Test
    void nonceIsPrintableWithoutTheSeparator() {
        SecureRandom random = new SecureRandom();
        for (int i = 0; i < 2000; i++) {
            assertThat(new String(Nonce.generate(random), StandardCharsets.US_ASCII))
                    .matches("[!-#%-~]{20}");
        }
    }

    private static PublicKey publicKey(String pem) throws Exception {
        assertThat(pem).startsWith("-----BEGIN PUBLIC KEY-----\n").endsWith("\n-----END PUBLIC KEY-----\n");
        byte[] encoded = Base64.getMimeDecoder().decode(pem.replaceAll("-----[^-]+-----", ""));
        return KeyFactory.getInstance("RSA").generatePublic(new X509EncodedKeySpec(encoded));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
