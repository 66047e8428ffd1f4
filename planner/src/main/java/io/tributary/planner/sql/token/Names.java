package io.tributary.planner.sql.token;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.HiddenColumns;
import io.tributary.contract.schema.TableSchema;
import io.tributary.planner.plan.part.TableName;
import java.util.ArrayList;
import java.util.List;

/** Reads names: alone, in lists, and with a database before them. */
public final class Names {
    private Names() {}

    /** Characters of a database's or table's name, as in MySQL. */
    private static final int NAME_LENGTH_MAX = 64;
    /** Characters of a column's name, as in Doris. */
    private static final int COLUMN_LENGTH_MAX = 256;

    /** @throws TributaryException WRONG_DATABASE_NAME, IDENTIFIER_TOO_LONG */
    public static String newDatabase(String name) {
        requireName(name, NAME_LENGTH_MAX, ErrorCode.WRONG_DATABASE_NAME, "database");
        return name;
    }

    /** @throws TributaryException WRONG_TABLE_NAME, IDENTIFIER_TOO_LONG */
    public static TableName newTable(TableName name) {
        requireName(name.table(), NAME_LENGTH_MAX, ErrorCode.WRONG_TABLE_NAME, "table");
        return name;
    }

    private static void requireName(String name, int lengthMax, ErrorCode wrong, String what) {
        if (name.isEmpty() || name.endsWith(" ")) {
            throw new TributaryException(wrong, "Incorrect " + what + " name '" + name + "'");
        }
        if (name.codePointCount(0, name.length()) > lengthMax) {
            throw new TributaryException(
                    ErrorCode.IDENTIFIER_TOO_LONG,
                    "Identifier name '" + name + "' is too long: " + lengthMax + " characters are allowed");
        }
    }

    /** @throws TributaryException WRONG_COLUMN_NAME, also for a name that only hidden columns have, IDENTIFIER_TOO_LONG */
    public static void requireNewColumn(String column) {
        requireName(column, COLUMN_LENGTH_MAX, ErrorCode.WRONG_COLUMN_NAME, "column");
        if (HiddenColumns.isReserved(column)) {
            throw new TributaryException(
                    ErrorCode.WRONG_COLUMN_NAME,
                    "Incorrect column name '" + column + "': names that begin with __DORIS_ are reserved");
        }
    }

    /** {@code (a, b, …)}, one at least. */
    public static List<String> inParentheses(Tokens tokens) {
        List<String> names = new ArrayList<>();
        tokens.expectSymbol('(');
        do {
            names.add(tokens.identifier());
        } while (tokens.acceptSymbol(','));
        tokens.expectSymbol(')');
        return names;
    }

    /** {@code [db.]t} of a table that exists. */
    public static TableSchema table(Tokens tokens, NameResolver names) {
        String first = tokens.identifier();
        return tokens.acceptSymbol('.') ? names.table(first, tokens.identifier()) : names.table("", first);
    }

    /** {@code [db.]t}, which need not exist, nor its database. */
    public static TableName tableName(Tokens tokens, NameResolver names) {
        String first = tokens.identifier();
        return tokens.acceptSymbol('.')
                ? new TableName(first, tokens.identifier())
                : new TableName(names.database(""), first);
    }

    /** PARTITION, or PARTITIONS with a list behind it, which is a name otherwise. */
    public static boolean acceptPartition(Tokens tokens) {
        if (!tokens.at("PARTITION") && !(tokens.at("PARTITIONS") && tokens.followedBy('('))) {
            return false;
        }
        tokens.advance();
        return true;
    }

    /**
     * Partitions of a table, behind PARTITION: {@code (p, …)}, or one without parentheses.
     *
     * @throws io.tributary.contract.error.TributaryException {@code PARTITION_OF_NOT_PARTITIONED}, {@code UNKNOWN_PARTITION}
     */
    public static List<String> partitions(Tokens tokens, TableSchema table) {
        boolean parentheses = tokens.acceptSymbol('(');
        List<String> partitions = new ArrayList<>();
        do {
            String name = tokens.identifier();
            partitions.add(
                    table.layout().partitioning().require(name, table.name()).name());
        } while (parentheses && tokens.acceptSymbol(','));
        if (parentheses) {
            tokens.expectSymbol(')');
        }
        return partitions;
    }
}
