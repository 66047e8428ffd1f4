package io.tributary.bench.jmh;

import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.schema.SqlMode;
import io.tributary.frontend.mysql.PreparedRowEncoder;
import io.tributary.planner.plan.part.RowTemplate;
import io.tributary.planner.plan.part.TargetColumns;
import io.tributary.protocol.command.ExecuteBody;
import io.tributary.protocol.command.ParameterTypes;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
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

/** The body of COM_STMT_EXECUTE to a row block: parameters decoded, checked against their columns, and transposed. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 3, time = 2)
public class PreparedRowsBenchmark {
    /** A prepared statement of the session, as one batch after the other executes it. */
    private static final class Statement {
        private static final byte[] @Nullable [] NO_LONG_DATA = new byte[0][];

        private final int parameters;
        private final byte[][] bodies;
        private final PreparedRowEncoder encoder;
        private final RowBlockWriter writer =
                new RowBlockWriter(LineItemStatements.table().columns());
        private @Nullable ParameterTypes types;
        private int index;

        Statement(int rows) {
            parameters = rows * LineItemStatements.COLUMNS;
            bodies = LineItemStatements.executeBodies(rows);
            encoder = new PreparedRowEncoder(
                    TargetColumns.all(LineItemStatements.COLUMNS),
                    RowTemplate.ofParameters(rows, LineItemStatements.COLUMNS),
                    SqlMode.DEFAULT);
        }

        List<RowBlock> execute() {
            index = LineItemStatements.next(index);
            ExecuteBody body = ExecuteBody.parse(bodies[index], parameters, types);
            types = body.typesToKeep();
            return encoder.encode(body, NO_LONG_DATA, StandardCharsets.UTF_8, writer);
        }
    }

    @State(Scope.Thread)
    public static class HundredRows {
        private final Statement statement = new Statement(100);
    }

    @State(Scope.Thread)
    public static class OneRow {
        private final Statement statement = new Statement(1);
    }

    @Benchmark
    @OperationsPerInvocation(100)
    public List<RowBlock> hundredRows(HundredRows state) {
        return state.statement.execute();
    }

    @Benchmark
    public List<RowBlock> oneRow(OneRow state) {
        return state.statement.execute();
    }
}
