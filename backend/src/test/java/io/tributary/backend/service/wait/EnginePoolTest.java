package io.tributary.backend.service.wait;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class EnginePoolTest {
    @Test
    void moreRequestsThanThreadsAndQueueAreRefusedByTheLimitsName() {
        try (EnginePool pool = new EnginePool(1, 2, Thread::new)) {
            List<EnginePool.Place> places = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                places.add(pool.admit());
            }

            assertThatThrownBy(pool::admit).isInstanceOfSatisfying(TributaryException.class, e -> {
                assertThat(e.code()).isEqualTo(ErrorCode.LIMIT_OR_LOCK_WAIT);
                assertThat(e).hasMessageContaining("server busy").hasMessageContaining("engine_query_queue 2");
            });

            places.get(0).close();
            places.get(0).close();
            places.add(pool.admit());
            assertThatThrownBy(pool::admit).isInstanceOf(TributaryException.class);
            assertThat(pool.admittedCount()).isEqualTo(3);
        }
    }

    @Test
    void aDrainedPoolEndsWhatRunsAndRefusesFurtherSteps() {
        try (EnginePool pool = new EnginePool(1, 2, Thread::new)) {
            CompletableFuture<Void> began = new CompletableFuture<>();
            CompletableFuture<Void> go = new CompletableFuture<>();
            CompletableFuture<Void> ended = new CompletableFuture<>();
            pool.admit().run(() -> {
                began.complete(null);
                go.join();
                ended.complete(null);
            });
            EnginePool.Place late = pool.admit();
            began.orTimeout(10, TimeUnit.SECONDS).join();

            assertThat(pool.drain(1)).isFalse();
            go.complete(null);
            assertThat(pool.drain(10_000)).isTrue();

            assertThat(ended).isCompleted();
            assertThatThrownBy(() -> late.run(() -> {}))
                    .isInstanceOfSatisfying(
                            TributaryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SERVER_SHUTDOWN));
            assertThat(pool.admittedCount()).isEqualTo(1);
        }
    }

    @Test
    void whoHoldsAThreadRunsItsStepsAtOnceAndGivesItBackAtTheEnd() throws Exception {
        try (EnginePool pool = new EnginePool(1, 5, Thread::new)) {
            List<String> steps = Collections.synchronizedList(new ArrayList<>());
            EnginePool.Place holder = pool.admit();
            CompletableFuture<Void> holds = new CompletableFuture<>();
            holder.hold(() -> holds.complete(null));
            holds.get(10, TimeUnit.SECONDS);
            EnginePool.Place waits = pool.admit();
            CompletableFuture<Void> waited = new CompletableFuture<>();
            waits.run(() -> {
                steps.add("waiter");
                waited.complete(null);
            });

            holder.run(() -> {
                steps.add("holder");
                holder.close();
            });

            waited.get(10, TimeUnit.SECONDS);
            waits.close();
            assertThat(steps).containsExactly("holder", "waiter");
            assertThat(pool.drain(10_000)).isTrue();
            assertThat(pool.admittedCount()).isZero();
        }
    }

    @Test
    void aStepThatLetsOthersRunGoesOnBehindThem() throws Exception {
        try (EnginePool pool = new EnginePool(1, 5, Thread::new)) {
            List<String> steps = Collections.synchronizedList(new ArrayList<>());
            CompletableFuture<Void> alone = new CompletableFuture<>();
            CompletableFuture<Void> queued = new CompletableFuture<>();
            CompletableFuture<Void> ended = new CompletableFuture<>();
            EnginePool.Place streaming = pool.admit();
            streaming.run(() -> {
                steps.add("alone " + streaming.letOthersRun(() -> {}));
                alone.complete(null);
                queued.join();
                boolean left = streaming.letOthersRun(() -> {
                    steps.add("rest");
                    ended.complete(null);
                });
                steps.add("left " + left);
            });
            alone.get(10, TimeUnit.SECONDS);
            pool.admit().run(() -> steps.add("other"));
            queued.complete(null);

            ended.get(10, TimeUnit.SECONDS);

            assertThat(steps).containsExactly("alone false", "left true", "other", "rest");
        }
    }
}
