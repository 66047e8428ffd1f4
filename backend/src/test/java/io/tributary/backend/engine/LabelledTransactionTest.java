package io.tributary.backend.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.duckdb.DuckDbEngine;
import io.tributary.engine.duckdb.DuckDbOptions;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.FakeLabelledEngine;
import io.tributary.engine.port.FakeLabelledEngine.Fate;
import io.tributary.engine.port.LabelStore;
import io.tributary.engine.port.QuarantineStore;
import io.tributary.engine.port.QuarantinedRow;
import io.tributary.engine.port.Rows;
import io.tributary.engine.port.TableEngine;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Loads in no log, into an engine without transactions. */
class LabelledTransactionTest {
    private static final LabelStore.UsedLabel LABEL = new LabelStore.UsedLabel("d.once", 7, 1_000);

    @TempDir
    Path directory;

    private final FakeLabelledEngine server = new FakeLabelledEngine();
    private TableEngine home;
    private CommitTokens tokens;

    @BeforeEach
    void open() {
        home = DuckDbEngine.open(DuckDbOptions.defaults(directory.resolve("t.duckdb"), directory.resolve("tmp")));
        tokens = new CommitTokens(home, new Random(7));
    }

    @AfterEach
    void close() {
        home.close();
    }

    private static TableSchema table(long id) {
        return new TableSchema(
                id,
                "d",
                "t" + id,
                1,
                TableSchema.KeyModel.DUPLICATE,
                List.of(Column.of("v", ColumnType.of(ColumnType.Kind.BIGINT), false)),
                TableProperties.defaults(),
                TableSchema.Layout.none());
    }

    private void fates(Fate... fates) {
        Deque<Fate> left = new ArrayDeque<>(List.of(fates));
        server.decide(() -> left.isEmpty() ? Fate.APPLY : left.remove());
    }

    private void loseTheAnswerToWhoIsToEnd() {
        server.decide(() -> {
            Thread.currentThread().interrupt();
            return Fate.APPLY_AND_LOSE_ANSWER;
        });
    }

    private void load(long... values) {
        try (EngineTransaction transaction = tokens.begin(server)) {
            transaction.append(table(7), List.of(Rows.block(values)));
            tokens.commit(server, transaction);
        }
    }

    private void labelled(long... values) {
        try (EngineTransaction transaction = tokens.begin(server)) {
            transaction.append(table(7), List.of(Rows.block(values)));
            transaction.putLabel(LABEL);
            tokens.commit(server, transaction);
        }
    }

    @Test
    void anAnswerThatIsLostIsAskedForByTheSameBatch() {
        fates(Fate.APPLY_AND_LOSE_ANSWER, Fate.FAIL, Fate.COME_LATER);
        load(1, 2);
        server.arrive();
        load(1, 2);

        assertThat(server.rows(7)).containsExactly(1L, 2L, 1L, 2L);
    }

    /** A process that ends between the two is played by a thread that is to end. */
    @Test
    void whoRepeatsItsLabelRepeatsTheBatch() {
        loseTheAnswerToWhoIsToEnd();
        assertThatThrownBy(() -> labelled(1)).isInstanceOfSatisfying(TributaryException.class, e -> assertThat(e.code())
                .isEqualTo(ErrorCode.OUTCOME_UNKNOWN));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(home.labelStore().find("d.once", 0, 2_000)).isEmpty();

        labelled(1);

        assertThat(server.rows(7)).containsExactly(1L);
        assertThat(home.labelStore().find("d.once", 0, 2_000)).isPresent();
        assertThat(home.systemStore().list("begun_label")).isEmpty();
    }

    @Test
    void rowsThatTheServerRefusesAreNotThereAndTheirLabelIsFree() {
        server.refuseValues(2L);
        assertThatThrownBy(() -> labelled(2)).hasMessageContaining("refused among 1");
        labelled(1);

        assertThat(server.rows(7)).containsExactly(1L);
    }

    @Test
    void itHasOneTable() {
        try (EngineTransaction transaction = tokens.begin(server)) {
            transaction.append(table(7), List.of(Rows.block(1)));
            assertThatThrownBy(() -> transaction.append(table(8), List.of(Rows.block(1))))
                    .hasMessageContaining("rows of two tables");
        }
        assertThat(server.sent()).isZero();
    }

    @Test
    void rowsOfTheQuarantineLeaveItForOneBatchHoweverOftenThatIsSent() {
        try (EngineTransaction transaction = home.begin()) {
            transaction.quarantine(List.of(new QuarantinedRow(0, 7, "d", "t7", 1, "l", 1, "{\"v\": 1}", "why", 1_000)));
            transaction.commit();
        }
        long id = home.quarantine()
                .read(new QuarantineStore.Filter(7, Set.of()), 0, 10)
                .get(0)
                .id();
        QuarantineStore.Filter filter = new QuarantineStore.Filter(7, Set.of(id));
        loseTheAnswerToWhoIsToEnd();
        assertThatThrownBy(() -> replay(filter)).isInstanceOf(TributaryException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(home.quarantine().size().rows()).isEqualTo(1);

        replay(filter);

        assertThat(server.rows(7)).containsExactly(1L);
        assertThat(home.quarantine().size().rows()).isZero();
    }

    private void replay(QuarantineStore.Filter filter) {
        try (EngineTransaction transaction = tokens.begin(server)) {
            assertThat(transaction.removeQuarantined(filter)).isEqualTo(1);
            transaction.append(table(7), List.of(Rows.block(1)));
            tokens.commit(server, transaction);
        }
    }
}
