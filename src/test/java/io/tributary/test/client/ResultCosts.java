package io.tributary.test.client;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.bench.Medians;
import io.tributary.bench.measure.CpuClock;
import io.tributary.bench.measure.Machine;
import io.tributary.cli.TemporaryDirectory;
import io.tributary.test.process.Sql;
import io.tributary.test.process.TributaryProcess;
import io.trino.tpch.Order;
import io.trino.tpch.TpchTable;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What small and large results cost, and a start: a program, for {@code bin/figures results}. Each round is a life of one process of
 * both servers in a new directory; the medians of all rounds are written as JSON. Measures, so nothing else may run.
 *
 * <p>Arguments: the file, the commit that is measured, how many rounds.
 */
final class ResultCosts {
    private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private static final int TABLES = 1_000;
    private static final int SMALL_ROWS = 1_000;
    /** The runs of each small query: so many first, then so many that are measured. */
    private static final int QUERIES = 5_000;

    private static final int LARGE_ROWS = 1_000_000;
    private static final int LARGE_QUERIES = 16;
    /** What comes before is answered by code that the compilers are still at work on. */
    private static final int LARGE_WARM = 8;

    private static final String COLUMNS = " FROM information_schema.columns WHERE table_schema = 'd' AND"
            + " table_name = 't500' AND column_name = 'name'";

    /** The small queries by what they are called in the file. */
    private static final Map<String, String> SMALL = new LinkedHashMap<>();

    static {
        SMALL.put("row_by_id", "SELECT * FROM t500 WHERE id = 500");
        SMALL.put(
                "information_schema_tables",
                "SELECT TABLE_NAME, TABLE_TYPE FROM information_schema.tables WHERE table_schema = 'd' AND table_name = 't500'");
        SMALL.put("information_schema_columns_of_three", "SELECT COLUMN_NAME, DATA_TYPE, IS_NULLABLE" + COLUMNS);
        SMALL.put("information_schema_columns_of_all", "SELECT *" + COLUMNS);
    }

    /** The figures of a round. */
    private final ObjectNode figures = MAPPER.createObjectNode();

    public static void main(String[] arguments) throws Exception {
        Path file = Path.of(arguments[0]);
        int rounds = Integer.parseInt(arguments[2]);
        List<ObjectNode> each = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            try (TemporaryDirectory directory = TemporaryDirectory.create("tributary-results-")) {
                ResultCosts costs = new ResultCosts();
                costs.round(directory.path());
                each.add(costs.figures);
            }
        }
        write(file, arguments[1], each);
    }

    private void round(Path directory) throws Exception {
        Path data = directory.resolve("data");
        try (TributaryProcess first = TributaryProcess.startBoth(directory, data)) {
            first.terminate();
        }
        long begin = System.nanoTime();
        try (TributaryProcess server = TributaryProcess.startBoth(directory, data)) {
            add("start_ms", (System.nanoTime() - begin) / 1e6);
            add("start_cpu_seconds", CpuClock.seconds(server.pid()));
            prepare(server, directory);
            for (Map.Entry<String, String> query : SMALL.entrySet()) {
                small(server, query.getKey(), query.getValue());
            }
            large(server);
            server.terminate();
        }
    }

    private static void prepare(TributaryProcess server, Path directory) throws SQLException, IOException {
        try (Sql sql = Sql.connectWith(server.mysqlPort(), "", "allowLoadLocalInfile=true")) {
            sql.run("CREATE DATABASE d", "USE d");
            for (int table = 0; table < TABLES; table++) {
                sql.run("CREATE TABLE t" + table
                        + " (id INT NOT NULL, name VARCHAR(50), amount DECIMAL(15, 2), day DATE,"
                        + " at DATETIME, ratio DOUBLE, count BIGINT, note STRING)");
            }
            StringBuilder rows = new StringBuilder("INSERT INTO t500 VALUES ");
            for (int id = 0; id < SMALL_ROWS; id++) {
                rows.append(id == 0 ? "" : ",")
                        .append("(" + id + ", 'name " + id
                                + "', 1.25, '2026-01-01', '2026-01-01 12:30:00', 0.5, 7, 'note')");
            }
            sql.run(rows.toString());
            sql.run(Tpch.schema()
                    .lines()
                    .filter(line -> line.startsWith("CREATE TABLE orders"))
                    .findFirst()
                    .orElseThrow()
                    .replace(" PRIMARY KEY", ""));
            sql.run(Tpch.load(writeOrders(directory), "orders"));
            String found = sql.query("SELECT count(*) FROM orders").get(0);
            if (!found.equals(String.valueOf(LARGE_ROWS))) {
                throw new IllegalStateException(found + " orders of " + LARGE_ROWS + " are there");
            }
        }
    }

    private static Path writeOrders(Path directory) throws IOException {
        Path file = directory.resolve("orders.tbl");
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            int rows = 0;
            for (Order row : TpchTable.ORDERS.createGenerator(1, 1, 1)) {
                Tpch.writeLine(out, row);
                if (++rows == LARGE_ROWS) {
                    return file;
                }
            }
        }
        throw new IllegalStateException("fewer orders than " + LARGE_ROWS);
    }

    private void small(TributaryProcess server, String name, String query) throws SQLException {
        long[] nanos = new long[QUERIES];
        try (Sql sql = Sql.connect(server.mysqlPort(), "d");
                Statement statement = sql.connection().createStatement()) {
            for (int i = -QUERIES; i < QUERIES; i++) {
                long begin = System.nanoTime();
                try (ResultSet result = statement.executeQuery(query)) {
                    if (!result.next() || result.next()) {
                        throw new IllegalStateException("not one row: " + query);
                    }
                }
                if (i >= 0) {
                    nanos[i] = System.nanoTime() - begin;
                }
            }
        }
        Arrays.sort(nanos);
        add(name + "_p50_ms", nanos[QUERIES / 2] / 1e6);
        add(name + "_p99_ms", nanos[QUERIES * 99 / 100] / 1e6);
    }

    private void large(TributaryProcess server) throws IOException, InterruptedException {
        double[] seconds = new double[LARGE_QUERIES];
        for (int i = 0; i < LARGE_QUERIES; i++) {
            double before = CpuClock.seconds(server.pid());
            Process client = new ProcessBuilder(
                            "mariadb",
                            "--no-defaults",
                            "--quick",
                            "-N",
                            "-h",
                            "127.0.0.1",
                            "-P",
                            "" + server.mysqlPort(),
                            "-u",
                            "root",
                            "d",
                            "-e",
                            "SELECT * FROM orders")
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            if (!client.waitFor(1, TimeUnit.MINUTES) || client.exitValue() != 0) {
                client.destroyForcibly();
                throw new IllegalStateException("mariadb --quick did not get its rows");
            }
            seconds[i] = CpuClock.seconds(server.pid()) - before;
        }
        add("million_rows_first_cpu_seconds", seconds[0]);
        add(
                "million_rows_cpu_seconds",
                Medians.ofNumbers(
                        Arrays.stream(seconds).skip(LARGE_WARM).boxed().toList()));
    }

    private void add(String name, double value) {
        System.out.printf("%s %.3f%n", name, value);
        figures.put(name, value);
    }

    private static void write(Path file, String commit, List<ObjectNode> each) throws IOException {
        ObjectNode report = MAPPER.createObjectNode()
                .put("commit", commit)
                .put("machine", Machine.describe())
                .put("runs", each.size())
                .put("tables", TABLES);
        report.set("queries", MAPPER.valueToTree(SMALL));
        report.setAll(Medians.of(each));
        report.putArray("each_run").addAll(each);
        MAPPER.writeValue(file.toFile(), report);
    }
}
