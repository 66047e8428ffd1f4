package io.tributary.frontend.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.calls.BackendClient;
import io.tributary.frontend.routing.RemoteCatalog;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

final class StatementRunTest {
    private final List<Throwable> failures = new ArrayList<>();

    @Test
    void anAnswerThatCannotBeWrittenIsAnsweredWithTheError() {
        IllegalStateException unwritable = new IllegalStateException("unwritable");

        run(() -> CompletableFuture.completedFuture("rows"), value -> {
            throw unwritable;
        });

        assertThat(failures).containsExactly(unwritable);
    }

    @Test
    void anErrorOfTheMachineInAnAnswerOrAtTheStartIsAnsweredToo() {
        StackOverflowError deep = new StackOverflowError();

        run(() -> CompletableFuture.completedFuture("rows"), value -> {
            throw deep;
        });
        run(
                () -> {
                    throw deep;
                },
                value -> {});

        assertThat(failures).containsExactly(deep, deep);
    }

    private void run(Supplier<CompletableFuture<String>> start, Consumer<String> done) {
        StatementRun.Work<String> work = new StatementRun.Work<>() {
            @Override
            public CompletableFuture<String> start() {
                return start.get();
            }

            @Override
            public boolean isRepeatable() {
                return true;
            }
        };
        ConnectionLoop loop = new ConnectionLoop(Runnable::run, Runnable::run);
        new StatementRun<>(work, new RemoteCatalog(unasked()), loop, done, failures::add).run();
    }

    /** A backend that no test here may ask anything. */
    private static BackendClient unasked() {
        return (BackendClient) Proxy.newProxyInstance(
                BackendClient.class.getClassLoader(),
                new Class<?>[] {BackendClient.class},
                (proxy, method, arguments) -> {
                    throw new AssertionError("asked " + method.getName());
                });
    }
}
