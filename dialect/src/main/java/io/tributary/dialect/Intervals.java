package io.tributary.dialect;

import io.tributary.contract.error.TributaryException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Writes {@code INTERVAL n unit} and what is added to it. A sign before or after an interval becomes an operator of its
 * own, {@code <+>} for one, so that "+" and "-" are arithmetic and nothing else. The engine binds such operators looser
 * than "+" and tighter than comparisons.
 */
final class Intervals {
    private static final Set<String> DAY_UNITS = Set.of("DAY", "WEEK", "MONTH", "QUARTER", "YEAR");
    private static final Set<String> TIME_UNITS = Set.of("MICROSECOND", "SECOND", "MINUTE", "HOUR");
    /** The most tokens of the expression between INTERVAL and its unit. */
    private static final int COUNT_TOKENS_MAX = 1_000;

    private static final Pattern DAY = Pattern.compile("\\d{4}-\\d{1,2}-\\d{1,2}");
    private static final Pattern SECOND = Pattern.compile("\\d{4}-\\d{1,2}-\\d{1,2}[ T]\\d{1,2}:\\d{1,2}(:\\d{1,2})?");
    private static final Pattern FRACTION = Pattern.compile("^(\\s*-?\\d+)\\.\\d*\\s*$");
    private static final Pattern INTEGER = Pattern.compile("\\d+");

    private final StatementRewriter statement;
    private final List<Token> tokens;
    private final ExactNumbers numbers;
    private final Map<Integer, Integer> spans;

    Intervals(StatementRewriter statement, List<Token> tokens, ExactNumbers numbers) {
        this.statement = statement;
        this.tokens = tokens;
        this.numbers = numbers;
        spans = find(tokens);
    }

    /** First to last token of each. */
    Map<Integer, Integer> spans() {
        return spans;
    }

    private static Map<Integer, Integer> find(List<Token> tokens) {
        Map<Integer, Integer> spans = new HashMap<>();
        for (int start = 0; start < tokens.size(); start++) {
            if (!tokens.get(start).isWord("INTERVAL")) {
                continue;
            }
            int depth = 0;
            int last = Math.min(tokens.size(), start + COUNT_TOKENS_MAX);
            for (int i = start + 1; i < last && depth >= 0; i++) {
                Token token = tokens.get(i);
                depth += token.isSymbol("(") ? 1 : token.isSymbol(")") ? -1 : 0;
                if (depth == 0 && i > start + 1 && token.kind() == Token.Kind.WORD && isUnit(token.upper())) {
                    spans.put(start, i);
                    break;
                }
            }
        }
        return spans;
    }

    /** Writes the sign together with its interval and returns what follows, or -1 if it has none. */
    int sign(int sign) {
        boolean minus = statement.token(sign).isSymbol("-");
        Integer last = spans.get(sign + 1);
        if (last != null && sign > 0) {
            statement.emit("<" + pluses(sign + 1, last) + ">");
            return write(sign + 1, minus);
        }
        if (!spans.containsValue(sign - 1)) {
            return -1;
        }
        int first = first(sign - 1);
        if (minus || (first > 0 && isSign(first - 1))) {
            throw TributaryException.notSupported(
                    statement.token(sign).text() + " behind an INTERVAL without parentheses");
        }
        statement.emit("<<" + pluses(first, sign - 1) + ">");
        return sign + 1;
    }

    /** {@code INTERVAL n unit} that begins at {@code first}; returns what follows. */
    int write(int first, boolean minus) {
        Integer last = spans.get(first);
        if (last == null) {
            throw statement.unexpected(first);
        }
        count(first + 1, last, statement.token(last).upper(), minus);
        return last + 1;
    }

    /** {@code DATE_ADD(x, INTERVAL n unit)}, {@code ADDDATE(x, days)}. */
    void addition(int open, int comma, int close, boolean minus) {
        int second = comma + 1;
        boolean interval = statement.token(second).isWord("INTERVAL");
        String unit = interval ? statement.token(close - 1).upper() : "DAY";
        if (!isUnit(unit)) {
            throw TributaryException.notSupported("INTERVAL … " + unit);
        }
        int from = interval ? second + 1 : second;
        int to = interval ? close - 1 : close;
        added(open, comma, unit, from, to, minus);
    }

    /** {@code TIMESTAMPADD(unit, n, x)}: n from {@code from} on, x between {@code comma} and {@code close}. */
    void added(String unit, int from, int comma, int close) {
        added(comma, close, unit, from, comma, false);
    }

    private void added(int open, int close, String unit, int from, int to, boolean minus) {
        statement.emit(
                switch (pluses(unit, from, to).length()) {
                    case 1 -> "my_add_days(";
                    case 2 -> "my_add_seconds(";
                    default -> "my_add_micros(";
                });
        if (close == open + 2 && isConstant(open + 1)) {
            constant(open + 1);
        } else {
            statement.write(open + 1, close);
        }
        statement.emit(",");
        count(from, to, unit, minus);
        statement.emit(")");
    }

    private void count(int from, int to, String unit, boolean minus) {
        // An interval beyond the engine's leads beyond the years of a DATETIME.
        boolean written = tokens.subList(from, to).stream().allMatch(token -> token.kind() == Token.Kind.NUMBER);
        statement.emit(written ? "TRY(" : "");
        String type = DAY_UNITS.contains(unit) ? "INTEGER" : unit.equals("SECOND") ? "DOUBLE" : "BIGINT";
        statement.emit("INTERVAL (" + (minus ? "system.main.\"-\"(" : "") + "CAST(");
        Token number = statement.token(from);
        if (to == from + 1 && number.kind() == Token.Kind.STRING && !type.equals("DOUBLE")) {
            // MySQL takes the whole number that a text begins with.
            statement.emit(Token.string(FRACTION.matcher(number.text()).replaceFirst("$1")));
        } else {
            statement.write(from, to);
        }
        statement.emit("AS " + type + ")" + (minus ? ")" : "") + ") " + unit + (written ? ")" : ""));
    }

    /** Whether the string or NULL at {@code i} is what an interval is added to. */
    boolean isMoment(int i) {
        boolean before = spans.containsKey(i + 2) && isSign(i + 1);
        boolean after =
                i > 1 && spans.containsValue(i - 2) && isSign(i - 1) && !(first(i - 2) > 0 && isSign(first(i - 2) - 1));
        return (before || after) && isConstant(i) && !(i > 0 && isType(i - 1));
    }

    private boolean isConstant(int i) {
        return tokens.get(i).kind() == Token.Kind.STRING || tokens.get(i).isWord("NULL");
    }

    private boolean isType(int i) {
        return tokens.get(i).isWord("DATE")
                || tokens.get(i).isWord("TIMESTAMP")
                || tokens.get(i).isWord("TIME");
    }

    /** A string that is a date or a time gets that type, so that the sum has one too. */
    void constant(int i) {
        Token token = tokens.get(i);
        String text = token.text().strip();
        if (token.kind() != Token.Kind.STRING) {
            statement.emit("CAST(NULL AS DATE)");
        } else if (DAY.matcher(text).matches()) {
            statement.emit("CAST(" + token.engineText() + " AS DATE)");
        } else if (SECOND.matcher(text).matches()) {
            statement.emit("CAST(" + token.engineText() + " AS TIMESTAMP_S)");
        } else {
            statement.emit("CAST(" + token.engineText() + " AS TIMESTAMP)");
        }
    }

    /** One, two or three for a sum in whole days, seconds or microseconds. */
    private String pluses(int first, int last) {
        return pluses(statement.token(last).upper(), first + 1, last);
    }

    private String pluses(String unit, int from, int to) {
        if (DAY_UNITS.contains(unit)) {
            return "+";
        }
        boolean whole = !unit.equals("SECOND")
                || (to == from + 1 && INTEGER.matcher(tokens.get(from).text()).matches())
                || numbers.of(from, to).fraction() == 0;
        return unit.equals("MICROSECOND") || !whole ? "+++" : "++";
    }

    private int first(int last) {
        for (Map.Entry<Integer, Integer> span : spans.entrySet()) {
            if (span.getValue() == last) {
                return span.getKey();
            }
        }
        throw new IllegalStateException("no interval ends at token " + last);
    }

    private boolean isSign(int i) {
        return tokens.get(i).isSymbol("+") || tokens.get(i).isSymbol("-");
    }

    static boolean isUnit(String word) {
        return DAY_UNITS.contains(word) || TIME_UNITS.contains(word);
    }
}
