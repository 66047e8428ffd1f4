package io.tributary.dialect;

import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.dialect.Branches.Branch;
import io.tributary.dialect.ColumnNames.Origin;
import io.tributary.dialect.Query.Item;
import io.tributary.dialect.Query.Source;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How many digits of a second the moments of a statement have: the engine's types have 0, 3 or 6, those of MySQL any number
 * up to 6. One thread, one statement.
 */
final class Fractions {
    static final int UNKNOWN = -1;

    private static final int MOST = 6;
    /** Queries within each other through which a {@code *} is followed. */
    private static final int DEPTH_MAX = 16;
    /** NULL, which has as many as what stands beside it. */
    private static final int NONE = -2;

    private static final Set<String> CLOCKS = Set.of(
            "NOW",
            "CURRENT_TIMESTAMP",
            "LOCALTIME",
            "LOCALTIMESTAMP",
            "SYSDATE",
            "CURTIME",
            "CURRENT_TIME",
            "UTC_TIMESTAMP",
            "UTC_TIME");
    private static final Set<String> FIRST =
            Set.of("MAX", "MIN", "ANY_VALUE", "NULLIF", "FIRST_VALUE", "LAST_VALUE", "NTH_VALUE", "LAG", "LEAD");
    private static final Set<String> DATES =
            Set.of("LAST_DAY", "DATE", "TO_DATE", "CURDATE", "CURRENT_DATE", "UTC_DATE", "MAKEDATE", "FROM_DAYS");
    private static final Set<String> MOVES = Set.of("DATE_ADD", "DATE_SUB", "ADDDATE", "SUBDATE");

    private final List<Token> tokens;
    private final ArithmeticTree tree;
    private final ColumnNames names;
    private final ExactNumbers numbers;
    /** UNKNOWN while it is looked at. */
    private final Map<Item, Integer> computed = new HashMap<>();

    Fractions(List<Token> tokens, ArithmeticTree tree, ColumnNames names, ExactNumbers numbers) {
        this.tokens = tokens;
        this.tree = tree;
        this.names = names;
        this.numbers = numbers;
    }

    /** Returns the digits of a second in each column of the statement's result; empty: they are not known. */
    List<Integer> ofResult() {
        List<Integer> digits = new ArrayList<>();
        for (Query query : names.results()) {
            List<Integer> row = new ArrayList<>();
            if (!addRow(query, row, 0)) {
                return List.of();
            }
            for (int i = 0; i < row.size(); i++) {
                if (i == digits.size()) {
                    digits.add(row.get(i));
                } else {
                    digits.set(i, both(digits.get(i), row.get(i)));
                }
            }
        }
        return digits;
    }

    /** Returns whether all its columns are known. */
    private boolean addRow(Query query, List<Integer> row, int depth) {
        for (Item item : query.items()) {
            if (!item.isAll()) {
                row.add(ofItem(item));
            } else if (depth > DEPTH_MAX || !addAll(query, item, row, depth)) {
                return false;
            }
        }
        return true;
    }

    /** Columns that USING or NATURAL makes one stand elsewhere. */
    private boolean addAll(Query query, Item all, List<Integer> row, int depth) {
        if (tokens.stream().anyMatch(token -> token.isWord("USING") || token.isWord("NATURAL"))) {
            return false;
        }
        String qualifier = all.to() - all.from() > 1 ? tokens.get(all.to() - 3).text() : "";
        for (Source source : query.sources()) {
            if (!qualifier.isEmpty() && !qualifier.equalsIgnoreCase(source.name())) {
                continue;
            }
            if (source.table() != null) {
                source.table().columns().forEach(column -> row.add(ofType(column.type())));
            } else if (source.united().size() != 1 || !addRow(source.united().get(0), row, depth + 1)) {
                return false;
            }
        }
        return true;
    }

    private static int ofType(ColumnType type) {
        return type.kind() == Kind.DATETIME ? type.scale() : type.kind() == Kind.DATE ? 0 : UNKNOWN;
    }

    /** Returns the digits of a second in the value of these tokens; {@link #UNKNOWN} where it is no moment, or not known. */
    int of(int from, int to) {
        if (from >= to) {
            return UNKNOWN;
        }
        Token first = tokens.get(from);
        if (to == from + 1 && first.isWord("NULL")) {
            return NONE;
        }
        int added = ofAddition(from, to);
        if (added != NONE) {
            return added;
        }
        if (tree.end(from) != to) {
            boolean literal = to == from + 2
                    && (first.isWord("TIMESTAMP") || first.isWord("TIME"))
                    && tokens.get(from + 1).kind() == Token.Kind.STRING;
            return literal ? ofText(tokens.get(from + 1).text()) : UNKNOWN;
        }
        if (first.isSymbol("(")) {
            return ofParenthesis(from, to);
        }
        List<Branch> branches = Branches.at(tokens, tree, from);
        if (!branches.isEmpty()) {
            return branches.stream()
                    .map(branch -> of(branch.from(), branch.to()))
                    .reduce(NONE, Fractions::both);
        }
        if (first.kind() == Token.Kind.WORD && tokens.get(from + 1).isSymbol("(")) {
            return ofCall(first.upper(), from + 1, to - 1);
        }
        if (first.kind() == Token.Kind.WORD && to == from + 1 && CLOCKS.contains(first.upper())) {
            return 0;
        }
        return ValueTexts.isName(tokens::get, from, to) ? ofName(from, to) : UNKNOWN;
    }

    private int ofName(int from, int to) {
        Origin origin = names.find(from, to);
        ColumnType type = origin.declared();
        return type != null
                ? ofType(type)
                : origin.items().stream()
                        .map(this::ofItem)
                        .reduce(Fractions::both)
                        .orElse(UNKNOWN);
    }

    private int ofItem(Item item) {
        Integer known = computed.putIfAbsent(item, UNKNOWN);
        if (known != null) {
            return known;
        }
        int digits = of(item.from(), item.to());
        computed.put(item, digits);
        return digits;
    }

    private static int both(int one, int other) {
        if (one == NONE || other == NONE) {
            return Math.max(one, other);
        }
        return one == UNKNOWN || other == UNKNOWN ? UNKNOWN : Math.max(one, other);
    }

    /** {@code x ± INTERVAL n unit}, several of them; NONE: it is none. */
    private int ofAddition(int from, int to) {
        int depth = 0;
        for (int i = to - 1; i > from + 1; i--) {
            depth -= tokens.get(i).nesting();
            if (depth == 0 && tokens.get(i).isWord("INTERVAL")) {
                boolean signed =
                        tokens.get(i - 1).isSymbol("+") || tokens.get(i - 1).isSymbol("-");
                return signed ? moved(of(from, i - 1), i, to) : UNKNOWN;
            }
        }
        return tokens.get(from).isWord("INTERVAL") ? UNKNOWN : NONE;
    }

    private int moved(int digits, int interval, int to) {
        Token unit = tokens.get(to - 1);
        if (digits < 0 || unit.isWord("MICROSECOND")) {
            return digits < 0 ? UNKNOWN : MOST;
        }
        if (!unit.isWord("SECOND")) {
            return digits;
        }
        boolean text = to == interval + 3 && tokens.get(interval + 1).kind() == Token.Kind.STRING;
        int added = text ? MOST : ofNumber(numbers.of(interval + 1, to - 1));
        return added < 0 ? UNKNOWN : Math.max(digits, added);
    }

    private int ofParenthesis(int open, int end) {
        Query query = tokens.get(open + 1).isWord("SELECT") ? names.queryAt(open + 1) : null;
        if (query == null) {
            return of(open + 1, end - 1);
        }
        return query.items().size() == 1 && query.to() == end - 1
                ? ofItem(query.items().get(0))
                : UNKNOWN;
    }

    private int ofCall(String function, int open, int close) {
        int first = tree.argumentEnd(open + 1, close);
        if (CLOCKS.contains(function)) {
            String digits = tokens.get(open + 1).text();
            return close == open + 1 ? 0 : digits.matches("[0-6]") ? Integer.parseInt(digits) : UNKNOWN;
        }
        if (FIRST.contains(function)) {
            return of(open + 1, first);
        }
        if (MOVES.contains(function)) {
            return tokens.get(first + 1).isWord("INTERVAL")
                    ? moved(ofMoment(open + 1, first), first + 1, close)
                    : UNKNOWN;
        }
        if (DATES.contains(function)) {
            return 0;
        }
        return switch (function) {
            case "CAST", "CONVERT" -> ofCast(close);
            case "TIME" -> first == close ? ofMoment(open + 1, close) : UNKNOWN;
            case "TIMESTAMP" -> {
                int digits = ofMoment(open + 1, first);
                yield first == close ? digits : both(digits, ofMoment(first + 1, close));
            }
            case "ADDTIME", "SUBTIME" ->
                first == close ? UNKNOWN : both(of(open + 1, first), ofMoment(first + 1, close));
            case "FROM_UNIXTIME" -> first == close ? ofNumber(numbers.of(open + 1, close)) : UNKNOWN;
            default -> UNKNOWN;
        };
    }

    private static int ofNumber(ExactNumbers.Digits digits) {
        return digits.isKnown() ? Math.min(MOST, digits.fraction()) : UNKNOWN;
    }

    private int ofMoment(int from, int to) {
        Token text = tokens.get(from);
        return to == from + 1 && text.kind() == Token.Kind.STRING ? ofText(text.text()) : of(from, to);
    }

    private int ofCast(int close) {
        if (tokens.get(close - 1).isWord("DATE")) {
            return 0;
        }
        boolean sized = tokens.get(close - 1).isSymbol(")");
        int type = sized ? close - 4 : close - 1;
        if (type < 1
                || !(tokens.get(type).isWord("DATETIME") || tokens.get(type).isWord("TIME"))) {
            return UNKNOWN;
        }
        String digits = sized ? tokens.get(type + 2).text() : "0";
        return digits.matches("[0-6]") ? Integer.parseInt(digits) : UNKNOWN;
    }

    private static int ofText(String text) {
        int point = text.indexOf('.');
        return point < 0 ? 0 : Math.min(MOST, text.strip().length() - point - 1);
    }
}
