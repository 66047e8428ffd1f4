package io.tributary.protocol.handshake;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.protocol.PacketBytes;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Sha256CryptTest {
    /** The test vectors of the SHA-crypt text itself. */
    @ParameterizedTest
    @CsvSource({
        "5000, saltstring, Hello world!, 5B8vYYiY.CVt1RlTTf8KbXBH3hsxY/GNooZaBBGWEc5",
        "10000, saltstringsaltst, Hello world!, 3xv.VbSHBb41AL9AvLeujZkZRBAwqFMz2.opqey6IcA",
        "5000, toolongsaltstrin, This is just a test, Un/5jzAHMgOGZ5.mWJpuVolil07guHPvOW8mGRcvxa5",
    })
    void publishedVectors(int rounds, String salt, String password, String digest) {
        assertThat(Sha256Crypt.digest(ascii(password), ascii(salt), rounds)).isEqualTo(digest);
    }

    @Test
    void passwordLongerThanADigest() {
        byte[] password = ascii("a very much longer text to encrypt.  This one even stretches over morethan one line.");

        assertThat(Sha256Crypt.digest(password, ascii("anotherlongsalts"), 1400))
                .isEqualTo("Rx.j8H.h8HjEDGomFU8bDkXm3XIUnzyxf12oP84Bnq1");
    }

    /** The published example of MySQL's own format, "hashcat" with a salt of 20 bytes. */
    @Test
    void saltOfTwentyBytesAsMySqlUsesIt() {
        byte[] salt = PacketBytes.hex("F9CC98CE08892924F50A213B6BC571A2C11778C5");

        assertThat(Sha256Crypt.digest(ascii("hashcat"), salt, 5000))
                .isEqualTo("bTy95Y99eAME1dwEkHOA1ndHGBWz.1bxSSRkuTXFGV/");
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
