package io.tributary.backend.txn;

import static io.tributary.backend.txn.EngineFixture.CONTEXT;
import static io.tributary.backend.txn.EngineFixture.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tributary.backend.batch.Batch;
import io.tributary.backend.batch.BatchCommitter;
import io.tributary.backend.batch.CommitTarget;
import io.tributary.backend.batch.Failpoint;
import io.tributary.backend.batch.LogPositions;
import io.tributary.backend.batch.Quarantine;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.engine.port.FaultyEngine;
import io.tributary.engine.port.ResultCursor;
import io.tributary.engine.port.TableEngine;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Shared batches and sessions' transactions that have written the same keys, on the real engine. */
@Timeout(60)
class GiveWayTest {
    @TempDir
    Path directory;

    private EngineFixture fixture;
    private long lsn = 1;

    @BeforeEach
    void open() {
        fixture = new EngineFixture(directory);
        fixture.committer.insert(rows(fixture.prices, 7), "");
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void aTransactionThatWaitsForItsClientGivesWayAndGets1213UntilItsEnd() {
        long id = holding();
        in(id, transaction -> transaction.append(rows(fixture.prices, 7)));

        assertThat(commit(rows(fixture.prices, 7, 8))).isEmpty();

        assertThat(fixture.ids(fixture.prices)).isEqualTo("7 8");
        in(id, transaction -> {
            assertConflict(() -> transaction.query("SELECT id FROM prices", CONTEXT));
            assertConflict(() -> transaction.append(rows(fixture.orders, 1)));
            assertConflict(transaction::commit);
        });
        fixture.registry.rollback(id);
        assertThat(fixture.registry.openCount()).isZero();
        assertThat(fixture.ids(fixture.orders)).isEmpty();
    }

    @Test
    void rowsThatWereDeletedByTextAreGivenUpAsWell() {
        long id = holding();
        in(id, transaction -> assertThat(transaction
                        .execute("DELETE FROM prices WHERE id = 7", fixture.prices, CONTEXT)
                        .affectedRows())
                .isEqualTo(1));

        assertThat(commit(rows(fixture.prices, 7))).isEmpty();

        in(id, transaction -> assertConflict(transaction::commit));
        assertThat(fixture.ids(fixture.prices)).isEqualTo("7");
    }

    @Test
    void transactionsWithOtherKeysGoOn() {
        long same = holding();
        long other = holding();
        in(same, transaction -> transaction.append(rows(fixture.prices, 7)));
        in(other, transaction -> transaction.append(rows(fixture.prices, 9)));
        in(other, transaction -> transaction.execute("DELETE FROM prices WHERE id = 9", fixture.prices, CONTEXT));
        in(other, transaction -> transaction.append(rows(fixture.prices, 10)));

        assertThat(commit(rows(fixture.prices, 7))).isEmpty();

        in(other, LoadTransaction::commit);
        in(same, transaction -> assertConflict(transaction::commit));
        assertThat(fixture.ids(fixture.prices)).isEqualTo("7 10");
    }

    @Test
    void rowsThatAreOnlyBufferedAreInNobodysWay() {
        long id = fixture.begin("");
        in(id, transaction -> transaction.append(rows(fixture.prices, 7)));

        assertThat(commit(rows(fixture.prices, 7))).isEmpty();

        in(id, LoadTransaction::commit);
        assertThat(fixture.ids(fixture.prices)).isEqualTo("7");
    }

    @Test
    void whoeverUsesTheTransactionIsToldToStopAndTheBatchTriesAgain() {
        long id = holding();
        in(id, transaction -> transaction.append(rows(fixture.prices, 7)));
        AtomicInteger stops = new AtomicInteger();
        try (TransactionRegistry.Use use = fixture.registry.use(id);
                ResultCursor cursor = use.transaction().query("SELECT id FROM prices", CONTEXT)) {
            use.interruptBy(stops::incrementAndGet);
            assertThat(cursor.next()).isNotNull();

            assertThat(commit(rows(fixture.prices, 7)).orElseThrow().code()).isEqualTo(ErrorCode.WRITE_CONFLICT);
            assertThat(stops).hasPositiveValue();
        }

        assertThat(commit(rows(fixture.prices, 7))).isEmpty();
        in(id, transaction -> assertConflict(transaction::commit));
    }

    @Test
    void aStatementThatRunsIsInterrupted() throws Exception {
        fixture.committer.insert(
                rows(fixture.orders, IntStream.range(0, 5_000).boxed().toArray(Integer[]::new)), "");
        long id = holding();
        in(id, transaction -> transaction.append(rows(fixture.prices, 7)));
        String endless = "DELETE FROM orders WHERE id < (SELECT count(*) FROM orders a, orders b, orders c"
                + " WHERE a.id + b.id + c.id + rand() < 0)";
        CompletableFuture<Void> used = new CompletableFuture<>();
        CompletableFuture<TributaryException> told = new CompletableFuture<>();
        Thread statement = new Thread(() -> in(id, transaction -> {
            used.complete(null);
            told.complete(errorOf(() -> transaction.execute(endless, fixture.orders, CONTEXT)));
        }));
        statement.start();
        used.get(30, TimeUnit.SECONDS);

        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (commit(rows(fixture.prices, 7)).isPresent()) {
            assertThat(System.nanoTime()).as("the batch still waits").isLessThan(deadline);
        }

        assertThat(told.get(30, TimeUnit.SECONDS).code()).isEqualTo(ErrorCode.WRITE_CONFLICT);
        statement.join(30_000);
        assertThat(fixture.ids(fixture.prices)).isEqualTo("7");
    }

    @Test
    void anUpdateOfARowThatWasReplacedSinceConflictsAndOneOfAnotherRowDoesNot() {
        fixture.committer.insert(rows(fixture.prices, 8), "");
        long replaced = holding();
        long other = holding();
        in(replaced, transaction -> update(transaction, 7));
        in(other, transaction -> update(transaction, 8));

        assertThat(commit(rows(fixture.prices, 7))).isEmpty();

        in(replaced, transaction -> assertConflict(transaction::commit));
        in(other, LoadTransaction::commit);
        assertThat(fixture.ids(fixture.prices)).isEqualTo("7 8");
    }

    @Test
    void anUpdateOfARowThatWasReplacedBeforeItConflictsAtTheLatestAtItsCommit() {
        long id = holding();
        assertThat(commit(rows(fixture.prices, 7))).isEmpty();

        in(
                id,
                transaction -> assertConflict(() -> {
                    update(transaction, 7);
                    transaction.commit();
                }));
        assertThat(fixture.ids(fixture.prices)).isEqualTo("7");
    }

    @ParameterizedTest
    @EnumSource(
            value = ErrorCode.class,
            names = {"ENGINE", "ENGINE_IO", "ENGINE_MEMORY", "ENGINE_DOWN", "DISK_FULL"})
    void nobodyGivesWayToABatchThatTheEngineItselfFails(ErrorCode code) {
        long id = holding();
        in(id, transaction -> transaction.append(rows(fixture.prices, 7)));
        FaultyEngine engine = new FaultyEngine(fixture.engine);
        engine.at(FaultyEngine.Point.BEFORE_APPEND, () -> {
            throw new TributaryException(code, "DuckDB: it broke");
        });

        assertThat(commit(engine, rows(fixture.prices, 7)).orElseThrow().code()).isEqualTo(code);

        in(id, LoadTransaction::commit);
        assertThat(fixture.ids(fixture.prices)).isEqualTo("7");
    }

    private void update(LoadTransaction transaction, int id) {
        assertThat(transaction
                        .execute("UPDATE prices SET id = id WHERE id = " + id, fixture.prices, CONTEXT)
                        .affectedRows())
                .isEqualTo(1);
    }

    /** A transaction whose snapshot is taken. */
    private long holding() {
        long id = fixture.begin("");
        in(id, transaction -> transaction.execute("DELETE FROM order_lines WHERE id = 0", fixture.lines, CONTEXT));
        return id;
    }

    /** One attempt at a shared batch. */
    private Optional<TributaryException> commit(TableRows rows) {
        return commit(fixture.engine, rows);
    }

    private Optional<TributaryException> commit(TableEngine engine, TableRows rows) {
        Batch batch = new Batch(rows.table(), lsn, lsn, 0);
        for (RowBlock block : rows.blocks()) {
            batch.addBlock(lsn, 0, block.rowCount(), block.length(), block);
        }
        batch.endLoad(lsn++);
        batch.seal(lsn++);
        BatchCommitter committer = new BatchCommitter(
                new CommitTarget(engine, fixture.tables::get, fixture.lanes),
                () -> {
                    throw new AssertionError("the blocks are in memory");
                },
                LogPositions.read(fixture.engine, 1),
                Failpoint.NONE,
                () -> 0,
                () -> 0,
                new Quarantine(fixture.engine, 1_000, 1 << 20, System::nanoTime));
        return committer.commit(batch, 1);
    }

    private void in(long id, Consumer<LoadTransaction> step) {
        try (TransactionRegistry.Use use = fixture.registry.use(id)) {
            step.accept(use.transaction());
        }
    }

    private static void assertConflict(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        assertThat(errorOf(call).code()).isEqualTo(ErrorCode.WRITE_CONFLICT);
    }

    private static TributaryException errorOf(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        return catchThrowableOfType(TributaryException.class, call);
    }
}
