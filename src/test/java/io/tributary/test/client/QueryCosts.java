package io.tributary.test.client;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.bench.Medians;
import io.tributary.bench.measure.CpuClock;
import io.tributary.bench.measure.Machine;
import io.tributary.cli.TemporaryDirectory;
import io.tributary.test.process.Sql;
import io.tributary.test.process.TributaryProcess;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * What queries cost beside the engine's own text that gives the same digits, upon the same file: a program, for {@code bin/figures
 * translation}. TPC-H's 22 queries and the constructs of {@code tpch/constructs.txt} run warm, so often that a second of CPU time is
 * measured. The engine alone runs in this process and the server in its own; each round opens the file once for both. Measures, so
 * nothing else may run.
 *
 * <p>Arguments: the file, the commit that is measured, how many rounds, TPC-H's scale factor.
 */
final class QueryCosts {
    private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    private static final double SECONDS_MIN = 0.5;
    /** What each query takes beforehand, so that what is measured is compiled. */
    private static final double WARM_SECONDS = 0.25;

    private static final int RUNS_MAX = 200;
    /** Sums of doubles are alike in so many digits, whatever their order. */
    private static final int DIGITS_OF_DOUBLE = 12;

    private static final String DATABASE = "d";
    private static final String FLAGS = System.getenv().getOrDefault("TRIBUTARY_JAVA_OPTS", "");

    /** A query for MySQL and for the engine, and what one run of each took in CPU seconds, by round. */
    private static final class Measured {
        final String sql;
        final String engine;
        final List<Double> ours = new ArrayList<>();
        final List<Double> engines = new ArrayList<>();
        List<List<String>> rows = List.of();

        Measured(String sql, String engine) {
            this.sql = sql;
            this.engine = engine;
        }
    }

    private final Map<String, Measured> all = new LinkedHashMap<>();

    private QueryCosts() throws IOException {
        Tpch.numbers().forEach(number -> all.put("Q" + number, new Measured(Tpch.query(number), Tpch.query(number))));
        for (String block : Tpch.text("constructs.txt").split("\n\n", -1)) {
            if (!block.startsWith("#")) {
                List<String> lines = block.strip().lines().toList();
                all.put(lines.get(0), new Measured(lines.get(1), lines.get(lines.size() - 1)));
            }
        }
    }

    public static void main(String[] arguments) throws Exception {
        QueryCosts costs = new QueryCosts();
        int rounds = Integer.parseInt(arguments[2]);
        double scale = Double.parseDouble(arguments[3]);
        long own = ProcessHandle.current().pid();
        try (TemporaryDirectory directory = TemporaryDirectory.create("tributary-queries-")) {
            Path data = directory.path().resolve("data");
            try (TributaryProcess server = TributaryProcess.startBothWith(FLAGS, directory.path(), data)) {
                load(server, directory.path(), scale);
                server.terminate();
            }
            for (int round = 0; round < rounds; round++) {
                try (TributaryProcess server = TributaryProcess.startBothWith(FLAGS, directory.path(), data)) {
                    costs.ask(server);
                    server.terminate();
                }
                try (Connection connection = engine(data)) {
                    for (Map.Entry<String, Measured> each : costs.all.entrySet()) {
                        Measured query = each.getValue();
                        check(each.getKey(), query.rows, rows(connection, query.engine));
                        seconds(connection, query.engine, own, WARM_SECONDS);
                    }
                    for (Measured each : costs.all.values()) {
                        each.engines.add(seconds(connection, each.engine, own, SECONDS_MIN));
                    }
                }
            }
        }
        costs.write(Path.of(arguments[0]), arguments[1], rounds, scale);
    }

    private void ask(TributaryProcess server) throws SQLException, IOException {
        try (Connection connection = Sql.open(server.mysqlPort(), DATABASE, "")) {
            for (Measured each : all.values()) {
                each.rows = rows(connection, each.sql);
                seconds(connection, each.sql, server.pid(), WARM_SECONDS);
            }
            for (Measured each : all.values()) {
                each.ours.add(seconds(connection, each.sql, server.pid(), SECONDS_MIN));
            }
        }
    }

    private static void load(TributaryProcess server, Path directory, double scale) throws SQLException, IOException {
        try (Sql sql = Sql.connectWith(server.mysqlPort(), "", "allowLoadLocalInfile=true")) {
            sql.run("CREATE DATABASE " + DATABASE, "USE " + DATABASE);
            for (String table : Tpch.schema().lines().toList()) {
                sql.run(table.replaceAll(",? PRIMARY KEY( \\(.*?\\))?", ""));
            }
            for (String load : Tpch.write(directory, scale).split(";\n", 0)) {
                sql.run(load);
            }
        }
    }

    private static Connection engine(Path data) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("duckdb.read_only", "true");
        properties.setProperty(
                "threads", String.valueOf(Math.max(1, Runtime.getRuntime().availableProcessors() / 2)));
        properties.setProperty("memory_limit", "2GB");
        Connection connection =
                DriverManager.getConnection("jdbc:duckdb:" + data.resolve("duckdb/tributary.duckdb"), properties);
        try (Statement statement = connection.createStatement()) {
            statement.execute("USE " + DATABASE);
        }
        return connection;
    }

    private static double seconds(Connection connection, String query, long pid, double least)
            throws SQLException, IOException {
        double begin = CpuClock.seconds(pid);
        double used = 0;
        int runs = 0;
        while (used < least && runs < RUNS_MAX) {
            rows(connection, query);
            used = CpuClock.seconds(pid) - begin;
            runs++;
        }
        return used / runs;
    }

    private static List<List<String>> rows(Connection connection, String query) throws SQLException {
        List<List<String>> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            int columns = result.getMetaData().getColumnCount();
            while (result.next()) {
                List<String> row = new ArrayList<>(columns);
                for (int i = 1; i <= columns; i++) {
                    row.add(String.valueOf(result.getString(i)));
                }
                rows.add(row);
            }
        }
        return rows;
    }

    /** Compares the answers as bags, numbers by the digits that ours show. */
    private static void check(String name, List<List<String>> ours, List<List<String>> engines) {
        if (ours.size() != engines.size()) {
            throw new IllegalStateException(name + ": " + ours.size() + " rows, of the engine " + engines.size());
        }
        List<List<String>> left = new ArrayList<>(engines);
        if (ours.size() > 1_000) {
            return;
        }
        for (List<String> row : ours) {
            Optional<List<String>> alike =
                    left.stream().filter(other -> isAlike(row, other)).findFirst();
            if (alike.isEmpty() || !left.remove(alike.get())) {
                throw new IllegalStateException(name + ": the engine has no row " + row + " but " + left.get(0));
            }
        }
    }

    private static boolean isAlike(List<String> ours, List<String> engines) {
        for (int i = 0; i < ours.size(); i++) {
            String mine = ours.get(i);
            String other = engines.get(i);
            if (!mine.equals(other) && !isSameNumber(mine, other)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isSameNumber(String mine, String other) {
        try {
            BigDecimal number = new BigDecimal(mine);
            BigDecimal difference = new BigDecimal(other).subtract(number).abs();
            BigDecimal unit = BigDecimal.ONE.movePointLeft(number.scale());
            return difference.compareTo(unit) < 0
                    || difference.compareTo(number.abs().movePointLeft(DIGITS_OF_DOUBLE)) <= 0;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private void write(Path file, String commit, int rounds, double scale) throws IOException {
        ObjectNode report = MAPPER.createObjectNode()
                .put("commit", commit)
                .put("machine", Machine.describe())
                .put("rounds", rounds)
                .put("scale_factor", scale);
        ArrayNode queries = report.putArray("queries");
        double logarithms = 0;
        for (Map.Entry<String, Measured> each : all.entrySet()) {
            double ours = Medians.ofNumbers(each.getValue().ours);
            double engines = Medians.ofNumbers(each.getValue().engines);
            System.out.printf("%-32s %8.3f %8.3f %6.2f%n", each.getKey(), ours, engines, ours / engines);
            logarithms += each.getKey().matches("Q\\d+") ? Math.log(ours / engines) : 0;
            queries.addObject()
                    .put("query", each.getKey())
                    .put("cpu_seconds", ours)
                    .put("engine_cpu_seconds", engines)
                    .put("ratio", ours / engines);
        }
        double mean = Math.exp(logarithms / Tpch.QUERIES);
        System.out.printf("geometric mean of TPC-H %.2f%n", mean);
        report.put("tpch_geometric_mean_ratio", mean);
        MAPPER.writeValue(file.toFile(), report);
    }
}
