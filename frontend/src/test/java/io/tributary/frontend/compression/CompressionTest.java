package io.tributary.frontend.compression;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which compression the first bytes of a body tell. */
final class CompressionTest {
    @ParameterizedTest
    @CsvSource({"GZIP,1f8b08", "ZSTD,28b52ffd", "LZ4,04224d18", "BZIP2,425a68"})
    void aBodyThatIsNoJsonIsWhatItBeginsWith(Compression compression, String hex) {
        byte[] head = HexFormat.of().parseHex(hex + "00000000");

        assertThat(Compression.ofHead(head, true)).contains(compression);
        assertThat(Compression.ofHead(head, false).isPresent())
                .isEqualTo(EnumSet.of(Compression.GZIP, Compression.ZSTD).contains(compression));
    }

    @Test
    void aTextIsNoneHoweverShort() {
        for (String text : new String[] {"", "1", "1,a,1\n", "(", "BZh91AY&SY,1\n", "\u001f"}) {
            assertThat(Compression.ofHead(text.getBytes(StandardCharsets.UTF_8), false))
                    .as(text)
                    .isEmpty();
        }
        assertThat(Compression.ofHead("{\"a\":1}".getBytes(StandardCharsets.UTF_8), true))
                .isEmpty();
    }
}
