package io.tributary.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class EndWatchTest {
    private final CompletableFuture<Integer> ended = new CompletableFuture<>();

    @Test
    void anEndThatDoesNotComeEndsTheProcess() throws Exception {
        try (EndWatch watch = EndWatch.start(20, ended::complete)) {
            assertThat(watch).isNotNull();
            assertThat(ended.get(30, TimeUnit.SECONDS)).isEqualTo(76);
        }
    }

    @Test
    void oneThatComesInTimeDoesNot() {
        EndWatch.start(200, ended::complete).close();

        assertThat(ended).failsWithin(400, TimeUnit.MILLISECONDS);
    }
}
