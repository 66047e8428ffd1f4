package io.tributary.frontend.compression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class DecoderBudgetTest {
    @Test
    void asManyDecodersAsThereIsRoomForAreMadeAtATime() {
        DecoderBudget budget = new DecoderBudget(30L << 20);
        budget.reserve(Compression.LZ4);
        budget.reserve(Compression.LZ4);

        assertThatThrownBy(() -> budget.reserve(Compression.LZ4))
                .hasMessageContaining("their decoders may hold 31457280 bytes together; try again");
        budget.reserve(Compression.GZIP);
        budget.release(Compression.LZ4);
        budget.reserve(Compression.LZ4);

        budget.release(Compression.LZ4);
        budget.release(Compression.LZ4);
        budget.release(Compression.GZIP);
        assertThat(budget.reserved()).isZero();
    }
}
