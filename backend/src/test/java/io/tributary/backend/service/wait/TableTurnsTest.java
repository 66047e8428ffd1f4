package io.tributary.backend.service.wait;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.backend.service.ManualTimer;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TableTurnsTest {
    private final ManualTimer timer = new ManualTimer();
    private final TableTurns turns = new TableTurns(timer);

    @AfterEach
    void stop() {
        timer.shutdownNow();
    }

    @Test
    void thoseOfOneTableComeOneAfterAnotherAndThoseOfAnotherBesides() {
        CompletableFuture<TableTurns.Turn> first = take(1L);
        CompletableFuture<TableTurns.Turn> second = take(1L);
        CompletableFuture<TableTurns.Turn> other = take(2L);
        assertThat(first).isCompleted();
        assertThat(second).isNotDone();
        assertThat(other).isCompleted();

        first.join().close();

        assertThat(second).isCompleted();
        second.join().close();
        assertThat(take(1L)).isCompleted();
    }

    @Test
    void whoHasWaitedForTooLongIsPassedOverAndGivesBackWhatItHad() {
        CompletableFuture<TableTurns.Turn> first = take(2L);
        CompletableFuture<TableTurns.Turn> both = take(2L, 1L);
        CompletableFuture<TableTurns.Turn> behind = take(1L);
        assertThat(both).isNotDone();
        assertThat(behind).isNotDone();

        timer.elapse();

        assertThat(both).isCompletedExceptionally();
        // What that one had was given back, and so came to the next in time.
        assertThat(behind).isCompletedWithValueMatching(turn -> true);
        CompletableFuture<TableTurns.Turn> next = take(2L);
        assertThat(next).isNotDone();
        first.join().close();
        assertThat(next).isCompleted();
    }

    @Test
    void whoHasWaitedForTooLongStandsInNoLine() {
        CompletableFuture<TableTurns.Turn> holder = take(1L);
        for (int i = 0; i < 100; i++) {
            CompletableFuture<TableTurns.Turn> late = take(1L);
            timer.elapse();
            assertThat(late).isCompletedExceptionally();
        }

        assertThat(turns.inLine(1)).isEqualTo(1);
        holder.join().close();
        assertThat(turns.inLine(1)).isZero();
        assertThat(take(1L)).isCompleted();
    }

    private CompletableFuture<TableTurns.Turn> take(Long... tableIds) {
        return turns.take(List.of(tableIds), 10, () -> new TributaryException(ErrorCode.LIMIT_OR_LOCK_WAIT, "late"));
    }
}
