package io.tributary.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BackendConfigTest {
    private static final BackendConfig DEFAULTS = BackendConfig.of(Path.of("data"));

    @ParameterizedTest
    @EnumSource
    void everyLimitHasADefaultInItsRangeAndRefusesWhatIsNot(BackendLimit limit) {
        assertThat(DEFAULTS.limit(limit)).isBetween(limit.min(), limit.max());
        assertThat(DEFAULTS.withLimit(limit, limit.min()).limit(limit)).isEqualTo(limit.min());
        assertThatThrownBy(() -> DEFAULTS.withLimit(limit, limit.min() - 1))
                .hasMessage(limit.key() + " = " + (limit.min() - 1) + ": " + limit.min() + " to " + limit.max());
    }

    @Test
    void theTokenIsNotPrinted() {
        BackendConfig config = DEFAULTS.withListen(new BackendConfig.Listen("127.0.0.1", 8060, "secret"));

        assertThat(config.toString()).contains("127.0.0.1:8060").doesNotContain("secret");
    }
}
