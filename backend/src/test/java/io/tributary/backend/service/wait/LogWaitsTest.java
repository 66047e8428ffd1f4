package io.tributary.backend.service.wait;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.backend.service.FakeLog;
import io.tributary.backend.service.ManualTimer;
import io.tributary.contract.calls.BatchInfo;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LogWaitsTest {
    private final FakeLog log = new FakeLog();
    private final ManualTimer timer = new ManualTimer();
    private final Deque<Runnable> reports = new ArrayDeque<>();
    private final LogWaits waits = new LogWaits(log, timer, reports::add);

    @AfterEach
    void close() {
        timer.shutdownNow();
    }

    @Test
    void whoAskedForTheBatchesGoesOnWithAThreadOfTheReportsAndNotOfTheLog() {
        CompletableFuture<List<BatchInfo>> batches = waits.batches();
        assertThat(batches).isNotDone();

        reports.remove().run();

        assertThat(batches).isCompletedWithValue(List.of());
    }
}
