package io.tributary.backend.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.engine.duckdb.DuckDbEngine;
import io.tributary.engine.duckdb.DuckDbOptions;
import io.tributary.engine.port.EngineTraits;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.FakeEngine;
import io.tributary.engine.port.SystemStore;
import io.tributary.engine.port.TableEngine;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommitTokensTest {
    @TempDir
    Path directory;

    private TableEngine played;
    private final CommitTokens tokens = new CommitTokens(new FakeEngine(), new Random(7));
    private boolean losesSettling;

    @BeforeEach
    void open() {
        played = DuckDbEngine.open(DuckDbOptions.defaults(directory.resolve("t.duckdb"), directory.resolve("tmp")));
    }

    @AfterEach
    void close() {
        played.close();
    }

    /** A server that may lose the answer to what settles a token. */
    private final TableEngine server = new TableEngine() {
        @Override
        public EngineTraits traits() {
            return played.traits();
        }

        @Override
        public SystemStore systemStore() {
            return answering(SystemStore.class, played.systemStore(), "compareAndPut", true);
        }

        @Override
        public void close() {}
    };

    /** Passes all on, but for this method's answer, which is lost behind it or what it does with it. */
    private <T> T answering(Class<T> port, T to, String lost, boolean done) {
        Object proxy =
                Proxy.newProxyInstance(port.getClassLoader(), new Class<?>[] {port}, (self, method, arguments) -> {
                    boolean loses = method.getName().equals(lost) && (!lost.equals("compareAndPut") || losesSettling);
                    try {
                        Object answer = loses && !done ? null : method.invoke(to, arguments);
                        if (!loses) {
                            return answer;
                        }
                    } catch (InvocationTargetException e) {
                        throw e.getTargetException();
                    }
                    losesSettling = false;
                    throw new TributaryException(ErrorCode.OUTCOME_UNKNOWN, "the answer was lost");
                });
        return port.cast(proxy);
    }

    private EngineTransaction losingCommit(boolean lands) {
        return answering(EngineTransaction.class, played.begin(), "commit", lands);
    }

    @Test
    void aCommitWhoseAnswerWasLostIsKnownToHaveTakenPlaceOrNever() {
        tokens.commit(server, losingCommit(true));

        assertThatThrownBy(() -> tokens.commit(server, losingCommit(false)))
                .isInstanceOfSatisfying(
                        TributaryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.WRITE_CONFLICT));
    }

    @Test
    void theAnswerToWhoAsksMayBeLostAsWell() {
        losesSettling = true;
        tokens.commit(server, losingCommit(true));

        losesSettling = true;
        assertThatThrownBy(() -> tokens.commit(server, losingCommit(false)))
                .isInstanceOfSatisfying(
                        TributaryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.WRITE_CONFLICT));
    }
}
