package io.tributary.dialect;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Writes JSON functions, and what is done with their values ({@link JsonOperands}). JSON_EXTRACT may stand where its value
 * is written, compared, sorted by or calculated with; elsewhere, where the engine would compare it as a text, it is
 * refused with 1235.
 */
final class JsonCalls {
    /** Members alone: the engine finds them as MySQL does, and faster than they are found here. */
    private static final Pattern MEMBERS = Pattern.compile("\\$(\\.[A-Za-z_][A-Za-z0-9_]*|\\.\"[^\"\\\\]+\")*");

    /** Functions that take the text of a document. */
    private static final Set<String> OF_TEXT = Set.of(
            "CONCAT",
            "CONCAT_WS",
            "GROUP_CONCAT",
            "LENGTH",
            "OCTET_LENGTH",
            "CHAR_LENGTH",
            "CHARACTER_LENGTH",
            "UPPER",
            "LOWER",
            "LEFT",
            "RIGHT",
            "SUBSTRING",
            "SUBSTR",
            "REPLACE",
            "TRIM",
            "LOCATE",
            "INSTR",
            "MD5",
            "SHA1",
            "HEX",
            "COUNT",
            "CAST",
            "CONVERT",
            "ISNULL",
            "IFNULL",
            "COALESCE",
            "ANY_VALUE");
    /** Functions that take it as a number. */
    private static final Set<String> OF_NUMBER = Set.of(
            "SUM",
            "AVG",
            "ROUND",
            "TRUNCATE",
            "FLOOR",
            "CEIL",
            "CEILING",
            "ABS",
            "SIGN",
            "MOD",
            "POW",
            "POWER",
            "SQRT");
    /** Words that make one row of equal ones, or compare by names. */
    private static final Set<String> COMPARING =
            Set.of("HAVING", "DISTINCT", "DISTINCTROW", "UNION", "EXCEPT", "INTERSECT");

    private final StatementRewriter statement;
    private final JsonOperands operands;
    private final Map<String, ColumnType> columns;

    /** @param columns by {@link ColumnTypes#key} */
    JsonCalls(StatementRewriter statement, JsonOperands operands, Map<String, ColumnType> columns) {
        this.statement = statement;
        this.operands = operands;
        this.columns = columns;
    }

    void use(int from, JsonOperands.Use use) {
        switch (use.kind()) {
            case COMPARED -> {
                statement.emit("(");
                compare(from, use.left(), use.others().get(0));
                statement.emit(use.operator() + " 0)");
            }
            case BETWEEN -> {
                statement.emit(use.negated() ? "(NOT (" : "((");
                compare(from, use.left(), use.others().get(0));
                statement.emit(">= 0 AND");
                compare(from, use.left(), use.others().get(1));
                statement.emit("<= 0))");
            }
            case IN -> {
                statement.emit(use.negated() ? "(NOT (CAST(java_json_in(" : "((CAST(java_json_in(");
                value(from, use.left());
                for (int[] other : use.others()) {
                    statement.emit(",");
                    value(other[0], other[1]);
                }
                statement.emit(") AS BIGINT) = 1))");
            }
            case SORTED_BY -> {
                statement.emit("java_json_key(CAST(");
                statement.writePlain(from, use.left());
                statement.emit("AS VARCHAR))");
            }
            case NUMBER -> {
                statement.emit("my_operand(");
                statement.writePlain(from, use.left());
                statement.emit(")");
            }
        }
    }

    private void compare(int from, int to, int[] other) {
        statement.emit("CAST(java_json_compare(");
        value(from, to);
        statement.emit(",");
        value(other[0], other[1]);
        statement.emit(") AS BIGINT)");
    }

    /** Writes any value as the text of a document. */
    void value(int from, int to) {
        boolean name = ValueTexts.isName(statement::token, from, to);
        boolean one = to == from + 1;
        ColumnType type =
                name ? columns.get(ColumnTypes.key(statement.token(to - 1).text())) : null;
        boolean document = operands.isDocument(from, to)
                || isCastToJson(from, to)
                || (type != null && (type.kind() == Kind.JSON || type.kind() == Kind.VARIANT));
        if (document || (one && statement.token(from).isWord("NULL"))) {
            statement.emit("CAST(");
            statement.write(from, to);
            statement.emit("AS VARCHAR)");
        } else if (type != null && type.kind() == Kind.BOOLEAN) {
            statement.emit("CAST(CAST(");
            statement.write(from, to);
            statement.emit("AS TINYINT) AS VARCHAR)");
        } else {
            statement.emit(name || one ? "my_json(" : "my_json_of(");
            statement.write(from, to);
            statement.emit(")");
        }
    }

    private boolean isCastToJson(int from, int to) {
        return statement.token(from).isWord("CAST")
                && statement.token(to - 2).isWord("JSON")
                && statement.closing(from + 1) + 1 == to;
    }

    /** {@code JSON_EXTRACT(document, path, …)}. */
    void extract(int name, int close, List<Integer> commas) {
        if (commas.isEmpty()) {
            throw statement.unexpected(name + 1);
        }
        boolean number = isNumber(name, close);
        if (!number && !operands.isPlaced(name) && !isText(name, close) && !isSelected(name, close)) {
            throw TributaryException.notSupported("JSON_EXTRACT in an expression without JSON_UNQUOTE");
        }
        if (number) {
            statement.emit("CAST(java_json_number(");
        }
        boolean members = areMembers(close, commas);
        if (members) {
            statement.emit("my_json_value(");
        }
        place(name + 1, close, commas, members);
        if (members) {
            statement.emit(")");
        }
        if (number) {
            statement.emit(") AS DOUBLE)");
        }
    }

    /** {@code JSON_UNQUOTE(value)}. */
    void unquote(int open, int close) {
        boolean extract =
                operands.isUnquoted(open + 1) && statement.token(open + 1).isWord("JSON_EXTRACT");
        statement.emit(extract ? "my_json_text(" : "my_json_unquote(");
        if (extract) {
            int end = close - 1;
            List<Integer> commas = new Arguments(statement).commas(open + 2, end);
            if (commas.isEmpty()) {
                throw statement.unexpected(open + 2);
            }
            place(open + 2, end, commas, areMembers(end, commas));
        } else {
            statement.write(open + 1, close);
        }
        statement.emit(")");
    }

    private boolean areMembers(int close, List<Integer> commas) {
        Token path = statement.token(commas.get(0) + 1);
        return path.kind() == Token.Kind.STRING
                && commas.get(0) + 2 == close
                && MEMBERS.matcher(path.text()).matches();
    }

    private void place(int open, int close, List<Integer> commas, boolean members) {
        if (members) {
            statement.emit("json_extract(CAST(");
            statement.write(open + 1, commas.get(0));
            statement.emit("AS JSON),");
            statement.emit(Token.string(statement.token(commas.get(0) + 1).text()) + ")");
            return;
        }
        statement.emit("java_json_extract(CAST(");
        statement.write(open + 1, commas.get(0));
        for (int i = 0; i < commas.size(); i++) {
            statement.emit("AS VARCHAR), CAST(");
            statement.write(commas.get(i) + 1, i + 1 < commas.size() ? commas.get(i + 1) : close);
        }
        statement.emit("AS VARCHAR))");
    }

    /** {@code JSON_ARRAYAGG(value)} and {@code JSON_OBJECTAGG(name, value)}. */
    void aggregate(int open, int close, List<Integer> commas, boolean object) {
        if (commas.size() != (object ? 1 : 0)) {
            throw statement.unexpected(open);
        }
        if (statement.token(close + 1).isWord("OVER")) {
            throw TributaryException.notSupported(object ? "JSON_OBJECTAGG … OVER" : "JSON_ARRAYAGG … OVER");
        }
        int from = open + 1;
        statement.emit(object ? "my_json_members(list(my_member(" : "my_json_elements(list(my_element(");
        if (object) {
            statement.write(from, commas.get(0));
            statement.emit(",");
            from = commas.get(0) + 1;
        }
        value(from, close);
        statement.emit(")))");
    }

    private boolean isNumber(int name, int close) {
        boolean beside = (name > 0
                        && operands.isArithmetic(name - 1)
                        && !statement.token(name - 1).isSymbol("||"))
                || (operands.isArithmetic(close + 1)
                        && !statement.token(close + 1).isSymbol("||")
                        && !statement.token(close + 1).isWord("COLLATE"));
        return beside || OF_NUMBER.contains(caller(name, close));
    }

    /** Whether its text is taken. */
    private boolean isText(int name, int close) {
        Token after = statement.token(close + 1);
        Token behind = after.isWord("NOT") ? statement.token(close + 2) : after;
        String caller = caller(name, close);
        return after.isWord("IS")
                || behind.isWord("LIKE")
                || behind.isWord("REGEXP")
                || behind.isWord("RLIKE")
                || (statement.token(0).isWord("UPDATE")
                        && statement.token(name - 1).isSymbol("="))
                || OF_TEXT.contains(caller)
                || caller.startsWith("JSON_");
    }

    /** The function of which it is a whole argument, or empty. */
    private String caller(int name, int close) {
        Token before = statement.token(Math.max(0, name - 1));
        Token after = statement.token(close + 1);
        boolean whole = (before.isSymbol("(") || before.isSymbol(","))
                && (after.isSymbol(",")
                        || after.isSymbol(")")
                        || after.isWord("AS")
                        || after.isWord("USING")
                        || after.isWord("SEPARATOR")
                        || after.isWord("FROM"));
        int depth = 0;
        for (int i = name - 1; whole && i > 0; i--) {
            depth += statement.token(i).nesting();
            if (depth > 0) {
                return statement.token(i - 1).kind() == Token.Kind.WORD
                        ? statement.token(i - 1).upper()
                        : "";
            }
        }
        return "";
    }

    /** Whether it is a column of the result that nothing compares or sorts by. */
    private boolean isSelected(int name, int close) {
        Token after = statement.token(close + 1);
        boolean ends =
                after.isSymbol(",") || after.isWord("AS") || after.isWord("FROM") || after.kind() == Token.Kind.END;
        Token before = statement.token(Math.max(0, name - 1));
        if (!ends || !statement.token(0).isWord("SELECT") || !(before.isWord("SELECT") || before.isSymbol(","))) {
            return false;
        }
        String alias = after.isWord("AS") ? statement.token(close + 2).text() : "";
        int depth = 0;
        boolean inList = true;
        boolean sorted = false;
        for (int i = 1; statement.token(i).kind() != Token.Kind.END; i++) {
            Token token = statement.token(i);
            depth += token.nesting();
            inList &= !(depth == 0 && token.isWord("FROM"));
            sorted = !token.isWord("LIMIT") && (sorted || (depth == 0 && token.isWord("BY")));
            boolean compares = token.kind() == Token.Kind.WORD && COMPARING.contains(token.upper());
            boolean named = i != close + 2 && token.isName() && token.text().equalsIgnoreCase(alias);
            boolean numbered = sorted && depth == 0 && token.kind() == Token.Kind.NUMBER && isItem(i);
            if (compares || named || numbered || (i == name && (depth != 0 || !inList))) {
                return false;
            }
        }
        return true;
    }

    /** A number that stands for a column of the result. */
    private boolean isItem(int i) {
        return statement.token(i - 1).isWord("BY") || statement.token(i - 1).isSymbol(",");
    }
}
