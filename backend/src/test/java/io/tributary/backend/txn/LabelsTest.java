package io.tributary.backend.txn;

import static io.tributary.backend.txn.EngineFixture.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tributary.backend.engine.SystemStore;
import io.tributary.rpc.client.LoadResult;
import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
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
        assertThat(fixture.engine.systemStore().list(Labels.SPACE)).isEmpty();
    }

    @Test
    void aLabelThatIsUsedAgainWhileExpiredOnesAreRemovedIsKept() {
        fixture.committer.insert(rows(fixture.orders, 1), "daily");
        fixture.wallMillis.addAndGet(60_000);
        SystemStore store = fixture.engine.systemStore();
        SystemStore usedAfterItsList = new SystemStore() {
            @Override
            public Map<String, String> list(String space) {
                Map<String, String> before = store.list(space);
                fixture.committer.insert(rows(fixture.orders, 2), "daily");
                return before;
            }

            @Override
            public Optional<String> get(String space, String key) {
                return store.get(space, key);
            }

            @Override
            public void put(String space, String key, String value) {
                store.put(space, key, value);
            }

            @Override
            public void remove(String space, String key) {
                store.remove(space, key);
            }

            @Override
            public Map<Long, Long> appliedPositions(long logEpoch) {
                return store.appliedPositions(logEpoch);
            }
        };

        assertThat(new Labels(usedAfterItsList, 60, fixture.wallMillis::get).removeExpired())
                .isZero();

        assertThatThrownBy(() -> fixture.labels.claim("shop", "daily")).hasMessageContaining("already been used");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "a.b", "", "ü", "group_commit_0000000000000001_0000000000000001"})
    void whatIsNoUsersLabelIsRefused(String label) {
        assertThatThrownBy(() -> Labels.requireForm(label))
                .isInstanceOfSatisfying(
                        TributaryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_STATEMENT));
    }
}
