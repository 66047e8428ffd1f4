package io.tributary.backend.engine.duckdb;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Calls on text whose arguments the engine takes in another order or form, or only in part. */
final class TextCalls {
    private static final Set<String> SIDES = Set.of("BOTH", "LEADING", "TRAILING");

    private final StatementRewriter statement;

    TextCalls(StatementRewriter statement) {
        this.statement = statement;
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

    /** {@code FIELD(s, a, b, …)}. */
    void field(int open, int close, List<Integer> commas) {
        int first = firstOf(commas, open);
        statement.emit("my_place(list_value(");
        statement.write(first + 1, close);
        statement.emit("),");
        statement.write(open + 1, first);
        statement.emit(")");
    }

    /** {@code ELT(n, a, b, …)}. */
    void elt(int open, int close, List<Integer> commas) {
        int first = firstOf(commas, open);
        statement.emit("list_extract(list_value(");
        statement.write(first + 1, close);
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
                throw StatementRewriter.unsupported("REGEXP_LIKE with a match type other than 'c' and 'i'");
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
            throw StatementRewriter.unsupported("REGEXP_REPLACE with other than three arguments");
        }
        int replacement = commas.get(1) + 1;
        Token text = statement.token(replacement);
        if (text.kind() != Token.Kind.STRING
                || replacement + 1 != close
                || text.text().indexOf('$') >= 0
                || text.text().indexOf('\\') >= 0) {
            throw StatementRewriter.unsupported("REGEXP_REPLACE with a computed replacement, or one with groups");
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
