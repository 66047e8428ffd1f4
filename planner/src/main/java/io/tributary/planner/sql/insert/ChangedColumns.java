package io.tributary.planner.sql.insert;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.HiddenColumns;
import io.tributary.contract.schema.SqlMode;
import io.tributary.dialect.token.Tokens;
import java.nio.charset.StandardCharsets;

/** The columns that an UPDATE or DELETE names. */
public final class ChangedColumns {
    private ChangedColumns() {}

    /** @throws TributaryException UNKNOWN_COLUMN (1054) where the text names the stored hidden column */
    public static void requireVisible(String sql, SqlMode mode) {
        byte[] bytes = sql.getBytes(StandardCharsets.UTF_8);
        Tokens tokens = new Tokens(bytes, 0, bytes.length, mode);
        String clause = "field list";
        int depth = 0;
        while (!tokens.atEnd()) {
            if (tokens.atSymbol('(')) {
                depth++;
            } else if (tokens.atSymbol(')')) {
                depth--;
            } else if (depth == 0 && tokens.at("WHERE")) {
                clause = "where clause";
            } else if (depth == 0 && tokens.at("ORDER")) {
                clause = "order clause";
            } else if (tokens.atIdentifier()) {
                String name = tokens.identifier();
                if (name.equalsIgnoreCase(HiddenColumns.SEQUENCE)) {
                    throw new TributaryException(
                            ErrorCode.UNKNOWN_COLUMN, "Unknown column '" + name + "' in '" + clause + "'");
                }
                continue;
            }
            tokens.advance();
        }
    }
}
