package io.tributary.backend.engine.duckdb;

import io.tributary.backend.engine.duckdb.ColumnNames.Origin;
import io.tributary.backend.engine.duckdb.Query.Item;
import io.tributary.rpc.schema.ColumnType;
import io.tributary.rpc.schema.ColumnType.Kind;
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
    /** More than the dividend has. */
    private static final int QUOTIENT = 4;
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
    private static final Set<String> ANY = Set.of("IF", "IFNULL", "NVL", "COALESCE", "GREATEST", "LEAST");
    private static final Set<String> MOVES = Set.of("DATE_ADD", "DATE_SUB", "ADDDATE", "SUBDATE");

    private final List<Token> tokens;
    private final ArithmeticTree tree;
    private final ColumnNames names;
    /** UNKNOWN while it is looked at. */
    private final Map<Item, Integer> computed = new HashMap<>();

    Fractions(List<Token> tokens, ArithmeticTree tree, ColumnNames names) {
        this.tokens = tokens;
        this.tree = tree;
        this.names = names;
    }

    /** Of the columns of the statement's result, as far as they are known; those behind {@code *} are not. */
    List<Integer> ofResult() {
        List<Integer> digits = new ArrayList<>();
        for (Query query : names.results()) {
            for (int i = 0; i < query.items().size(); i++) {
                Item item = query.items().get(i);
                if (item.isAll()) {
                    return List.of();
                }
                int found = ofItem(item);
                if (i == digits.size()) {
                    digits.add(found);
                } else {
                    digits.set(i, both(digits.get(i), found));
                }
            }
        }
        return digits;
    }

    /** Of the value of these tokens; {@link #UNKNOWN} where it is none of date and time, or not known. */
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
        if (first.isWord("CASE")) {
            return ofCase(from, to);
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
        if (type != null) {
            return type.kind() == Kind.DATETIME ? type.scale() : type.kind() == Kind.DATE ? 0 : UNKNOWN;
        }
        return origin.items().stream().map(this::ofItem).reduce(Fractions::both).orElse(UNKNOWN);
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
        Token number = tokens.get(interval + 1);
        boolean written = to == interval + 3
                && (number.kind() == Token.Kind.NUMBER || number.kind() == Token.Kind.STRING)
                && number.upper().indexOf('E') < 0;
        return written ? Math.max(digits, number.kind() == Token.Kind.STRING ? MOST : ofText(number.text())) : UNKNOWN;
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

    private int ofCase(int from, int end) {
        int digits = NONE;
        int depth = 0;
        int cases = 0;
        int start = -1;
        for (int i = from; i < end; i++) {
            Token token = tokens.get(i);
            depth += token.nesting();
            boolean top = depth == 0 && cases == 1;
            if (top && start >= 0 && (token.isWord("WHEN") || token.isWord("ELSE") || token.isWord("END"))) {
                digits = both(digits, of(start, i));
                start = -1;
            }
            if (top && (token.isWord("THEN") || token.isWord("ELSE"))) {
                start = i + 1;
            }
            cases += token.isWord("CASE") ? 1 : token.isWord("END") ? -1 : 0;
        }
        return digits;
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
        if (ANY.contains(function)) {
            int digits = NONE;
            for (int from = function.equals("IF") ? first + 1 : open + 1; from < close; ) {
                int end = tree.argumentEnd(from, close);
                digits = both(digits, of(from, end));
                from = end + 1;
            }
            return digits;
        }
        if (MOVES.contains(function)) {
            return tokens.get(first + 1).isWord("INTERVAL")
                    ? moved(ofMoment(open + 1, first), first + 1, close)
                    : UNKNOWN;
        }
        return switch (function) {
            case "CAST", "CONVERT" -> ofCast(close);
            case "TIMESTAMP", "TIME" -> first == close ? ofMoment(open + 1, close) : UNKNOWN;
            case "FROM_UNIXTIME" -> first == close ? ofSeconds(open + 1, close) : UNKNOWN;
            default -> UNKNOWN;
        };
    }

    /** Of a number of seconds, or of one divided by another. */
    private int ofSeconds(int from, int to) {
        Token first = tokens.get(from);
        if (to == from + 1 && first.kind() == Token.Kind.NUMBER) {
            return first.upper().indexOf('E') >= 0 ? UNKNOWN : ofText(first.text());
        }
        int divided = to - 2;
        if (divided > from
                && tokens.get(divided).isSymbol("/")
                && tokens.get(to - 1).kind() == Token.Kind.NUMBER) {
            int digits = ofSeconds(from, divided);
            return digits < 0 ? UNKNOWN : Math.min(MOST, digits + QUOTIENT);
        }
        ColumnType type = ValueTexts.isName(tokens::get, from, to) ? names.declared(from, to) : null;
        if (type == null) {
            return UNKNOWN;
        }
        return switch (type.kind()) {
            case TINYINT, SMALLINT, INT, BIGINT, LARGEINT -> 0;
            case DECIMAL -> Math.min(MOST, type.scale());
            default -> UNKNOWN;
        };
    }

    private int ofMoment(int from, int to) {
        Token text = tokens.get(from);
        return to == from + 1 && text.kind() == Token.Kind.STRING ? ofText(text.text()) : of(from, to);
    }

    private int ofCast(int close) {
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
