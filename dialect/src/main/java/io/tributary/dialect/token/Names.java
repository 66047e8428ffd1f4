package io.tributary.dialect.token;

import io.tributary.contract.schema.Partitioning;
import io.tributary.contract.schema.TableSchema;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** Reads names: alone, in lists, and with a database before them. */
public final class Names {
    private Names() {}

    /** {@code [database.]name}, the database empty where it is not written. */
    public static <T> T qualified(Tokens tokens, BiFunction<String, String, T> meaning) {
        String first = tokens.identifier();
        return tokens.acceptSymbol('.') ? meaning.apply(first, tokens.identifier()) : meaning.apply("", first);
    }

    /** {@code (a, b, …)}, one at least. */
    public static List<String> inParentheses(Tokens tokens) {
        return tokens.inParentheses(tokens::identifier);
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
        Partitioning partitioning = table.layout().partitioning();
        Supplier<String> name =
                () -> partitioning.require(tokens.identifier(), table.name()).name();
        return tokens.atSymbol('(') ? tokens.inParentheses(name) : List.of(name.get());
    }
}
