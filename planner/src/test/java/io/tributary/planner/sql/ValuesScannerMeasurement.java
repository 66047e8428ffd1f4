package io.tributary.planner.sql;

import io.tributary.contract.schema.SqlMode;
import io.tributary.dialect.token.StatementSplitter;
import io.tributary.planner.Tables;
import io.tributary.planner.plan.InsertPlan;
import io.tributary.planner.plan.part.LoadHint;
import io.tributary.planner.plan.part.TargetColumns;
import io.tributary.planner.sql.insert.RowCounter;
import io.tributary.planner.sql.insert.ValuesScanner;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;

/** Prints CPU nanoseconds per row of 16 lineitem columns, structure only; run by hand. */
public final class ValuesScannerMeasurement {
    private static final int ROWS = 100;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private ValuesScannerMeasurement() {}

    public static void main(String[] arguments) {
        measure(
                "numbers and strings",
                "(%d,155190,7706,1,17,21168.23,0.04,0.02,'N','O','1996-03-13','1996-02-12',"
                        + "'1996-03-22','DELIVER IN PERSON','TRUCK','egular courts above the')");
        measure(
                "all strings",
                "('%d','155190','7706','1','17','21168.23','0.04','0.02','N','O','1996-03-13','1996-02-12',"
                        + "'1996-03-22','DELIVER IN PERSON','TRUCK','egular courts above the')");
    }

    private static void measure(String what, String row) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < ROWS; i++) {
            text.append(i == 0 ? "" : ",").append(row.formatted(100_000 + i));
        }
        byte[] sql = text.toString().getBytes(StandardCharsets.UTF_8);
        InsertPlan plan = new InsertPlan(
                Tables.dt(), TargetColumns.all(16), false, InsertPlan.Form.VALUES, 0, "", LoadHint.NONE, null, false);
        ValuesScanner scanner = new ValuesScanner();
        RowCounter counter = new RowCounter();
        for (int round = 0; round < 8; round++) {
            int statements = 20_000;
            long begin = THREADS.getCurrentThreadCpuTime();
            for (int i = 0; i < statements; i++) {
                scanner.scan(plan, sql, 0, sql.length, SqlMode.DEFAULT, counter);
            }
            long scanned = THREADS.getCurrentThreadCpuTime();
            for (int i = 0; i < statements; i++) {
                if (StatementSplitter.split(sql, 0, sql.length, SqlMode.DEFAULT).size() != 1) {
                    throw new IllegalStateException("the splitter found more than one statement");
                }
            }
            long split = THREADS.getCurrentThreadCpuTime();
            System.out.printf(
                    "%s: scan %.0f ns/row, split %.0f ns/row, %d bytes/row%n",
                    what,
                    (scanned - begin) / (double) (statements * ROWS),
                    (split - scanned) / (double) (statements * ROWS),
                    sql.length / ROWS);
        }
    }
}
