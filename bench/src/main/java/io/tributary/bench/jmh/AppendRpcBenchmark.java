package io.tributary.bench.jmh;

import io.netty.channel.DefaultEventLoop;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.tributary.contract.calls.LoadRequest;
import io.tributary.contract.calls.LoadResult;
import io.tributary.contract.schema.GroupCommitMode;
import io.tributary.contract.schema.TableSchema;
import io.tributary.rpc.client.ClientOptions;
import io.tributary.rpc.client.GrpcBackendClient;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * An append from the frontend's event loop to the backend's service and its acknowledgement back, client and server in
 * one process. Alone, a load waits for two threads to wake up; with others under way it shares messages and wake-ups,
 * and the CPU time tells what it costs.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 3, time = 2)
public class AppendRpcBenchmark {
    /** A frontend's one client, as it stands behind its event loop. */
    @State(Scope.Benchmark)
    @SuppressWarnings("NullAway.Init") // JMH sets the parameter and calls open() before anything else
    public static class Frontend {
        @Param
        public Transport transport;

        private DefaultEventLoop loop;
        private AppendBackend backend;
        private GrpcBackendClient client;
        private List<LoadRequest> hundredRows;
        private List<LoadRequest> oneRow;
        private int index;

        @Setup
        public void open() throws IOException {
            TableSchema table = LineItemStatements.table();
            loop = new DefaultEventLoop(new DefaultThreadFactory("frontend", true));
            backend = AppendBackend.start(transport, table, loop);
            client = new GrpcBackendClient(backend.channel(), loop, loop, ClientOptions.defaults());
            hundredRows = loads(table, 100);
            oneRow = loads(table, 1);
        }

        private static List<LoadRequest> loads(TableSchema table, int rows) {
            return LineItemBlocks.of(rows).stream()
                    .map(block -> new LoadRequest(
                            table.tableId(), table.schemaVersion(), GroupCommitMode.ASYNC_MODE, List.of(block)))
                    .toList();
        }

        /** Sends this many loads, each as soon as the one before is queued, and waits for all answers. */
        LoadResult append(List<LoadRequest> loads, int count) {
            CompletableFuture<LoadResult> all = new CompletableFuture<>();
            loop.execute(() -> send(loads, new AtomicInteger(count), all));
            return all.join();
        }

        private void send(List<LoadRequest> loads, AtomicInteger unanswered, CompletableFuture<LoadResult> all) {
            for (int i = unanswered.get(); i > 0; i--) {
                index = LineItemStatements.next(index);
                var unused = client.append(loads.get(index)).whenComplete((result, error) -> {
                    if (error != null) {
                        all.completeExceptionally(error);
                    } else if (unanswered.decrementAndGet() == 0) {
                        all.complete(result);
                    }
                });
            }
        }

        @TearDown
        public void close() throws InterruptedException {
            client.close();
            backend.stop();
            loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).await();
        }
    }

    @Benchmark
    @OperationsPerInvocation(100)
    public LoadResult hundredRowsAlone(Frontend frontend) {
        return frontend.append(frontend.hundredRows, 1);
    }

    @Benchmark
    @OperationsPerInvocation(30 * 100)
    public LoadResult hundredRowsWithOthers(Frontend frontend) {
        return frontend.append(frontend.hundredRows, 30);
    }

    @Benchmark
    public LoadResult oneRowAlone(Frontend frontend) {
        return frontend.append(frontend.oneRow, 1);
    }

    @Benchmark
    @OperationsPerInvocation(100)
    public LoadResult oneRowWithOthers(Frontend frontend) {
        return frontend.append(frontend.oneRow, 100);
    }
}
