package io.tributary.backend.txn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.calls.QuarantineInfo;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.FaultyEngine;
import io.tributary.engine.port.QuarantineStore;
import io.tributary.engine.port.QuarantinedRow;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows of the quarantine on a real engine. */
class QuarantineRowsTest {
    private static final QuarantineStore.Filter ALL = new QuarantineStore.Filter(0, Set.of());

    @TempDir
    Path directory;

    private EngineFixture fixture;
    private QuarantineRows quarantine;

    @BeforeEach
    void open() {
        fixture = new EngineFixture(directory);
        quarantine = new QuarantineRows(fixture.engine, fixture.tables::get, fixture.committer);
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void replayedRowsAreInTheTableAndNoLongerInQuarantine() {
        put(1, "{\"id\":1}", "{\"id\":2}");
        put(2, "{\"id\":3}");

        assertThat(quarantine.replay(ALL)).isEqualTo(new QuarantineInfo.Outcome(3, 0));

        assertThat(fixture.ids(fixture.orders)).isEqualTo("1 2");
        assertThat(fixture.ids(fixture.lines)).isEqualTo("3");
        assertThat(fixture.engine.quarantine().size().rows()).isZero();
    }

    @Test
    void rowsThatAreRefusedAgainStayWithTheNewReason() {
        put(1, "{\"id\":1}", "{\"id\":\"no number\"}", "{\"id\":3000000000}", "{\"id\":4}");

        assertThat(quarantine.replay(ALL)).isEqualTo(new QuarantineInfo.Outcome(2, 2));

        assertThat(fixture.ids(fixture.orders)).isEqualTo("1 4");
        List<QuarantineInfo> left = quarantine.show(ALL, 10);
        assertThat(left)
                .extracting(QuarantineInfo::row)
                .containsExactly("{\"id\":\"no number\"}", "{\"id\":3000000000}");
        assertThat(left.get(0).reason()).contains("Incorrect integer value");
        assertThat(left.get(1).reason()).contains("Out of range");
        assertThat(left).extracting(QuarantineInfo::id).containsExactly(2L, 3L);
        // Again, and nothing changes but that.
        assertThat(quarantine.replay(ALL)).isEqualTo(new QuarantineInfo.Outcome(0, 2));
    }

    @Test
    void manyRowsAreReplayedInSeveralTransactions() {
        String[] rows = new String[2 * QuarantineRows.ROWS_AT_A_TIME + 1];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = "{\"id\":" + i + "}";
        }
        put(1, rows);

        assertThat(quarantine.replay(ALL).removed()).isEqualTo(rows.length);

        assertThat(fixture.ids(fixture.orders).split(" ")).hasSize(rows.length);
    }

    @Test
    void tablesAndIdsChooseRows() {
        put(1, "{\"id\":1}", "{\"id\":2}");
        put(2, "{\"id\":3}");

        assertThat(quarantine.discard(new QuarantineStore.Filter(0, Set.of(1L))).removed())
                .isEqualTo(1);
        assertThat(quarantine.replay(new QuarantineStore.Filter(2, Set.of())).removed())
                .isEqualTo(1);
        assertThat(quarantine.show(ALL, 10)).extracting(QuarantineInfo::id).containsExactly(2L);
        assertThatThrownBy(() -> quarantine.discard(new QuarantineStore.Filter(0, Set.of(2L, 99L))))
                .isInstanceOf(TributaryException.class)
                .hasMessage("no row 99 is in quarantine; nothing was done");
        assertThatThrownBy(() -> quarantine.replay(new QuarantineStore.Filter(2, Set.of(2L))))
                .hasMessage("no row 2 is in quarantine, or it is of another table; nothing was done");
        assertThat(quarantine.show(ALL, 10)).hasSize(1);
    }

    @Test
    void aReplayThatFailsLaterTellsHowManyRowsItHasStored() {
        put(1, "{\"id\":1}", "{\"id\":2}");
        put(77, "{\"id\":3}");

        assertThatThrownBy(() -> quarantine.replay(ALL))
                .hasMessageStartingWith("2 rows are replayed, but then: Table ");

        assertThat(fixture.ids(fixture.orders)).isEqualTo("1 2");
        assertThat(quarantine.show(ALL, 10)).hasSize(1);
    }

    @Test
    void rowsOfADroppedTableCanOnlyBeDiscarded() {
        put(77, "{\"id\":1}");

        assertThatThrownBy(() -> quarantine.replay(ALL)).hasMessageContainingAll("'shop.t77'", "DISCARD QUARANTINE");

        assertThat(quarantine.discard(ALL).removed()).isEqualTo(1);
    }

    @Test
    void aReplayThatWaitedForAnotherOfTheSameRowsStoresNoneOfThemAgain() {
        put(1, "{\"id\":1}", "{\"id\":\"no number\"}", "{\"id\":3}");
        QuarantineRows second =
                beforeItsLane(() -> assertThat(quarantine.replay(ALL)).isEqualTo(new QuarantineInfo.Outcome(2, 1)));

        assertThat(second.replay(ALL)).isEqualTo(new QuarantineInfo.Outcome(0, 1));

        assertThat(fixture.ids(fixture.orders)).isEqualTo("1 3");
        assertThat(quarantine.show(ALL, 10)).extracting(QuarantineInfo::id).containsExactly(2L);
    }

    @Test
    void rowsDiscardedBeforeTheLaneIsFreeAreNeitherStoredNorPutBack() {
        put(1, "{\"id\":1}", "{\"id\":\"no number\"}", "{\"id\":3}");
        QuarantineRows waiting = beforeItsLane(() -> discard(1L, 2L));

        assertThat(waiting.replay(ALL)).isEqualTo(new QuarantineInfo.Outcome(1, 0));

        assertThat(fixture.ids(fixture.orders)).isEqualTo("3");
        assertThat(fixture.engine.quarantine().size().rows()).isZero();
    }

    @Test
    void rowsDiscardedBetweenTheirTrialAndTheirTransactionAreNeitherStoredNorPutBack() {
        put(1, "{\"id\":1}", "{\"id\":\"no number\"}", "{\"id\":3}");

        // The first transaction is a trial.
        assertThat(beforeTransactions(Map.of(2, () -> discard(1L, 2L))).replay(ALL))
                .isEqualTo(new QuarantineInfo.Outcome(1, 0));

        assertThat(fixture.ids(fixture.orders)).isEqualTo("3");
        assertThat(fixture.engine.quarantine().size().rows()).isZero();
    }

    @Test
    void nothingIsReplayedWhereAllRowsAreDiscardedMeanwhile() {
        put(1, "{\"id\":1}", "{\"id\":\"no number\"}");

        assertThat(beforeTransactions(Map.of(2, () -> discard(1L, 2L))).replay(ALL))
                .isEqualTo(new QuarantineInfo.Outcome(0, 0));

        assertThat(fixture.ids(fixture.orders)).isEmpty();
        assertThat(fixture.engine.quarantine().size().rows()).isZero();
    }

    @Test
    void theAttemptAfterAConflictWithADiscardLooksAgain() {
        put(1, "{\"id\":1}", "{\"id\":2}", "{\"id\":3}");
        try (EngineTransaction discard = fixture.engine.begin()) {
            QuarantineRows conflicting = beforeTransactions(Map.of(
                    2, () -> discard.removeQuarantined(new QuarantineStore.Filter(0, Set.of(2L))), 3, discard::commit));

            assertThat(conflicting.replay(ALL)).isEqualTo(new QuarantineInfo.Outcome(2, 0));
        }

        assertThat(fixture.ids(fixture.orders)).isEqualTo("1 3");
        assertThat(fixture.engine.quarantine().size().rows()).isZero();
    }

    @Test
    void aConflictThatDoesNotEndIsToldAndNothingIsDone() {
        put(1, "{\"id\":1}", "{\"id\":2}");
        try (EngineTransaction discard = fixture.engine.begin()) {
            discard.removeQuarantined(new QuarantineStore.Filter(0, Set.of(2L)));

            assertThatThrownBy(() -> quarantine.replay(ALL))
                    .isInstanceOfSatisfying(
                            TributaryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.WRITE_CONFLICT));
        }

        assertThat(fixture.ids(fixture.orders)).isEmpty();
        assertThat(fixture.engine.quarantine().size().rows()).isEqualTo(2);
    }

    @Test
    void aReplayedRowOfAKeyedTableReplacesTheOneThatIsThereAndADeleteTakesItAway() {
        fixture.committer.insert(EngineFixture.rows(fixture.prices, 5, 6), "");
        put(4, "{\"id\":5}", "{\"id\":6,\"__DORIS_DELETE_SIGN__\":1}");

        assertThat(quarantine.replay(ALL).removed()).isEqualTo(2);

        assertThat(fixture.ids(fixture.prices)).isEqualTo("5");
    }

    @Test
    void largeRowsAreShownUntilTheAnswerIsFull() {
        String large = "x".repeat((int) QuarantineRows.SHOWN_BYTES_MAX / 3);
        put(1, large, large, large, large);

        assertThat(quarantine.show(ALL, 10)).hasSizeBetween(1, 3);
        assertThat(quarantine.show(ALL, 1)).hasSize(1);
    }

    /** This happens once, when it has found rows and not yet entered the lane. */
    private QuarantineRows beforeItsLane(Runnable step) {
        AtomicBoolean done = new AtomicBoolean();
        return new QuarantineRows(
                fixture.engine,
                id -> {
                    if (!done.getAndSet(true)) {
                        step.run();
                    }
                    return fixture.tables.get(id);
                },
                fixture.committer);
    }

    /** @param steps by the number, from 1 on, of the engine transaction that begins next */
    private QuarantineRows beforeTransactions(Map<Integer, Runnable> steps) {
        FaultyEngine engine = new FaultyEngine(fixture.engine);
        PrivateCommitter committer = fixture.committerOn(engine);
        AtomicInteger begun = new AtomicInteger();
        engine.at(FaultyEngine.Point.BEFORE_BEGIN, () -> steps.getOrDefault(begun.incrementAndGet(), () -> {})
                .run());
        return new QuarantineRows(engine, fixture.tables::get, committer);
    }

    private void discard(Long... ids) {
        assertThat(quarantine
                        .discard(new QuarantineStore.Filter(0, Set.of(ids)))
                        .removed())
                .isEqualTo(ids.length);
    }

    private void put(long tableId, String... json) {
        List<QuarantinedRow> rows = new ArrayList<>();
        for (String row : json) {
            rows.add(new QuarantinedRow(0, tableId, "shop", "t" + tableId, 1, "label", 1, row, "why", 1));
        }
        try (EngineTransaction transaction = fixture.engine.begin()) {
            transaction.quarantine(rows);
            transaction.commit();
        }
    }
}
