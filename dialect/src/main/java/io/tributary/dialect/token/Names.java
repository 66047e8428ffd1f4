package io.tributary.dialect.token;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.schema.Partitioning;
import io.tributary.contract.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** Reads names: alone, in lists, and with a database before them. */
public final class Names {
    /** What Doris calls the catalog of its own databases; there is no other. */
    public static final String CATALOG = "internal";

    /** A table has a catalog, a database and its own name. */
    private static final int PARTS_MAX = 3;

    private Names() {}

    /** A database's name without the catalog that may stand before it. */
    public static String withoutCatalog(String database) {
        return database.startsWith(CATALOG + ".") ? database.substring(CATALOG.length() + 1) : database;
    }

    /** {@code [[internal.]database.]name}, the database empty where it is not written. */
    public static <T> T qualified(Tokens tokens, BiFunction<String, String, T> meaning) {
        List<String> parts = new ArrayList<>(List.of(tokens.identifier()));
        while (parts.size() < PARTS_MAX && tokens.acceptSymbol('.')) {
            parts.add(tokens.identifier());
        }
        List<String> name = withoutCatalog(parts);
        return meaning.apply(name.size() == 1 ? "" : name.get(0), name.get(name.size() - 1));
    }

    /** {@code [internal.]database}. */
    public static String database(Tokens tokens) {
        String first = tokens.identifier();
        if (!tokens.acceptSymbol('.')) {
            return first;
        }
        requireCatalog(first);
        return tokens.identifier();
    }

    /**
     * Returns a table's name without the catalog of its database.
     *
     * @throws io.tributary.contract.error.TributaryException {@code UNKNOWN_DATABASE}
     */
    public static List<String> withoutCatalog(List<String> parts) {
        if (parts.size() < PARTS_MAX) {
            return parts;
        }
        requireCatalog(parts.get(0));
        return parts.subList(1, parts.size());
    }

    /** @throws io.tributary.contract.error.TributaryException {@code UNKNOWN_DATABASE}, in Doris' words */
    public static void requireCatalog(String name) {
        if (!name.equals(CATALOG)) {
            throw ErrorCode.UNKNOWN_DATABASE.error("Unknown catalog '" + name + "'");
        }
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
