package io.tributary.bench.jmh;

import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableSchema;
import io.tributary.frontend.write.LiteralRowEncoder;
import io.tributary.frontend.write.LiteralRows;
import io.tributary.planner.plan.InsertPlan;
import io.tributary.planner.sql.insert.ValuesScanner;
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
 * The text of an INSERT to a row block: literals found by the scanner, converted, checked and transposed. {@code scan…}
 * is the scanner alone.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 3, time = 2)
public class TextRowsBenchmark {
    /** A session that sends one text after the other. */
    private static final class Texts {
        private final byte[][] texts;
        private final TableSchema table = LineItemStatements.table();
        private final InsertPlan plan = LineItemStatements.plan(table);
        private final RowBlockWriter writer = new RowBlockWriter(table.columns());
        private final LiteralRowEncoder encoder = new LiteralRowEncoder();
        private final ValuesScanner scanner = new ValuesScanner();
        private final LiteralBytes literals = new LiteralBytes();
        private int index;

        Texts(byte[][] texts) {
            this.texts = texts;
        }

        LiteralRows encode() {
            byte[] sql = next();
            return encoder.encode(plan, sql, 0, sql.length, SqlMode.DEFAULT, writer);
        }

        long scan() {
            byte[] sql = next();
            scanner.scan(plan, sql, 0, sql.length, SqlMode.DEFAULT, literals);
            return literals.total();
        }

        private byte[] next() {
            index = LineItemStatements.next(index);
            return texts[index];
        }
    }

    @State(Scope.Thread)
    public static class BareNumbers {
        private final Texts texts = new Texts(LineItemStatements.texts(100));
    }

    @State(Scope.Thread)
    public static class AllQuoted {
        private final Texts texts = new Texts(LineItemStatements.quotedTexts(100));
    }

    @State(Scope.Thread)
    public static class OneRow {
        private final Texts texts = new Texts(LineItemStatements.texts(1));
    }

    @Benchmark
    @OperationsPerInvocation(100)
    public LiteralRows bareNumbers(BareNumbers state) {
        return state.texts.encode();
    }

    @Benchmark
    @OperationsPerInvocation(100)
    public LiteralRows allQuoted(AllQuoted state) {
        return state.texts.encode();
    }

    @Benchmark
    public LiteralRows oneRow(OneRow state) {
        return state.texts.encode();
    }

    @Benchmark
    @OperationsPerInvocation(100)
    public long scanBareNumbers(BareNumbers state) {
        return state.texts.scan();
    }

    @Benchmark
    @OperationsPerInvocation(100)
    public long scanAllQuoted(AllQuoted state) {
        return state.texts.scan();
    }
}
