package io.tributary.dialect;

import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.Query.Item;
import io.tributary.dialect.Query.Source;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the SELECTs of a statement. What it does not understand it leaves out, and is never an error: whether a statement
 * is right is the engine's business. One thread, one statement; {@link ExpressionLimits} bounds how deep it goes.
 */
final class QueryReader {
    private static final Set<String> SETS = Set.of("UNION", "EXCEPT", "INTERSECT");
    private static final Set<String> BEHIND_TABLES =
            Set.of("WHERE", "GROUP", "HAVING", "ORDER", "LIMIT", "WINDOW", "FOR", "LOCK", "INTO");
    private static final Set<String> BEHIND_LIST =
            Stream.concat(BEHIND_TABLES.stream(), Stream.of("FROM")).collect(Collectors.toUnmodifiableSet());
    private static final Set<String> NO_ALIAS = Set.of(
            "JOIN",
            "INNER",
            "CROSS",
            "LEFT",
            "RIGHT",
            "FULL",
            "OUTER",
            "NATURAL",
            "STRAIGHT_JOIN",
            "ON",
            "USING",
            "USE",
            "FORCE",
            "IGNORE",
            "PARTITION");
    private static final Set<String> MODIFIERS = Stream.concat(
                    Keywords.DROPPED_AFTER_SELECT.stream(),
                    Stream.of("DISTINCT", "ALL", "DISTINCTROW", "STRAIGHT_JOIN"))
            .collect(Collectors.toUnmodifiableSet());
    private static final Set<String> AGGREGATES = Set.of(
            "COUNT",
            "SUM",
            "AVG",
            "MAX",
            "MIN",
            "STD",
            "STDDEV",
            "STDDEV_POP",
            "STDDEV_SAMP",
            "VARIANCE",
            "VAR_POP",
            "VAR_SAMP",
            "BIT_AND",
            "BIT_OR",
            "BIT_XOR",
            "GROUP_CONCAT",
            "JSON_ARRAYAGG",
            "JSON_OBJECTAGG",
            "ANY_VALUE",
            "NDV",
            "APPROX_COUNT_DISTINCT",
            "OVER");

    private final List<Token> tokens;
    private final ColumnTypes types;
    private final List<Query> found = new ArrayList<>();

    private QueryReader(List<Token> tokens, ColumnTypes types) {
        this.tokens = tokens;
        this.types = types;
    }

    /** Each query before those within it. */
    static List<Query> read(List<Token> tokens, ColumnTypes types) {
        QueryReader reader = new QueryReader(tokens, types);
        int end = tokens.size() - 1;
        if (reader.isQuery(0)) {
            reader.united(0, end, null, Map.of());
        } else {
            reader.scan(0, end, null, Map.of());
        }
        return reader.found;
    }

    private boolean isQuery(int i) {
        int at = i;
        while (tokens.get(at).isSymbol("(")) {
            at++;
        }
        return tokens.get(at).isWord("SELECT") || tokens.get(at).isWord("WITH");
    }

    /** {@code [WITH …] SELECT … [UNION SELECT …]}; in parentheses or not. */
    private List<Query> united(int from, int to, @Nullable Query outer, Map<String, Source> withs) {
        Map<String, Source> known = withs;
        int i = from;
        if (tokens.get(i).isWord("WITH")) {
            known = new HashMap<>(withs);
            i = with(i + 1, to, outer, known);
        }
        List<Query> queries = new ArrayList<>();
        while (i < to) {
            if (tokens.get(i).isSymbol("(")) {
                int close = closing(i, to);
                if (isQuery(i + 1)) {
                    queries.addAll(united(i + 1, close, outer, known));
                }
                i = close + 1;
            } else if (tokens.get(i).isWord("SELECT")) {
                int end = next(i + 1, to, SETS);
                queries.add(select(i, end, outer, known));
                i = end;
            } else {
                i++;
            }
        }
        return queries;
    }

    /** {@code [RECURSIVE] name [(columns)] AS (query), …}; returns what follows. */
    private int with(int from, int to, @Nullable Query outer, Map<String, Source> known) {
        boolean recursive = tokens.get(from).isWord("RECURSIVE");
        int name = recursive ? from + 1 : from;
        while (name < to && tokens.get(name).isName()) {
            int as = name + 1;
            List<String> names = List.of();
            if (tokens.get(as).isSymbol("(")) {
                names = names(as);
                as = closing(as, to) + 1;
            }
            int open = as + 1;
            if (open >= to || !tokens.get(open).isSymbol("(")) {
                return open;
            }
            int close = closing(open, to);
            List<Query> united = new ArrayList<>();
            Source source = new Source(tokens.get(name).text(), null, united, names);
            if (recursive) {
                known.put(ColumnTypes.key(source.name()), source);
            }
            List<Query> queries = united(open + 1, close, outer, known);
            // The types of a recursion are those of what it begins with.
            united.addAll(recursive ? queries.stream().limit(1).toList() : queries);
            known.put(ColumnTypes.key(source.name()), source);
            name = close + 1;
            if (name >= to || !tokens.get(name).isSymbol(",")) {
                return name;
            }
            name++;
        }
        return name;
    }

    private List<String> names(int open) {
        List<String> names = new ArrayList<>();
        for (int i = open + 1; tokens.get(i).isName(); i += 2) {
            names.add(tokens.get(i).text());
            if (!tokens.get(i + 1).isSymbol(",")) {
                break;
            }
        }
        return names;
    }

    private Query select(int from, int to, @Nullable Query outer, Map<String, Source> known) {
        Query query = new Query(from, to, outer);
        found.add(query);
        int first = from + 1;
        boolean distinct = false;
        while (tokens.get(first).kind() == Token.Kind.WORD
                && MODIFIERS.contains(tokens.get(first).upper())) {
            distinct |= tokens.get(first).upper().startsWith("DISTINCT");
            first++;
        }
        int list = next(first, to, BEHIND_LIST);
        items(query, first, list);
        scan(first, list, query, known);
        int tables = list;
        if (list < to && tokens.get(list).isWord("FROM")) {
            tables = next(list + 1, to, BEHIND_TABLES);
            sources(list + 1, tables, query, known);
        }
        scan(tables, to, query, known);
        int grouping = next(tables, to, Set.of("GROUP", "HAVING"));
        int limit = next(tables, to, Set.of("LIMIT"));
        boolean mergeable = !distinct
                && grouping == to
                && limit == to
                && !query.sources().isEmpty()
                && !tokens.get(to).isWord("UNION")
                && !tokens.get(from > 0 ? from - 1 : 0).isWord("UNION")
                && !tokens.get(from > 0 ? from - 1 : 0).isWord("ALL")
                && !aggregates(first, list);
        query.end(grouping, next(tables, to, Set.of("ORDER")), mergeable);
        return query;
    }

    /** Queries within have their own. */
    private boolean aggregates(int from, int to) {
        for (int i = from; i < to; i++) {
            Token token = tokens.get(i);
            if (token.isSymbol("(") && isQuery(i + 1)) {
                i = closing(i, to);
            } else if (isAggregate(token)
                    && (token.isWord("OVER") || tokens.get(i + 1).isSymbol("("))) {
                return true;
            }
        }
        return false;
    }

    /** Whether a word before a parenthesis is the name of an aggregate function. */
    static boolean isAggregate(Token name) {
        return name.kind() == Token.Kind.WORD && AGGREGATES.contains(name.upper());
    }

    private void items(Query query, int from, int to) {
        int depth = 0;
        int start = from;
        for (int i = from; i <= to; i++) {
            if (i < to) {
                depth += tokens.get(i).nesting();
            }
            if ((i == to || (depth == 0 && tokens.get(i).isSymbol(","))) && start < i) {
                query.add(item(start, i));
                start = i + 1;
            }
        }
    }

    private Item item(int from, int to) {
        Token last = tokens.get(to - 1);
        if (to - from > 2 && tokens.get(to - 2).isWord("AS")) {
            return new Item(last.text(), from, to - 2);
        }
        if (last.isSymbol("*") && (to - from == 1 || tokens.get(to - 2).isSymbol("."))) {
            return new Item("*", from, to);
        }
        if (to - from > 1 && SelectLabels.isImplicitAlias(tokens, from, to)) {
            return new Item(last.text(), from, to - 1);
        }
        return new Item(ValueTexts.isName(tokens::get, from, to) ? last.text() : "", from, to);
    }

    private void sources(int from, int to, Query query, Map<String, Source> known) {
        boolean wanted = true;
        boolean lateral = false;
        int i = from;
        while (i < to) {
            Token token = tokens.get(i);
            if (wanted && token.isWord("LATERAL")) {
                lateral = true;
                i++;
            } else if (wanted && token.isSymbol("(")) {
                int close = closing(i, to);
                if (isQuery(i + 1)) {
                    List<Query> united = united(i + 1, close, lateral ? query : query.outer(), known);
                    i = alias(close + 1, to, query, new Source("", null, united, List.of()));
                } else {
                    sources(i + 1, close, query, known);
                    i = close + 1;
                }
                wanted = false;
                lateral = false;
            } else if (wanted && token.isName()) {
                i = table(i, to, query, known);
                wanted = false;
            } else if (token.isSymbol("(")) {
                int close = closing(i, to);
                scan(i, close, query, known);
                i = close + 1;
            } else {
                wanted = token.isSymbol(",") || token.isWord("JOIN") || token.isWord("STRAIGHT_JOIN");
                i++;
            }
        }
    }

    /** {@code [database.]table}, the name of a query of WITH, or a function of tables. */
    private int table(int from, int to, Query query, Map<String, Source> known) {
        int last = from;
        while (last + 2 < to
                && tokens.get(last + 1).isSymbol(".")
                && tokens.get(last + 2).isName()) {
            last += 2;
        }
        String name = tokens.get(last).text();
        int end = last + 1;
        boolean function = end < to && tokens.get(end).isSymbol("(");
        Source with = last == from ? known.get(ColumnTypes.key(name)) : null;
        Source source;
        if (with != null) {
            source = new Source(name, null, with.united(), with.names());
        } else {
            TableSchema table = function
                    ? null
                    : types.table(last == from ? "" : tokens.get(last - 2).text(), name)
                            .orElse(null);
            source = new Source(name, table, List.of(), List.of());
        }
        if (function) {
            end = closing(end, to) + 1;
        } else if (end + 1 < to
                && tokens.get(end).isWord("PARTITION")
                && tokens.get(end + 1).isSymbol("(")) {
            end = closing(end + 1, to) + 1;
        }
        return alias(end, to, query, source);
    }

    /** {@code [AS] alias [(columns)]}; returns what follows. */
    private int alias(int from, int to, Query query, Source source) {
        int at = from < to && tokens.get(from).isWord("AS") ? from + 1 : from;
        boolean aliased = at < to
                && tokens.get(at).isName()
                && (at > from
                        || tokens.get(at).kind() == Token.Kind.NAME
                        || !NO_ALIAS.contains(tokens.get(at).upper()));
        if (!aliased) {
            query.add(source);
            return at;
        }
        boolean listed = at + 1 < to
                && tokens.get(at + 1).isSymbol("(")
                && !tokens.get(at).isWord("ON")
                && source.table() == null;
        List<String> names = listed ? names(at + 1) : source.names();
        query.add(new Source(tokens.get(at).text(), source.table(), source.united(), names));
        return listed ? closing(at + 1, to) + 1 : at + 1;
    }

    /** Queries within expressions. */
    private void scan(int from, int to, @Nullable Query outer, Map<String, Source> known) {
        for (int i = from; i < to; i++) {
            if (tokens.get(i).isSymbol("(") && isQuery(i + 1)) {
                int close = closing(i, to);
                united(i + 1, close, outer, known);
                i = close;
            }
        }
    }

    /** The first of these words outside of parentheses, or the end. */
    private int next(int from, int to, Set<String> words) {
        int depth = 0;
        for (int i = from; i < to; i++) {
            Token token = tokens.get(i);
            depth += token.nesting();
            if (depth == 0 && token.kind() == Token.Kind.WORD && words.contains(token.upper())) {
                return i;
            }
        }
        return to;
    }

    private int closing(int open, int to) {
        int depth = 0;
        for (int i = open; i < to; i++) {
            depth += tokens.get(i).nesting();
            if (depth == 0) {
                return i;
            }
        }
        return Math.max(open, to - 1);
    }
}
