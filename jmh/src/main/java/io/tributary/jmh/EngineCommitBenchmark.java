package io.tributary.jmh;

import io.tributary.backend.engine.EngineTransaction;
import io.tributary.backend.engine.duckdb.DuckDbEngine;
import io.tributary.backend.engine.duckdb.DuckDbOptions;
import io.tributary.rpc.row.RowBlock;
import io.tributary.rpc.schema.TableSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A batch into the engine as the committer does it: BEGIN, rows, the log position, COMMIT. A row group is cut at the
 * first load boundary at or after the engine's 122,880 rows.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 3, time = 2)
public class EngineCommitBenchmark {
    private static final int ROW_GROUP_LOADS = 1229;
    private static final long LOG_EPOCH = 1;

    /** An engine with one table, emptied before each iteration. */
    @State(Scope.Benchmark)
    @SuppressWarnings("NullAway.Init") // JMH calls open() before anything else
    public static class Engine {
        private Path path;
        private DuckDbEngine engine;
        private TableSchema table;
        private List<RowBlock> loads;
        private List<RowBlock> oneRow;
        private long position;

        @Setup
        public void open() throws IOException {
            table = LineItemStatements.table();
            loads = LineItemBlocks.of(ROW_GROUP_LOADS, 100);
            oneRow = LineItemBlocks.of(1);
            path = Files.createTempDirectory("engine");
            engine = DuckDbEngine.open(DuckDbOptions.defaults(path.resolve("rows.duckdb"), path.resolve("temp")));
            engine.createDatabase(table.database());
            engine.createTable(table);
        }

        @Setup(Level.Iteration)
        public void truncate() {
            engine.truncateTable(table.database(), table.name());
        }

        long commit(List<RowBlock> blocks) {
            try (EngineTransaction transaction = engine.begin()) {
                transaction.append(table, blocks);
                transaction.setAppliedPosition(table.tableId(), LOG_EPOCH, ++position);
                transaction.commit();
            }
            return position;
        }

        @TearDown
        public void close() throws IOException {
            engine.close();
            Directories.delete(path);
        }
    }

    @Benchmark
    @OperationsPerInvocation(ROW_GROUP_LOADS * 100)
    public long rowGroup(Engine engine) {
        return engine.commit(engine.loads);
    }

    @Benchmark
    @OperationsPerInvocation(10 * 100)
    public long thousandRows(Engine engine) {
        return engine.commit(engine.loads.subList(0, 10));
    }

    @Benchmark
    @OperationsPerInvocation(100)
    public long hundredRows(Engine engine) {
        return engine.commit(engine.loads.subList(0, 1));
    }

    @Benchmark
    public long oneRow(Engine engine) {
        return engine.commit(engine.oneRow.subList(0, 1));
    }
}
