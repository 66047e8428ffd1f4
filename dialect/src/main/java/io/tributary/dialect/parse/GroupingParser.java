package io.tributary.dialect.parse;

import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.token.Limit;
import io.tributary.dialect.tree.Expression;
import io.tributary.dialect.tree.Query;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** GROUP BY, its ROLLUPs and CUBEs written out. */
final class GroupingParser {
    private static final List<List<Integer>> TOTAL = List.of(List.of());

    private final Tokens tokens;
    private final ExpressionParser expressions;
    private final List<Expression> keys = new ArrayList<>();

    GroupingParser(Tokens tokens, ExpressionParser expressions) {
        this.tokens = tokens;
        this.expressions = expressions;
    }

    Query.Grouping read() {
        List<List<List<Integer>>> items = items();
        List<List<Integer>> sets = TOTAL;
        if (tokens.take("WITH", "ROLLUP")) {
            sets = rollup(items);
        } else {
            for (List<List<Integer>> item : items) {
                sets = crossed(sets, item);
            }
        }
        if (tokens.at("WITH") && tokens.at(1, "CUBE")) {
            throw TributaryException.notSupported("WITH CUBE");
        }
        return new Query.Grouping(keys, sets);
    }

    /** What each item groups by: one set, or several. */
    private List<List<List<Integer>>> items() {
        return tokens.list(this::item);
    }

    private List<List<List<Integer>>> within() {
        return tokens.parenthesized(this::items);
    }

    private List<List<Integer>> item() {
        if (tokens.take("GROUPING", "SETS")) {
            List<List<List<Integer>>> items = within();
            Limit.GROUPING_SETS.check(items.stream().mapToLong(List::size).sum());
            return items.stream().flatMap(List::stream).toList();
        } else if (tokens.at(1, "(") && (tokens.at("ROLLUP") || tokens.at("CUBE"))) {
            return tokens.next().terminal().equals("CUBE") ? cube(within()) : rollup(within());
        } else if (tokens.at("(") && tokens.at(1, ")")) {
            tokens.skip(2);
            return TOTAL;
        }
        Expression key = expressions.read();
        List<Expression> listed = key instanceof Expression.Row row ? row.values() : List.of(key);
        return List.of(listed.stream().map(this::position).toList());
    }

    /** {@code (a, b)} and so on down to {@code ()}. */
    private static List<List<Integer>> rollup(List<List<List<Integer>>> items) {
        Limit.GROUPING_SETS.check(items.size() + 1L);
        return IntStream.rangeClosed(0, items.size())
                .mapToObj(left -> items.stream()
                        .limit(items.size() - left)
                        .flatMap(item -> item.get(0).stream())
                        .toList())
                .toList();
    }

    private static List<List<Integer>> cube(List<List<List<Integer>>> items) {
        List<List<Integer>> sets = TOTAL;
        for (List<List<Integer>> item : items) {
            sets = crossed(sets, List.of(item.get(0), List.of()));
        }
        return sets;
    }

    private static List<List<Integer>> crossed(List<List<Integer>> left, List<List<Integer>> right) {
        Limit.GROUPING_SETS.check((long) left.size() * right.size());
        return left.stream()
                .flatMap(first -> right.stream().map(second -> Stream.concat(first.stream(), second.stream())
                        .distinct()
                        .toList()))
                .toList();
    }

    /** Where a key stands among all of them. */
    private int position(Expression key) {
        if (!keys.contains(key)) {
            keys.add(key);
        }
        return keys.indexOf(key);
    }
}
