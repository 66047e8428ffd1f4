package io.tributary.dialect.print;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.bind.Bound;
import io.tributary.dialect.bind.BoundQuery;
import io.tributary.dialect.bind.BoundQuery.Combined;
import io.tributary.dialect.bind.BoundQuery.Ordering;
import io.tributary.dialect.bind.BoundQuery.Select;
import io.tributary.dialect.bind.BoundQuery.Values;
import io.tributary.dialect.bind.BoundQuery.With;
import io.tributary.dialect.bind.BoundSource;
import io.tributary.dialect.bind.BoundSource.Grouped;
import io.tributary.dialect.bind.BoundSource.Join;
import io.tributary.dialect.function.StepCounter;
import io.tributary.dialect.text.PartitionConditions;
import io.tributary.dialect.tree.Literals;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Queries in the embedded engine's words. Relations are called {@code r} and their number. One thread, one statement. */
public final class QueryPrinter {
    final ExpressionPrinter expressions;
    /** The engine's types of the columns of queries, by relation or number of a named query and the column. */
    private final Map<String, String> types = new HashMap<>();

    private final Map<Integer, List<String>> named = new HashMap<>();

    private final Template.Places places;
    private final Target target;
    private final WideSelects wide = new WideSelects();

    /** What a column of a result is made. */
    interface ResultTypes {
        String of(BoundQuery.Output output);
    }

    QueryPrinter(Literals literals, Template.Places places, Target target) {
        expressions = new ExpressionPrinter(this, literals, places);
        this.places = places;
        this.target = target;
    }

    /** Returns a query whose columns have the types of results. */
    public static Template print(BoundQuery query, Literals literals, Target target) {
        Template.Places places = new Template.Places();
        return Template.of(new QueryPrinter(literals, places, target).print(query, EngineType::ofResult), places);
    }

    /**
     * A SELECT in pieces.
     *
     * @param condition empty: all rows
     * @param from what {@code values} and {@code condition} are of
     */
    public record Parts(List<String> values, String condition, String from) {
        public Parts {
            values = List.copyOf(values);
        }
    }

    /** Returns what stands in a SELECT, with its literals. */
    public static Parts parts(Select select, Literals literals, Target target) {
        Template.Places places = new Template.Places();
        QueryPrinter printer = new QueryPrinter(literals, places, target);
        String from = printer.source(Objects.requireNonNull(select.from()));
        UnaryOperator<String> filled = text -> Template.of(text, places).fill(literals);
        List<String> values = IntStream.range(0, select.values().size())
                .mapToObj(i -> filled.apply(printer.value(select, i, EngineType::ofResult)))
                .toList();
        Bound where = select.where();
        return new Parts(
                values, where == null ? "" : filled.apply(printer.expressions.condition(where)), filled.apply(from));
    }

    Term column(Bound.Column column) {
        String relation = column.relation() == 0 ? "" : "r" + column.relation() + ".";
        String type = types.getOrDefault(column.relation() + "." + column.name(), EngineType.stored(column.type()));
        return new Term(wide.column(column.relation(), relation + SqlName.quote(column.name())), type);
    }

    String print(BoundQuery query, ResultTypes results) {
        if (query instanceof Select select) {
            Subqueries outer = expressions.enter();
            String text = select(select, results);
            expressions.leave(outer);
            return text;
        } else if (query instanceof Combined combined) {
            // What a set operation gives is no column, though its queries may give some.
            return combined(
                    combined,
                    results instanceof ColumnTypes
                            ? QueryPrinter::calculable
                            : output -> results.of(output.computed()));
        } else if (query instanceof With with) {
            return with(with, results);
        }
        return values((Values) query, results);
    }

    private String select(Select select, ResultTypes results) {
        String from = select.from() == null ? "" : " FROM " + source(select.from());
        String distinct = distinct(select.distinct());
        String where = condition(" WHERE ", select.where());
        List<String> values = wide.measured(() -> values(select, results));
        if (!wide.isMeasuring() && Layers.areLong(values)) {
            Subqueries counted = expressions.enter();
            boolean layered = Layers.areFor(select, values);
            String text = layered ? layered(select, values, results, from + where) : "";
            values = layered ? values : values(select, results);
            expressions.leave(counted);
            if (layered) {
                return text;
            }
        }
        List<String> printed = values;
        String named = IntStream.range(0, printed.size())
                .mapToObj(i -> printed.get(i) + " AS " + BoundQuery.column(i))
                .collect(Collectors.joining(", "));
        return "SELECT " + distinct + named + from + where + condition(" QUALIFY ", select.qualify())
                + ordering(select.ordering());
    }

    private List<String> values(Select select, ResultTypes results) {
        return IntStream.range(0, select.values().size())
                .mapToObj(i -> value(select, i, results))
                .toList();
    }

    boolean hasManyValues() {
        return wide.hasMany();
    }

    private String layered(Select select, List<String> measured, ResultTypes results, String from) {
        Layers layers = new Layers(wide.next(), Objects.requireNonNull(select.from()), measured);
        return wide.within(layers, () -> {
            List<String> values = values(select, results);
            String ordering = ordering(select.ordering());
            return layers.around(values, from) + ordering;
        });
    }

    private String condition(String clause, @Nullable Bound condition) {
        return condition == null ? "" : clause + expressions.condition(condition);
    }

    private String distinct(@Nullable List<Bound> alike) {
        if (alike == null) {
            return "";
        }
        return alike.isEmpty() ? "DISTINCT " : "DISTINCT ON (" + expressions.list(alike) + ") ";
    }

    private String value(Select select, int i, ResultTypes results) {
        Bound value = select.values().get(i);
        BoundQuery.Output output = select.outputs().get(i);
        if (results instanceof ColumnTypes types) {
            Term printed = expressions.print(value);
            return printed.as(types.of(output, i, printed)).text();
        }
        return expressions.print(value, results.of(output)).text();
    }

    String ordering(Ordering ordering) {
        return (ordering.keys().isEmpty() ? "" : " ORDER BY " + expressions.order(ordering.keys()))
                + limit(" LIMIT ", ordering.limit())
                + limit(" OFFSET ", ordering.offset());
    }

    private String limit(String clause, @Nullable Bound rows) {
        return rows == null ? "" : clause + expressions.print(rows).text();
    }

    private String combined(Combined combined, ResultTypes results) {
        String left = "(" + print(combined.left(), results) + ") ";
        String right = "(" + print(combined.right(), results) + ")";
        List<Bound> alike = combined.distinct();
        String ordering = ordering(combined.ordering());
        return alike == null || alike.isEmpty()
                ? left + combined.operator() + (alike == null ? " ALL " : " ") + right + ordering
                : "SELECT " + distinct(alike) + "* FROM (" + left + "UNION ALL " + right + ") AS both_sides" + ordering;
    }

    private String with(With with, ResultTypes results) {
        List<String> parts = new ArrayList<>();
        boolean recursive = false;
        for (BoundQuery.Named each : with.named()) {
            recursive |= each.recursive();
            String columns = columns(each.query().outputs());
            named.put(each.number(), engineTypes(each.query()));
            String query;
            if (each.recursive()) {
                query = recursive((Combined) each.query(), each.number(), columns);
            } else {
                ColumnTypes types = new ColumnTypes();
                query = print(each.query(), types);
                named.put(each.number(), types.of(each.query()));
            }
            parts.add("q" + each.number() + "(" + columns + ") AS (" + query + ")");
        }
        return (recursive ? "WITH RECURSIVE " : "WITH ") + String.join(", ", parts) + " " + print(with.body(), results);
    }

    /** A step is counted by a condition upon its rows. The engine has no place for a LIMIT but around the whole. */
    private String recursive(Combined query, int number, String columns) {
        String name = "q" + number;
        String first = print(query.left(), QueryPrinter::calculable);
        String next = print(query.right(), QueryPrinter::calculable);
        String counted = target.recursionStepsMax() >= StepCounter.UNLIMITED
                ? ""
                : " WHERE (SELECT "
                        + places.add(0, ignored -> StepCounter.call(target.recursionStepsMax(), "count(*)"))
                        + " FROM " + name + ")";
        String union = "(" + first + (query.distinct() == null ? ") UNION ALL (" : ") UNION (") + "SELECT * FROM ("
                + next + ") AS step" + counted + ")";
        Ordering ordering = query.ordering();
        return ordering.limit() == null
                ? union
                : "WITH RECURSIVE " + name + "(" + columns + ") AS (" + union + ") SELECT * FROM " + name
                        + ordering(ordering);
    }

    static String calculable(BoundQuery.Output output) {
        return EngineType.of(output.type());
    }

    private static List<String> engineTypes(BoundQuery query) {
        return query.outputs().stream()
                .map(output -> EngineType.of(output.type()))
                .toList();
    }

    private String values(Values values, ResultTypes results) {
        String rows = values.rows().stream()
                .map(row -> IntStream.range(0, row.size())
                        .mapToObj(i -> expressions
                                .print(row.get(i))
                                .as(results.of(values.outputs().get(i)))
                                .text())
                        .collect(Collectors.joining(", ", "(", ")")))
                .collect(Collectors.joining(", "));
        return "SELECT * FROM (VALUES " + rows + ") AS v(" + columns(values.outputs()) + ")"
                + ordering(values.ordering());
    }

    private static String columns(List<BoundQuery.Output> outputs) {
        return IntStream.range(0, outputs.size()).mapToObj(BoundQuery::column).collect(Collectors.joining(", "));
    }

    String source(BoundSource source) {
        if (source instanceof BoundSource.Table table) {
            return table(table) + " AS r" + table.relation();
        } else if (source instanceof BoundSource.Derived derived) {
            return (derived.lateral() ? "LATERAL " : "") + within(derived.query(), derived.relation(), this);
        } else if (source instanceof BoundSource.View view) {
            QueryPrinter own = new QueryPrinter(view.literals(), places.of(view.literals()), target);
            return within(view.query(), view.relation(), own);
        } else if (source instanceof BoundSource.Reference reference) {
            know(reference.relation(), named.getOrDefault(reference.named(), List.of()));
            return "q" + reference.named() + " AS r" + reference.relation();
        } else if (source instanceof Join join) {
            return join(join);
        } else if (source instanceof Grouped grouped) {
            return grouped(grouped);
        }
        return exploded((BoundSource.Exploded) source);
    }

    private String within(BoundQuery query, int relation, QueryPrinter printer) {
        ColumnTypes types = new ColumnTypes();
        String text = "(" + printer.print(query, types) + ") AS r" + relation;
        know(relation, types.of(query));
        return text;
    }

    /** The engine has no partitions: those that are named become a condition. */
    private String table(BoundSource.Table table) {
        TableSchema schema = table.schema();
        if (table.partitions().isEmpty()) {
            return target.tables().of(schema);
        }
        String condition = new PartitionConditions(schema, SqlName::quote).in(table.named());
        return "(SELECT * FROM " + target.tables().of(schema) + " WHERE " + condition + ")";
    }

    private String exploded(BoundSource.Exploded exploded) {
        String source = source(exploded.source());
        Term array = expressions.calculable(exploded.array());
        types.put(
                exploded.relation() + "." + BoundQuery.column(0),
                array.type().substring(0, array.type().length() - 2));
        String rows = "LATERAL (SELECT unnest(" + array.text() + ") AS c1) AS r" + exploded.relation();
        return "(" + source + (exploded.outer() ? " LEFT JOIN " + rows + " ON TRUE" : " CROSS JOIN " + rows) + ")";
    }

    private void know(int relation, List<String> engineTypes) {
        for (int i = 0; i < engineTypes.size(); i++) {
            types.put(relation + "." + BoundQuery.column(i), engineTypes.get(i));
        }
    }

    private String join(Join join) {
        String left = source(join.left());
        String right = source(join.right());
        if (join.on() == null && join.kind() == io.tributary.dialect.tree.Source.Join.Kind.INNER) {
            return "(" + left + " CROSS JOIN " + right + ")";
        }
        String kind =
                switch (join.kind()) {
                    case INNER -> " JOIN ";
                    case LEFT -> " LEFT JOIN ";
                    case RIGHT -> " RIGHT JOIN ";
                    case FULL -> " FULL JOIN ";
                    case LEFT_SEMI -> " SEMI JOIN ";
                    case LEFT_ANTI -> " ANTI JOIN ";
                    default -> throw TributaryException.notSupported(join.kind() + " JOIN");
                };
        String on = join.on() == null ? "TRUE" : expressions.condition(join.on());
        return "(" + left + kind + right + " ON " + on + ")";
    }

    private String grouped(Grouped grouped) {
        String from = grouped.from() == null ? "" : " FROM " + source(grouped.from());
        List<String> columns = new ArrayList<>();
        List<String> outer = new ArrayList<>();
        List<String> keys = new ArrayList<>();
        for (int i = 0; i < grouped.keys().size(); i++) {
            BoundSource.Key grouping = grouped.keys().get(i);
            Term key = expressions.print(grouping.value());
            String value = key.text();
            if (grouping.varies()) {
                String same = expressions.print(grouping.same()).text();
                String first = "first(" + value + ")";
                value = grouped.sets().size() > 1
                        ? "CASE WHEN grouping(" + same + ") = 0 THEN " + first + " END"
                        : first;
                keys.add(same);
            } else {
                keys.add(Integer.toString(i + 1));
            }
            columns.add(value + " AS k" + (i + 1));
            outer.add("k" + (i + 1));
            types.put(grouped.relation() + ".k" + (i + 1), key.type());
        }
        AggregateParts parts = new AggregateParts(true);
        wide.manyAggregates(grouped.aggregates().size() > Layers.AGGREGATES_MAX);
        for (int i = 0; i < grouped.aggregates().size(); i++) {
            Term value = expressions.aggregate(grouped.aggregates().get(i), parts);
            String column = value.text() + " AS a" + (i + 1);
            if (parts.takeUsed()) {
                outer.add(column);
            } else {
                columns.add(column);
                outer.add("a" + (i + 1));
            }
            types.put(grouped.relation() + ".a" + (i + 1), value.type());
        }
        wide.manyAggregates(false);
        if (!parts.isEmpty()) {
            columns.add(parts.columns());
        } else if (columns.isEmpty()) {
            columns.add("count(*)");
        }
        boolean sets = grouped.sets().size() > 1;
        if (sets) {
            columns.add("count(*) AS n");
        }
        String where = grouped.where() == null ? "" : " WHERE " + expressions.condition(grouped.where());
        String groups = "SELECT " + String.join(", ", columns) + from + where + by(grouped, keys);
        // Where there are no rows there is no group, not even that of all rows.
        String some = sets ? " WHERE n > 0" : "";
        String query = parts.isEmpty() && !sets ? groups : Layers.ofGroups(outer, groups) + some;
        return "(" + query + ") AS r" + grouped.relation();
    }

    private static String by(Grouped grouped, List<String> keys) {
        if (grouped.keys().isEmpty()) {
            return "";
        }
        String sets = grouped.sets().stream()
                .map(set -> set.stream().map(keys::get).collect(Collectors.joining(", ", "(", ")")))
                .collect(Collectors.joining(", "));
        return grouped.sets().size() > 1
                ? " GROUP BY GROUPING SETS (" + sets + ")"
                : " GROUP BY " + String.join(", ", keys);
    }
}
