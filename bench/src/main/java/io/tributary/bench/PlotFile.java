package io.tributary.bench;

import io.tributary.bench.plot.LinePlot;
import io.tributary.bench.plot.Panel;
import io.tributary.bench.plot.Plot;
import io.tributary.bench.plot.Point;
import io.tributary.bench.plot.Series;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Reports as a plot of rows/s over connections: a panel for each scenario, a series for each server and whatever else makes
 * a difference, in the order in which they come first. The words for what differs nowhere stand in the caption. Commits
 * and numbers of runs are not told apart.
 */
final class PlotFile {
    /** Has the same style in all panels. */
    private record SeriesKey(String server, List<String> details) {
        static SeriesKey of(CellIdentity cell) {
            return new SeriesKey(CellWords.server(cell), CellWords.details(cell));
        }
    }

    private final List<CellReport> reports;
    private final List<SeriesKey> keys;
    /** Indexes of details that are not the same everywhere. */
    private final List<Integer> varying;

    private PlotFile(List<CellReport> reports) throws IOException {
        this.reports = reports;
        Set<SeriesKey> distinct = new LinkedHashSet<>();
        for (CellReport report : reports) {
            distinct.add(SeriesKey.of(report.identity()));
        }
        this.keys = List.copyOf(distinct);
        List<String> first = keys.get(0).details();
        this.varying = IntStream.range(0, first.size())
                .filter(i -> keys.stream().anyMatch(key -> !key.details().get(i).equals(first.get(i))))
                .boxed()
                .toList();
    }

    /** @param reports 1 or more */
    static void write(Path file, List<CellReport> reports) throws IOException {
        Files.writeString(file, of(reports));
    }

    /** @throws IOException if a report has no figures that can be drawn */
    static String of(List<CellReport> reports) throws IOException {
        PlotFile file = new PlotFile(reports);
        List<String> same = IntStream.range(0, file.keys.get(0).details().size())
                .filter(i -> !file.varying.contains(i))
                .mapToObj(i -> file.keys.get(0).details().get(i))
                .filter(detail -> !detail.isEmpty())
                .toList();
        return LinePlot.svg(new Plot(
                "Rows per second over connections",
                "connections",
                "rows/s",
                file.panels(),
                PlotCaption.of(reports, same)));
    }

    private List<Panel> panels() throws IOException {
        Map<String, Map<SeriesKey, List<CellReport>>> scenarios = new LinkedHashMap<>();
        for (CellReport report : reports) {
            CellIdentity cell = report.identity();
            scenarios
                    .computeIfAbsent(cell.scenario(), scenario -> new LinkedHashMap<>())
                    .computeIfAbsent(SeriesKey.of(cell), key -> new ArrayList<>())
                    .add(report);
        }
        List<Panel> panels = new ArrayList<>();
        for (var scenario : scenarios.entrySet()) {
            List<Series> series = new ArrayList<>();
            for (var one : scenario.getValue().entrySet()) {
                series.add(series(one.getKey(), one.getValue()));
            }
            panels.add(new Panel(CellWords.scenario(scenario.getKey()), series));
        }
        return panels;
    }

    private Series series(SeriesKey key, List<CellReport> cells) throws IOException {
        Stream<String> details = varying.stream().map(key.details()::get).filter(detail -> !detail.isEmpty());
        String label = String.join(
                ", ",
                Stream.concat(Stream.of(CellWords.promise(cells.get(0).identity())), details)
                        .toList());
        Map<Integer, List<CellReport>> byConnections = new TreeMap<>();
        for (CellReport cell : cells) {
            byConnections
                    .computeIfAbsent(cell.identity().connections(), connections -> new ArrayList<>())
                    .add(cell);
        }
        List<Point> points = new ArrayList<>();
        for (var same : byConnections.entrySet()) {
            points.add(point(same.getKey(), same.getValue()));
        }
        return new Series(label, keys.indexOf(key), points);
    }

    /**
     * Returns the point of cells that differ in nothing that is told apart here, as MariaDB's with several policies do: all
     * runs count.
     */
    private static Point point(int connections, List<CellReport> cells) throws IOException {
        List<Double> rates = new ArrayList<>();
        for (CellReport cell : cells) {
            rates.addAll(cell.rates());
        }
        double low = rates.stream().mapToDouble(rate -> rate).min().orElseThrow();
        double high = rates.stream().mapToDouble(rate -> rate).max().orElseThrow();
        boolean verified = cells.stream().allMatch(CellReport::isVerified);
        try {
            return new Point(connections, Medians.ofNumbers(rates), low, high, verified ? "" : "WRONG");
        } catch (IllegalArgumentException e) {
            throw new IOException("not a report of bench: " + e.getMessage(), e);
        }
    }
}
