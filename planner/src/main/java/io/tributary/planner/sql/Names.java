package io.tributary.planner.sql;

import io.tributary.planner.plan.TableName;
import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import io.tributary.rpc.schema.HiddenColumns;
import io.tributary.rpc.schema.TableSchema;

/** Reads names that may have a database before them. */
final class Names {
    private Names() {}

    /** @throws TributaryException WRONG_COLUMN_NAME for a name that only hidden columns have */
    static void requireNotReserved(String column) {
        if (HiddenColumns.isReserved(column)) {
            throw new TributaryException(
                    ErrorCode.WRONG_COLUMN_NAME,
                    "Incorrect column name '" + column + "': names that begin with __DORIS_ are reserved");
        }
    }

    /** {@code [db.]t} of a table that exists. */
    static TableSchema table(Tokens tokens, NameResolver names) {
        String first = tokens.identifier();
        return tokens.acceptSymbol('.') ? names.table(first, tokens.identifier()) : names.table("", first);
    }

    /** {@code [db.]t}, which need not exist, nor its database. */
    static TableName tableName(Tokens tokens, NameResolver names) {
        String first = tokens.identifier();
        return tokens.acceptSymbol('.')
                ? new TableName(first, tokens.identifier())
                : new TableName(names.database(""), first);
    }
}
