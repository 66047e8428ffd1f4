package io.tributary.dialect.parse;

import io.tributary.dialect.tree.Change;
import io.tributary.dialect.tree.Expression;
import io.tributary.dialect.tree.Literals;
import io.tributary.dialect.tree.Order;
import io.tributary.dialect.tree.Query;
import io.tributary.dialect.tree.Source;
import io.tributary.dialect.tree.TypeName;
import io.tributary.dialect.tree.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Trees as text, for tests: {@code (+ a (* b 2))}. What is not there is not printed. */
final class TreeText {
    private final Literals literals;

    private TreeText(Literals literals) {
        this.literals = literals;
    }

    static String of(Expression expression, Literals literals) {
        return new TreeText(literals).text(expression);
    }

    static String of(Query query, Literals literals) {
        return new TreeText(literals).text(query);
    }

    static String of(Change change, Literals literals) {
        TreeText tree = new TreeText(literals);
        Parts parts = tree.parts(change.assignments().isEmpty() ? "delete" : "update")
                .add(String.join(".", change.target()))
                .add(tree.text(change.from()));
        change.assignments().forEach(each -> parts.add(tree.list(":=", each.column(), each.value())));
        return parts.clause("where", change.where()).ordering(change.ordering()).toString();
    }

    private Parts parts(String head) {
        return new Parts(head);
    }

    private String list(String head, Expression... arguments) {
        return list(head, List.of(arguments));
    }

    private String list(String head, List<Expression> arguments) {
        Parts parts = parts(head);
        arguments.forEach(each -> parts.add(text(each)));
        return parts.toString();
    }

    private String text(Expression expression) {
        if (expression instanceof Expression.Literal literal) {
            return text(literals.peek(literal.index()));
        }
        if (expression instanceof Expression.Parameter parameter) {
            return "?" + parameter.index();
        }
        if (expression instanceof Expression.Word word) {
            return word.name();
        }
        if (expression instanceof Expression.Name name) {
            return String.join(".", name.parts());
        }
        if (expression instanceof Expression.Star star) {
            List<String> parts = new ArrayList<>(star.qualifier());
            parts.add("*");
            return String.join(".", parts) + (star.except().isEmpty() ? "" : "-" + star.except());
        }
        if (expression instanceof Expression.Call call) {
            return list(call.name(), call.arguments());
        }
        if (expression instanceof Expression.Keyword keyword) {
            return "#" + keyword.word();
        }
        if (expression instanceof Expression.Interval interval) {
            return list("interval", interval.amount(), new Expression.Keyword(interval.unit()));
        }
        if (expression instanceof Expression.Cast cast) {
            return parts("cast").add(text(cast.value())).add(text(cast.type())).toString();
        }
        if (expression instanceof Expression.Collate collate) {
            return parts("collate")
                    .add(text(collate.value()))
                    .add(collate.name())
                    .toString();
        }
        if (expression instanceof Expression.Row row) {
            return list("row", row.values());
        }
        if (expression instanceof Expression.Variable variable) {
            return (variable.system() ? "@@" : "@") + variable.name();
        }
        if (expression instanceof Expression.Lambda lambda) {
            return parts("->")
                    .add(lambda.names().toString())
                    .add(text(lambda.body()))
                    .toString();
        }
        return expression instanceof Expression.Case cases ? text(cases) : ofQuery(expression);
    }

    private String ofQuery(Expression expression) {
        if (expression instanceof Expression.Scalar scalar) {
            return text(scalar.query());
        }
        if (expression instanceof Expression.Exists exists) {
            return parts("exists").add(text(exists.query())).toString();
        }
        if (expression instanceof Expression.InQuery in) {
            return parts("in").add(text(in.value())).add(text(in.query())).toString();
        }
        if (expression instanceof Expression.Quantified quantified) {
            return parts(quantified.operator() + (quantified.all() ? "all" : "any"))
                    .add(text(quantified.value()))
                    .add(text(quantified.query()))
                    .toString();
        }
        return text((Expression.Aggregate) expression);
    }

    private String text(Literals.Value value) {
        return switch (value.kind()) {
            case TEXT -> "'" + value.text() + "'";
            case BYTES, BINARY_TEXT -> "x'" + value.text() + "'";
            default -> value.text();
        };
    }

    private String text(TypeName type) {
        StringBuilder text = new StringBuilder(type.name());
        if (type.element() != null) {
            text.append('<').append(text(type.element())).append('>');
        }
        text.append(type.sizes().isEmpty() ? "" : type.sizes().toString().replace(" ", ""));
        return text + (type.unsigned() ? "-UNSIGNED" : "") + (type.charset().isEmpty() ? "" : "-" + type.charset());
    }

    private String text(Expression.Case cases) {
        Parts parts = parts("case");
        if (cases.subject() != null) {
            parts.add(text(cases.subject()));
        }
        cases.whens().forEach(each -> parts.add(list("when", each.when(), each.then())));
        return parts.clause("else", cases.otherwise()).toString();
    }

    private String text(Expression.Aggregate aggregate) {
        Parts parts = parts("aggregate").add(text(aggregate.call()));
        if (aggregate.distinct()) {
            parts.add("distinct");
        }
        parts.orders(aggregate.order()).clause("separator", aggregate.separator());
        if (aggregate.ignoresNulls()) {
            parts.add("ignore-nulls");
        }
        return parts.add(aggregate.over() == null ? "" : text("over", aggregate.over()))
                .toString();
    }

    private String text(String head, Window window) {
        Parts parts = parts(head).add(window.base());
        if (!window.partition().isEmpty()) {
            parts.add(list("partition", window.partition()));
        }
        parts.orders(window.order());
        Window.Frame frame = window.frame();
        if (frame != null) {
            parts.add(parts(frame.rows() ? "rows" : "range")
                    .add(text(frame.start()))
                    .add(text(frame.end()))
                    .toString());
        }
        return parts.toString();
    }

    private String text(Window.Bound bound) {
        String kind = bound.kind().name().toLowerCase(Locale.ROOT);
        return bound.offset() == null ? kind : list(kind, bound.offset());
    }

    private String text(Query query) {
        if (query instanceof Query.Select select) {
            return text(select);
        }
        if (query instanceof Query.Combined combined) {
            return parts(combined.operator().name().toLowerCase(Locale.ROOT) + (combined.all() ? "-all" : ""))
                    .add(text(combined.left()))
                    .add(text(combined.right()))
                    .ordering(combined.ordering())
                    .toString();
        }
        if (query instanceof Query.Values values) {
            Parts parts = parts("values");
            values.rows().forEach(row -> parts.add(list("row", row)));
            return parts.ordering(values.ordering()).toString();
        }
        Query.With with = (Query.With) query;
        Parts parts = parts(with.recursive() ? "with-recursive" : "with");
        with.named()
                .forEach(each -> parts.add(parts(each.name())
                        .add(each.columns().isEmpty() ? "" : each.columns().toString())
                        .add(text(each.query()))
                        .toString()));
        return parts.add(text(with.body())).toString();
    }

    private String text(Query.Select select) {
        Parts parts = parts(select.distinct() ? "select-distinct" : "select");
        select.items()
                .forEach(item -> parts.add(
                        item.alias().isEmpty()
                                ? text(item.value())
                                : parts("as")
                                        .add(text(item.value()))
                                        .add(item.alias())
                                        .toString()));
        if (select.from() != null) {
            parts.add(parts("from").add(text(select.from())).toString());
        }
        parts.clause("where", select.where());
        if (!select.grouping().keys().isEmpty()) {
            List<List<Integer>> sets = select.grouping().sets();
            boolean plain = sets.size() == 1
                    && sets.get(0).size() == select.grouping().keys().size();
            parts.add(list(
                    "group" + (plain ? "" : sets.toString().replace(" ", "")),
                    select.grouping().keys()));
        }
        parts.clause("having", select.filters().having())
                .clause("qualify", select.filters().qualify());
        select.filters().windows().forEach(each -> parts.add(text("window " + each.name(), each.window())));
        return parts.ordering(select.ordering()).toString();
    }

    private String text(Source source) {
        if (source instanceof Source.Table table) {
            String name = String.join(".", table.name())
                    + (table.partitions().isEmpty()
                            ? ""
                            : table.partitions().toString().replace(" ", ""));
            return table.alias().isEmpty()
                    ? name
                    : parts("as").add(name).add(table.alias()).toString();
        }
        if (source instanceof Source.Derived derived) {
            return parts(derived.lateral() ? "lateral" : "derived")
                    .add(text(derived.query()))
                    .add(derived.alias())
                    .add(derived.columns().isEmpty() ? "" : derived.columns().toString())
                    .toString();
        }
        if (source instanceof Source.Exploded exploded) {
            return parts("explode")
                    .add(text(exploded.source()))
                    .add(text(exploded.function()))
                    .add(exploded.alias())
                    .add(exploded.columns().toString())
                    .toString();
        }
        Source.Join join = (Source.Join) source;
        return parts((join.natural() ? "natural-" : "") + join.kind().name().toLowerCase(Locale.ROOT))
                .add(text(join.left()))
                .add(text(join.right()))
                .clause("on", join.on())
                .add(join.using().isEmpty() ? "" : "using" + join.using())
                .toString();
    }

    /** A list that is being written. */
    private final class Parts {
        private final StringJoiner text = new StringJoiner(" ", "(", ")");

        Parts(String head) {
            text.add(head);
        }

        Parts add(String part) {
            if (!part.isEmpty()) {
                text.add(part);
            }
            return this;
        }

        Parts clause(String head, @Nullable Expression value) {
            return value == null ? this : add(list(head, value));
        }

        Parts orders(List<Order> orders) {
            Parts order = parts("order");
            for (Order each : orders) {
                String value = TreeText.this.text(each.value()) + (each.descending() ? "-desc" : "");
                order.add(
                        each.nulls() == Order.Nulls.AS_MYSQL
                                ? value
                                : value + "-nulls-" + each.nulls().name().toLowerCase(Locale.ROOT));
            }
            return orders.isEmpty() ? this : add(order.toString());
        }

        Parts ordering(Query.Ordering ordering) {
            return orders(ordering.keys()).clause("limit", ordering.limit()).clause("offset", ordering.offset());
        }

        @Override
        public String toString() {
            return text.toString();
        }
    }
}
