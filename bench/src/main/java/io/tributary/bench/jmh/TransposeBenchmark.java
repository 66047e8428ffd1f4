package io.tributary.bench.jmh;

import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.duckdb.rows.RowBlockStream;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The blocks of one row group to the vectors that the engine pulls, without the engine. In this package because nobody
 * else should see the stream.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 3, time = 2)
public class TransposeBenchmark {
    private static final int ROW_GROUP_LOADS = 1229;

    @State(Scope.Thread)
    public static class Loads {
        private final BufferAllocator allocator = new RootAllocator();
        private final TableSchema table = LineItemBlocks.table();
        private final List<RowBlock> blocks = LineItemBlocks.of(ROW_GROUP_LOADS, 100);

        @TearDown
        public void close() {
            allocator.close();
        }
    }

    @Benchmark
    @OperationsPerInvocation(ROW_GROUP_LOADS * 100)
    public long rowGroup(Loads loads) throws IOException {
        long rows = 0;
        try (RowBlockStream stream = RowBlockStream.whole(loads.allocator, loads.table, loads.blocks)) {
            while (stream.loadNextBatch()) {
                rows += stream.getVectorSchemaRoot().getRowCount();
            }
        }
        return rows;
    }
}
