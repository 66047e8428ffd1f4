package io.tributary.bench.jmh;

import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.duckdb.DuckDbEngine;
import io.tributary.engine.duckdb.DuckDbOptions;
import io.tributary.engine.port.EngineTransaction;
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
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The same rows in batches of one, two or three row groups, each cut at the next boundary of 100-row loads, and the
 * checkpoint when the engine is closed: where the engine finds small row groups between the large ones, it then writes
 * all of them again. Opening the engine is in the CPU time, not in the score.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 1)
@Measurement(iterations = 3)
public class EngineFillBenchmark {
    private static final int ROW_GROUPS = 6;
    /** The first boundary at or after 122,880 rows. */
    private static final int ROW_GROUP_LOADS = 1229;

    @State(Scope.Thread)
    @SuppressWarnings("NullAway.Init") // JMH sets the parameter and calls load() and open() before anything else
    public static class Engine {
        @Param({"1", "2", "3"})
        public int rowGroupsPerBatch;

        private TableSchema table;
        private List<RowBlock> batch;
        private Path path;
        private DuckDbEngine engine;

        @Setup
        public void load() {
            table = LineItemStatements.table();
            batch = LineItemBlocks.of(rowGroupsPerBatch * ROW_GROUP_LOADS, 100);
        }

        @Setup(Level.Invocation)
        public void open() throws IOException {
            path = Files.createTempDirectory("engine");
            engine = DuckDbEngine.open(DuckDbOptions.defaults(path.resolve("rows.duckdb"), path.resolve("temp")));
            engine.createDatabase(table.database());
            engine.createTable(table);
        }

        @TearDown(Level.Invocation)
        public void delete() throws IOException {
            Directories.delete(path);
        }
    }

    @Benchmark
    @OperationsPerInvocation(ROW_GROUPS * ROW_GROUP_LOADS * 100)
    public DuckDbEngine commitAndClose(Engine state) {
        for (int rowGroups = 0; rowGroups < ROW_GROUPS; rowGroups += state.rowGroupsPerBatch) {
            try (EngineTransaction transaction = state.engine.begin()) {
                transaction.append(state.table, state.batch);
                transaction.commit();
            }
        }
        state.engine.close();
        return state.engine;
    }
}
