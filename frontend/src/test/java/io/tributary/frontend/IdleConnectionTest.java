package io.tributary.frontend;

import static io.tributary.frontend.FrontendFixture.run;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** {@code wait_timeout}, which counts from when it is set. */
final class IdleConnectionTest {
    private static final Duration DEADLINE = Duration.ofSeconds(20);

    @Test
    void aConnectionIsClosedWhenItWasIdleForAsLongAsItHasSetLast() throws Exception {
        try (FrontendFixture frontend = new FrontendFixture();
                Connection idle = frontend.withTable(FrontendFixture.MANUAL);
                Connection other = frontend.connect("")) {
            run(idle, "SET wait_timeout = 1");

            long began = System.nanoTime();
            while (FrontendFixture.rows(other, "SHOW PROCESSLIST").size() > 1) {
                assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(DEADLINE);
                TimeUnit.MILLISECONDS.sleep(20);
            }
            assertThat(idle.isValid(1)).isFalse();
            assertThat(other.isValid(1)).isTrue();
        }
    }
}
