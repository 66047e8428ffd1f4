package io.tributary.planner.sql.query;

import io.tributary.contract.schema.SqlMode;
import io.tributary.dialect.token.Tokens;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Names of a load's values in its expressions. A column of the table that is made of others means its expression; a value
 * that is text and stands next to a number in a comparison is compared as a number, as MySQL does and not every engine.
 */
public final class FieldNames {
    private static final String COMPARISONS = "<>=!";

    /** Words that are no names, not in backticks. */
    private static final Set<String> OPERATORS = Set.of(
            "AND",
            "AS",
            "BETWEEN",
            "BINARY",
            "CASE",
            "COLLATE",
            "DIV",
            "ELSE",
            "END",
            "ESCAPE",
            "FALSE",
            "IN",
            "INTERVAL",
            "IS",
            "LIKE",
            "MOD",
            "NOT",
            "NULL",
            "OR",
            "REGEXP",
            "RLIKE",
            "THEN",
            "TRUE",
            "WHEN",
            "XOR");

    private final Map<String, String> derived;
    private final Set<String> texts;

    /**
     * @param derived expressions by the names that stand for them, in lower case
     * @param texts names of values that are text, in lower case
     */
    public FieldNames(Map<String, String> derived, Set<String> texts) {
        this.derived = Map.copyOf(derived);
        this.texts = Set.copyOf(texts);
    }

    /** The expression with all names meaning values of the input. */
    public String resolved(String expression) {
        return numbersCompared(derived.isEmpty() ? expression : replaced(expression));
    }

    /** All names in an expression that may be those of values, once each as written, rather too many than not. */
    public static List<String> mentioned(String expression) {
        Map<String, String> names = new LinkedHashMap<>();
        Tokens tokens = tokens(expression);
        while (!tokens.atEnd()) {
            if (isName(tokens) && !isOperator(tokens)) {
                String key = name(tokens);
                names.putIfAbsent(key, tokens.identifier());
            } else {
                tokens.advance();
            }
        }
        return List.copyOf(names.values());
    }

    public static boolean isOperator(Tokens tokens) {
        return tokens.kind() == Tokens.Kind.WORD && OPERATORS.contains(tokens.upper());
    }

    private String replaced(String expression) {
        Tokens tokens = tokens(expression);
        StringBuilder out = new StringBuilder();
        int copied = 0;
        boolean qualified = false;
        while (!tokens.atEnd()) {
            String value = isName(tokens) && !qualified ? derived.get(name(tokens)) : null;
            if (value != null) {
                out.append(tokens.text(copied, tokens.start()))
                        .append('(')
                        .append(value)
                        .append(')');
                copied = tokens.end();
            }
            qualified = tokens.atSymbol('.');
            tokens.advance();
        }
        return out.append(tokens.text(copied, tokens.limit())).toString();
    }

    private String numbersCompared(String expression) {
        if (texts.isEmpty()) {
            return expression;
        }
        Tokens tokens = tokens(expression);
        StringBuilder out = new StringBuilder();
        int copied = 0;
        boolean afterNumber = false;
        while (!tokens.atEnd()) {
            int begin = tokens.start();
            int end = tokens.end();
            boolean text = isName(tokens) && texts.contains(name(tokens));
            boolean number = tokens.kind() == Tokens.Kind.NUMBER;
            boolean comparison = isComparison(tokens);
            tokens.advance();
            if (text && (afterNumber || isComparedWithNumber(tokens))) {
                out.append(tokens.text(copied, begin))
                        .append('(')
                        .append(tokens.text(begin, end))
                        .append(" + 0)");
                copied = end;
            }
            tokens.moveTo(end);
            // A number and the comparison behind it.
            afterNumber = number ? isComparison(tokens) : afterNumber && comparison;
        }
        return out.append(tokens.text(copied, tokens.limit())).toString();
    }

    /** Whether the value before is compared with a number; moves on. */
    private static boolean isComparedWithNumber(Tokens tokens) {
        if (isComparison(tokens)) {
            while (isComparison(tokens)) {
                tokens.advance();
            }
            return isNumber(tokens);
        }
        tokens.accept("NOT");
        return tokens.accept("BETWEEN")
                ? isNumber(tokens)
                : tokens.accept("IN") && tokens.acceptSymbol('(') && isNumber(tokens);
    }

    private static boolean isNumber(Tokens tokens) {
        if (!tokens.acceptSymbol('-')) {
            tokens.acceptSymbol('+');
        }
        return tokens.kind() == Tokens.Kind.NUMBER;
    }

    private static boolean isComparison(Tokens tokens) {
        return tokens.kind() == Tokens.Kind.SYMBOL && COMPARISONS.indexOf(tokens.bytes()[tokens.start()]) >= 0;
    }

    private static boolean isName(Tokens tokens) {
        return tokens.kind() == Tokens.Kind.QUOTED
                || (tokens.kind() == Tokens.Kind.WORD && !tokens.followedBy('(') && !tokens.followedBy('.'));
    }

    private static String name(Tokens tokens) {
        String written = tokens.kind() == Tokens.Kind.QUOTED
                ? tokens.unquote(tokens.start(), tokens.end())
                : tokens.text(tokens.start(), tokens.end());
        return written.toLowerCase(Locale.ROOT);
    }

    private static Tokens tokens(String expression) {
        byte[] bytes = expression.getBytes(StandardCharsets.UTF_8);
        return new Tokens(bytes, 0, bytes.length, SqlMode.DEFAULT);
    }
}
