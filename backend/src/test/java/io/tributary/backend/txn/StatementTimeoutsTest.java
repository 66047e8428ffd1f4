package io.tributary.backend.txn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class StatementTimeoutsTest {
    private static final long DEADLINE_MILLIS = 10_000;

    private final AtomicLong nanos = new AtomicLong();
    private final StatementTimeouts timeouts = new StatementTimeouts(nanos::get);
    private final AtomicInteger interrupts = new AtomicInteger();

    @Test
    void aStatementIsInterruptedWhenItsTimeIsOverAgainAndAgainUntilItIsClosed() {
        StatementTimeouts.Running running = timeouts.beginChange(1_000);
        running.interruptBy(interrupts::incrementAndGet);
        passMillis(999);
        timeouts.check();
        assertThat(interrupts).hasValue(0);

        passMillis(1);
        timeouts.check();
        timeouts.check();
        assertThat(interrupts).hasValue(2);
        assertThat(running.told(new IllegalStateException("interrupted")))
                .isInstanceOfSatisfying(
                        TributaryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STATEMENT_TIMEOUT));

        running.close();
        timeouts.check();
        assertThat(interrupts).hasValue(2);
    }

    @Test
    void aStatementDoesNotEndWhileItIsInterruptedSoThatTheNextOneIsNotHit() throws Exception {
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        StatementTimeouts.Running running = timeouts.beginChange(1_000);
        Thread statement = new Thread(() -> {
            running.close();
            order.add("closed");
        });
        running.interruptBy(() -> {
            statement.start();
            awaitBlockedOrEnded(statement);
            order.add("interrupted");
        });
        passMillis(1_000);

        timeouts.check();
        statement.join(DEADLINE_MILLIS);

        assertThat(order).containsExactly("interrupted", "closed");
    }

    @Test
    void theLastStepIsNotInterrupted() {
        try (StatementTimeouts.Running running = timeouts.beginChange(1_000)) {
            running.interruptBy(interrupts::incrementAndGet);
            running.requireTime();
            passMillis(1_000);

            timeouts.check();

            assertThat(interrupts).hasValue(0);
            RuntimeException own = new IllegalStateException("of the commit");
            assertThat(running.told(own)).isSameAs(own);
            assertThat(catchThrowableOfType(TributaryException.class, running::requireTime)
                            .code())
                    .isEqualTo(ErrorCode.STATEMENT_TIMEOUT);
        }
    }

    private void passMillis(long millis) {
        nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    private static void awaitBlockedOrEnded(Thread thread) {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(DEADLINE_MILLIS);
        while (thread.getState() != Thread.State.BLOCKED && thread.getState() != Thread.State.TERMINATED) {
            assertThat(System.nanoTime())
                    .as("the statement neither waits nor ends")
                    .isLessThan(deadline);
            Thread.onSpinWait();
        }
    }
}
