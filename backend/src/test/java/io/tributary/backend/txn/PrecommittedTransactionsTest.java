package io.tributary.backend.txn;

import static io.tributary.backend.txn.EngineFixture.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import io.tributary.contract.calls.LoadResult;
import io.tributary.contract.calls.TransactionInfo;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.FaultyEngine;
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
        return restarted(labels, Files::deleteIfExists);
    }

    private PrecommittedTransactions restarted(Labels labels, PrecommittedFiles.Deletion deletion) throws IOException {
        PrecommittedTransactions recovered = new PrecommittedTransactions(
                new PrecommittedFiles(directory.resolve("precommitted"), deletion),
                fixture.tables::get,
                fixture.committer,
                new KnownLoads(labels, fixture.history),
                fixture.registry,
                new PrecommittedTransactions.Limits(2, TIMEOUT_SECONDS),
                fixture.wallMillis::get);
        recovered.recover();
        return recovered;
    }

    private static void refused(Path file) throws IOException {
        throw new IOException("Read-only file system: " + file);
    }

    private Path file(LoadResult load) {
        return PrecommittedFile.path(directory.resolve("precommitted"), load.txnId());
    }

    /** Neither deleted nor renamed: what has its name then is in the way. */
    private void nailDown(LoadResult load) throws IOException {
        Path aside = directory
                .resolve("precommitted")
                .resolve(load.txnId() + PrecommittedFile.SUFFIX + PrecommittedFiles.ENDED);
        Files.createDirectories(aside.resolve("full"));
    }

    private LoadResult abortedWithItsFileLeft(String label) throws IOException {
        LoadResult load = keep(label, fixture.orders, 1);
        byte[] bytes = Files.readAllBytes(file(load));
        precommitted.abort(id(load));
        Files.write(file(load), bytes);
        return load;
    }

    private Labels newLabels() {
        return new Labels(fixture.engine.labelStore(), 60, 1000, fixture.wallMillis::get);
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

    @Test
    void aFullDiskIsToldAsOneAndNothingIsStored() throws IOException {
        long last = keep("first", fixture.orders, 1).txnId();
        for (long next = last + 1; next < last + 10; next++) {
            Files.createSymbolicLink(
                    PrecommittedFile.unfinished(directory.resolve("precommitted"), next), Path.of("/dev/full"));
        }

        TributaryException full = errorOf(() -> keep("second", fixture.orders, 2));

        assertThat(full.code()).isEqualTo(ErrorCode.DISK_FULL);
        assertThat(full).hasMessageContaining("No space left on device").hasMessageContaining("nothing is stored");
        assertThat(errorOf(() -> precommitted.commit(label("second"))).code()).isEqualTo(ErrorCode.INVALID_STATEMENT);
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
        loseAnswers();

        LoadResult kept = committedWithoutAnswer("l1", 1);
        precommitted.commit(id(kept));

        assertThat(fixture.history.byId(kept.txnId()).get(0).status()).isEqualTo(TransactionInfo.Status.VISIBLE);
        assertThat(fixture.ids(fixture.orders)).isEqualTo("1");
    }

    @Test
    void whoseCommitsAnswerWasLostIsNotAbortedByTheUserOrTheTimeout() throws IOException {
        loseAnswers();
        LoadResult first = committedWithoutAnswer("l1", 1);
        LoadResult second = committedWithoutAnswer("l2", 2);
        fixture.wallMillis.addAndGet(TIMEOUT_SECONDS * 1000);

        assertThat(errorOf(() -> precommitted.abort(id(first)))).hasMessageContaining("already visible");
        assertThat(precommitted.endExpired(engine -> true)).isEqualTo(1);

        assertThat(errorOf(() -> precommitted.abort(id(second)))).hasMessageContaining("already visible");
        assertThat(fixture.ids(fixture.orders)).isEqualTo("1 2");
        assertThat(files()).isZero();
    }

    private LoadResult committedWithoutAnswer(String label, int row) {
        LoadResult kept = keep(label, fixture.orders, row);
        assertThat(errorOf(() -> precommitted.commit(id(kept)))).hasMessage("the answer is lost");
        return kept;
    }

    /** Loses the answer of each commit from now on. */
    private void loseAnswers() {
        FaultyEngine faulty = new FaultyEngine(fixture.engine);
        faulty.at(FaultyEngine.Point.AFTER_COMMIT, () -> {
            throw new TributaryException(ErrorCode.ENGINE, "the answer is lost");
        });
        precommitted = new PrecommittedTransactions(
                new PrecommittedFiles(directory.resolve("precommitted")),
                fixture.tables::get,
                fixture.committerOn(faulty),
                fixture.known,
                fixture.registry,
                new PrecommittedTransactions.Limits(2, TIMEOUT_SECONDS),
                fixture.wallMillis::get);
    }

    @Test
    void whoWasCommittedLongAgoIsNotCommittedAgain() throws IOException {
        loseAnswers();
        LoadResult kept = committedWithoutAnswer("l1", 1);
        fixture.wallMillis.addAndGet(60_000);

        PrecommittedTransactions later = restarted(newLabels());

        assertThat(files()).isZero();
        assertThat(errorOf(() -> later.commit(id(kept))).code()).isEqualTo(ErrorCode.INVALID_STATEMENT);
        assertThat(fixture.ids(fixture.orders)).isEqualTo("1");
    }

    @Test
    void theLabelOfACommittedOneIsNotForgottenWhileItsFileIsThere() throws IOException {
        precommitted = restarted(fixture.labels, PrecommittedTransactionsTest::refused);
        LoadResult kept = keep("l1", fixture.orders, 1);
        nailDown(kept);
        precommitted.commit(id(kept));
        fixture.wallMillis.addAndGet(60_000);
        assertThat(fixture.labels.removeExpired()).isZero();
        assertThat(file(kept)).exists();

        Labels second = newLabels();
        assertThat(restarted(second, PrecommittedTransactionsTest::refused).find(label("l1")))
                .isEmpty();
        assertThat(second.removeExpired()).isZero();

        Labels third = newLabels();
        assertThat(restarted(third).find(label("l1"))).isEmpty();
        assertThat(file(kept)).doesNotExist();
        assertThat(third.removeExpired()).isEqualTo(1);
    }

    @Test
    void anAbortedOneWhoseLabelIsUsedByNowDoesNotStopTheStart() throws IOException {
        LoadResult aborted = abortedWithItsFileLeft("l1");
        fixture.committer.insert(rows(fixture.orders, 2), "l1");

        PrecommittedTransactions later = restarted(newLabels());

        assertThat(errorOf(() -> later.commit(id(aborted)))).hasMessageContaining("already aborted");
        assertThat(later.find(label("l1"))).isEmpty();
        assertThat(fixture.ids(fixture.orders)).isEqualTo("2");
        assertThat(files()).isZero();
    }

    @Test
    void ofTwoThatHaveALabelTheLaterOneWaitsAndTheOtherHadEnded() throws IOException {
        LoadResult aborted = abortedWithItsFileLeft("l1");
        LoadResult kept = keep("l1", fixture.orders, 2);

        PrecommittedTransactions later = restarted(newLabels());

        assertThat(file(aborted)).doesNotExist();
        assertThat(later.commit(label("l1")).txnId()).isEqualTo(kept.txnId());
        assertThat(fixture.ids(fixture.orders)).isEqualTo("2");
    }

    @Test
    void whoTookALabelThatWasOverWaitsOnThoughItsKeepingTimeIsLongerNow() throws IOException {
        fixture.committer.insert(rows(fixture.orders, 1), "l1");
        fixture.wallMillis.addAndGet(60_000);
        LoadResult kept = keep("l1", fixture.orders, 2);
        Labels keptLonger = new Labels(fixture.engine.labelStore(), 3600, 1000, fixture.wallMillis::get);

        PrecommittedTransactions later = restarted(keptLonger);

        assertThat(errorOf(() -> keptLonger.claim("shop", "l1")).code()).isEqualTo(ErrorCode.LABEL_PRECOMMITTED);
        assertThat(later.commit(label("l1")).txnId()).isEqualTo(kept.txnId());
        assertThat(fixture.ids(fixture.orders)).isEqualTo("1 2");
    }

    @Test
    void aFileThatCannotBeDeletedIsRenamedAndDoesNotCount() throws IOException {
        LoadResult aborted = abortedWithItsFileLeft("l1");
        fixture.committer.insert(rows(fixture.orders, 2), "l1");

        restarted(newLabels(), PrecommittedTransactionsTest::refused);
        assertThat(file(aborted)).doesNotExist();
        assertThat(files()).isEqualTo(1);
        restarted(newLabels(), PrecommittedTransactionsTest::refused);
        assertThat(files()).isEqualTo(1);

        restarted(newLabels());
        assertThat(files()).isZero();
    }

    @Test
    void aFileThatStaysDoesNotStopTheStartEither() throws IOException {
        LoadResult aborted = abortedWithItsFileLeft("l1");
        fixture.committer.insert(rows(fixture.orders, 2), "l1");
        nailDown(aborted);

        PrecommittedTransactions later = restarted(newLabels(), PrecommittedTransactionsTest::refused);

        assertThat(file(aborted)).exists();
        assertThat(later.find(label("l1"))).isEmpty();
    }

    @Test
    void aCopyUnderAnotherNameStopsTheStartAndNamesItself() throws IOException {
        LoadResult kept = keep("l1", fixture.orders, 1);
        Path copy = Files.copy(file(kept), file(kept).resolveSibling("copy.rows"));

        assertThat(catchThrowableOfType(IOException.class, () -> restarted(newLabels())))
                .hasMessageContaining(copy + " holds the pre-committed transaction " + kept.txnId());

        assertThat(file(kept)).exists();
    }

    @Test
    void nobodysSecondPhaseIsAnAbortAfterTheTimeout() throws IOException {
        LoadResult kept = keep("l1", fixture.orders, 1);
        fixture.wallMillis.addAndGet(TIMEOUT_SECONDS * 1000 - 1);
        assertThat(precommitted.endExpired(engine -> true)).isZero();

        fixture.wallMillis.incrementAndGet();

        assertThat(precommitted.endExpired(engine -> true)).isEqualTo(1);
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
