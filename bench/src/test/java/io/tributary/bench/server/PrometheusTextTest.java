package io.tributary.bench.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class PrometheusTextTest {
    private static final String TEXT =
            """
            # HELP tributary_log_forces_total forces of the log
            # TYPE tributary_log_forces_total counter
            tributary_log_forces_total 1234.0
            tributary_log_forces_total_other 1.0
            """;

    @Test
    void aMetricIsFoundByItsWholeName() {
        assertThat(PrometheusText.value(TEXT, "tributary_log_forces_total")).isEqualTo(1_234.0);
        assertThat(PrometheusText.value(TEXT, "tributary_log_forces")).isNull();
        assertThat(PrometheusText.value("", "tributary_log_forces_total")).isNull();
    }
}
