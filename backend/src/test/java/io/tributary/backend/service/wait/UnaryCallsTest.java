package io.tributary.backend.service.wait;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.stub.StreamObserver;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class UnaryCallsTest {
    @Test
    void anErrorThatIsNoExceptionIsAnsweredAndThePlaceGivenBack() {
        CompletableFuture<Throwable> answer = new CompletableFuture<>();
        StreamObserver<String> out = new StreamObserver<>() {
            @Override
            public void onNext(String value) {}

            @Override
            public void onError(Throwable error) {
                answer.complete(error);
            }

            @Override
            public void onCompleted() {}
        };
        try (EnginePool pool = new EnginePool(1, 1, Thread::new)) {
            new UnaryCalls(pool).answer(out, () -> {
                throw new StackOverflowError();
            });

            assertThat(answer.orTimeout(10, TimeUnit.SECONDS).join()).isNotNull();
            assertThat(pool.drain(10_000)).isTrue();
            assertThat(pool.admittedCount()).isZero();
        }
    }
}
