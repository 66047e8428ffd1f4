package io.tributary.columnar;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ReaderTurnsTest {
    private final ReaderTurns turns = new ReaderTurns(2);

    @Test
    void moreThanTheLimitWaitInTheirOrder() {
        ReaderTurns.Turn one = turns.take();
        ReaderTurns.Turn two = turns.take();
        ReaderTurns.Turn three = turns.take();
        ReaderTurns.Turn four = turns.take();
        assertThat(one.come()).isCompleted();
        assertThat(two.come()).isCompleted();
        assertThat(three.come()).isNotDone();

        two.close();
        two.close();

        assertThat(three.come()).isCompleted();
        assertThat(four.come()).isNotDone();
        assertThat(turns.readers()).isEqualTo(2);
    }

    @Test
    void whoDoesNotWaitAnyMoreTakesNobodysTurn() {
        ReaderTurns.Turn one = turns.take();
        ReaderTurns.Turn two = turns.take();
        ReaderTurns.Turn gone = turns.take();
        ReaderTurns.Turn last = turns.take();

        gone.close();
        one.close();

        assertThat(gone.come()).isNotDone();
        assertThat(last.come()).isCompleted();
        two.close();
        last.close();
        assertThat(turns.readers()).isZero();
    }
}
