package io.tributary.test.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What queries read: tables, queries in their places, and joins of them. */
final class SourceGrammar {
    private final RandomTables tables;
    private final Draw draw;
    private final QueryGrammar queries;
    /** Tables that a WITH before the query has made. */
    private final List<Source> common = new ArrayList<>();

    private int aliases;

    SourceGrammar(RandomTables tables, Draw draw, QueryGrammar queries) {
        this.tables = tables;
        this.draw = draw;
        this.queries = queries;
    }

    /**
     * Lets what follows read a table of WITH.
     *
     * @param columns with the names that they have there
     */
    void add(String name, List<Column> columns) {
        common.add(new Source(Piece.fixed(name), columns, List.of()));
    }

    String newAlias() {
        return "t" + ++aliases;
    }

    Source sources(int depth) {
        int count = draw.of(1, 1, 1, 2, 2, 3);
        if (count == 2 && draw.once(4)) {
            return byNames(draw.of(" USING (id)", " USING (g)", " USING (id, g)", ""));
        }
        Source all = source(depth);
        for (int i = 1; i < count; i++) {
            Source next = source(depth);
            String kind = draw.of(
                    " JOIN ", " INNER JOIN ", " LEFT JOIN ", " RIGHT JOIN ", " CROSS JOIN ", " LEFT OUTER JOIN ");
            Piece join = kind.equals(" CROSS JOIN ")
                    ? Piece.optional(kind + "{0}", next.piece())
                    : Piece.optional(kind + "{0} ON {1}", next.piece(), condition(all, next));
            all = all.joined(next, join);
        }
        return all;
    }

    private Source source(int depth) {
        if (!common.isEmpty() && draw.once(2)) {
            Source table = draw.of(common);
            return renamed(table.piece().text(), table.columns());
        }
        return depth > 0 && draw.once(7) ? derived() : table(draw.of(RandomTables.names()));
    }

    private Source table(String name) {
        String alias = newAlias();
        List<Column> columns = tables.columns(name, alias + ".");
        return new Source(Piece.fixed(name + draw.of(" ", " AS ") + alias), columns, List.of(columns.get(0)));
    }

    private Source renamed(String name, List<Column> columns) {
        String alias = newAlias();
        List<Column> named = columns.stream()
                .map(each -> new Column(alias + "." + each.text(), each.kind()))
                .toList();
        return new Source(Piece.fixed(name + " " + alias), named, named);
    }

    private Source derived() {
        List<Kind> kinds = queries.kinds(1 + draw.below(3), false);
        Source inner = renamed("({0})", queries.named(kinds));
        return new Source(
                Piece.fixed(inner.piece().form(), queries.query(kinds, 1, true)), inner.columns(), inner.keys());
    }

    /**
     * A join by the names that wide and side share.
     *
     * @param using empty for NATURAL
     */
    private Source byNames(String using) {
        String kind = draw.of("JOIN ", "LEFT JOIN ", "INNER JOIN ");
        Source left = table("wide");
        Source right = table(draw.of("side", "side", "wide"));
        Piece join = Piece.optional((using.isEmpty() ? " NATURAL " : " ") + kind + "{0}" + using, right.piece())
                .labelled(using.isEmpty() ? "NATURAL" : "USING");
        Source both = left.joined(right, join);
        if (!using.contains("id")) {
            return both;
        }
        List<Column> columns = Stream.concat(both.columns().stream(), Stream.of(new Column("id", Kind.INT)))
                .toList();
        return new Source(both.piece(), columns, both.keys());
    }

    private Piece condition(Source left, Source right) {
        Column one = draw.of(right.columns());
        boolean shared = !draw.once(4);
        List<Column> others = left.columns().stream()
                .filter(each -> each.kind() == one.kind() && one.kind() != Kind.JSON)
                .filter(each -> !shared || each.isCalledAs(one))
                .toList();
        Scope scope = Scope.of(
                Stream.concat(left.columns().stream(), right.columns().stream()).toList(), List.of());
        if (others.isEmpty()) {
            return queries.expressions().expression(Kind.BOOL, 1, scope);
        }
        Piece equal = Piece.expression(
                Kind.BOOL,
                "{0} " + draw.of("=", "=", "=", "=", "<=>", "<") + " {1}",
                Piece.expression(one.kind(), draw.of(others).text()),
                Piece.expression(one.kind(), one.text()));
        return draw.once(4)
                ? Piece.expression(
                        Kind.BOOL, "({0} AND {1})", equal, queries.expressions().expression(Kind.BOOL, 1, scope))
                : equal;
    }
}
