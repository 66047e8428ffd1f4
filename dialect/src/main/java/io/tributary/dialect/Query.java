package io.tributary.dialect;

import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.print.SqlName;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One SELECT of a statement, by its tokens: what it gives and what it reads. {@link QueryReader} fills it, afterwards it
 * does not change.
 */
final class Query {
    private final int from;
    private final int to;
    private final @Nullable Query outer;
    private final List<Item> items = new ArrayList<>();
    private final List<Source> sources = new ArrayList<>();
    private int grouping;
    private int order;
    private boolean mergeable;

    /**
     * A value of the result.
     *
     * @param name its alias, or that of the column that it is; {@code *} of all columns; empty: none
     * @param from its first token
     * @param to behind its last one, without the alias
     */
    record Item(String name, int from, int to) {
        boolean isAll() {
            return name.equals("*");
        }
    }

    /**
     * What stands behind FROM.
     *
     * @param name by which its columns are qualified
     * @param table null of a query, and of a table that is not known here
     * @param united the SELECTs whose rows it has; empty of a table
     * @param names of its columns, where they are listed
     */
    record Source(String name, @Nullable TableSchema table, List<Query> united, List<String> names) {}

    /**
     * @param from SELECT
     * @param to behind its last token
     * @param outer of whose rows it may read, too
     */
    Query(int from, int to, @Nullable Query outer) {
        this.from = from;
        this.to = to;
        this.outer = outer;
        grouping = to;
        order = to;
    }

    void add(Item item) {
        items.add(item);
    }

    void add(Source source) {
        sources.add(source);
    }

    /**
     * @param groupingFrom where the first of GROUP BY and HAVING is, or the end
     * @param orderFrom where ORDER BY is, or the end
     * @param isMergeable see {@link #isMergeable}
     */
    void end(int groupingFrom, int orderFrom, boolean isMergeable) {
        grouping = groupingFrom;
        order = orderFrom;
        mergeable = isMergeable;
    }

    int from() {
        return from;
    }

    int to() {
        return to;
    }

    @Nullable
    Query outer() {
        return outer;
    }

    List<Item> items() {
        return items;
    }

    List<Source> sources() {
        return sources;
    }

    /** Returns the position behind an item and its alias. */
    int behind(Item item, List<Token> tokens) {
        int at = item.to();
        if (tokens.get(at).isWord("AS")) {
            return at + 2;
        }
        boolean ends =
                at >= to || tokens.get(at).isSymbol(",") || tokens.get(at).isWord("FROM");
        return ends ? at : at + 1;
    }

    /** What makes a column of the same name of what is written around one; empty where it has another name. */
    String nameToKeep(Item item, List<Token> tokens) {
        boolean column = ValueTexts.isName(tokens::get, item.from(), item.to());
        return column && behind(item, tokens) == item.to() ? " AS " + SqlName.quote(item.name()) : "";
    }

    /** Where GROUP BY or, without one, HAVING is, or the end. */
    int grouping() {
        return grouping;
    }

    /** Whether a name there may be an alias of this query, if it is no column. */
    boolean knowsAliasesAt(int token) {
        return token >= grouping;
    }

    /** Whether a name there is an alias of this query first of all. */
    boolean prefersAliasesAt(int token) {
        return token >= order;
    }

    /** Whether MySQL reads it as a part of the query around it: no grouping, DISTINCT, LIMIT or UNION, and a table. */
    boolean isMergeable() {
        return mergeable;
    }
}
