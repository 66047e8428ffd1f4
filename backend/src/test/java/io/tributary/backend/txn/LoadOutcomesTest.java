package io.tributary.backend.txn;

import static io.tributary.backend.txn.EngineFixture.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tributary.contract.calls.TransactionInfo;
import io.tributary.contract.calls.TransactionInfo.Status;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.engine.port.FaultyEngine;
import io.tributary.engine.port.FaultyEngine.Point;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadOutcomesTest {
    @TempDir
    Path directory;

    private EngineFixture fixture;
    private FaultyEngine engine;
    private PrivateCommitter committer;
    private LoadOutcomes outcomes;

    @BeforeEach
    void open() {
        fixture = new EngineFixture(directory);
        engine = new FaultyEngine(fixture.engine);
        committer = fixture.committerOn(engine);
        PrecommittedTransactions none = new PrecommittedTransactions(
                new PrecommittedFiles(directory),
                fixture.tables::get,
                committer,
                fixture.known,
                fixture.registry,
                new PrecommittedTransactions.Limits(1, 60),
                fixture.wallMillis::get);
        outcomes = new LoadOutcomes(none, fixture.known);
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void aCommitThatTookPlaceAndWhoseAnswerWasLostIsVisible() {
        engine.at(Point.AFTER_COMMIT, () -> fail(ErrorCode.OUTCOME_UNKNOWN));

        assertThat(insertFails("nightly").code()).isEqualTo(ErrorCode.OUTCOME_UNKNOWN);

        TransactionInfo told = last("nightly");
        assertThat(told.status()).isEqualTo(Status.VISIBLE);
        assertThat(fixture.ids(fixture.orders)).isEqualTo("1");
        assertThat(outcomes.find(name(told.txnId(), "")))
                .singleElement()
                .matches(one -> one.status() == Status.VISIBLE);
    }

    @Test
    void aCommitOfWhichNobodyKnowsIsNotToldAborted() {
        for (ErrorCode open : List.of(ErrorCode.OUTCOME_UNKNOWN, ErrorCode.UNKNOWN)) {
            engine.at(Point.BEFORE_COMMIT, () -> fail(open));

            insertFails("nightly");

            assertThat(last("nightly").status()).isEqualTo(Status.UNKNOWN);
        }
        engine.at(Point.BEFORE_COMMIT, () -> {
            throw new IllegalStateException("nobody foresaw this");
        });
        insertFails("nightly");
        assertThat(last("nightly").status()).isEqualTo(Status.UNKNOWN);
    }

    @Test
    void aCommitThatWasRefusedIsAborted() {
        engine.at(Point.BEFORE_COMMIT, () -> fail(ErrorCode.ENGINE_MEMORY));

        insertFails("nightly");

        assertThat(last("nightly").status()).isEqualTo(Status.ABORTED);
        assertThat(last("nightly").reason()).contains("ENGINE_MEMORY");
    }

    @Test
    void anAttemptThatFailedIsNoAnswerWhileAnotherIsUnderWay() {
        engine.at(Point.BEFORE_COMMIT, () -> fail(ErrorCode.ENGINE_MEMORY));
        insertFails("nightly");

        Status[] during = {Status.ABORTED};
        engine.at(Point.BEFORE_COMMIT, () -> during[0] = last("nightly").status());
        committer.insert(rows(fixture.orders, 1), "nightly");

        assertThat(during[0]).isEqualTo(Status.PREPARE);
        assertThat(outcomes.find(name(0, "nightly")))
                .extracting(TransactionInfo::status)
                .containsExactly(Status.ABORTED, Status.VISIBLE);
    }

    private TributaryException insertFails(String label) {
        RuntimeException error =
                catchThrowableOfType(RuntimeException.class, () -> committer.insert(rows(fixture.orders, 1), label));
        return error instanceof TributaryException told ? told : new TributaryException(ErrorCode.UNKNOWN, "", error);
    }

    private TransactionInfo last(String label) {
        List<TransactionInfo> found = outcomes.find(name(0, label));
        return found.get(found.size() - 1);
    }

    private static PrecommittedTransactions.Name name(long txnId, String label) {
        return new PrecommittedTransactions.Name("shop", txnId, label);
    }

    private static void fail(ErrorCode code) {
        throw new TributaryException(code, code.name());
    }
}
