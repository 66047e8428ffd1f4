package io.tributary.planner.sql;

import io.tributary.planner.plan.TableName;
import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import io.tributary.rpc.schema.HiddenColumns;
import io.tributary.rpc.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;

/** Reads names: alone, in lists, and with a database before them. */
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

    /** {@code (a, b, …)}, one at least. */
    static List<String> inParentheses(Tokens tokens) {
        List<String> names = new ArrayList<>();
        tokens.expectSymbol('(');
        do {
            names.add(tokens.identifier());
        } while (tokens.acceptSymbol(','));
        tokens.expectSymbol(')');
        return names;
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

    /** PARTITION, or PARTITIONS with a list behind it, which is a name otherwise. */
    static boolean acceptPartition(Tokens tokens) {
        if (!tokens.at("PARTITION") && !(tokens.at("PARTITIONS") && tokens.followedBy('('))) {
            return false;
        }
        tokens.advance();
        return true;
    }

    /**
     * Partitions of a table, behind PARTITION: {@code (p, …)}, or one without parentheses.
     *
     * @throws io.tributary.rpc.error.TributaryException {@code PARTITION_OF_NOT_PARTITIONED}, {@code UNKNOWN_PARTITION}
     */
    static List<String> partitions(Tokens tokens, TableSchema table) {
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
