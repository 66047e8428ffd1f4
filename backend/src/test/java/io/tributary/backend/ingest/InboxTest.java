package io.tributary.backend.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.engine.port.Rows;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class InboxTest {
    private static final long LOAD_BYTES = Rows.block(1).length();

    private final List<String> calls = new ArrayList<>();
    private final Inbox inbox = new Inbox(2 * LOAD_BYTES, () -> calls.add("arrived"));

    @Test
    void loadsAreTakenUpToTheBytesAndNoFurther() {
        assertThat(inbox.offer(load())).isEqualTo(Inbox.Offer.QUEUED);
        assertThat(inbox.offer(load())).isEqualTo(Inbox.Offer.QUEUED);

        assertThat(inbox.offer(load())).isEqualTo(Inbox.Offer.FULL);

        assertThat(inbox.reserved()).isEqualTo(2 * LOAD_BYTES);
        assertThat(calls).hasSize(2);
    }

    @Test
    void bytesStayReservedUntilTheyAreReleased() {
        inbox.offer(load());
        inbox.offer(load());
        inbox.drain(new ArrayDeque<>(), new ArrayDeque<>());

        assertThat(inbox.offer(load())).isEqualTo(Inbox.Offer.FULL);
        inbox.release(LOAD_BYTES);

        assertThat(inbox.offer(load())).isEqualTo(Inbox.Offer.QUEUED);
        assertThatThrownBy(() -> inbox.release(3 * LOAD_BYTES)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void refusedOneIsCalledBackOnceAndOnlyAfterARelease() {
        fill();
        inbox.onSpace(() -> calls.add("space"));
        calls.clear();

        assertThat(inbox.wakeSpaceWaiters()).isZero();
        inbox.release(LOAD_BYTES);
        assertThat(inbox.isIdle()).isFalse();
        assertThat(inbox.wakeSpaceWaiters()).isEqualTo(1);
        assertThat(inbox.wakeSpaceWaiters()).isZero();

        assertThat(calls).containsExactly("space");
    }

    @Test
    void releaseBetweenRefusalAndRegistrationIsNotMissed() {
        fill();
        inbox.release(LOAD_BYTES);

        inbox.onSpace(() -> calls.add("space"));

        assertThat(inbox.wakeSpaceWaiters()).isEqualTo(1);
    }

    @Test
    void closedInboxTakesNothingAndLetsWaitersGo() {
        fill();
        inbox.onSpace(() -> calls.add("space"));

        inbox.close(new TributaryException(ErrorCode.SERVER_SHUTDOWN, "going"));

        assertThat(inbox.offer(load())).isEqualTo(Inbox.Offer.CLOSED);
        assertThat(inbox.command(() -> {})).isFalse();
        assertThat(inbox.wakeSpaceWaiters()).isEqualTo(1);
    }

    private void fill() {
        inbox.offer(load());
        inbox.offer(load());
        inbox.offer(load());
        inbox.drain(new ArrayDeque<>(), new ArrayDeque<>());
    }

    private static LoadTask load() {
        return new LoadTask(7, 1, false, List.of(Rows.block(1)), new World.Answer());
    }
}
