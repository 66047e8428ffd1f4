package io.tributary.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class CapabilityTest {
    @Test
    void everyBitHasItsName() {
        assertThat(Capability.names(Capability.LONG_PASSWORD | Capability.SSL | Capability.REMEMBER_OPTIONS))
                .isEqualTo("LONG_PASSWORD|SSL|REMEMBER_OPTIONS");
        assertThat(Capability.names(Capability.DEPRECATE_EOF)).isEqualTo("DEPRECATE_EOF");
        assertThat(Capability.names(-1).split("\\|", -1)).hasSize(32).doesNotHaveDuplicates();
        assertThat(Capability.names(0)).isEmpty();
    }

    @Test
    void theServerOffersNothingItDoesNotSpeak() {
        int unspoken = Capability.ZSTD_COMPRESSION
                | Capability.SSL
                | Capability.SESSION_TRACK
                | Capability.QUERY_ATTRIBUTES
                | Capability.OPTIONAL_RESULTSET_METADATA
                | Capability.MULTI_FACTOR_AUTHENTICATION;

        assertThat(Capability.SERVER & unspoken).isZero();
        assertThat(Capability.SERVER_8 & ~Capability.SERVER)
                .isEqualTo(Capability.SESSION_TRACK
                        | Capability.ZSTD_COMPRESSION
                        | Capability.QUERY_ATTRIBUTES
                        | Capability.OPTIONAL_RESULTSET_METADATA);
    }

    @Test
    void onlyLatin1IsNotUtf8() {
        assertThat(CharacterSet.charset(8)).isEqualTo(Charset.forName("windows-1252"));
        for (int id : new int[] {0, 33, 45, 63, 83, 224, 255, 309}) {
            assertThat(CharacterSet.charset(id)).isEqualTo(StandardCharsets.UTF_8);
        }
    }
}
