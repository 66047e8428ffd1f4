package io.tributary.dialect.parse;

import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.token.Limit;
import io.tributary.dialect.token.Names;
import io.tributary.dialect.token.Terminals;
import io.tributary.dialect.token.Token;
import io.tributary.dialect.tree.Expression;
import io.tributary.dialect.tree.Order;
import io.tributary.dialect.tree.Query;
import io.tributary.dialect.tree.Query.Combined.Operator;
import io.tributary.dialect.tree.Source;
import io.tributary.dialect.tree.TableReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Queries: SELECT and how several are combined. */
final class QueryParser {
    private static final Set<String> CHANGES = Set.of("INSERT", "UPDATE", "DELETE");
    private static final Expression.Star ALL = new Expression.Star(List.of(), List.of(), -1, -1);

    /** The name of a query whose result is ordered or limited once more. */
    private static final String ORDERED = "ordered";

    private final Tokens tokens;
    private final WindowParser windows;
    private final ExpressionParser expressions;
    private final SourceParser sources;

    QueryParser(Tokens tokens) {
        this.tokens = tokens;
        windows = new WindowParser(tokens, this);
        expressions = new ExpressionParser(tokens, this);
        sources = new SourceParser(tokens, this);
    }

    WindowParser windows() {
        return windows;
    }

    ExpressionParser expressions() {
        return expressions;
    }

    SourceParser sources() {
        return sources;
    }

    Query read() {
        if (!tokens.take("WITH")) {
            return rest(tokens.take("SELECT") ? select() : operand());
        }
        boolean recursive = tokens.take("RECURSIVE");
        List<Query.Named> named = new ArrayList<>();
        int entered = tokens.entered();
        do {
            String name = tokens.name();
            List<String> columns = tokens.columns();
            tokens.require("AS");
            tokens.readNamed(name);
            if (recursive) {
                tokens.enter(name);
            }
            named.add(new Query.Named(name, columns, parenthesized()));
            if (!recursive) {
                tokens.enter(name);
            }
        } while (tokens.take(","));
        if (tokens.at(CHANGES)) {
            String verb = tokens.terminal();
            throw TributaryException.notSupported(
                    "WITH before " + verb + (verb.equals("INSERT") ? "; write INSERT INTO … WITH … SELECT" : ""));
        }
        Query body = rest(operand());
        tokens.leave(entered);
        return new Query.With(recursive, named, body);
    }

    Query parenthesized() {
        return tokens.parenthesized(this::read);
    }

    private Query operand() {
        if (tokens.at("(")) {
            return parenthesized();
        } else if (tokens.take("SELECT")) {
            return select();
        } else if (tokens.at("VALUES") && (tokens.at(1, "ROW") || (tokens.at(1, "(") && tokens.isNested()))) {
            tokens.next();
            return values();
        }
        tokens.require("TABLE");
        return plain(table());
    }

    private Source table() {
        int start = tokens.token(0).start();
        List<String> name = Names.withoutCatalog(tokens.parts());
        int end = tokens.endBefore();
        tokens.readTable(new TableReference(name, "", TableReference.Use.UNALIASED, start, end, end));
        return new Source.Table(name, "", List.of(), start);
    }

    private static Query.Select plain(Source from) {
        return new Query.Select(
                List.of(new Query.Item(ALL, "", "")),
                false,
                from,
                null,
                Query.Grouping.NONE,
                new Query.Filters(null, null, List.of()),
                Query.Ordering.NONE);
    }

    private Query values() {
        List<List<Expression>> rows = tokens.list(() -> {
            tokens.take("ROW");
            return expressions.elements();
        });
        return new Query.Values(rows, Query.Ordering.NONE);
    }

    // ---- UNION

    /** Whether a query in parentheses is part of a larger one. */
    boolean goesOn() {
        return tokens.atCombining() || tokens.at("ORDER") || tokens.at("LIMIT");
    }

    /** A query and how it is combined with those before it. */
    private record Part(Operator operator, boolean all, Query query) {
        Query with(Query left) {
            return new Query.Combined(operator, all, left, query, Query.Ordering.NONE);
        }
    }

    /** Reads on behind a first query; INTERSECT comes before the others. */
    Query rest(Query first) {
        List<Part> parts = new ArrayList<>(List.of(new Part(Operator.UNION, false, first)));
        for (int count = 1; tokens.atCombining(); count++) {
            Limit.CHAIN.check(count);
            String word = tokens.next().terminal();
            Operator operator = word.equals("MINUS") ? Operator.EXCEPT : Operator.valueOf(word);
            boolean all = tokens.take("ALL");
            if (!all) {
                tokens.take("DISTINCT");
            }
            Part part = new Part(operator, all, operand());
            int last = parts.size() - 1;
            if (operator == Operator.INTERSECT) {
                Part left = parts.get(last);
                parts.set(last, new Part(left.operator(), left.all(), part.with(left.query())));
            } else {
                parts.add(part);
            }
        }
        Query query = parts.get(0).query();
        for (Part part : parts.subList(1, parts.size())) {
            query = part.with(query);
        }
        return end(ordered(query, ordering()));
    }

    private Query end(Query query) {
        if (tokens.at("INTO")) {
            throw TributaryException.notSupported("INTO of a SELECT");
        }
        locks();
        return query;
    }

    /** Row locks: the embedded engine takes none, and refuses the second of two changes of a row instead. */
    private void locks() {
        while (true) {
            if (tokens.take("LOCK")) {
                tokens.require("IN");
                tokens.require("SHARE");
                tokens.require("MODE");
            } else if (tokens.take("FOR")) {
                if (!tokens.take("SHARE")) {
                    tokens.require("UPDATE");
                }
                if (tokens.take("OF")) {
                    var unused = tokens.list(tokens::name);
                }
                if (tokens.take("NOWAIT")) {
                    tokens.readServersOnly("NOWAIT");
                } else if (tokens.take("SKIP")) {
                    tokens.require("LOCKED");
                    tokens.readServersOnly("SKIP LOCKED");
                }
            } else {
                return;
            }
        }
    }

    private static Query ordered(Query query, Query.Ordering outer) {
        if (outer.equals(Query.Ordering.NONE)) {
            return query;
        }
        if (query instanceof Query.With with) {
            return new Query.With(with.recursive(), with.named(), ordered(with.body(), outer));
        } else if (query instanceof Query.Select select) {
            Query.Ordering merged = merged(select.ordering(), outer);
            return merged == null
                    ? again(query, outer)
                    : new Query.Select(
                            select.items(),
                            select.distinct(),
                            select.from(),
                            select.where(),
                            select.grouping(),
                            select.filters(),
                            merged);
        } else if (query instanceof Query.Combined combined) {
            Query.Ordering merged = merged(combined.ordering(), outer);
            return merged == null
                    ? again(query, outer)
                    : new Query.Combined(
                            combined.operator(), combined.all(), combined.left(), combined.right(), merged);
        }
        Query.Values values = (Query.Values) query;
        Query.Ordering merged = merged(values.ordering(), outer);
        return merged == null ? again(query, outer) : new Query.Values(values.rows(), merged);
    }

    /** An order without a limit matters to a limit behind it; null: the inner limit comes first. */
    private static Query.@Nullable Ordering merged(Query.Ordering inner, Query.Ordering outer) {
        if (inner.limit() != null) {
            return null;
        }
        return outer.keys().isEmpty() ? new Query.Ordering(inner.keys(), outer.limit(), outer.offset()) : outer;
    }

    private static Query again(Query query, Query.Ordering ordering) {
        return ordered(plain(new Source.Derived(query, ORDERED, List.of(), false)), ordering);
    }

    // ---- SELECT

    private Query select() {
        boolean distinct = distinct();
        List<Query.Item> items = items();
        Source from = tokens.take("FROM") ? sources.read() : null;
        Expression where = tokens.take("WHERE") ? expressions.read(0) : null;
        Query.Grouping grouping = grouping();
        Query.Filters filters = filters();
        return new Query.Select(items, distinct, from, where, grouping, filters, Query.Ordering.NONE);
    }

    private boolean distinct() {
        boolean distinct = false;
        while (tokens.at(Terminals.OPTIONS)) {
            distinct |= tokens.next().terminal().startsWith("DISTINCT");
        }
        return distinct;
    }

    private List<Query.Item> items() {
        List<Query.Item> items = new ArrayList<>(List.of(item()));
        while (tokens.take(",")) {
            // Doris' list of what is left out may stand anywhere.
            if (tokens.at("*") && !(tokens.at(1, "EXCEPT") && tokens.at(2, "("))) {
                throw tokens.refused();
            }
            items.add(item());
        }
        if (tokens.at("INTO")) {
            throw TributaryException.notSupported("INTO of a SELECT");
        }
        return items;
    }

    private Query.Grouping grouping() {
        if (!tokens.take("GROUP")) {
            return Query.Grouping.NONE;
        }
        tokens.require("BY");
        return new GroupingParser(tokens, expressions).read();
    }

    private Query.Filters filters() {
        Expression having = optional("HAVING");
        Expression qualify = tokens.atQualify() ? optional("QUALIFY") : null;
        return new Query.Filters(having, qualify, windows.named());
    }

    private Query.Item item() {
        int start = tokens.position();
        Expression value = tokens.take("*") ? tokens.star(List.of()) : expressions.read(0);
        int end = tokens.position();
        boolean column = value instanceof Expression.Name || value instanceof Expression.Star;
        String alias = value instanceof Expression.Star ? "" : tokens.alias();
        if (column || !alias.isEmpty()) {
            return new Query.Item(value, alias, "");
        }
        Token first = tokens.lexed().tokens().get(start);
        boolean text = end - start == 1
                && first.kind() == Token.Kind.STRING
                && !tokens.lexed().isRewritten(start, end);
        return new Query.Item(value, "", text ? first.text() : tokens.lexed().text(start, end));
    }

    /** A condition behind a word that begins a clause; null where the word does not stand. */
    @Nullable
    Expression optional(String clause) {
        return tokens.take(clause) ? expressions.read(0) : null;
    }

    /** ORDER BY and LIMIT. */
    Query.Ordering ordering() {
        List<Order> keys = orders();
        if (!tokens.take("LIMIT")) {
            return keys.isEmpty() ? Query.Ordering.NONE : new Query.Ordering(keys, null, null);
        }
        Expression first = tokens.count();
        if (tokens.take(",")) {
            return new Query.Ordering(keys, tokens.count(), first);
        }
        return new Query.Ordering(keys, first, tokens.take("OFFSET") ? tokens.count() : null);
    }

    /** ORDER BY; empty where it does not stand. */
    List<Order> orders() {
        if (!tokens.take("ORDER")) {
            return List.of();
        }
        tokens.require("BY");
        return tokens.list(this::order);
    }

    private Order order() {
        Expression value = expressions.read();
        boolean descending = tokens.take("DESC");
        if (!descending) {
            tokens.take("ASC");
        }
        Order.Nulls nulls = tokens.take("NULLS", "FIRST")
                ? Order.Nulls.FIRST
                : tokens.take("NULLS", "LAST") ? Order.Nulls.LAST : Order.Nulls.AS_MYSQL;
        return new Order(value, descending, nulls);
    }
}
