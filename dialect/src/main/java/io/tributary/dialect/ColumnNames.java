package io.tributary.dialect;

import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.Query.Item;
import io.tributary.dialect.Query.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Tells what the names in a statement stand for: columns of tables, whose types are declared, or what a query computes,
 * which is an expression of the same statement. One thread, one statement.
 */
public final class ColumnNames {
    /** Queries that read each other's columns. */
    private static final int DEPTH_MAX = 64;

    private final List<Token> tokens;
    private final List<Query> queries;
    private final @Nullable Query[] owners;
    private final Map<String, ColumnType> mentioned;
    private final boolean nested;

    /**
     * What a name stands for.
     *
     * @param declared the type of a table's column; null: it is computed, or not known
     * @param items what computes it, one of each SELECT of a UNION; empty: not known
     * @param reach how the query that computes it is read
     */
    record Origin(@Nullable ColumnType declared, List<Item> items, Reach reach) {
        static final Origin UNKNOWN = new Origin(null, List.of(), Reach.APART);

        static Origin of(ColumnType declared) {
            return new Origin(declared, List.of(), Reach.APART);
        }
    }

    /** How MySQL reads a computed column. */
    enum Reach {
        /** It is read from the result of the query that computes it. */
        APART,
        /** It is an alias in the query that computes it. */
        ALIAS,
        /** It is the expression itself: the query around it becomes a part of the one that the name stands in. */
        MERGED,
        /** The same, handed on by {@code *}. */
        MERGED_ON
    }

    /** @param types of the current database */
    public ColumnNames(List<Token> tokens, ColumnTypes types) {
        this.tokens = tokens;
        mentioned = types.mentioned(tokens);
        queries = QueryReader.read(tokens, types);
        owners = new Query[tokens.size()];
        boolean reads = false;
        for (Query query : queries) {
            for (int i = query.from(); i < query.to(); i++) {
                owners[i] = query;
            }
            reads |= query.sources().stream()
                    .anyMatch(source ->
                            !source.united().isEmpty() || !source.names().isEmpty());
        }
        nested = reads;
    }

    /** The columns of all tables that are mentioned, by {@link ColumnTypes#key}, as far as those agree on them. */
    Map<String, ColumnType> mentioned() {
        return mentioned;
    }

    /** Whether a table that is read has a column of which this holds. */
    boolean anyDeclared(Predicate<ColumnType> what) {
        return mentioned.values().stream().anyMatch(what)
                || queries.stream()
                        .flatMap(query -> query.sources().stream())
                        .map(Source::table)
                        .filter(Objects::nonNull)
                        .flatMap(table -> table.columns().stream())
                        .anyMatch(column -> what.test(column.type()));
    }

    /** The queries whose rows are the statement's result. */
    List<Query> results() {
        List<Query> results = new ArrayList<>();
        int depth = 0;
        for (int i = 0; i < tokens.size() - 1; i++) {
            depth += tokens.get(i).nesting();
            Query query = owners[i];
            if (depth == 0 && query != null && query.from() == i) {
                results.add(query);
            }
        }
        return results;
    }

    /** SELECTs whose rows become one result, of the statement or of a query that it reads. */
    List<List<Query>> unions() {
        List<List<Query>> unions = new ArrayList<>();
        unions.add(results());
        for (Query query : queries) {
            query.sources().stream().map(Source::united).forEach(unions::add);
        }
        return unions.stream().filter(union -> union.size() > 1).distinct().toList();
    }

    /** The innermost query around a token, if there is one. */
    @Nullable
    Query queryAt(int token) {
        return owners[token];
    }

    /** The type that a name was declared with, wherever its table is; null of all else. */
    @Nullable
    ColumnType declared(int from, int to) {
        return find(from, to).declared();
    }

    /** What the name of these tokens stands for, seen through queries that only hand it on. */
    Origin find(int from, int to) {
        Origin origin = Origin.UNKNOWN;
        int at = from;
        int end = to;
        for (int depth = 0; depth < DEPTH_MAX; depth++) {
            if (!ValueTexts.isName(tokens::get, at, end)) {
                return origin;
            }
            origin = resolve(at, end);
            if (origin.items().size() != 1) {
                return origin;
            }
            Item item = origin.items().get(0);
            if (item.from() == at) {
                return Origin.UNKNOWN;
            }
            at = item.from();
            end = item.to();
        }
        return Origin.UNKNOWN;
    }

    /** What the name of these tokens stands for in the query that it stands in. */
    Origin resolve(int from, int to) {
        String name = tokens.get(to - 1).text();
        String qualifier = to - from >= 3 ? tokens.get(to - 3).text() : "";
        boolean alone = qualifier.isEmpty();
        for (Query query = owners[from]; query != null; query = query.outer()) {
            if (alone && query.prefersAliasesAt(from)) {
                Item item = item(query, name);
                if (item != null) {
                    return new Origin(null, List.of(item), Reach.ALIAS);
                }
            }
            Origin origin = inSources(query, qualifier, name, 0);
            if (origin != null) {
                return origin;
            }
            Item item = alone && query.knowsAliasesAt(from) ? item(query, name) : null;
            if (item != null) {
                return new Origin(null, List.of(item), Reach.ALIAS);
            }
        }
        ColumnType type = nested ? null : mentioned.get(ColumnTypes.key(name));
        return type == null ? Origin.UNKNOWN : Origin.of(type);
    }

    private static @Nullable Item item(Query query, String name) {
        for (Item item : query.items()) {
            if (item.name().equalsIgnoreCase(name)) {
                return item;
            }
        }
        return null;
    }

    /** Null: it has no such column, as far as that is known. */
    private @Nullable Origin inSources(Query query, String qualifier, String name, int depth) {
        Origin found = null;
        for (Source source : query.sources()) {
            if (!qualifier.isEmpty() && !qualifier.equalsIgnoreCase(source.name())) {
                continue;
            }
            Origin origin = in(source, name, depth);
            if (origin != null) {
                found = found == null || found.equals(origin) ? origin : Origin.UNKNOWN;
            }
        }
        return found;
    }

    private @Nullable Origin in(Source source, String name, int depth) {
        TableSchema table = source.table();
        if (table != null) {
            return table.columns().stream()
                    .filter(column -> column.name().equalsIgnoreCase(name))
                    .map(Column::type)
                    .map(Origin::of)
                    .findFirst()
                    .orElse(null);
        }
        if (source.united().isEmpty() || depth > DEPTH_MAX) {
            return null;
        }
        Query first = source.united().get(0);
        int place = place(source, first, name);
        boolean single = source.united().size() == 1;
        if (place < 0) {
            return first.items().stream().anyMatch(Item::isAll)
                            && source.names().isEmpty()
                    ? all(first, name, single, depth)
                    : null;
        }
        List<Item> items = new ArrayList<>();
        for (Query query : source.united()) {
            if (place >= query.items().size() || query.items().stream().anyMatch(Item::isAll)) {
                if (single && source.names().isEmpty()) {
                    return new Origin(null, List.of(first.items().get(place)), reach(first));
                }
                return Origin.UNKNOWN;
            }
            items.add(query.items().get(place));
        }
        return new Origin(null, items, single ? reach(first) : Reach.APART);
    }

    private static Reach reach(Query query) {
        return query.isMergeable() ? Reach.MERGED : Reach.APART;
    }

    private static int place(Source source, Query first, String name) {
        List<String> names = source.names().isEmpty()
                ? first.items().stream().map(Item::name).toList()
                : source.names();
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).equalsIgnoreCase(name)) {
                return i;
            }
        }
        return -1;
    }

    /** A column that is one of {@code *} or {@code q.*}. */
    private @Nullable Origin all(Query query, String name, boolean single, int depth) {
        for (Item item : query.items()) {
            if (!item.isAll()) {
                continue;
            }
            String qualifier =
                    item.to() - item.from() >= 3 ? tokens.get(item.to() - 3).text() : "";
            Origin origin = inSources(query, qualifier, name, depth + 1);
            if (origin != null) {
                if (!single) {
                    return Origin.UNKNOWN;
                }
                boolean merged =
                        query.isMergeable() && (origin.reach() == Reach.MERGED || origin.reach() == Reach.MERGED_ON);
                return new Origin(origin.declared(), origin.items(), merged ? Reach.MERGED_ON : Reach.APART);
            }
        }
        return null;
    }
}
