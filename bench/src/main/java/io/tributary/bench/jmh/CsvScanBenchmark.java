package io.tributary.bench.jmh;

import io.tributary.bench.httplogs.HttpLogs;
import io.tributary.frontend.load.format.CsvFormat;
import io.tributary.frontend.load.format.CsvScanner;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Lines of a web server's log, 125 bytes and 5 fields each, taken apart: by the scanner, which looks at eight bytes
 * together, and byte by byte, which is what that is worth.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 3, time = 2)
public class CsvScanBenchmark {
    private static final int ROWS = 800;
    private static final int FIELDS = 5;

    @State(Scope.Thread)
    public static class Body {
        private final byte[] bytes = new HttpLogs().next(ROWS).csv();
        private final CsvScanner scanner = new CsvScanner(
                new CsvFormat(
                        new byte[] {HttpLogs.SEPARATOR},
                        new byte[] {'\n'},
                        CsvFormat.NONE,
                        CsvFormat.NONE,
                        false,
                        false,
                        0),
                FIELDS);
        private final int[] ends = new int[FIELDS];
    }

    @Benchmark
    @OperationsPerInvocation(ROWS)
    public int scan(Body body) {
        body.scanner.begin(body.bytes, 0, body.bytes.length, true);
        int fields = 0;
        while (body.scanner.row()) {
            fields += body.scanner.fieldCount();
        }
        return fields;
    }

    @Benchmark
    @OperationsPerInvocation(ROWS)
    public int byteByByte(Body body) {
        int fields = 0;
        int field = 0;
        for (int at = 0; at < body.bytes.length; at++) {
            byte b = body.bytes[at];
            if (b == HttpLogs.SEPARATOR) {
                body.ends[field++] = at;
            } else if (b == '\n') {
                body.ends[field++] = at;
                fields += field;
                field = 0;
            }
        }
        return fields;
    }
}
