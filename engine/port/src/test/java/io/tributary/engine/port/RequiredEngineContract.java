package io.tributary.engine.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What every engine must do, whatever else it can: rows are applied exactly once, in the way that its traits say; tables come and
 * go; its store compares and puts. Each engine passes it, also those that stand in for one in tests.
 */
public abstract class RequiredEngineContract {
    static final long EPOCH = 0x0fed_cba9_8765_4321L;
    private static final int THREADS = 4;

    protected TableEngine engine;

    /** Opens the engine on storage that outlives it within one test. */
    protected abstract TableEngine open() throws Exception;

    /** The rows of a table of one BIGINT, in any order. */
    protected abstract List<Long> rows(TableSchema table) throws Exception;

    @BeforeEach
    void openEngine() throws Exception {
        engine = open();
        engine.createDatabase("d");
    }

    @AfterEach
    void closeEngine() {
        engine.close();
    }

    final void reopen() throws Exception {
        engine.close();
        engine = open();
    }

    protected final TableSchema create(long tableId, String name) {
        TableSchema table = new TableSchema(
                tableId,
                "d",
                name,
                1,
                TableSchema.KeyModel.DUPLICATE,
                List.of(Column.of("v", ColumnType.of(ColumnType.Kind.BIGINT), false)),
                TableProperties.defaults(),
                TableSchema.Layout.none());
        engine.createTable(table);
        return table;
    }

    /** One attempt at a batch, as its owner makes it who has not heard of an earlier one. */
    final void send(TableSchema table, long before, long position, long generation, long... values) {
        if (engine.traits().exactlyOnce() == ExactlyOnce.REPEATED_LABEL) {
            engine.labelledBatches().apply("group_" + EPOCH + "_" + position, table, List.of(Rows.block(values)));
            return;
        }
        try (EngineTransaction transaction = engine.begin()) {
            transaction.append(table, List.of(Rows.block(values)));
            transaction.setAppliedPositions(List.of(new ConditionalPosition(
                    new AppliedBatch(table.tableId(), EPOCH, position, position, values.length, 1_000),
                    before,
                    generation)));
            transaction.commit();
        }
    }

    /** The same once more: refused, or of no effect. */
    private void sendAgain(TableSchema table, long before, long position, long generation, long... values) {
        if (engine.traits().exactlyOnce() == ExactlyOnce.REPEATED_LABEL) {
            send(table, before, position, generation, values);
        } else {
            assertRefused(() -> send(table, before, position, generation, values));
        }
    }

    /** Somebody else was in the way. */
    static void assertRefused(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(TributaryException.class, e -> assertThat(
                        e.code().isConflict())
                .as(e.getMessage())
                .isTrue());
    }

    @Test
    void aBatchIsAppliedOnceHoweverOftenItIsSent() throws Exception {
        TableSchema table = create(7, "t");
        long generation = engine.systemStore().raiseGeneration();
        send(table, ConditionalPosition.NONE, 41, generation, 1, 2);
        sendAgain(table, ConditionalPosition.NONE, 41, generation, 1, 2);
        send(table, 41, 42, generation, 1);

        for (int opened = 0; opened < 2; opened++) {
            assertThat(rows(table)).containsExactlyInAnyOrder(1L, 2L, 1L);
            reopen();
            long later = engine.systemStore().raiseGeneration();
            sendAgain(table, ConditionalPosition.NONE, 41, later, 1, 2);
            sendAgain(table, 41, 42, later, 1);
        }

        assertThat(rows(table)).containsExactlyInAnyOrder(1L, 2L, 1L);
    }

    @Test
    void batchesOfOtherTablesAndLogsAreOthers() throws Exception {
        TableSchema table = create(7, "t");
        TableSchema other = create(8, "other");
        long generation = engine.systemStore().raiseGeneration();
        send(table, ConditionalPosition.NONE, 41, generation, 1);
        send(other, ConditionalPosition.NONE, 42, generation, 2);
        send(table, 41, 43, generation, 3);

        assertThat(rows(table)).containsExactlyInAnyOrder(1L, 3L);
        assertThat(rows(other)).containsExactly(2L);
        if (engine.traits().exactlyOnce() == ExactlyOnce.POSITION_IN_TRANSACTION) {
            assertThat(engine.systemStore().appliedPositions(EPOCH)).isEqualTo(Map.of(7L, 43L, 8L, 42L));
            assertThat(engine.systemStore().appliedPositions(EPOCH + 1)).isEmpty();
        }
    }

    @Test
    void batchesOfDifferentTablesArriveSideBySide() throws Exception {
        List<TableSchema> tables = new ArrayList<>();
        List<Callable<Void>> writers = new ArrayList<>();
        long generation = engine.systemStore().raiseGeneration();
        for (int i = 0; i < THREADS; i++) {
            TableSchema table = create(10 + i, "t" + i);
            long first = 1 + 100L * i;
            tables.add(table);
            writers.add(() -> {
                for (long row = 0; row < 20; row++) {
                    send(table, row == 0 ? ConditionalPosition.NONE : first + row - 1, first + row, generation, row);
                }
                return null;
            });
        }

        inParallel(writers);

        for (TableSchema table : tables) {
            assertThat(rows(table)).hasSize(20).doesNotHaveDuplicates();
        }
    }

    @Test
    void ofThoseThatCompareAndPutTheSameOneSucceeds() throws Exception {
        SystemStore store = engine.systemStore();
        assertThat(store.compareAndPut("s", "n", "0", "1")).isFalse();
        assertThat(store.compareAndPut("s", "n", null, "0")).isTrue();
        assertThat(store.compareAndPut("s", "n", null, "1")).isFalse();
        List<Callable<Void>> counters = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            counters.add(() -> {
                for (int counted = 0; counted < 25; ) {
                    String before = store.get("s", "n").orElseThrow();
                    counted += store.compareAndPut("s", "n", before, Long.toString(1 + Long.parseLong(before))) ? 1 : 0;
                }
                return null;
            });
        }

        inParallel(counters);

        reopen();
        assertThat(engine.systemStore().list("s")).isEqualTo(Map.of("n", "" + 25 * THREADS));
        engine.systemStore().remove("s", "n");
        assertThat(engine.systemStore().get("s", "n")).isEmpty();
    }

    @Test
    void aNumberThatManyMoveOnIsGivenToEachOnce() throws Exception {
        Set<Long> given = ConcurrentHashMap.newKeySet();
        List<Callable<Void>> takers = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            takers.add(() -> {
                for (int taken = 0; taken < 25; taken++) {
                    given.add(engine.systemStore().advance("s", "n", 7, number -> number + 2));
                }
                return null;
            });
        }

        inParallel(takers);

        assertThat(given).hasSize(25 * THREADS).contains(7L, 9L).allMatch(number -> number % 2 == 1);
        assertThat(engine.systemStore().advance("s", "n", 0, number -> number)).isEqualTo(7 + 50L * THREADS);
    }

    @Test
    void generationsGrowOverItsLife() throws Exception {
        long first = engine.systemStore().raiseGeneration();
        reopen();

        assertThat(engine.systemStore().generation()).isEqualTo(first);
        assertThat(engine.systemStore().raiseGeneration()).isGreaterThan(first);
        assertThat(engine.systemStore().generation()).isGreaterThan(first);
    }

    @Test
    void aTableThatIsMadeAnewHasNoRows() throws Exception {
        TableSchema table = create(7, "t");
        send(table, ConditionalPosition.NONE, 41, 0, 1);
        engine.dropTable("d", "t");
        TableSchema again = create(8, "t");
        assertThat(rows(again)).isEmpty();
        send(again, ConditionalPosition.NONE, 42, 0, 2);
        assertThat(rows(again)).containsExactly(2L);

        engine.dropDatabase("d");
        engine.createDatabase("d");
        assertThat(rows(create(9, "t"))).isEmpty();
    }

    @Test
    void whatItDoesNotHaveIsRefusedByItsName() {
        EngineTraits traits = engine.traits();
        for (EngineCapability capability : EngineCapability.values()) {
            if (traits.can(capability)) {
                traits.require(capability);
            } else {
                assertMissing(capability, () -> traits.require(capability));
            }
        }
        if (!traits.can(EngineCapability.QUERIES)) {
            QueryContext context = new QueryContext("d", SqlMode.NONE, "UTC", 0);
            assertMissing(EngineCapability.QUERIES, () -> engine.query("SELECT 1", context));
            assertMissing(EngineCapability.QUERIES, () -> engine.describe("SELECT 1", context));
        }
        if (!traits.can(EngineCapability.HELD_TRANSACTIONS)) {
            assertMissing(EngineCapability.HELD_TRANSACTIONS, engine::begin);
        }
        if (!traits.can(EngineCapability.KEYS)) {
            assertMissing(EngineCapability.KEYS, engine::keyStore);
        }
        if (!traits.can(EngineCapability.LABELS)) {
            assertMissing(EngineCapability.LABELS, engine::labelStore);
        }
        assertThat(traits.policies()).contains(traits.policyDefault());
    }

    private static void assertMissing(EngineCapability capability, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(TributaryException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.NOT_SUPPORTED);
            assertThat(e).hasMessageContaining(capability.text());
        });
    }

    private static void inParallel(List<Callable<Void>> work) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(work.size());
        try {
            for (Future<Void> done : threads.invokeAll(work)) {
                done.get();
            }
        } finally {
            threads.shutdown();
        }
    }
}
