package io.tributary.dialect.print;

import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.bind.BoundQuery;
import io.tributary.dialect.bind.BoundQuery.Select;
import io.tributary.dialect.bind.BoundSource;
import io.tributary.dialect.bind.Correlation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A wide SELECT in layers, one around the other, each of which computes some of its values: the engine seeks what repeats among all
 * values of one SELECT, in a time that grows with the square of their number. One thread, one SELECT.
 */
final class Layers {
    /** Characters of values that the engine plans in some milliseconds. */
    private static final int CHARS_MAX = 16 * 1024;

    private static final int COUNT_MAX = 32;
    /** Characters of values of which each is computed by the shortest text, not in the least time. */
    private static final int MANY = 128 * 1024;
    /** The engine plans them in some seconds, and has buffers of a GB for what they compute. */
    private static final int TEXT_MAX = 1024 * 1024;
    /** What each construct of which the engine makes copies counts for. */
    private static final int COPIED_CHARS = 400;

    /** Aggregates of one SELECT; of more each is computed by the shortest text. */
    static final int AGGREGATES_MAX = 200;

    private static final String AS = " AS ";

    private final String name;
    private final boolean hasMany;
    private final Set<Integer> relations;
    /** The names of columns of the source within, by their own. */
    private final Map<String, String> columns = new LinkedHashMap<>();

    /**
     * @param number of the SELECT, no other one of the text has it
     * @param values as they are in terms of the source
     */
    Layers(int number, BoundSource source, List<String> values) {
        name = "w" + number;
        hasMany = chars(values) > MANY;
        relations = Correlation.relations(source);
    }

    /**
     * Whether the SELECT is written in layers.
     *
     * @throws TributaryException NOT_SUPPORTED of so many values where there can be none
     */
    static boolean areFor(Select select, List<String> values) {
        if (!areWanted(values) || select.from() == null) {
            return false;
        }
        boolean possible = select.distinct() == null && select.qualify() == null && !Correlation.isCorrelated(select);
        if (!possible) {
            check(values, MANY);
        }
        return possible;
    }

    /** Whether the values are too many for one layer. */
    private static boolean areWanted(List<String> values) {
        return values.size() > 1 && areLong(values);
    }

    static boolean areLong(List<String> values) {
        return chars(values) > 2 * CHARS_MAX;
    }

    private static long chars(List<String> values) {
        return values.stream().mapToLong(String::length).sum();
    }

    boolean hasMany() {
        return hasMany;
    }

    boolean isOf(int relation) {
        return relations.contains(relation);
    }

    /** Returns what a column of the source is called in the layers. */
    String column(String own) {
        String column = columns.computeIfAbsent(own, ignored -> "m" + (columns.size() + 1));
        return name + "." + column;
    }

    /**
     * Returns the SELECT.
     *
     * @param values in terms of {@link #column}
     * @param from the source and its condition
     */
    String around(List<String> values, String from) {
        List<String> kept = new ArrayList<>();
        columns.forEach((own, column) -> kept.add(own + " AS " + column));
        String text = "SELECT " + (kept.isEmpty() ? "1 AS m0" : String.join(", ", kept)) + from;
        kept.clear();
        columns.values().forEach(column -> kept.add(name + "." + column));
        long most = most(values);
        for (int next = 0, end; next < values.size(); next = end) {
            end = end(values, next, most);
            List<String> some = end < values.size() ? kept : kept.subList(columns.size(), kept.size());
            String computed = IntStream.range(next, end)
                    .mapToObj(i -> values.get(i) + " AS " + BoundQuery.column(i))
                    .collect(Collectors.joining(", "));
            text = "SELECT " + some.stream().map(each -> each + ", ").collect(Collectors.joining()) + computed
                    + " FROM (" + text + ") AS " + name;
            IntStream.range(next, end).forEach(i -> kept.add(name + "." + BoundQuery.column(i)));
        }
        return text;
    }

    private static void check(List<String> values, int most) {
        long copied = values.stream().mapToLong(Term::copying).sum();
        long chars = chars(values) + copied * COPIED_CHARS;
        if (chars > most) {
            throw TributaryException.notSupported(
                    "a SELECT of so many values",
                    ": the engine's text of them has " + chars + " characters, at most " + most + " are planned");
        }
    }

    private static long most(List<String> values) {
        check(values, TEXT_MAX);
        return Math.max(CHARS_MAX, chars(values) / COUNT_MAX);
    }

    /**
     * Returns a SELECT of columns of groups, in layers where they are many.
     *
     * @param values names of columns, or values with their names, which no column of the groups has
     */
    static String ofGroups(List<String> values, String groups) {
        List<String> computed =
                values.stream().filter(each -> each.contains(AS)).toList();
        String text = groups;
        List<String> last = values;
        if (areWanted(computed)) {
            long most = most(computed);
            for (int next = 0, end; next < computed.size(); next = end) {
                end = end(computed, next, most);
                text = "SELECT *, " + String.join(", ", computed.subList(next, end)) + " FROM (" + text + ") AS g";
            }
            last = values.stream()
                    .map(each -> each.contains(AS) ? each.substring(each.lastIndexOf(AS) + AS.length()) : each)
                    .toList();
        }
        return "SELECT " + String.join(", ", last) + " FROM (" + text + ") AS g";
    }

    private static int end(List<String> values, int from, long most) {
        long chars = 0;
        int end = from;
        while (end < values.size() && (end == from || chars + values.get(end).length() <= most)) {
            chars += values.get(end++).length();
        }
        return end;
    }
}
