package io.tributary.planner.sql.definition;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.HiddenColumns;
import io.tributary.contract.temporary.TemporaryName;
import io.tributary.planner.plan.part.TableName;

/** What a database, a table or a column that is defined may be called. */
final class NewNames {
    /** Characters of a database's or table's name, as in MySQL. */
    private static final int NAME_LENGTH_MAX = 64;
    /** Characters of a column's name, as in Doris. */
    private static final int COLUMN_LENGTH_MAX = 256;

    private NewNames() {}

    /** @throws TributaryException WRONG_DATABASE_NAME, IDENTIFIER_TOO_LONG */
    static String database(String name) {
        requireName(name, NAME_LENGTH_MAX, ErrorCode.WRONG_DATABASE_NAME, "database");
        return name;
    }

    /** @throws TributaryException WRONG_TABLE_NAME, IDENTIFIER_TOO_LONG */
    static TableName table(TableName name) {
        requireName(name.table(), NAME_LENGTH_MAX, ErrorCode.WRONG_TABLE_NAME, "table");
        if (TemporaryName.isOne(name.table())) {
            throw ErrorCode.WRONG_TABLE_NAME.error(
                    "Incorrect table name '" + name.table() + "': temporary tables have such names");
        }
        return name;
    }

    /** Takes a name like {@link #table}, which may not be as long. */
    static TableName temporaryTable(TableName name) {
        requireName(name.table(), TemporaryName.SHOWN_LENGTH_MAX, ErrorCode.WRONG_TABLE_NAME, "table");
        return name;
    }

    private static void requireName(String name, int lengthMax, ErrorCode wrong, String what) {
        if (name.isEmpty() || name.endsWith(" ")) {
            throw new TributaryException(wrong, "Incorrect " + what + " name '" + name + "'");
        }
        if (name.codePointCount(0, name.length()) > lengthMax) {
            throw ErrorCode.IDENTIFIER_TOO_LONG.error(
                    "Identifier name '" + name + "' is too long: " + lengthMax + " characters are allowed");
        }
    }

    /** @throws TributaryException WRONG_COLUMN_NAME, also for a name that only hidden columns have, IDENTIFIER_TOO_LONG */
    static void requireColumn(String column) {
        requireName(column, COLUMN_LENGTH_MAX, ErrorCode.WRONG_COLUMN_NAME, "column");
        if (HiddenColumns.isReserved(column)) {
            throw ErrorCode.WRONG_COLUMN_NAME.error(
                    "Incorrect column name '" + column + "': names that begin with __DORIS_ are reserved");
        }
    }
}
