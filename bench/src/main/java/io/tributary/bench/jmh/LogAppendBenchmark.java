package io.tributary.bench.jmh;

import io.tributary.contract.row.RowBlock;
import io.tributary.log.LogFailedException;
import io.tributary.log.SegmentedLog;
import io.tributary.log.WalDirectory;
import io.tributary.log.WalOptions;
import io.tributary.log.WriteAheadLog;
import java.io.IOException;
import java.nio.ByteBuffer;
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
 * Records of waiting loads into the log, and one force for all of them. Segments take each other's files,
 * as they do in a server whose batches are committed. Not durable, the same costs CPU only, up to the page cache.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 3, time = 2)
public class LogAppendBenchmark {
    private static final int SEGMENT_BYTES = 64 << 20;
    private static final byte APPEND = 2;
    private static final int APPEND_HEAD_BYTES = 24;
    private static final ByteBuffer NO_TAGS = ByteBuffer.allocate(0);

    /** A log whose loads are committed as soon as they are durable, so that it keeps one segment. */
    @State(Scope.Thread)
    @SuppressWarnings("NullAway.Init") // JMH sets the parameter and calls open() before anything else
    public static class Log {
        @Param({"true", "false"})
        public boolean durable;

        private Path path;
        private WriteAheadLog wal;
        private ByteBuffer head;
        private List<RowBlock> hundredRows;
        private List<RowBlock> oneRow;
        private int index;

        @Setup
        public void open() throws IOException {
            hundredRows = LineItemBlocks.of(100);
            oneRow = LineItemBlocks.of(1);
            head = ByteBuffer.allocate(APPEND_HEAD_BYTES);
            path = Files.createTempDirectory("log");
            WalDirectory directory = WalDirectory.open(path);
            wal = SegmentedLog.open(
                    durable ? directory : new UnforcedDirectory(directory),
                    new WalOptions(SEGMENT_BYTES, WalOptions.defaults().spareSegments()),
                    () -> 1,
                    Runnable::run);
            if (!wal.tryBegin(1)) {
                throw new IOException("no room for a log in " + path);
            }
        }

        long append(List<RowBlock> blocks, int count) throws LogFailedException {
            for (int i = 0; i < count; i++) {
                index = LineItemStatements.next(index);
                wal.append(APPEND, NO_TAGS, head, blocks.get(index).buffer());
            }
            wal.force();
            return wal.forcedLsn();
        }

        @TearDown(Level.Iteration)
        public void truncate() throws LogFailedException {
            wal.truncateBefore(wal.lastLsn());
        }

        @TearDown
        public void close() throws IOException {
            wal.close();
            Directories.delete(path);
        }
    }

    @Benchmark
    @OperationsPerInvocation(100)
    public long hundredRowsAlone(Log log) throws LogFailedException {
        return log.append(log.hundredRows, 1);
    }

    @Benchmark
    @OperationsPerInvocation(30 * 100)
    public long hundredRowsWithOthers(Log log) throws LogFailedException {
        return log.append(log.hundredRows, 30);
    }

    @Benchmark
    @OperationsPerInvocation(100)
    public long oneRowWithOthers(Log log) throws LogFailedException {
        return log.append(log.oneRow, 100);
    }
}
