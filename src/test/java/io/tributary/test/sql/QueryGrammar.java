package io.tributary.test.sql;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** One query, drawn from one seed. */
final class QueryGrammar {
    private static final String ROLLUP = " WITH ROLLUP";
    private static final List<Integer> DEPTHS =
            List.of(1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 4, 4, 5, 6);

    private final Draw draw;
    private final FunctionTable functions;
    private final ExpressionGrammar expressions;
    private final SourceGrammar sources;

    private QueryGrammar(FunctionTable functions, RandomTables tables, Draw draw, boolean mixed) {
        this.draw = draw;
        this.functions = functions;
        sources = new SourceGrammar(tables, draw, this);
        expressions =
                new ExpressionGrammar(functions, draw, mixed, new SubqueryGrammar(functions, sources, draw, this));
    }

    static RandomQuery draw(FunctionTable functions, RandomTables tables, long seed) {
        Draw draw = new Draw(seed);
        boolean mixed = draw.once(2);
        return new RandomQuery(seed, mixed, new QueryGrammar(functions, tables, draw, mixed).statement());
    }

    ExpressionGrammar expressions() {
        return expressions;
    }

    private Piece statement() {
        int depth = draw.of(DEPTHS);
        int count = draw.of(1, 1, 2, 2, 3, 4);
        if (!draw.once(8)) {
            return query(kinds(count, true), depth, false);
        }
        Piece with = draw.once(3) ? recursive() : common();
        return Piece.query("{0}{1}", with, query(kinds(count, true), depth, false))
                .labelled(Piece.WITH);
    }

    /**
     * Returns kinds for columns of a query.
     *
     * @param all whether also those by which one does not sort
     */
    List<Kind> kinds(int count, boolean all) {
        return IntStream.range(0, count)
                .mapToObj(i -> draw.of(all ? Kind.SELECTED : Kind.PLAIN))
                .toList();
    }

    /** Returns columns of these kinds as a query names them. */
    List<Column> named(List<Kind> kinds) {
        return IntStream.range(0, kinds.size())
                .mapToObj(i -> new Column("c" + (i + 1), kinds.get(i)))
                .toList();
    }

    private Piece common() {
        List<Kind> kinds = kinds(1 + draw.below(3), false);
        Piece inner = query(kinds, 1, true);
        sources.add("w", named(kinds));
        return Piece.fixed("WITH w AS ({0}) ", inner);
    }

    private Piece recursive() {
        Kind kind = draw.of(Kind.INT, Kind.DEC, Kind.TEXT, Kind.DATE);
        String[] steps =
                switch (kind) {
                    case INT -> new String[] {"1", "v * 2 + n"};
                    case DEC -> new String[] {"CAST(1.5 AS DECIMAL(20, 2))", "v + 0.25"};
                    case TEXT -> new String[] {"CAST('a' AS CHAR(20))", "CONCAT(v, 'x')"};
                    default -> new String[] {"DATE '2024-01-31'", "v + INTERVAL 1 MONTH"};
                };
        sources.add("w", List.of(new Column("n", Kind.INT), new Column("v", kind)));
        return Piece.fixed("WITH RECURSIVE w (n, v) AS (SELECT 1, " + steps[0] + draw.of(" UNION ALL", " UNION")
                + " SELECT n + 1, " + steps[1] + " FROM w WHERE n < " + draw.of(1, 3, 6, 10) + ") ");
    }

    /**
     * A query that gives such columns.
     *
     * @param within another, where its columns are called c1, c2 …
     */
    Piece query(List<Kind> kinds, int depth, boolean within) {
        boolean sortable = kinds.stream().allMatch(Kind::isPlain);
        if (sortable && draw.once(7)) {
            return combined(kinds, depth);
        }
        boolean ordered = sortable && draw.once(3);
        boolean named = within || ordered || draw.once(2);
        Piece select = select(kinds, depth, named);
        return ordered ? sorted(select, kinds.size(), named) : select;
    }

    private Piece combined(List<Kind> kinds, int depth) {
        List<Piece> below = new ArrayList<>(List.of(select(kinds, depth, true)));
        StringBuilder form = new StringBuilder("{0}");
        String operator = "";
        int others = draw.of(1, 1, 1, 2);
        for (int i = 1; i <= others; i++) {
            below.add(select(kinds, depth, true));
            operator = draw.of("UNION", "UNION ALL", "UNION DISTINCT", "INTERSECT", "EXCEPT");
            form.append(" ").append(operator).append(" ").append(draw.once(4) ? "({" + i + "})" : "{" + i + "}");
        }
        Piece query = Piece.query(form.toString(), below.toArray(new Piece[0])).labelled(operator);
        return draw.once(3) ? sorted(query, kinds.size(), true) : query;
    }

    /** Puts rows in the order of all their columns, which leaves none to chance, and takes some of them. */
    private Piece sorted(Piece query, int columns, boolean named) {
        List<String> keys = IntStream.rangeClosed(1, columns)
                .mapToObj(i -> (named && draw.once(2) ? "c" : "") + i + draw.of("", " ASC", " DESC"))
                .collect(Collectors.toCollection(ArrayList::new));
        if (draw.once(2)) {
            Collections.rotate(keys, draw.below(columns));
        }
        String limit = draw.of(" LIMIT 3", " LIMIT 1", " LIMIT 2, 3", " LIMIT 4 OFFSET 1", " LIMIT 100", "", "", "");
        Piece some = limit.isEmpty() ? Piece.NOTHING : Piece.optional(limit);
        Piece order = Piece.optional(" ORDER BY " + String.join(", ", keys) + "{0}", some)
                .labelled(Piece.TOTAL_ORDER);
        // MariaDB does not sort what WITH ROLLUP gives.
        String peer = query.text().contains(ROLLUP) ? "SELECT * FROM ({0}) q{1}" : "{0}{1}";
        return new Piece(Piece.Role.QUERY, "", "{0}{1}", peer, List.of(query, order), null);
    }

    private Piece select(List<Kind> kinds, int depth, boolean named) {
        if (draw.once(15)) {
            return Piece.query("SELECT {0}", items(kinds, depth, Scope.of(List.of(), List.of()), named));
        }
        Source source = sources.sources(depth);
        Scope scope = Scope.of(source.columns(), List.of());
        Piece where = draw.once(3)
                ? Piece.optional(" WHERE {0}", expressions.expression(Kind.BOOL, Math.min(depth, 3), scope))
                : Piece.NOTHING;
        int form = draw.below(10);
        if (form < 3) {
            return grouped(kinds, depth, source, new Body(where, scope, named));
        }
        if (form < 5) {
            WindowGrammar windows = new WindowGrammar(functions, expressions, draw, source, scope);
            List<Piece> columns = kinds.stream()
                    .map(kind -> draw.once(3)
                            ? expressions.expression(kind, depth, scope)
                            : windows.call(kind, Math.min(depth, 2)))
                    .toList();
            return Piece.query(
                    "SELECT {0} FROM {1}{2}" + windows.definition(), list(columns, named), source.piece(), where);
        }
        Piece all = items(kinds, depth, scope, named);
        // MariaDB gives a single row of DISTINCT also behind the first OFFSET, where no column makes it.
        boolean distinct = kinds.stream().allMatch(Kind::isPlain)
                && all.below().stream().anyMatch(each -> each.text().startsWith("t"))
                && !draw.once(3);
        Piece items = !named && !distinct && draw.once(20) ? Piece.fixed("*").labelled("*") : all;
        return Piece.query("SELECT " + (distinct ? "DISTINCT " : "") + "{0} FROM {1}{2}", items, source.piece(), where);
    }

    /**
     * What the forms of a query share.
     *
     * @param named whether its columns get names
     */
    private record Body(Piece where, Scope scope, boolean named) {}

    private Piece grouped(List<Kind> kinds, int depth, Source source, Body body) {
        List<Column> possible =
                source.columns().stream().filter(each -> each.kind().isPlain()).toList();
        List<Column> keys = draw.once(4)
                ? List.of()
                : Stream.generate(() -> draw.of(possible))
                        .limit(draw.of(1, 1, 2))
                        .distinct()
                        .toList();
        Scope scope = body.scope().grouped(keys);
        List<Piece> columns = new ArrayList<>(kinds.stream()
                .map(kind -> expressions.expression(kind, depth, scope))
                .toList());
        List<String> groupedBy = new ArrayList<>(keys.stream().map(Column::text).toList());
        if (kinds.get(0).isPlain() && draw.once(4)) {
            columns.set(0, expressions.expression(kinds.get(0), Math.min(depth, 2), body.scope()));
            groupedBy.add(body.named() ? draw.of("1", "c1") : "1");
        }
        Piece items = list(columns, body.named());
        Piece having = draw.once(5)
                ? Piece.optional(" HAVING {0}", expressions.expression(Kind.BOOL, Math.min(depth, 2), scope))
                        .labelled("HAVING")
                : Piece.NOTHING;
        // MariaDB keeps one of two columns that are the same where it makes sums of groups.
        boolean repeated = columns.stream().map(Piece::text).distinct().count() < columns.size();
        Piece rollup = draw.once(8) && body.named() && !repeated
                ? Piece.optional(ROLLUP).labelled(ROLLUP.strip())
                : Piece.NOTHING;
        Piece groups = groupedBy.isEmpty()
                ? Piece.NOTHING
                : Piece.optional(" GROUP BY " + String.join(", ", groupedBy) + "{0}", rollup);
        return Piece.query("SELECT {0} FROM {1}{2}{3}{4}", items, source.piece(), body.where(), groups, having);
    }

    private Piece items(List<Kind> kinds, int depth, Scope scope, boolean named) {
        return list(
                kinds.stream()
                        .map(kind -> expressions.expression(kind, depth, scope))
                        .toList(),
                named);
    }

    private static Piece list(List<Piece> columns, boolean named) {
        return Piece.list(IntStream.range(0, columns.size())
                .mapToObj(i -> Piece.fixed(named ? "{0} AS c" + (i + 1) : "{0}", columns.get(i)))
                .toList());
    }
}
