package io.tributary.frontend;

import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.schema.SqlMode;
import io.tributary.frontend.mysql.PreparedRowEncoder;
import io.tributary.frontend.write.LiteralRowEncoder;
import io.tributary.planner.plan.InsertPlan;
import io.tributary.planner.plan.part.LoadHint;
import io.tributary.planner.plan.part.RowTemplate;
import io.tributary.planner.plan.part.TargetColumns;
import io.tributary.protocol.command.ExecuteBody;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.IntToLongFunction;

/** Prints what a lineitem row costs from the client's bytes to a row block: {@code main}, no test, no assertion. */
final class RowEncodingMeasurement {
    private static final int STATEMENTS = 64;
    private static final int ROUNDS = 8;
    private static final long ROUND_NANOS = 500_000_000;
    /** CPU time, so that what else the machine does matters less. */
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    /** Keeps the work from being thrown away. */
    private static long sink;
    /** {@code prepared100}, {@code text1} …, or empty for all. */
    private static String wanted = "";

    private RowEncodingMeasurement() {}

    public static void main(String[] arguments) {
        wanted = arguments.length == 0 ? "" : arguments[0];
        RowBlockWriter writer = new RowBlockWriter(Lineitem.COLUMNS);
        for (int rows : new int[] {100, 1}) {
            PreparedRowEncoder prepared =
                    new PreparedRowEncoder(TargetColumns.all(16), RowTemplate.ofParameters(rows, 16), SqlMode.DEFAULT);
            byte[][] bodies = new byte[STATEMENTS][];
            byte[][] texts = new byte[STATEMENTS][];
            for (int i = 0; i < STATEMENTS; i++) {
                bodies[i] = Lineitem.parameters(rows, i);
                texts[i] = Lineitem.insert(rows, i).getBytes(StandardCharsets.UTF_8);
            }
            measure("prepared", rows, i -> prepared.encode(
                            ExecuteBody.parse(bodies[i], 16 * rows, null),
                            new byte[0][],
                            StandardCharsets.UTF_8,
                            writer)
                    .get(0)
                    .length());

            LiteralRowEncoder literal = new LiteralRowEncoder();
            InsertPlan plan = new InsertPlan(
                    Lineitem.TABLE,
                    TargetColumns.all(16),
                    false,
                    InsertPlan.Form.VALUES,
                    "INSERT INTO lineitem VALUES".length(),
                    "",
                    LoadHint.NONE,
                    null,
                    false);
            measure("text", rows, i -> literal.encode(plan, texts[i], 0, texts[i].length, SqlMode.DEFAULT, writer)
                    .blocks()
                    .get(0)
                    .length());
        }
        System.out.println("(" + sink + ")");
    }

    private static void measure(String name, int rows, IntToLongFunction statement) {
        if (!wanted.isEmpty() && !wanted.equals(name + rows)) {
            return;
        }
        StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%-8s %3d rows: CPU-ns/row", name, rows));
        for (int round = 0; round < ROUNDS; round++) {
            long begin = THREADS.getCurrentThreadCpuTime();
            long end = begin;
            long count = 0;
            while (end - begin < ROUND_NANOS) {
                for (int i = 0; i < STATEMENTS; i++) {
                    sink += statement.applyAsLong(i);
                }
                count += STATEMENTS;
                end = THREADS.getCurrentThreadCpuTime();
            }
            line.append(String.format(Locale.ROOT, " %.0f", (double) (end - begin) / (count * rows)));
        }
        System.out.println(line);
    }
}
