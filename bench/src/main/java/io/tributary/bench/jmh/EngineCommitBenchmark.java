package io.tributary.bench.jmh;

import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.duckdb.DuckDbEngine;
import io.tributary.engine.duckdb.DuckDbOptions;
import io.tributary.engine.port.AppliedBatch;
import io.tributary.engine.port.ConditionalPosition;
import io.tributary.engine.port.EngineTransaction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
 * A batch into the engine as the committer does it: BEGIN, rows, the log position, COMMIT. {@code rowGroup} ends where a
 * row group of the engine does, {@code beyondRowGroup} at the next boundary of 100-row loads, as batches are cut; {@link EngineFillBenchmark} tells what
 * that costs later.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 3, time = 2)
public class EngineCommitBenchmark {
    private static final int ROW_GROUP_ROWS = 122_880;
    private static final int BEYOND_LOADS = 1229;
    private static final long LOG_EPOCH = 1;

    /** An engine with one table, emptied after each iteration, so that no checkpoint of its rows is counted at the end. */
    @State(Scope.Benchmark)
    @SuppressWarnings("NullAway.Init") // JMH calls open() before anything else
    public static class Engine {
        private Path path;
        private DuckDbEngine engine;
        private TableSchema table;
        private List<RowBlock> loads;
        private List<RowBlock> rowGroup;
        private List<RowBlock> oneRow;
        private long position;

        @Setup
        public void open() throws IOException {
            table = LineItemStatements.table();
            loads = LineItemBlocks.of(BEYOND_LOADS, 100);
            rowGroup = new ArrayList<>(loads.subList(0, ROW_GROUP_ROWS / 100));
            rowGroup.addAll(LineItemBlocks.of(1, ROW_GROUP_ROWS % 100));
            oneRow = LineItemBlocks.of(1);
            path = Files.createTempDirectory("engine");
            engine = DuckDbEngine.open(DuckDbOptions.defaults(path.resolve("rows.duckdb"), path.resolve("temp")));
            engine.createDatabase(table.database());
            engine.createTable(table);
        }

        @TearDown(Level.Iteration)
        public void truncate() {
            try (EngineTransaction transaction = engine.begin()) {
                transaction.truncate(table, List.of());
                transaction.commit();
            }
        }

        long commit(List<RowBlock> blocks) {
            try (EngineTransaction transaction = engine.begin()) {
                transaction.append(table, blocks);
                transaction.setAppliedPositions(List.of(new ConditionalPosition(
                        new AppliedBatch(table.tableId(), LOG_EPOCH, position + 1, 0, 0, 0), position, 0)));
                transaction.commit();
            }
            return ++position;
        }

        @TearDown
        public void close() throws IOException {
            engine.close();
            Directories.delete(path);
        }
    }

    @Benchmark
    @OperationsPerInvocation(ROW_GROUP_ROWS)
    public long rowGroup(Engine engine) {
        return engine.commit(engine.rowGroup);
    }

    @Benchmark
    @OperationsPerInvocation(BEYOND_LOADS * 100)
    public long beyondRowGroup(Engine engine) {
        return engine.commit(engine.loads);
    }

    @Benchmark
    @OperationsPerInvocation(100 * 100)
    public long tenThousandRows(Engine engine) {
        return engine.commit(engine.loads.subList(0, 100));
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
