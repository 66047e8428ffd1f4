package io.tributary.backend.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.log.MemoryWalDirectory;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CommitWitnessTest {
    /** A log that hangs is waited for once so long; a thread of the test that gets no CPU for longer fails it. */
    private static final long WAIT_MILLIS = 1_000;

    private final World world = new World();
    private final IngestAgent hanging = world.agentOn(new MemoryWalDirectory());
    private final IngestAgent working = world.agentOn(new MemoryWalDirectory());
    private final CommitWitness witness = new CommitWitness(List.of(hanging, working), WAIT_MILLIS);

    @Test
    void whileOneLogHangsEachCommitIsNotedByTheOther() throws Exception {
        for (int commit = 0; commit < 3; commit++) {
            Thread committer = new Thread(witness::note);
            committer.start();
            awaitThatItWaits(committer);

            while (committer.isAlive()) {
                working.doWork();
                committer.join(1);
            }
        }

        hanging.doWork();
        Thread committer = new Thread(witness::note);
        committer.start();
        awaitThatItWaits(committer);
        while (committer.isAlive()) {
            hanging.doWork();
            committer.join(1);
        }
    }

    @Test
    void whatNoLogNotesIsAWarningUntilOneNotesItAfterwards() throws Exception {
        CommitWitness alone = new CommitWitness(List.of(hanging), WAIT_MILLIS);
        alone.noteMissing();
        assertThat(alone.warning()).isNull();

        alone.note();
        assertThat(alone.warning()).contains("no log takes a note");
        alone.noteMissing();
        assertThat(alone.warning()).contains("no log takes a note");

        hanging.doWork();
        Thread again = new Thread(alone::noteMissing);
        again.start();
        while (again.isAlive()) {
            hanging.doWork();
            again.join(1);
        }
        assertThat(alone.warning()).isNull();
    }

    /** It would end at once if nobody were asked for a note. */
    private static void awaitThatItWaits(Thread committer) throws InterruptedException {
        while (committer.getState() != Thread.State.TIMED_WAITING) {
            assertThat(committer.getState()).as("asked no log").isNotEqualTo(Thread.State.TERMINATED);
            TimeUnit.MILLISECONDS.sleep(1);
        }
    }
}
