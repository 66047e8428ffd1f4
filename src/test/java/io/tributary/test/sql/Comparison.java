package io.tributary.test.sql;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Whether two answers have the same rows: as bags, or in their order where the query demands one. */
final class Comparison {
    private Comparison() {}

    static boolean same(Answer.Rows ours, Answer.Rows theirs, boolean ordered) {
        int columns = theirs.tolerances().size();
        if (ours.rows().size() != theirs.rows().size() || ours.tolerances().size() != columns) {
            return false;
        }
        List<Tolerance> tolerances = IntStream.range(0, columns)
                .mapToObj(i -> ours.tolerances().get(i).or(theirs.tolerances().get(i)))
                .toList();
        // In whichever order numbers are that are nearly the same.
        return same(ours, theirs, tolerances, ordered)
                || (ordered && !columns(tolerances, false).isEmpty() && same(ours, theirs, tolerances, false));
    }

    private static boolean same(Answer.Rows ours, Answer.Rows theirs, List<Tolerance> tolerances, boolean ordered) {
        double[] greatest = IntStream.range(0, tolerances.size())
                .mapToDouble(i -> greatest(theirs, i))
                .toArray();
        List<List<@Nullable String>> mine = new ArrayList<>(ours.rows());
        List<List<@Nullable String>> others = new ArrayList<>(theirs.rows());
        if (!ordered) {
            Comparator<List<@Nullable String>> order = order(tolerances);
            mine.sort(order);
            others.sort(order);
        }
        for (int row = 0; row < mine.size(); row++) {
            for (int i = 0; i < greatest.length; i++) {
                if (!same(mine.get(row).get(i), others.get(row).get(i), tolerances.get(i), greatest[i])) {
                    return false;
                }
            }
        }
        return true;
    }

    /** An order in which rows that are nearly the same stand in the same place: by what is exact first. */
    private static Comparator<List<@Nullable String>> order(List<Tolerance> tolerances) {
        List<Integer> exact = columns(tolerances, true);
        Comparator<List<@Nullable String>> order = Comparator.comparing(
                row -> exact.stream().map(row::get).toList().toString());
        for (int column : columns(tolerances, false)) {
            order = order.thenComparingDouble(row -> number(row.get(column)));
        }
        return order;
    }

    private static List<Integer> columns(List<Tolerance> tolerances, boolean exact) {
        return IntStream.range(0, tolerances.size())
                .filter(i -> tolerances.get(i).isExact() == exact)
                .boxed()
                .toList();
    }

    /** Returns NaN where it is no number. */
    private static double number(@Nullable String text) {
        if (text == null) {
            return Double.NEGATIVE_INFINITY;
        }
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }

    private static double greatest(Answer.Rows rows, int column) {
        return rows.rows().stream()
                .mapToDouble(row -> Math.abs(number(row.get(column))))
                .filter(Double::isFinite)
                .max()
                .orElse(0);
    }

    private static boolean same(@Nullable String one, @Nullable String other, Tolerance tolerance, double greatest) {
        if (one == null || other == null) {
            return one == null && other == null;
        }
        return one.equals(other) || (!tolerance.isExact() && tolerance.allows(number(one), number(other), greatest));
    }
}
