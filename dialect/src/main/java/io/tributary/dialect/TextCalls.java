package io.tributary.dialect;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.ColumnType;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Calls on text whose arguments the engine takes in another order or form, or only in part. */
final class TextCalls {
    private static final Set<String> SIDES = Set.of("BOTH", "LEADING", "TRAILING");

    private static final Pattern NUMBER = Pattern.compile("^\\s*([-+]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][-+]?\\d{1,3})?)");

    private final StatementRewriter statement;
    private final Map<String, ColumnType> columns;

    /** What FIELD compares its arguments as. */
    private enum Compared {
        TEXTS,
        NUMBERS,
        /** Whatever the engine knows them to be. */
        UNKNOWN
    }

    /** @param columns by {@link ColumnTypes#key} */
    TextCalls(StatementRewriter statement, Map<String, ColumnType> columns) {
        this.statement = statement;
        this.columns = columns;
    }

    /** Whether it is BOTH, LEADING or TRAILING. */
    static boolean isSide(Token token) {
        return token.kind() == Token.Kind.WORD && SIDES.contains(token.upper());
    }

    /**
     * The engine trims a set of characters, MySQL a text.
     *
     * @param from at FROM, or negative
     */
    void trim(int open, int close, int from) {
        if (from < 0) {
            statement.emit("trim");
            statement.write(open, close + 1);
            return;
        }
        String side = statement.token(open + 1).upper();
        boolean named = isSide(statement.token(open + 1));
        int removed = named ? open + 2 : open + 1;
        statement.emit("my_trim_" + (named ? side.toLowerCase(Locale.ROOT) : "both") + "(");
        statement.write(from + 1, close);
        statement.emit(",");
        if (removed == from) {
            statement.emit("' '");
        } else {
            statement.write(removed, from);
        }
        statement.emit(")");
    }

    /** {@code FIELD(s, a, b, …)}: texts among themselves are compared as texts, next to a number as numbers. */
    void field(int open, int close, List<Integer> commas) {
        int first = firstOf(commas, open);
        boolean texts = false;
        boolean numbers = false;
        for (int i = 0; i <= commas.size(); i++) {
            Compared kind = compared(from(open, commas, i), to(close, commas, i));
            texts |= kind == Compared.TEXTS;
            numbers |= kind == Compared.NUMBERS;
        }
        String cast = texts && numbers ? "DOUBLE" : texts ? "VARCHAR" : "";
        statement.emit("my_place(list_value(");
        for (int i = 1; i <= commas.size(); i++) {
            statement.emit(i == 1 ? "" : ",");
            compared(from(open, commas, i), to(close, commas, i), cast);
        }
        statement.emit("),");
        compared(open + 1, first, cast);
        statement.emit(")");
    }

    private void compared(int from, int to, String cast) {
        Token text = statement.token(from);
        if (cast.equals("DOUBLE") && to == from + 1 && text.kind() == Token.Kind.STRING) {
            Matcher number = NUMBER.matcher(text.text());
            statement.emit("CAST(" + (number.find() ? number.group(1) : "0") + " AS DOUBLE)");
            return;
        }
        statement.emit(cast.isEmpty() ? "" : cast.equals("DOUBLE") ? "CAST(my_operand(" : "CAST(");
        statement.write(from, to);
        statement.emit(cast.isEmpty() ? "" : cast.equals("DOUBLE") ? ") AS DOUBLE)" : "AS VARCHAR)");
    }

    private Compared compared(int from, int to) {
        Token token = statement.token(from);
        if (to == from + 1 && token.kind() != Token.Kind.WORD && !token.isName()) {
            return switch (token.kind()) {
                case STRING -> Compared.TEXTS;
                case NUMBER -> Compared.NUMBERS;
                case WORD, NAME, BINARY, PARAMETER, SYMBOL, END -> Compared.UNKNOWN;
            };
        }
        ColumnType type = ValueTexts.isName(statement::token, from, to)
                ? columns.get(ColumnTypes.key(statement.token(to - 1).text()))
                : null;
        if (type == null) {
            return Compared.UNKNOWN;
        }
        return switch (type.kind()) {
            case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT, LARGEINT, FLOAT, DOUBLE, DECIMAL -> Compared.NUMBERS;
            case CHAR, VARCHAR, STRING -> Compared.TEXTS;
            case DATE, DATETIME, TIME, JSON, VARIANT, ARRAY, VARBINARY, NULL -> Compared.UNKNOWN;
        };
    }

    /** Where the argument of this number begins. */
    private static int from(int open, List<Integer> commas, int argument) {
        return argument == 0 ? open + 1 : commas.get(argument - 1) + 1;
    }

    private static int to(int close, List<Integer> commas, int argument) {
        return argument == commas.size() ? close : commas.get(argument);
    }

    /** {@code ELT(n, a, b, …)}. */
    void elt(int open, int close, List<Integer> commas) {
        int first = firstOf(commas, open);
        statement.emit("list_extract(list_value(");
        for (int i = 1; i <= commas.size(); i++) {
            statement.emit(i == 1 ? "CAST(" : ", CAST(");
            statement.write(from(open, commas, i), to(close, commas, i));
            statement.emit("AS VARCHAR)");
        }
        statement.emit("), greatest(CAST (");
        statement.write(open + 1, first);
        statement.emit("AS BIGINT), 0))");
    }

    /** {@code REGEXP_LIKE(s, pattern[, 'c' or 'i'])}. */
    void regexpLike(int open, int close, List<Integer> commas) {
        statement.requireNoCollation("REGEXP_LIKE");
        int pattern = firstOf(commas, open) + 1;
        int end = commas.size() > 1 ? commas.get(1) : close;
        String flags = "";
        if (commas.size() > 1) {
            Token given = statement.token(end + 1);
            if (given.kind() != Token.Kind.STRING
                    || end + 2 != close
                    || !given.text().matches("[ci]?")) {
                throw TributaryException.notSupported("REGEXP_LIKE with a match type other than 'c' and 'i'");
            }
            flags = given.text();
        }
        statement.emit("regexp_matches( CAST (");
        statement.write(open + 1, pattern - 1);
        statement.emit("AS VARCHAR), CAST (");
        statement.write(pattern, end);
        statement.emit("AS VARCHAR)" + (flags.isEmpty() ? ")" : ",'" + flags + "')"));
    }

    /** {@code REGEXP_REPLACE(s, pattern, 'text')}: all occurrences; the text names no groups. */
    void regexpReplace(int open, int close, List<Integer> commas) {
        statement.requireNoCollation("REGEXP_REPLACE");
        if (commas.size() != 2) {
            throw TributaryException.notSupported("REGEXP_REPLACE with other than three arguments");
        }
        int replacement = commas.get(1) + 1;
        Token text = statement.token(replacement);
        if (text.kind() != Token.Kind.STRING
                || replacement + 1 != close
                || text.text().indexOf('$') >= 0
                || text.text().indexOf('\\') >= 0) {
            throw TributaryException.notSupported("REGEXP_REPLACE with a computed replacement, or one with groups");
        }
        statement.emit("regexp_replace( CAST (");
        statement.write(open + 1, commas.get(0));
        statement.emit("AS VARCHAR), CAST (");
        statement.write(commas.get(0) + 1, commas.get(1));
        statement.emit("AS VARCHAR)," + Token.string(text.text()) + ",'g')");
    }

    private int firstOf(List<Integer> commas, int open) {
        if (commas.isEmpty()) {
            throw statement.unexpected(open);
        }
        return commas.get(0);
    }
}
