package io.tributary.backend.ingest;

import static io.tributary.backend.ingest.World.OTHER;
import static io.tributary.backend.ingest.World.TABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.backend.ingest.LogIngest.Hold;
import io.tributary.backend.record.LogRegistry;
import io.tributary.contract.calls.BatchInfo;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.IdempotencyKey;
import io.tributary.engine.port.Rows;
import io.tributary.log.MemoryWalDirectory;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Several logs of one backend, stepped by hand, on disks in memory. */
@Timeout(60)
class LogsTest {
    private static final long THIRD = 9;

    private final World world = new World();
    private final MemoryWalDirectory first = new MemoryWalDirectory();
    private final MemoryWalDirectory second = new MemoryWalDirectory();
    private Logs logs = open();

    private Logs open() {
        world.define(THIRD);
        return new Logs(
                new LogRegistry(world.engine.systemStore()), List.of(world.agentOn(first), world.agentOn(second)));
    }

    @Test
    void tablesAreSpreadOverLogsOfEqualSpaceAndStayWhereTheyAre() {
        offer(TABLE, 1);
        offer(OTHER, 2);
        offer(TABLE, 3);
        settle();

        List<BatchInfo> batches = batches();
        assertThat(batches).extracting(BatchInfo::table).containsExactly("t" + TABLE, "t" + OTHER);
        assertThat(epochOf(batches.get(0))).isNotEqualTo(epochOf(batches.get(1)));
        assertThat(batches.get(0).loads()).isEqualTo(2);
    }

    @Test
    void aTableIsBoundToTheLogWithMostSpace() {
        second.usableBytes(1L << 41);
        logs.agents().forEach(IngestAgent::lookAtDisk);
        offer(TABLE, 1);
        offer(OTHER, 2);
        settle();

        assertThat(logs.agents().get(0).stats().uncommittedBatches()).isZero();
        assertThat(logs.agents().get(1).stats().uncommittedBatches()).isEqualTo(2);
    }

    @Test
    void aFailedLogRefusesItsTablesAndTheOthersGoOn() {
        offer(TABLE, 1);
        offer(OTHER, 2);
        settle();
        first.failAfter(0);
        World.Answer refused = offer(TABLE, 3);
        settle();
        World.Answer again = offer(TABLE, 4);
        World.Answer taken = offer(OTHER, 5);
        World.Answer fresh = offer(THIRD, 6);
        settle();

        assertThat(refused.heard).containsExactly("refused OUTCOME_UNKNOWN");
        assertThat(refused.error).hasMessageContaining("the outcome of this load is unknown");
        assertThat(again.error).hasMessageContaining("until a restart").hasMessageNotContaining("unknown");
        assertThat(taken.heard).containsExactly("logged");
        assertThat(fresh.heard).containsExactly("logged");
        assertThat(logs.agents().get(0).failure()).contains("disk failed");
        assertThat(logs.agents().get(1).failure()).isNull();
    }

    @Test
    void rowsOfAllLogsAreThereOnceAfterAKill() {
        offer(TABLE, 1, 2);
        offer(OTHER, 3);
        settle();
        logs = reopenAfterKill();
        assertThat(logs.recovering()).containsExactlyInAnyOrder(TABLE, OTHER);
        settle();

        assertThat(logs.recovering()).isEmpty();
        assertThat(world.engine.rows(TABLE)).containsExactly(1L, 2L);
        assertThat(world.engine.rows(OTHER)).containsExactly(3L);
    }

    @Test
    void aLoadThatTheLogOpenedLastHoldsIsNotMadeAgainByAnother() {
        offer(OTHER, 1);
        World.Answer made = keyed(TABLE, 2);
        settle();
        assertThat(made.heard).containsExactly("logged");
        assertThat(logs.agents().get(1).stats().idempotencyKeys()).isEqualTo(1);
        logs = reopenAfterKill();

        World.Answer again = keyed(TABLE, 2);
        settle();

        assertThat(again.heard).containsExactly("repeated logged");
        assertThat(again.txnId).isEqualTo(made.txnId);
        settle();
        assertThat(logs.stats().uncommittedBatches()).isZero();
        assertThat(world.engine.rows(TABLE)).containsExactly(2L);
    }

    @Test
    void whatAllLogsShareIsCountedOnce() {
        world.engine.refuseValues(2L);
        offer(TABLE, 1);
        offer(OTHER, 2);
        settle();
        world.advanceMillis(10_000);
        settle();
        world.advanceMillis(10_000);
        settle();
        offer(TABLE, 3);
        settle();

        assertThat(world.engine.quarantined()).hasSize(1);
        assertThat(logs.stats().quarantinedRows()).isEqualTo(1);
    }

    /** The process dies; its tables are bound anew. */
    private Logs reopenAfterKill() {
        world.commits.clear();
        return new Logs(
                new LogRegistry(world.engine.systemStore()),
                List.of(world.agentOn(first.afterKill()), world.agentOn(second.afterKill())));
    }

    private World.Answer keyed(long table, long value) {
        World.Answer answer = new World.Answer();
        IdempotencyKey key = new IdempotencyKey("k", value, 0);
        assertThat(logs.offer(new LoadTask(table, 1, false, List.of(Rows.block(value)), key, answer)))
                .isTrue();
        return answer;
    }

    @Test
    void syncAndBarrierGoToTheTablesLog() {
        World.Answer one = offer(TABLE, 1);
        World.Answer two = offer(OTHER, 2);
        settle();
        var visible = logs.sync(List.of(TABLE, OTHER, THIRD));
        var barrier = logs.barrier(OTHER);
        settle();
        World.Answer held = offer(OTHER, 3);
        settle();

        assertThat(visible).isCompleted();
        assertThat(world.engine.rows(TABLE)).containsExactly(1L);
        assertThat(world.engine.rows(OTHER)).containsExactly(2L);
        assertThat(held.heard).isEmpty();
        barrier.join().close();
        settle();
        assertThat(held.heard).containsExactly("logged");
        assertThat(List.of(one.heard, two.heard)).containsOnly(List.of("logged"));
    }

    @Test
    void aDroppedTableIsForgottenInItsLog() {
        offer(TABLE, 1);
        settle();
        world.tables.remove(TABLE);
        world.dropped.add(TABLE);
        var dropped = logs.dropTable(TABLE);
        settle();

        assertThat(dropped).isCompleted();
        assertThat(batches()).isEmpty();
        assertThat(offerRefused(TABLE)).isEqualTo(ErrorCode.UNKNOWN_TABLE);
    }

    @Test
    void aLogThatMayHoldRowsMustBeThereAtTheNextStart() {
        LogRegistry registry = new LogRegistry(world.engine.systemStore());
        registry.open(Map.of(1L, "/a", 2L, "/b"));

        assertThatThrownBy(() -> registry.open(Map.of(1L, "/a")))
                .isInstanceOf(TributaryException.class)
                .hasMessageContaining("log 0000000000000002 in /b")
                .hasMessageContaining("group_commit_wal_path does not name that directory");
        assertThatThrownBy(() -> registry.open(Map.of(1L, "/a", 3L, "/b")))
                .hasMessageContaining("that directory holds another log now");
        assertThatCode(() -> registry.open(Map.of(1L, "/a", 2L, "/moved"))).doesNotThrowAnyException();
    }

    @Test
    void aLogThatWasEmptiedMayBeLeftOut() {
        LogRegistry registry = new LogRegistry(world.engine.systemStore());
        registry.open(Map.of(1L, "/a", 2L, "/b"));
        registry.emptied(Map.of(2L, "/b"));
        registry.open(Map.of(1L, "/a"));

        assertThat(registry.forget("/a")).containsExactly("0000000000000001");
        assertThatCode(() -> registry.open(Map.of(3L, "/c"))).doesNotThrowAnyException();
    }

    @Test
    void aLogThatWasGivenUpDoesNotComeBackWithItsRows() {
        LogRegistry registry = new LogRegistry(world.engine.systemStore());
        long kept = logs.agents().get(0).epoch();
        long lost = logs.agents().get(1).epoch();
        registry.open(Map.of(kept, "/a", lost, "/b"));
        offer(TABLE, 1);
        offer(OTHER, 2);
        settle();

        assertThat(registry.forget("/b")).containsExactly(String.format("%016x", lost));
        assertThat(registry.forget("/b")).isEmpty();

        world.commits.clear();
        logs = new Logs(registry, List.of(world.agentOn(first.afterKill())));
        settle();
        registry.open(Map.of(kept, "/a"));
        registry.emptied(Map.of(kept, "/a"));
        int committed =
                world.engine.rows(TABLE).size() + world.engine.rows(OTHER).size();
        assertThat(committed).isEqualTo(1);
        for (int start = 0; start < 2; start++) {
            assertThatThrownBy(() -> world.agentOn(second.afterKill()))
                    .isInstanceOf(TributaryException.class)
                    .hasMessageContaining(String.format("log %016x", lost))
                    .hasMessageContaining("was given up with 'tributary wal forget'");
        }
        assertThat(world.engine.rows(TABLE).size() + world.engine.rows(OTHER).size())
                .isEqualTo(1);
    }

    @Test
    void closingNotesWhichLogsAreEmpty() {
        logs = new Logs(
                new LogRegistry(world.engine.systemStore()), List.of(world.agentOn(first), world.agentOn(second)));
        world.committers = Runnable::run;
        offer(TABLE, 1);
        settle();
        logs.close();

        assertThat(world.engine.rows(TABLE)).containsExactly(1L);
        assertThat(world.engine.systemStore().list(LogRegistry.SPACE).values())
                .allMatch(text -> text.startsWith("empty "))
                .hasSize(2);
    }

    @Test
    void aReadHoldsItsTablesInTheirLogsAndAsksNoOther() {
        onReadInTwoLogs();

        CompletableFuture<Hold> hold = logs.hold(List.of(TABLE));
        settleFirst();

        assertThat(hold).isCompleted();
        hold.join().close();
    }

    @Test
    void whatAReadHeldIsAnsweredWhenItGivesUpThoughAnotherLogHangs() {
        onReadInTwoLogs();
        CompletableFuture<Hold> hold = logs.hold(List.of(TABLE, OTHER));
        settleFirst();
        World.Answer held = sync(TABLE, 5);
        settleFirst();
        assertThat(hold).isNotDone();
        assertThat(held.heard).isEmpty();

        hold.completeExceptionally(new TributaryException(ErrorCode.LIMIT_OR_LOCK_WAIT, "too late"));
        settleFirst();

        assertThat(held.heard).containsExactly("logged");
        settle();
        World.Answer other = sync(OTHER, 6);
        settle();
        assertThat(other.heard).containsExactly("logged");
    }

    @Test
    void aHoldThatIsGivenUpEndsBeforeTheCommitsItWaitsFor() {
        onReadInTwoLogs();
        sync(TABLE, 5);
        settleFirst();
        CompletableFuture<Hold> hold = logs.hold(List.of(TABLE));
        settleFirst();
        World.Answer held = sync(TABLE, 6);
        settleFirst();
        assertThat(held.heard).isEmpty();

        hold.completeExceptionally(new TributaryException(ErrorCode.LIMIT_OR_LOCK_WAIT, "too late"));
        settleFirst();

        assertThat(held.heard).containsExactly("logged");
    }

    @Test
    void aReadOfATableThatNobodyHasWrittenYetBindsItToNoLog() {
        onReadInTwoLogs();
        world.define(THIRD, "group_commit_policy", "on_read");

        CompletableFuture<Hold> hold = logs.hold(List.of(THIRD));
        CompletableFuture<Void> visible = logs.visible(List.of(THIRD));
        settle();

        assertThat(hold).isCompleted();
        assertThat(visible).isCompleted();
        first.failAfter(0);
        hold.join().close();
        offer(TABLE, 7);
        settle();
        assertThat(offer(THIRD, 8).heard).isEmpty();
        settle();
        assertThat(logs.logOf(THIRD)).isEqualTo(1);
    }

    @Test
    void rowsThatAFailedLogHasForTheirReadersAreStrandedUntilTheirTableIsDropped() {
        onReadInTwoLogs();
        World.Answer acknowledged = sync(TABLE, 5);
        while (acknowledged.heard.isEmpty()) {
            logs.agents().get(0).doWork();
        }
        assertThat(logs.stranded()).isEmpty();
        first.failAfter(0);
        offer(TABLE, 6);
        settleFirst();

        assertThat(logs.stranded()).containsExactly(TABLE);

        CompletableFuture<Void> dropped = logs.dropTable(TABLE);
        settle();
        assertThat(dropped).isCompleted();
        assertThat(logs.stranded()).isEmpty();
        assertThat(logs.bound()).isEmpty();
    }

    /** One table in each. */
    private void onReadInTwoLogs() {
        world.define(TABLE, "group_commit_policy", "on_read");
        world.define(OTHER, "group_commit_policy", "on_read");
        offer(TABLE, 1);
        offer(OTHER, 2);
        settle();
        assertThat(logs.logOf(TABLE)).isZero();
        assertThat(logs.logOf(OTHER)).isEqualTo(1);
    }

    /** Settles the first log while the second one hangs, and nothing is committed. */
    private void settleFirst() {
        while (logs.agents().get(0).doWork() > 0) {}
    }

    private World.Answer sync(long table, long... values) {
        return offer(table, true, values);
    }

    private World.Answer offer(long table, long... values) {
        return offer(table, false, values);
    }

    private World.Answer offer(long table, boolean sync, long... values) {
        World.Answer answer = new World.Answer();
        assertThat(logs.offer(new LoadTask(table, 1, sync, List.of(Rows.block(values)), answer)))
                .isTrue();
        return answer;
    }

    private ErrorCode offerRefused(long table) {
        World.Answer answer = offer(table, 7);
        settle();
        return Objects.requireNonNull(answer.error).code();
    }

    private void settle() {
        int work = 1;
        while (work > 0) {
            work = world.runCommits();
            for (IngestAgent agent : logs.agents()) {
                work += agent.doWork();
            }
        }
    }

    private List<BatchInfo> batches() {
        var asked = logs.batches();
        settle();
        return asked.join();
    }

    private static String epochOf(BatchInfo batch) {
        return batch.label().substring("group_commit_".length(), "group_commit_".length() + 16);
    }
}
