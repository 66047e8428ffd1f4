package io.tributary.test.sql;

import io.tributary.bench.plot.LinePlot;
import io.tributary.bench.plot.Panel;
import io.tributary.bench.plot.Plot;
import io.tributary.bench.plot.Point;
import io.tributary.bench.plot.Series;
import io.tributary.test.process.Sql;
import io.tributary.test.process.TributaryProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * {@code bin/prove planning}: what it takes to plan each function within itself, 1 to 30 deep, upon three rows, and lists of up to 2,000
 * expressions. Measures, so nothing else may run.
 */
final class PlanningCosts {
    private static final List<Integer> DEPTHS = List.of(1, 2, 4, 8, 15, 30);
    private static final List<Integer> LENGTHS = List.of(125, 250, 500, 1_000, 2_000);
    private static final long SEED = 7;
    private static final int SLOWEST = 15;
    private static final int LIMIT_MILLIS = 20_000;
    private static final int NOT_SUPPORTED = 1235;
    private static final double MILLIS = 1e6;
    private static final double MIB = 1024;

    private static final String TABLE =
            "CREATE TABLE p (i INT, d DECIMAL(10,2), f DOUBLE, s VARCHAR(50), da DATE, t DATETIME(6),"
                    + " j JSON, b BOOLEAN, x VARBINARY(20))";
    private static final String ROWS =
            "INSERT INTO p VALUES (1, 2.50, 0.5, 'a', '2024-01-31', '2024-01-31 10:11:12', '[1]', TRUE, 'a'),"
                    + " (2, 3.25, 1.5, '12', '2024-02-29', '2024-02-29 00:00:00', '{}', FALSE, 'b'), (NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)";
    private static final Map<String, String> COLUMNS = Map.of(
            "dec", "d", "dbl", "f", "exact", "d", "text", "s", "date", "da", "day", "da", "moment", "t", "json", "j",
            "bool", "b", "bin", "x");

    private final FunctionTable functions = FunctionTable.read();
    private final TributaryProcess server;

    /** @param outcome empty: it was answered */
    private record Measured(String name, int size, double millis, double mib, String outcome) {}

    private PlanningCosts(TributaryProcess server) {
        this.server = server;
    }

    /** @param arguments directory for the server, which is empty; file for the plot */
    public static void main(String... arguments) throws IOException, SQLException {
        Path directory = Path.of(arguments[0]);
        try (TributaryProcess server = TributaryProcess.startBothWith(
                System.getenv().getOrDefault("TRIBUTARY_JAVA_OPTS", ""), directory, directory.resolve("data"))) {
            try (Sql sql = Sql.connect(server.mysqlPort(), "")) {
                sql.run("CREATE DATABASE p", "USE p", TABLE, ROWS);
            }
            new PlanningCosts(server).run(Path.of(arguments[1]));
            server.terminate();
        }
    }

    private void run(Path plot) throws IOException, SQLException {
        List<Measured> nested = new ArrayList<>();
        for (FunctionSpec function : functions.anywhere()) {
            // The first one is planned by code that nothing has run yet.
            ask(function.call(), 1, nested(function, 1));
            for (int depth : DEPTHS) {
                nested.add(ask(function.call(), depth, nested(function, depth)));
            }
        }
        List<Measured> lists = new ArrayList<>();
        for (int length : LENGTHS) {
            String list = IntStream.range(0, length)
                    .mapToObj(i -> "a + " + i)
                    .collect(Collectors.joining(", ", "SELECT ", " FROM (SELECT i AS a FROM p) q"));
            lists.add(ask("a + 0, a + 1, …", length, list));
        }
        Map<Integer, List<Measured>> byDepth =
                nested.stream().collect(Collectors.groupingBy(Measured::size, LinkedHashMap::new, Collectors.toList()));
        byDepth.forEach((depth, all) -> System.out.printf(
                Locale.ROOT,
                "%2d deep: median %.1f ms, 99 of 100 %.1f ms, most %.1f ms; most memory %.0f MiB; %d refused by name, %d other errors of %d%n",
                depth,
                quantile(all, 0.5),
                quantile(all, 0.99),
                quantile(all, 1),
                all.stream().mapToDouble(Measured::mib).max().orElseThrow(),
                all.stream().filter(each -> each.outcome().equals("refused")).count(),
                all.stream()
                        .filter(each ->
                                !each.outcome().isEmpty() && !each.outcome().equals("refused"))
                        .count(),
                all.size()));
        lists.forEach(each -> System.out.printf(
                Locale.ROOT, "%d expressions: %.1f ms, %.0f MiB%n", each.size(), each.millis(), each.mib()));
        nested.stream()
                .filter(each -> !each.outcome().isEmpty() && each.size() == DEPTHS.get(DEPTHS.size() - 1))
                .forEach(each -> System.out.println(each.name() + ": " + each.outcome()));
        System.out.println("The slowest:");
        nested.stream()
                .sorted(Comparator.comparingDouble(Measured::millis).reversed())
                .limit(SLOWEST)
                .forEach(each -> System.out.printf(
                        Locale.ROOT,
                        "%.1f ms, %.0f MiB: %s, %d deep%n",
                        each.millis(),
                        each.mib(),
                        each.name(),
                        each.size()));
        Files.writeString(plot, svg(byDepth, lists));
    }

    private static double quantile(List<Measured> all, double share) {
        List<Double> sorted = all.stream().map(Measured::millis).sorted().toList();
        return sorted.get((int) Math.round((sorted.size() - 1) * share));
    }

    private static String svg(Map<Integer, List<Measured>> byDepth, List<Measured> lists) {
        List<Series> series = Stream.of(1.0, 0.99, 0.5)
                .map(share -> new Series(
                        share == 1 ? "the slowest" : share == 0.5 ? "median" : "99 of 100",
                        share == 1 ? 0 : share == 0.5 ? 2 : 1,
                        points(
                                byDepth.keySet().stream().toList(),
                                depth -> quantile(Objects.requireNonNull(byDepth.get(depth)), share))))
                .toList();
        Map<Integer, Double> millis = lists.stream().collect(Collectors.toMap(Measured::size, Measured::millis));
        return LinePlot.svg(new Plot(
                "Planning of nested calls and of long lists",
                "",
                "ms",
                List.of(
                        new Panel("each function within itself, so many deep", series),
                        new Panel(
                                "SELECT of so many expressions",
                                List.of(new Series("all", 3, points(LENGTHS, millis::get))))),
                List.of("From the text to the last of three rows, at the client, each text for the first time.")));
    }

    private static List<Point> points(List<Integer> sizes, Function<Integer, Double> y) {
        return sizes.stream()
                .map(size -> new Point(size, y.apply(size), y.apply(size), y.apply(size), ""))
                .toList();
    }

    private String nested(FunctionSpec function, int depth) {
        String text = "";
        for (int i = 0; i < depth; i++) {
            String inner = text;
            Draw draw = new Draw(SEED);
            boolean[] first = {true};
            Kind kind =
                    Stream.of(Kind.values()).filter(function::gives).findFirst().orElse(Kind.INT);
            text = function.call(
                            kind,
                            draw,
                            new FunctionSpec.Operands() {
                                @Override
                                public Piece of(String operand, boolean column) {
                                    boolean nests = first[0] && !inner.isEmpty();
                                    first[0] = false;
                                    return Piece.fixed(nests ? inner : COLUMNS.getOrDefault(operand, "i"));
                                }

                                @Override
                                public Piece literal(String pool) {
                                    return Piece.fixed(functions.pool(pool).get(0));
                                }
                            },
                            true)
                    .text();
        }
        return "SELECT " + text + " FROM p";
    }

    private Measured ask(String name, int size, String query) throws IOException {
        Path process = Path.of("/proc", Long.toString(server.pid()));
        Files.writeString(process.resolve("clear_refs"), "5");
        double before = mib(process);
        long begin = System.nanoTime();
        String outcome = "";
        try (Connection connection = Sql.open(server.mysqlPort(), "p", "socketTimeout=" + LIMIT_MILLIS);
                Statement statement = connection.createStatement()) {
            statement.setEscapeProcessing(false);
            begin = System.nanoTime();
            try (ResultSet result = statement.executeQuery(query)) {
                while (result.next()) {
                    result.getString(1);
                }
            }
        } catch (SQLException e) {
            outcome = e.getErrorCode() == NOT_SUPPORTED ? "refused" : e.getErrorCode() + " " + e.getMessage();
        }
        double millis = (System.nanoTime() - begin) / MILLIS;
        return new Measured(name, size, millis, mib(process) - before, outcome);
    }

    /** The most memory that the process has had since the last call asked for it. */
    private static double mib(Path process) throws IOException {
        return Files.readAllLines(process.resolve("status")).stream()
                .filter(line -> line.startsWith("VmHWM:"))
                .mapToDouble(line -> Long.parseLong(line.replaceAll("\\D", "")) / MIB)
                .findFirst()
                .orElseThrow();
    }
}
