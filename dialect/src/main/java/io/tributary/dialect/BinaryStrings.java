package io.tributary.dialect;

import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds arguments that may be binary strings. To most functions of text the engine would give its own notation of the
 * bytes, {@code \xFF}, so they are refused there with 1235. Most are told by the engine, by the type of what is found
 * here; statements that hold no bytes at all pay nothing. One thread, one statement.
 */
final class BinaryStrings {
    /** Functions of text, all of whose arguments are texts; those that the engine refuses by itself are not among them. */
    private static final Set<String> OF_TEXT = Set.of(
            "CONCAT",
            "CONCAT_WS",
            "GROUP_CONCAT",
            "UPPER",
            "UCASE",
            "LOWER",
            "LCASE",
            "LEFT",
            "RIGHT",
            "SUBSTRING",
            "SUBSTR",
            "MID",
            "SUBSTRING_INDEX",
            "TRIM",
            "LTRIM",
            "RTRIM",
            "LPAD",
            "RPAD",
            "REPLACE",
            "REVERSE",
            "LOCATE",
            "POSITION",
            "INSTR",
            "FIND_IN_SET",
            "STRCMP",
            "CHAR_LENGTH",
            "CHARACTER_LENGTH",
            "STARTS_WITH",
            "ENDS_WITH",
            "NULL_OR_EMPTY",
            "NOT_NULL_OR_EMPTY",
            "REGEXP_LIKE",
            "REGEXP_SUBSTR",
            "REGEXP_REPLACE",
            "JSON_UNQUOTE",
            "JSON_VALID",
            "JSON_EXTRACT",
            "STR_TO_DATE",
            "FIELD");

    /** Words that make bytes. */
    private static final Set<String> MAKING = Set.of("UNHEX", "FROM_BASE64", "UUID_TO_BIN", "BINARY");

    private final List<Token> tokens;
    private final ColumnTypes types;
    private final boolean nested;
    private @Nullable Boolean present;
    private Map<String, ColumnType> columns = Map.of();

    BinaryStrings(List<Token> tokens, ColumnTypes types) {
        this.tokens = tokens;
        this.types = types;
        nested = tokens.stream()
                        .filter(token -> token.isWord("SELECT") || token.isWord("WITH"))
                        .count()
                > 1;
    }

    /** @param function in upper case */
    static boolean isOfText(String function) {
        return OF_TEXT.contains(function);
    }

    /** Whether one of the tokens from {@code from} to {@code to} (exclusive) may stand for bytes. */
    boolean mayBe(int from, int to) {
        if (from >= to || !arePresent()) {
            return false;
        }
        for (int i = from; i < to; i++) {
            if (isLiteral(i) || isMaking(i) || isColumn(i, true)) {
                return true;
            }
        }
        return false;
    }

    /** Whether the operand whose last token is at {@code last} is bytes for certain. */
    boolean endsAt(int last) {
        if (last < 0 || !arePresent()) {
            return false;
        }
        if (!tokens.get(last).isSymbol(")")) {
            return isLiteral(last) || isColumn(last, false);
        }
        int open = last;
        int depth = 0;
        do {
            depth -= tokens.get(open).nesting();
            open--;
        } while (depth > 0 && open >= 0);
        return open >= 0 && (isMaking(open) || (isCast(open) && isMaking(last - 1)));
    }

    private boolean isCast(int i) {
        return tokens.get(i).isWord("CAST") || tokens.get(i).isWord("CONVERT");
    }

    private boolean arePresent() {
        if (present == null) {
            columns = types.mentioned(tokens);
            boolean found = types.mentionsBinary(tokens);
            for (int i = 0; i < tokens.size() && !found; i++) {
                found = isLiteral(i) || isMaking(i);
            }
            present = found;
        }
        return present;
    }

    private boolean isLiteral(int i) {
        return tokens.get(i).kind() == Token.Kind.BINARY;
    }

    private boolean isMaking(int i) {
        return tokens.get(i).kind() == Token.Kind.WORD
                && MAKING.contains(tokens.get(i).upper());
    }

    /** Where names of columns are not certain, which is where queries are within each other, every one may be. */
    private boolean isColumn(int i, boolean possibly) {
        Token token = tokens.get(i);
        if (!token.isName()
                || tokens.get(i + 1).isSymbol("(")
                || tokens.get(i + 1).isSymbol(".")) {
            return false;
        }
        ColumnType type = columns.get(ColumnTypes.key(token.text()));
        if (type == null) {
            return possibly;
        }
        return type.kind() == Kind.VARBINARY || (nested && possibly);
    }
}
