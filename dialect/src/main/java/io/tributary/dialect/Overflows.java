package io.tributary.dialect;

import io.tributary.contract.schema.ColumnType;
import io.tributary.dialect.ArithmeticTree.Sum;
import io.tributary.dialect.ArithmeticTree.Term;
import io.tributary.dialect.Query.Item;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Arithmetic whose DOUBLE may be too large, as far as types are known, where nobody would see that: what is a column of the
 * statement's result is checked there. One thread, one statement.
 */
final class Overflows {
    private static final Set<String> TYPES = Set.of("DOUBLE", "FLOAT", "REAL");

    private final List<Token> tokens;
    private final ColumnNames names;
    /** FALSE while it is looked at. */
    private final Map<Item, Boolean> computed = new HashMap<>();

    Overflows(List<Token> tokens, ColumnNames names) {
        this.tokens = tokens;
        this.names = names;
    }

    boolean arePossible() {
        return holdsDouble(0, tokens.size() - 1);
    }

    boolean mayBe(Sum sum) {
        Token first = tokens.get(sum.terms().get(0).factors().get(0).value());
        boolean growing = first.kind() == Token.Kind.WORD && DoubleFunctions.GROWING.contains(first.upper());
        boolean calculated = !sum.signs().isEmpty()
                || sum.terms().stream().anyMatch(Overflows::isProduct)
                || (growing && tokens.get(sum.to() - 1).isSymbol(")"));
        return calculated && holdsDouble(sum.from(), sum.to()) && !isShown(sum.from(), sum.to());
    }

    private static boolean isProduct(Term term) {
        return !term.operators().isEmpty();
    }

    private boolean isShown(int from, int to) {
        Query query = names.queryAt(from);
        if (query == null || query.from() > 0) {
            return false;
        }
        return query.items().stream().anyMatch(item -> item.from() == from && item.to() == to);
    }

    private boolean holdsDouble(int from, int to) {
        for (int i = from; i < to; i++) {
            Token token = tokens.get(i);
            boolean found =
                    switch (token.kind()) {
                        case NUMBER -> token.upper().indexOf('E') >= 0;
                        case STRING -> true;
                        case WORD ->
                            DoubleFunctions.ALL.contains(token.upper())
                                    || TYPES.contains(token.upper())
                                    || isDouble(from, i);
                        case NAME -> isDouble(from, i);
                        case BINARY, PARAMETER, SYMBOL, END -> false;
                    };
            if (found) {
                return true;
            }
        }
        return false;
    }

    private boolean isDouble(int least, int last) {
        if (tokens.get(last + 1).isSymbol("(") || tokens.get(last + 1).isSymbol(".")) {
            return false;
        }
        int from = last;
        while (from - 2 >= least
                && tokens.get(from - 1).isSymbol(".")
                && tokens.get(from - 2).isName()) {
            from -= 2;
        }
        ColumnNames.Origin origin = names.find(from, last + 1);
        ColumnType type = origin.declared();
        return type == null
                ? origin.items().stream().anyMatch(this::isDouble)
                : switch (type.kind()) {
                    case DOUBLE, FLOAT, CHAR, VARCHAR, STRING, JSON, VARIANT -> true;
                    default -> false;
                };
    }

    private boolean isDouble(Item item) {
        Boolean known = computed.putIfAbsent(item, false);
        if (known != null) {
            return known;
        }
        boolean found = holdsDouble(item.from(), item.to());
        computed.put(item, found);
        return found;
    }
}
