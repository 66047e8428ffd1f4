package io.tributary.dialect.token;

import io.tributary.contract.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;

/** Reads names: alone, in lists, and with a database before them. */
public final class Names {
    private Names() {}

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

    /** {@code [db.]t} of a table whose rows a statement changes. */
    public static TableSchema changed(Tokens tokens, NameResolver names, String verb) {
        String first = tokens.identifier();
        return tokens.acceptSymbol('.')
                ? names.changed(first, tokens.identifier(), verb)
                : names.changed("", first, verb);
    }

    /** Reads a column, and passes over its database and table before it. */
    public static String column(Tokens tokens) {
        String name = tokens.identifier();
        while (tokens.acceptSymbol('.')) {
            name = tokens.identifier();
        }
        return name;
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
