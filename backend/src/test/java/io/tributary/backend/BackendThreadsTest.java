package io.tributary.backend;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.backend.batch.TxnIds;
import io.tributary.contract.health.OwnerThreads;
import io.tributary.engine.duckdb.DuckDbEngine;
import io.tributary.engine.duckdb.DuckDbOptions;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class BackendThreadsTest {
    @TempDir
    Path directory;

    private final CloseStack closing = new CloseStack();
    private final CountDownLatch blocked = new CountDownLatch(1);

    @AfterEach
    void stop() {
        blocked.countDown();
        closing.close();
    }

    @Test
    void twentyThousandBatchesGetTheirIdsWhileHousekeepingIsBlocked() throws Exception {
        DuckDbEngine engine =
                DuckDbEngine.open(DuckDbOptions.defaults(directory.resolve("t.duckdb"), directory.resolve("tmp")));
        closing.push("engine", engine);
        BackendThreads threads = open();
        block(threads.housekeeping());
        TxnIds ids = TxnIds.open(engine.systemStore(), TxnIds.BLOCK_IDS_DEFAULT, threads.txnIds());

        for (long expected = 1; expected <= 20_000; expected++) {
            assertThat(nextOf(ids)).isEqualTo(expected);
        }
    }

    @Test
    void timeOutsAndLeasesGoOnWhileHousekeepingIsBlocked() throws Exception {
        BackendThreads threads = open();
        block(threads.housekeeping());
        CountDownLatch each = new CountDownLatch(9);

        Stream.of(
                        threads.committers().first(),
                        threads.committers().retries(),
                        threads.txnIds(),
                        threads.watch(),
                        threads.leases(),
                        threads.settling(),
                        threads.reports(),
                        threads.servers(),
                        threads.logRetention())
                .forEach(executor -> executor.execute(each::countDown));

        assertThat(each.await(30, TimeUnit.SECONDS)).isTrue();
    }

    private BackendThreads open() {
        BackendThreads threads =
                new BackendThreads(BackendConfig.of(directory), new OwnerThreads((death, error) -> {}), closing);
        closing.push("engine pools", threads.engine());
        return threads;
    }

    /** Keeps both threads busy as long as the test takes. */
    private void block(ExecutorService housekeeping) throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(2);
        for (int i = 0; i < 2; i++) {
            housekeeping.execute(() -> {
                begun.countDown();
                try {
                    blocked.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
        }
        assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
    }

    /** Asks for an id like the log: again and again, never waiting. */
    private static long nextOf(TxnIds ids) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        OptionalLong id = ids.tryNext();
        while (id.isEmpty()) {
            assertThat(System.nanoTime()).as("no transaction id").isLessThan(deadline);
            Thread.onSpinWait();
            id = ids.tryNext();
        }
        return id.getAsLong();
    }
}
