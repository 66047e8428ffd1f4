package io.tributary.backend.engine.duckdb;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * {@code JSON_EXTRACT} with one path that is written out. To MySQL its value compares as JSON ({@code "Bob"} equals
 * {@code 'Bob'}), to the engine as text; so it may stand where nothing compares it: in the outermost SELECT list
 * of a statement that sorts and groups nothing, by itself, or anywhere in {@code JSON_UNQUOTE}.
 */
final class JsonCalls {
    /** Members: no wildcards and ranges, whose results are arrays, and no elements, which MySQL finds in what is no array. */
    private static final Pattern PATH = Pattern.compile("\\$(\\.[A-Za-z_][A-Za-z0-9_]*|\\.\"[^\"\\\\]+\")*");

    /** What compares columns of a result, by whatever name. */
    private static final Set<String> COMPARING =
            Set.of("ORDER", "GROUP", "HAVING", "DISTINCT", "DISTINCTROW", "UNION", "EXCEPT", "INTERSECT");

    private final StatementRewriter statement;

    JsonCalls(StatementRewriter statement) {
        this.statement = statement;
    }

    void extract(int name, int close, List<Integer> commas) {
        int open = name + 1;
        if (commas.isEmpty()) {
            throw statement.unexpected(open);
        }
        int path = commas.get(0) + 1;
        Token text = statement.token(path);
        if (text.kind() != Token.Kind.STRING
                || path + 1 != close
                || !PATH.matcher(text.text()).matches()) {
            throw StatementRewriter.unsupported("JSON_EXTRACT with other than one path of members");
        }
        if (!isUnquoted(name, close) && !isSelected(name, close)) {
            throw StatementRewriter.unsupported("JSON_EXTRACT in an expression without JSON_UNQUOTE");
        }
        statement.emit("json_extract( CAST (");
        statement.write(open + 1, path - 1);
        statement.emit("AS JSON),");
        statement.emit(Token.string(text.text()));
        statement.emit(")");
    }

    private boolean isUnquoted(int name, int close) {
        return name > 1
                && statement.token(close + 1).isSymbol(")")
                && statement.token(name - 1).isSymbol("(")
                && statement.token(name - 2).isWord("JSON_UNQUOTE");
    }

    private boolean isSelected(int name, int close) {
        Token after = statement.token(close + 1);
        boolean ends =
                after.isSymbol(",") || after.isWord("AS") || after.isWord("FROM") || after.kind() == Token.Kind.END;
        if (!ends
                || name == 0
                || !(statement.token(name - 1).isWord("SELECT")
                        || statement.token(name - 1).isSymbol(","))) {
            return false;
        }
        int depth = 0;
        boolean inList = true;
        for (int i = 1; statement.token(i).kind() != Token.Kind.END; i++) {
            Token token = statement.token(i);
            depth += token.isSymbol("(") ? 1 : token.isSymbol(")") ? -1 : 0;
            if (token.kind() == Token.Kind.WORD && COMPARING.contains(token.upper())) {
                return false;
            }
            inList &= i >= name || !(depth == 0 && token.isWord("FROM"));
            if (i == name && (depth != 0 || !inList)) {
                return false;
            }
        }
        return statement.token(0).isWord("SELECT");
    }
}
