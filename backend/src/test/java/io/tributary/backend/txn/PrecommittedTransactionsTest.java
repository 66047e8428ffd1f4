package io.tributary.backend.txn;

import static io.tributary.backend.txn.EngineFixture.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import io.tributary.backend.engine.FaultyEngine;
import io.tributary.rpc.client.LoadResult;
import io.tributary.rpc.client.TransactionInfo;
import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import io.tributary.rpc.schema.TableSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrecommittedTransactionsTest {
    private static final long TIMEOUT_SECONDS = 3600;

    @TempDir
    Path directory;

    private EngineFixture fixture;
    private PrecommittedTransactions precommitted;

    @BeforeEach
    void open() throws IOException {
        fixture = new EngineFixture(directory);
        precommitted = restarted(fixture.labels);
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    /** Whatever is only in memory is forgotten. */
    private PrecommittedTransactions restarted(Labels labels) throws IOException {
        PrecommittedTransactions recovered = new PrecommittedTransactions(
                directory.resolve("precommitted"),
                fixture.tables::get,
                fixture.committer,
                labels,
                fixture.history,
                fixture.registry,
                new PrecommittedTransactions.Limits(2, TIMEOUT_SECONDS),
                fixture.wallMillis::get);
        recovered.recover();
        return recovered;
    }

    private Labels newLabels() {
        return new Labels(fixture.engine.systemStore(), 60, fixture.wallMillis::get);
    }

    private LoadResult keep(String label, TableSchema table, Integer... ids) {
        long id = fixture.begin(label);
        try (TransactionRegistry.Use use = fixture.registry.use(id)) {
            if (ids.length > 0) {
                use.transaction().append(rows(table, ids));
            }
            LoadResult kept = precommitted.keep(use.transaction(), table);
            use.end();
            return kept;
        }
    }

    private static PrecommittedTransactions.Name label(String label) {
        return new PrecommittedTransactions.Name("shop", 0, label);
    }

    private static PrecommittedTransactions.Name id(LoadResult load) {
        return new PrecommittedTransactions.Name("shop", load.txnId(), "");
    }

    private static TributaryException errorOf(Runnable call) {
        return catchThrowableOfType(TributaryException.class, call::run);
    }

    private long files() throws IOException {
        try (Stream<Path> list = Files.list(directory.resolve("precommitted"))) {
            return list.count();
        }
    }

    @Test
    void rowsAreVisibleAfterTheSecondPhaseOnlyAndUnderTheFirstOnesId() throws IOException {
        LoadResult kept = keep("l1", fixture.orders, 1, 2);
        assertThat(kept.visible()).isFalse();
        assertThat(fixture.ids(fixture.orders)).isEmpty();
        assertThat(precommitted.find(label("l1")))
                .extracting(TransactionInfo::status, TransactionInfo::rows, TransactionInfo::table)
                .containsExactly(tuple(TransactionInfo.Status.PRECOMMITTED, 2L, "orders"));

        LoadResult committed = precommitted.commit(id(kept));

        assertThat(committed).isEqualTo(new LoadResult("l1", kept.txnId(), true));
        assertThat(fixture.ids(fixture.orders)).isEqualTo("1 2");
        assertThat(fixture.history.byId(kept.txnId()))
                .extracting(TransactionInfo::status)
                .containsExactly(TransactionInfo.Status.VISIBLE);
        assertThat(files()).isZero();
        assertThat(errorOf(() -> precommitted.commit(id(kept))))
                .hasMessageEndingWith("transaction [" + kept.txnId() + "] is already visible, not pre-committed.");
    }

    @Test
    void anAbortedOneLeavesNothingAndFreesItsLabel() throws IOException {
        LoadResult kept = keep("l1", fixture.orders, 1);
        assertThat(errorOf(() -> fixture.labels.claim("shop", "l1")))
                .hasMessageEndingWith("relate to txn [" + kept.txnId() + "], status [PRECOMMITTED].");

        precommitted.abort(label("l1"));

        assertThat(fixture.ids(fixture.orders)).isEmpty();
        assertThat(files()).isZero();
        assertThat(errorOf(() -> precommitted.commit(id(kept)))).hasMessageContaining("is already aborted");
        keep("l1", fixture.orders, 2);
    }

    @Test
    void itSurvivesARestartWithItsLabel() throws IOException {
        LoadResult kept = keep("l1", fixture.prices, 1, 2);
        Labels labels = newLabels();
        PrecommittedTransactions later = restarted(labels);

        assertThat(errorOf(() -> labels.claim("shop", "l1"))).hasMessageContaining("PRECOMMITTED");
        assertThat(later.commit(label("l1")).txnId()).isEqualTo(kept.txnId());

        assertThat(fixture.ids(fixture.prices)).isEqualTo("1 2");
    }

    @Test
    void rowsThatWereCommittedBeforeACrashAreNotCommittedAgain() throws IOException {
        LoadResult kept = keep("l1", fixture.orders, 1);
        Path file = PrecommittedFile.path(directory.resolve("precommitted"), kept.txnId());
        byte[] bytes = Files.readAllBytes(file);
        precommitted.commit(id(kept));
        Files.write(file, bytes);

        PrecommittedTransactions later = restarted(newLabels());

        assertThat(errorOf(() -> later.commit(id(kept)))).hasMessageContaining("already visible");
        assertThat(errorOf(() -> later.commit(label("l1")))).hasMessageContaining("already visible");
        assertThat(fixture.ids(fixture.orders)).isEqualTo("1");
        assertThat(files()).isZero();
    }

    @Test
    void aCommitWhoseAnswerWasLostIsKnownWhenItIsTriedAgain() throws IOException {
        FaultyEngine faulty = new FaultyEngine(fixture.engine);
        PrivateCommitter committer = fixture.committerOn(faulty);
        precommitted = new PrecommittedTransactions(
                directory.resolve("precommitted"),
                fixture.tables::get,
                committer,
                fixture.labels,
                fixture.history,
                fixture.registry,
                new PrecommittedTransactions.Limits(2, TIMEOUT_SECONDS),
                fixture.wallMillis::get);
        LoadResult kept = keep("l1", fixture.orders, 1);
        faulty.at(FaultyEngine.Point.AFTER_COMMIT, () -> {
            throw new TributaryException(ErrorCode.ENGINE, "the answer is lost");
        });

        assertThat(errorOf(() -> precommitted.commit(id(kept)))).hasMessage("the answer is lost");
        precommitted.commit(id(kept));

        assertThat(fixture.history.byId(kept.txnId()).get(0).status()).isEqualTo(TransactionInfo.Status.VISIBLE);
        assertThat(fixture.ids(fixture.orders)).isEqualTo("1");
    }

    @Test
    void nobodysSecondPhaseIsAnAbortAfterTheTimeout() throws IOException {
        LoadResult kept = keep("l1", fixture.orders, 1);
        fixture.wallMillis.addAndGet(TIMEOUT_SECONDS * 1000 - 1);
        assertThat(precommitted.endExpired()).isZero();

        fixture.wallMillis.incrementAndGet();

        assertThat(precommitted.endExpired()).isEqualTo(1);
        assertThat(errorOf(() -> precommitted.commit(id(kept)))).hasMessageContaining("timeout by txn manager");
        assertThat(files()).isZero();
    }

    @Test
    void noRowsAreALoadToo() {
        LoadResult kept = keep("l1", fixture.orders);

        assertThat(precommitted.commit(id(kept)).visible()).isTrue();
        assertThat(errorOf(() -> fixture.labels.claim("shop", "l1"))).hasMessageContaining("VISIBLE");
    }

    @Test
    void limitsAndStrangersAreRefusedByName() {
        keep("l1", fixture.orders, 1);
        keep("l2", fixture.orders, 2);

        assertThat(errorOf(() -> keep("l3", fixture.orders, 3)))
                .hasMessageContaining("precommitted_transactions_max 2");
        assertThat(errorOf(() -> precommitted.commit(new PrecommittedTransactions.Name("other", 0, "l1"))))
                .hasMessage("errCode = 2, detailMessage = transaction with label [l1] not found");
        precommitted.abort(label("l1"));
        keep("l3", fixture.orders, 3);
    }

    @Test
    void aTableThatIsGoneOrAnotherIsToldAndNothingIsStored() {
        LoadResult kept = keep("l1", fixture.orders, 1);
        fixture.tables.remove(fixture.orders.tableId());

        assertThat(errorOf(() -> precommitted.commit(id(kept))).code()).isEqualTo(ErrorCode.UNKNOWN_TABLE);

        fixture.tables.put(fixture.orders.tableId(), fixture.orders);
        assertThat(precommitted.commit(id(kept)).visible()).isTrue();
    }

    @Test
    void aDamagedFileStopsTheStartAndNamesItself() throws IOException {
        LoadResult kept = keep("l1", fixture.orders, 1);
        Path file = PrecommittedFile.path(directory.resolve("precommitted"), kept.txnId());
        byte[] bytes = Files.readAllBytes(file);
        for (int at : List.of(0, 9, 20)) {
            byte[] damaged = bytes.clone();
            damaged[at] ^= 1;
            Files.write(file, damaged);

            assertThat(catchThrowableOfType(IOException.class, () -> restarted(newLabels())))
                    .hasMessageContaining(file.toString());
        }
    }
}
