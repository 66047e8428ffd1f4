package io.tributary.backend.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class CommitNotesTest {
    private static final long T = World.TABLE;

    private final World world = new World();

    @Test
    void whoeverAsksMeanwhileSharesOneNoteAndItsForce() {
        world.agent().doWork();
        long forces = world.agent().stats().forces();

        CompletableFuture<Void> one = world.agent().noteCommits();
        CompletableFuture<Void> two = world.agent().noteCommits();
        assertThat(one).isNotDone();
        world.agent().doWork();

        assertThat(one).isCompleted();
        assertThat(two).isCompleted();
        assertThat(world.agent().stats().forces()).isEqualTo(forces + 1);
    }

    @Test
    void anEngineThatLostACommitOfWhichTheLogKnowsStopsTheStartWithWordsThatKeepTheLog() {
        world.async(T, 1);
        world.settle();
        world.engine.mark();
        CompletableFuture<Void> noted = world.agent().noteCommits();
        world.async(T, 2);
        world.settle();
        assertThat(noted).isCompleted();

        world.engine.loseUnlogged(1);
        world.kill();

        assertThatThrownBy(world::agent)
                .isInstanceOfSatisfying(TributaryException.class, e -> assertThat(e.code())
                        .isEqualTo(ErrorCode.SERVER_ERROR_READING_LOG))
                .hasMessageContaining("the engine has gone back")
                .hasMessageContaining("the last 1 are lost")
                .hasMessageContaining("do not delete")
                .hasMessageContaining("wal accept")
                .hasMessageNotContaining("wal skip");

        world.engine.unloggedCommits().accept(Long.MAX_VALUE);
        world.restartOn(world.disk.afterKill());
        world.recover();
        assertThat(world.engine.rows(T)).containsExactly(1L, 2L);
    }

    @Test
    void anEngineThatIsAheadOfTheLogsNotesIsWelcome() {
        CompletableFuture<Void> noted = world.agent().noteCommits();
        world.settle();
        assertThat(noted).isCompleted();
        world.engine.mark();

        world.kill();

        world.agent();
    }

    @Test
    void theNoteOutlivesTheSegmentsBeforeIt() {
        world.engine.mark();
        CompletableFuture<Void> noted = world.agent().noteCommits();
        world.settle();
        for (int i = 0; i < 300; i++) {
            world.async(T, i);
            world.settle();
        }
        assertThat(noted).isCompleted();
        world.engine.loseUnlogged(1);
        world.kill();

        assertThatThrownBy(world::agent).hasMessageContaining("the engine has gone back");
    }

    @Test
    void aLogWithoutRoomNotesNothingAndDoesNotFail() {
        world.agent();
        world.disk.usableBytes(0);
        world.agent().lookAtDisk();
        for (int i = 0; i < 200; i++) {
            CompletableFuture<Void> noted = world.agent().noteCommits();
            world.settle();
            assertThat(noted).isDone();
        }

        assertThat(world.agent().failure()).isNull();
        assertThat(world.agent().noteCommits()).isNotDone();
        world.disk.usableBytes(1 << 20);
        world.agent().lookAtDisk();
        CompletableFuture<Void> noted = world.agent().noteCommits();
        world.settle();
        assertThat(noted).isCompleted();
    }

    @Test
    void nobodyWaitsForANoteOfALogThatHasEnded() {
        CompletableFuture<Void> asked = world.agent().noteCommits();
        world.agent().close();

        assertThat(asked).isDone();
        assertThat(world.agent().noteCommits()).isCompletedExceptionally();
    }
}
