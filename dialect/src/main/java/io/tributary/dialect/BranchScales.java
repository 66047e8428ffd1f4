package io.tributary.dialect;

import io.tributary.dialect.Branches.Branch;
import io.tributary.dialect.ExactNumbers.Digits;
import io.tributary.dialect.Query.Item;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds exact numbers that become values of one type: branches of CASE, IF and COALESCE, arguments of GREATEST, columns of a
 * UNION. Of two decimals of different scales that together have more than 38 digits the engine would cut the digits
 * behind the point, and what is computed has 38 to it. So each is made one with the most digits that one of them has there.
 * One thread, one statement.
 */
final class BranchScales {
    private static final int DIGITS_MAX = 38;
    /** Digits behind the point; all others are left before it. */
    static final int SCALE_MAX = 30;

    private final List<Token> tokens;
    private final ExactNumbers numbers;
    private final Map<Integer, ValueTexts.Wrap> found = new HashMap<>();
    private final Set<Integer> widened = new HashSet<>();

    private BranchScales(List<Token> tokens, ExactNumbers numbers) {
        this.tokens = tokens;
        this.numbers = numbers;
    }

    static BranchScales find(List<Token> tokens, ArithmeticTree tree, ColumnNames names, ExactNumbers numbers) {
        BranchScales scales = new BranchScales(tokens, numbers);
        for (int i = 0; i < tokens.size() - 1; i++) {
            scales.add(Branches.at(tokens, tree, i));
        }
        names.unions().forEach(scales::unite);
        return scales;
    }

    /** Returns what to write around each value, by its first token. */
    Map<Integer, ValueTexts.Wrap> wraps() {
        return found;
    }

    /** Whether a value that begins here gets more digits than it has by itself. */
    boolean isWidened(int i) {
        return widened.contains(i);
    }

    /** The macro that makes such a number. */
    static String call(int scale) {
        return "my_scale_" + Math.min(scale, SCALE_MAX) + "(";
    }

    private void add(List<Branch> branches) {
        List<Branch> values =
                branches.stream().filter(branch -> !isNull(branch)).toList();
        int scale = scale(values);
        if (scale >= 0) {
            values.forEach(value -> put(value, scale, ""));
        }
    }

    private void unite(List<Query> queries) {
        if (queries.stream().flatMap(query -> query.items().stream()).anyMatch(Item::isAll)) {
            return;
        }
        int columns =
                queries.stream().mapToInt(query -> query.items().size()).min().orElse(0);
        for (int i = 0; i < columns; i++) {
            int column = i;
            List<Branch> values = new ArrayList<>();
            queries.forEach(query -> {
                Item item = query.items().get(column);
                values.add(new Branch(item.from(), item.to()));
            });
            values.removeIf(this::isNull);
            widenBesideDouble(values);
            int scale = scale(values);
            if (scale >= 0) {
                queries.forEach(query -> unite(query, query.items().get(column), scale));
            }
        }
    }

    /** Where one of them is a DOUBLE all are, with the digits that they have for it. */
    private void widenBesideDouble(List<Branch> values) {
        boolean mixed = values.stream()
                .map(value -> numbers.of(value.from(), value.to()))
                .reduce(Digits::or)
                .filter(Digits.DOUBLE::equals)
                .isPresent();
        if (mixed) {
            values.forEach(value -> widened.add(value.from()));
        }
    }

    /** A column keeps its name. */
    private void unite(Query query, Item item, int scale) {
        Branch value = new Branch(item.from(), item.to());
        if (!isNull(value)) {
            put(value, scale, query.nameToKeep(item, tokens));
        }
    }

    private void put(Branch value, int scale, String behind) {
        if (numbers.of(value.from(), value.to()).fraction() < scale) {
            widened.add(value.from());
        }
        found.put(value.from(), new ValueTexts.Wrap(value.to(), call(scale), ")" + behind, true));
    }

    /** The digits that are needed; -1: the engine's type has as many. */
    private int scale(List<Branch> values) {
        if (values.size() < 2) {
            return -1;
        }
        int whole = 0;
        int most = 0;
        int least = SCALE_MAX;
        for (Branch value : values) {
            Digits digits = numbers.of(value.from(), value.to());
            if (!digits.isKnown()) {
                return -1;
            }
            int engine = isPlain(value) ? digits.whole() : DIGITS_MAX - digits.fraction();
            whole = Math.max(whole, engine);
            most = Math.max(most, digits.fraction());
            least = Math.min(least, digits.fraction());
        }
        return least < most && whole + most > DIGITS_MAX ? most : -1;
    }

    /** A literal or a column, whose type is not wider than it says. */
    private boolean isPlain(Branch value) {
        return (value.to() == value.from() + 1 && tokens.get(value.from()).kind() == Token.Kind.NUMBER)
                || numbers.isColumn(value.from(), value.to());
    }

    private boolean isNull(Branch value) {
        return value.to() == value.from() + 1 && tokens.get(value.from()).isWord("NULL");
    }
}
