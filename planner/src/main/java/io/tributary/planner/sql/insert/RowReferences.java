package io.tributary.planner.sql.insert;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.DefaultValue;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.token.Scanner;
import io.tributary.dialect.token.SqlLiterals;
import io.tributary.dialect.token.Terminals;
import io.tributary.dialect.token.Token;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * What a value of {@code VALUES} says of its own row: {@code DEFAULT(a)}, and columns, which have the value that the row gave
 * them before it.
 *
 * @see <a href="https://dev.mysql.com/doc/refman/8.0/en/insert.html">INSERT Statement</a>
 */
final class RowReferences {
    private static final Pattern WHOLE = Pattern.compile("-?[0-9]{1,18}");
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(\\.[0-9]*)?");

    private final TableSchema table;
    private final SqlMode mode;
    /** Values of the row by their columns, as they are written. */
    private final Map<Integer, String> given = new HashMap<>();

    RowReferences(TableSchema table, SqlMode mode) {
        this.table = table;
        this.mode = mode;
    }

    void begin() {
        given.clear();
    }

    void give(int column, String value) {
        // A value that a column was resolved to stands in parentheses.
        boolean inner = value.startsWith("(") && value.indexOf(')') == value.length() - 1;
        given.put(column, inner ? value.substring(1, value.length() - 1) : value);
    }

    /**
     * Returns a value without what it says of the row.
     *
     * @throws TributaryException NO_DEFAULT, UNKNOWN_COLUMN, NOT_SUPPORTED for a column whose value is no literal
     */
    String resolved(String value) {
        if (value.chars().noneMatch(Character::isLetter)) {
            return value;
        }
        List<Token> tokens = Scanner.scan(value, mode);
        if (tokens.stream().anyMatch(token -> token.isSymbol("SELECT"))) {
            return value;
        }
        StringBuilder text = new StringBuilder();
        int copied = 0;
        for (int i = 0; i < tokens.size(); i++) {
            int last = isDefault(tokens, i) ? i + 3 : isReference(tokens, i) ? i : -1;
            if (last < 0) {
                continue;
            }
            boolean column = last == i;
            String name = tokens.get(column ? i : i + 2).text();
            text.append(value, copied, tokens.get(i).start()).append(column ? given(name) : byDefault(name));
            copied = tokens.get(last).end();
            i = last;
        }
        return copied == 0 ? value : text.append(value, copied, value.length()).toString();
    }

    private static boolean isDefault(List<Token> tokens, int i) {
        return i + 3 < tokens.size()
                && tokens.get(i).isSymbol("DEFAULT")
                && tokens.get(i + 1).isSymbol("(")
                && tokens.get(i + 2).isName()
                && tokens.get(i + 3).isSymbol(")");
    }

    /** A unit, a type and the word before a literal are called as a column may be. */
    private boolean isReference(List<Token> tokens, int i) {
        Token token = tokens.get(i);
        if (!token.isName() || !Terminals.isColumn(tokens, i) || table.indexOf(token.text()) < 0) {
            return false;
        }
        boolean literal = i + 1 < tokens.size() && tokens.get(i + 1).kind() == Token.Kind.STRING;
        boolean type =
                i > 0 && (tokens.get(i - 1).isSymbol("AS") || tokens.get(i - 1).isSymbol("USING"));
        return token.kind() == Token.Kind.QUOTED || !(literal || type || Terminals.UNITS.contains(token.terminal()));
    }

    private String given(String name) {
        int position = table.indexOf(name);
        Column column = table.columns().get(position);
        String value = given.getOrDefault(position, "DEFAULT").strip();
        ColumnType type = column.type();
        boolean number = NUMBER.matcher(value).matches();
        boolean same =
                switch (type.kind()) {
                    case TINYINT, SMALLINT, INT, BIGINT, LARGEINT ->
                        WHOLE.matcher(value).matches();
                    case DOUBLE -> number;
                    case DECIMAL -> number && value.length() - 1 - (value + ".").indexOf('.') <= type.scale();
                    case CHAR, VARCHAR, STRING -> isString(value);
                    default -> false;
                };
        if (value.equalsIgnoreCase("DEFAULT") && hasDefault(column)) {
            return byDefault(name);
        }
        if (!same && !value.equalsIgnoreCase("NULL")) {
            throw TributaryException.notSupported("VALUES with the column " + column.name() + " within a value");
        }
        return "(" + value + ")";
    }

    private boolean isString(String value) {
        List<Token> tokens = Scanner.scan(value, mode);
        return !tokens.isEmpty()
                && tokens.get(0).kind() == Token.Kind.STRING
                && tokens.get(0).end() == value.length();
    }

    private static boolean hasDefault(Column column) {
        return !column.autoIncrement()
                && (column.nullable() || column.defaultValue().kind() != DefaultValue.Kind.NONE);
    }

    private String byDefault(String name) {
        int position = table.indexOf(name);
        if (position < 0) {
            throw ErrorCode.UNKNOWN_COLUMN.error("Unknown column '" + name + "' in 'field list'");
        }
        Column column = table.columns().get(position);
        DefaultValue value = column.defaultValue();
        return switch (value.kind()) {
            case LITERAL ->
                NUMBER.matcher(value.text()).matches() && !column.type().isText()
                        ? "(" + value.text() + ")"
                        : SqlLiterals.string(value.text(), mode);
            case CURRENT_TIMESTAMP -> "NOW(" + value.text() + ")";
            case NULL -> "NULL";
            case NONE -> {
                if (!hasDefault(column)) {
                    throw ErrorCode.NO_DEFAULT.error("Field '" + column.name() + "' doesn't have a default value");
                }
                yield "NULL";
            }
        };
    }
}
