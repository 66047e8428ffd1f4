package io.tributary.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What stands below a plot: how it was measured, where, and at which commits. */
final class PlotCaption {
    private PlotCaption() {}

    /** @param same what all reports have in common, in words */
    static List<String> of(List<CellReport> reports, List<String> same) throws IOException {
        List<CellIdentity> cells = new ArrayList<>();
        for (CellReport report : reports) {
            cells.add(report.identity());
        }
        List<String> paragraphs = new ArrayList<>();
        List<Integer> runs = cells.stream().map(CellIdentity::runs).toList();
        paragraphs.add(
                runs.stream().allMatch(count -> count <= 1)
                        ? "One run of each cell."
                        : "Medians of " + range(runs) + " runs; a bar reaches from the lowest run to the highest.");
        if (!same.isEmpty()) {
            paragraphs.add("Everywhere: " + String.join(", ", same) + ".");
        }
        paragraphs.add("Machine: "
                + distinct(
                        reports.stream()
                                .map(report -> report.json().path("machine").asText())
                                .toList(),
                        "; "));
        paragraphs.add(
                "Commit: " + distinct(cells.stream().map(PlotCaption::commit).toList(), ", "));
        return paragraphs;
    }

    private static String commit(CellIdentity cell) {
        return Objects.requireNonNullElse(cell.commit(), "");
    }

    /** Returns the least and the largest. */
    private static String range(List<Integer> counts) {
        TreeSet<Integer> sorted = new TreeSet<>(counts);
        return sorted.size() == 1 ? "" + sorted.first() : sorted.first() + " to " + sorted.last();
    }

    private static String distinct(List<String> texts, String separator) {
        return texts.stream()
                .map(text -> text.isEmpty() ? "unknown" : text)
                .distinct()
                .collect(Collectors.joining(separator));
    }
}
