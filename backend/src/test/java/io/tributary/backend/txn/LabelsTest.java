package io.tributary.backend.txn;

import static io.tributary.backend.txn.EngineFixture.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tributary.contract.calls.LoadResult;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.engine.port.LabelStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LabelsTest {
    @TempDir
    Path directory;

    private EngineFixture fixture;

    @BeforeEach
    void open() {
        fixture = new EngineFixture(directory);
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void aUsedLabelIsRefusedWithTheTransactionThatUsedIt() {
        LoadResult first = fixture.committer.insert(rows(fixture.orders, 1), "daily");

        TributaryException used = catchThrowableOfType(
                TributaryException.class, () -> fixture.committer.insert(rows(fixture.orders, 2), "daily"));

        assertThat(used.code()).isEqualTo(ErrorCode.LABEL_USED);
        assertThat(used)
                .hasMessageContaining("Label [daily] has already been used, relate to txn [" + first.txnId()
                        + "], status [VISIBLE].");
        assertThat(fixture.ids(fixture.orders)).isEqualTo("1");
    }

    @Test
    void aLabelOfALoadThatHasNotEndedSaysSo() {
        try (Labels.Claim running = fixture.labels.claim("shop", "slow")) {
            assertThat(refusal("slow")).isEqualTo(ErrorCode.LABEL_RUNNING);
            running.precommitted(7);
            assertThat(refusal("slow")).isEqualTo(ErrorCode.LABEL_PRECOMMITTED);
        }
    }

    private ErrorCode refusal(String label) {
        return catchThrowableOfType(TributaryException.class, () -> fixture.labels.claim("shop", label))
                .code();
    }

    @Test
    void anotherDatabaseHasItsOwnLabels() {
        fixture.committer.insert(rows(fixture.orders, 1), "daily");

        try (Labels.Claim claim = fixture.labels.claim("other", "daily")) {
            assertThat(claim).isNotNull();
        }
    }

    @Test
    void theLabelOfAFailedLoadIsFreeAgain() {
        fixture.tables.remove(fixture.orders.tableId());
        assertThatThrownBy(() -> fixture.committer.insert(rows(fixture.orders, 1), "daily"))
                .isInstanceOf(TributaryException.class);
        fixture.tables.put(fixture.orders.tableId(), fixture.orders);

        fixture.committer.insert(rows(fixture.orders, 1), "daily");

        assertThat(fixture.ids(fixture.orders)).isEqualTo("1");
    }

    @Test
    void aLabelUnderWayIsTaken() {
        try (Labels.Claim claim = fixture.labels.claim("shop", "daily")) {
            assertThatThrownBy(() -> fixture.labels.claim("shop", "daily")).hasMessageContaining("still running");
            assertThat(claim).isNotNull();
        }

        fixture.labels.claim("shop", "daily").close();
    }

    @Test
    void aLabelIsKeptForItsTimeAndThenForgotten() {
        fixture.committer.insert(rows(fixture.orders, 1), "daily");
        fixture.wallMillis.addAndGet(59_999);
        assertThat(fixture.labels.removeExpired()).isZero();
        assertThatThrownBy(() -> fixture.labels.claim("shop", "daily")).isInstanceOf(TributaryException.class);

        fixture.wallMillis.addAndGet(1);

        fixture.labels.claim("shop", "daily").close();
        assertThat(fixture.labels.removeExpired()).isEqualTo(1);
        assertThat(fixture.engine.labelStore().count()).isZero();
    }

    @Test
    void aLabelThatIsUsedAgainWhileExpiredOnesAreRemovedIsKept() {
        fixture.committer.insert(rows(fixture.orders, 1), "daily");
        fixture.wallMillis.addAndGet(60_000);
        CountingLabels store = new CountingLabels(fixture.engine.labelStore());
        store.beforeEachRemoval = () -> fixture.committer.insert(rows(fixture.orders, 2), "daily");

        assertThat(labels(store).removeExpired()).isEqualTo(1);

        assertThatThrownBy(() -> fixture.labels.claim("shop", "daily")).hasMessageContaining("already been used");
        assertThatThrownBy(() -> labels(store).claim("shop", "daily")).hasMessageContaining("already been used");
    }

    @Test
    void theEngineIsNotAskedForALabelThatNobodyUsed() {
        use("daily");
        CountingLabels store = new CountingLabels(fixture.engine.labelStore());
        Labels labels = labels(store);
        labels.read();

        labels.claim("shop", "hourly").close();

        assertThat(store.times).isEmpty();
        assertThatThrownBy(() -> labels.claim("shop", "daily")).hasMessageContaining("already been used");
    }

    @Test
    void theEngineIsAskedForTheTimeOnlyInWhichALabelWasUsed() {
        use("first");
        long then = fixture.wallMillis.addAndGet(10_000);
        use("second");
        fixture.wallMillis.addAndGet(10_000);
        use("third");
        CountingLabels store = new CountingLabels(fixture.engine.labelStore());
        Labels labels = labels(store);
        labels.read();

        assertThat(labels.find("shop", "second")).isPresent();

        assertThat(store.times).containsExactly(new LabelIndex.Time(then, then));
    }

    @Test
    void untilTheLabelsAreReadTheEngineIsAskedForEach() {
        use("daily");
        CountingLabels store = new CountingLabels(fixture.engine.labelStore());
        Labels labels = labels(store);

        assertThatThrownBy(() -> labels.claim("shop", "daily")).hasMessageContaining("already been used");
        labels.claim("shop", "hourly").close();

        assertThat(store.times).containsExactly(LabelIndex.Time.EVER, LabelIndex.Time.EVER);
        assertThat(labels.count()).isEqualTo(1);
    }

    @Test
    void whatIsUsedWhileLabelsAreReadIsKnownOnce() {
        use("daily");
        CountingLabels store = new CountingLabels(fixture.engine.labelStore());
        Labels labels = labels(store);
        store.afterReading = () -> use(labels, "hourly");

        labels.read();

        assertThatThrownBy(() -> labels.claim("shop", "daily")).hasMessageContaining("already been used");
        assertThatThrownBy(() -> labels.claim("shop", "hourly")).hasMessageContaining("already been used");
        assertThat(labels.count()).isEqualTo(2);
    }

    @Test
    void moreLabelsThanTheThresholdAreRefusedUntilOldOnesAreForgotten() {
        Labels labels = new Labels(fixture.engine.labelStore(), 60, 2, fixture.wallMillis::get);
        use(labels, "first");
        use(labels, "second");

        TributaryException full = catchThrowableOfType(TributaryException.class, () -> labels.claim("shop", "third"));

        assertThat(full.code()).isEqualTo(ErrorCode.LIMIT_OR_LOCK_WAIT);
        assertThat(full)
                .hasMessageContaining("label_num_threshold = 2 labels")
                .hasMessageContaining("nothing was stored");
        assertThatThrownBy(() -> labels.claim("shop", "first")).hasMessageContaining("already been used");
        fixture.wallMillis.addAndGet(60_000);
        assertThat(labels.removeExpired()).isEqualTo(2);
        labels.claim("shop", "third").close();
    }

    @Test
    void theThresholdHoldsOverARestart() {
        use("first");
        Labels labels = new Labels(fixture.engine.labelStore(), 60, 1, fixture.wallMillis::get);

        assertThatThrownBy(() -> labels.claim("shop", "second")).hasMessageContaining("label_num_threshold");
        labels.read();
        assertThatThrownBy(() -> labels.claim("shop", "second")).hasMessageContaining("label_num_threshold");
    }

    @Test
    void expiredLabelsAreRemovedPieceByPieceAndOthersStay() {
        use("first");
        fixture.wallMillis.addAndGet(10_000);
        use("second");
        fixture.wallMillis.addAndGet(30_000);
        use("third");
        fixture.wallMillis.addAndGet(30_000);
        CountingLabels store = new CountingLabels(fixture.engine.labelStore());
        Labels labels = labels(store);

        assertThat(labels.removeExpired()).isEqualTo(2);

        assertThat(store.removals).isEqualTo(2);
        assertThat(labels.count()).isEqualTo(1);
        assertThat(labels.find("shop", "third")).isPresent();
    }

    @Test
    void theLabelOfALoadUnderWayIsNotForgotten() {
        use("daily");
        fixture.wallMillis.addAndGet(60_000);

        try (Labels.Claim claim = fixture.labels.claim("shop", "daily")) {
            assertThat(claim).isNotNull();
            assertThat(fixture.labels.removeExpired()).isZero();
            assertThat(fixture.labels.lastUser("shop", "daily")).isPresent();
        }

        assertThat(fixture.labels.removeExpired()).isEqualTo(1);
        assertThat(fixture.labels.count()).isZero();
    }

    private void use(String label) {
        use(fixture.labels, label);
    }

    private void use(Labels labels, String label) {
        try (Labels.Claim claim = labels.claim("shop", label)) {
            fixture.committer.commit(fixture.orders, label, claim, transaction -> {});
        }
    }

    private Labels labels(CountingLabels store) {
        return new Labels(store, 60, 100, fixture.wallMillis::get);
    }

    /** Another store, which notes what it is asked. */
    private static final class CountingLabels implements LabelStore {
        private final LabelStore store;
        private final List<LabelIndex.Time> times = new ArrayList<>();
        private int removals;
        private Runnable beforeEachRemoval = () -> {};
        private Runnable afterReading = () -> {};

        CountingLabels(LabelStore store) {
            this.store = store;
        }

        @Override
        public long moveFormer() {
            return store.moveFormer();
        }

        @Override
        public long count() {
            return store.count();
        }

        @Override
        public void read(Reader reader) {
            store.read(reader);
            afterReading.run();
        }

        @Override
        public Optional<UsedLabel> find(String name, long fromMillis, long untilMillis) {
            times.add(new LabelIndex.Time(fromMillis, untilMillis));
            return store.find(name, fromMillis, untilMillis);
        }

        @Override
        public long removeUntil(long millis, Set<String> except) {
            beforeEachRemoval.run();
            removals++;
            return store.removeUntil(millis, except);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "a.b", "", "ü", "group_commit_0000000000000001_0000000000000001"})
    void whatIsNoUsersLabelIsRefused(String label) {
        assertThatThrownBy(() -> Labels.requireForm(label))
                .isInstanceOfSatisfying(
                        TributaryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_STATEMENT));
    }
}
