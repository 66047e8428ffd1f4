package io.tributary.planner.sql.load;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.SqlMode;
import io.tributary.dialect.token.Scanner;
import io.tributary.dialect.token.Terminals;
import io.tributary.dialect.token.Token;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Names of a load's values in its expressions. */
public final class FieldNames {
    /** The most characters of an expression in which others stand: each name may double what there is. */
    public static final int CHARACTERS_MAX = 1 << 20;

    private FieldNames() {}

    /**
     * Returns an expression where a column that is made of others means its own.
     *
     * @param derived expressions by the names that stand for them, in lower case
     * @throws TributaryException SYNTAX; INVALID_STATEMENT for what has more than {@link #CHARACTERS_MAX}
     */
    public static String resolved(String expression, Map<String, String> derived) {
        if (derived.isEmpty()) {
            return expression;
        }
        StringBuilder out = new StringBuilder();
        int copied = 0;
        List<Token> tokens = Scanner.scan(expression, SqlMode.DEFAULT);
        for (int i = 0; i < tokens.size(); i++) {
            Token token = tokens.get(i);
            String value = Terminals.isColumn(tokens, i) ? derived.get(key(token)) : null;
            if (value != null) {
                out.append(expression, copied, token.start())
                        .append('(')
                        .append(value)
                        .append(')');
                copied = token.end();
                if (out.length() > CHARACTERS_MAX) {
                    throw tooLong();
                }
            }
        }
        return out.append(expression, copied, expression.length()).toString();
    }

    /** What is said of expressions that have more than {@link #CHARACTERS_MAX}. */
    public static TributaryException tooLong() {
        return new TributaryException(
                ErrorCode.INVALID_STATEMENT,
                "the expressions of the load, with those that they name, have more than " + CHARACTERS_MAX
                        + " characters");
    }

    /** Returns all names in an expression that may be those of values, once each as written, rather too many than not. */
    public static List<String> mentioned(String expression) {
        Map<String, String> names = new LinkedHashMap<>();
        List<Token> tokens = Scanner.scan(expression, SqlMode.DEFAULT);
        for (int i = 0; i < tokens.size(); i++) {
            if (Terminals.isColumn(tokens, i)) {
                names.putIfAbsent(key(tokens.get(i)), tokens.get(i).text());
            }
        }
        return List.copyOf(names.values());
    }

    private static String key(Token name) {
        return name.text().toLowerCase(Locale.ROOT);
    }
}
