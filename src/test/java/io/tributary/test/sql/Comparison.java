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
        List<Double> tolerances = new ArrayList<>();
        for (int i = 0; i < columns; i++) {
            double one = ours.tolerances().get(i);
            double other = theirs.tolerances().get(i);
            tolerances.add(one == 0 || other == 0 ? 0 : Math.max(one, other));
        }
        List<List<@Nullable String>> mine = new ArrayList<>(ours.rows());
        List<List<@Nullable String>> others = new ArrayList<>(theirs.rows());
        if (!ordered) {
            Comparator<List<@Nullable String>> order = order(tolerances);
            mine.sort(order);
            others.sort(order);
        }
        for (int row = 0; row < mine.size(); row++) {
            for (int i = 0; i < columns; i++) {
                if (!same(mine.get(row).get(i), others.get(row).get(i), tolerances.get(i))) {
                    return false;
                }
            }
        }
        return true;
    }

    /** An order in which rows that are nearly the same stand in the same place: by what is exact first. */
    private static Comparator<List<@Nullable String>> order(List<Double> tolerances) {
        List<Integer> exact = columns(tolerances, true);
        Comparator<List<@Nullable String>> order = Comparator.comparing(
                row -> exact.stream().map(row::get).toList().toString());
        for (int column : columns(tolerances, false)) {
            order = order.thenComparingDouble(row -> number(row.get(column)));
        }
        return order;
    }

    private static List<Integer> columns(List<Double> tolerances, boolean exact) {
        return IntStream.range(0, tolerances.size())
                .filter(i -> (tolerances.get(i) == 0) == exact)
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

    private static boolean same(@Nullable String one, @Nullable String other, double tolerance) {
        if (one == null || other == null) {
            return one == null && other == null;
        }
        double first = number(one);
        double second = number(other);
        return one.equals(other)
                || (tolerance > 0
                        && (first == second
                                || Math.abs(first - second)
                                        <= tolerance * Math.max(Math.abs(first), Math.abs(second))));
    }
}
