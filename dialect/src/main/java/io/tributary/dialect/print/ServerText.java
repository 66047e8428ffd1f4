package io.tributary.dialect.print;

import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.tree.Expression;
import io.tributary.dialect.tree.Expression.Aggregate;
import io.tributary.dialect.tree.Expression.Call;
import io.tributary.dialect.tree.Expression.Keyword;
import io.tributary.dialect.tree.Literals;
import io.tributary.dialect.tree.Order;
import io.tributary.dialect.tree.Query;
import io.tributary.dialect.tree.Source;
import io.tributary.dialect.tree.TypeName;
import io.tributary.dialect.tree.Window;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Queries as the text of a server that converts and compares as MySQL does: what a client wrote, with its names in quotes and
 * every operator in parentheses. Its parser makes the same tree of it. One thread, one statement.
 */
public final class ServerText {
    /** Calls that have a form of their own, by their names and how many arguments they have; of TRIM where it begins with a word. */
    private static final Map<String, String> FORMS = Stream.of(
                    "- 1=(- %s)",
                    "~ 1=(~ %s)",
                    "NOT 1=(NOT %s)",
                    "LIKE 2=(%s LIKE %s)",
                    "LIKE 3=(%s LIKE %s ESCAPE %s)",
                    "BETWEEN 3=(%s BETWEEN %s AND %s)",
                    "MEMBER OF 2=(%s MEMBER OF (%s))",
                    "EXTRACT 2=EXTRACT(%s FROM %s)",
                    "CONVERT USING 2=CONVERT(%s USING %s)",
                    "TRIM 2=TRIM(%s FROM %s)",
                    "TRIM ENDS 2=TRIM(%s, %s)",
                    "TRIM 3=TRIM(%s %s FROM %s)")
            .collect(Collectors.toMap(
                    form -> form.substring(0, form.indexOf('=')), form -> form.substring(form.indexOf('=') + 1)));

    private static final Set<String> BINARY =
            Set.of("+ - * / % DIV & | ^ << >> = <=> <> < <= > >= AND OR XOR REGEXP".split(" "));

    private final Literals literals;
    private final Server server;

    /** Which server reads it. */
    public enum Server {
        MYSQL,
        DORIS
    }

    private ServerText(Literals literals, Server server) {
        this.literals = literals;
        this.server = server;
    }

    /** @throws TributaryException NOT_SUPPORTED for what the server's grammar lacks */
    public static String of(Query query, Literals literals, Server server) {
        return new ServerText(literals, server).text(query);
    }

    private String ofDoris(String what, String text) {
        if (server == Server.MYSQL) {
            throw TributaryException.notSupported(what + " of MySQL");
        }
        return text;
    }

    private static String name(String name) {
        return "`" + name.replace("`", "``") + "`";
    }

    private static String names(List<String> names, String separator) {
        return names.stream().map(ServerText::name).collect(Collectors.joining(separator));
    }

    private static String columns(List<String> names) {
        return names.isEmpty() ? "" : " (" + names(names, ", ") + ")";
    }

    private static <T> String list(String words, List<T> values, Function<T, String> text) {
        return values.isEmpty() ? "" : words + values.stream().map(text).collect(Collectors.joining(", "));
    }

    private String list(List<Expression> values) {
        return list("", values, this::text);
    }

    private String clause(String words, @Nullable Expression value) {
        return value == null ? "" : words + text(value);
    }

    private String text(Expression expression) {
        if (expression instanceof Expression.Literal literal) {
            return text(literals.peek(literal.index()));
        } else if (expression instanceof Expression.Parameter) {
            return "?";
        } else if (expression instanceof Expression.Word word) {
            return word.name();
        } else if (expression instanceof Expression.Name name) {
            return names(name.parts(), ".");
        } else if (expression instanceof Expression.Star star) {
            String all = star.qualifier().isEmpty() ? "*" : names(star.qualifier(), ".") + ".*";
            return star.except().isEmpty() ? all : ofDoris("EXCEPT", all + " EXCEPT" + columns(star.except()));
        } else if (expression instanceof Call call) {
            return text(call);
        } else if (expression instanceof Keyword keyword) {
            return keyword.word();
        } else if (expression instanceof Expression.Interval interval) {
            return "INTERVAL " + text(interval.amount()) + " " + interval.unit();
        } else if (expression instanceof Expression.Cast cast) {
            return "CAST(" + text(cast.value()) + " AS " + text(cast.type()) + ")";
        } else if (expression instanceof Expression.Collate collate) {
            return "(" + text(collate.value()) + " COLLATE " + collate.name() + ")";
        } else if (expression instanceof Expression.Row row) {
            return "ROW(" + list(row.values()) + ")";
        } else if (expression instanceof Expression.Variable variable) {
            return (variable.system() ? "@@" : "@") + variable.name();
        } else if (expression instanceof Expression.Lambda lambda) {
            return ofDoris("lambdas", columns(lambda.names()) + " -> " + text(lambda.body()));
        } else if (expression instanceof Expression.Case cases) {
            return "CASE" + clause(" ", cases.subject())
                    + cases.whens().stream()
                            .map(each -> " WHEN " + text(each.when()) + " THEN " + text(each.then()))
                            .collect(Collectors.joining())
                    + clause(" ELSE ", cases.otherwise()) + " END";
        }
        return expression instanceof Aggregate aggregate ? text(aggregate) : ofQuery(expression);
    }

    private String ofQuery(Expression expression) {
        if (expression instanceof Expression.Scalar scalar) {
            return "(" + text(scalar.query()) + ")";
        } else if (expression instanceof Expression.Exists exists) {
            return "EXISTS (" + text(exists.query()) + ")";
        } else if (expression instanceof Expression.InQuery in) {
            return "(" + text(in.value()) + " IN (" + text(in.query()) + "))";
        }
        Expression.Quantified quantified = (Expression.Quantified) expression;
        return "(" + text(quantified.value()) + " " + quantified.operator() + (quantified.all() ? " ALL (" : " ANY (")
                + text(quantified.query()) + "))";
    }

    private static String text(Literals.Value value) {
        return switch (value.kind()) {
            case TEXT -> "'" + value.text().replace("\\", "\\\\").replace("'", "''") + "'";
            case BYTES -> "x'" + value.text() + "'";
            case BINARY_TEXT -> "_binary x'" + value.text() + "'";
            default -> value.text();
        };
    }

    private static String text(TypeName type) {
        if (type.element() != null) {
            return "ARRAY<" + text(type.element()) + ">";
        }
        String sizes = type.sizes().isEmpty() ? "" : list("(", type.sizes(), Object::toString) + ")";
        String charset = type.charset().isEmpty() ? "" : " CHARACTER SET " + type.charset();
        return type.name() + sizes + (type.unsigned() ? " UNSIGNED" : "") + charset;
    }

    private String text(Call call) {
        List<Expression> values = call.arguments();
        String name = call.name();
        if (BINARY.contains(name) && values.size() > 1) {
            return values.stream().map(this::text).collect(Collectors.joining(" " + name + " ", "(", ")"));
        }
        String form = FORMS.get(name + " " + values.size());
        if (form != null && (!name.equals("TRIM") || values.get(0) instanceof Keyword)) {
            return form.formatted(values.stream().map(this::text).toArray());
        }
        int last = values.size() - 1;
        String[] words = name.split(" ", 2);
        return switch (words[words.length - 1]) {
            case "NULL", "TRUE", "FALSE", "UNKNOWN" -> "(" + list(values) + " " + name + ")";
            case "LITERAL" -> words[0] + " " + list(values);
            case "USING" -> "CHAR(" + list(values.subList(0, last)) + " USING " + text(values.get(last)) + ")";
            case "IN" -> "(" + text(values.get(0)) + " IN (" + list(values.subList(1, last + 1)) + "))";
            case "[]" -> ofDoris("arrays", "(" + text(values.get(0)) + ")[" + text(values.get(1)) + "]");
            case "ARRAY" -> ofDoris("arrays", "[" + list(values) + "]");
            default -> name + "(" + list(values) + ")";
        };
    }

    private String text(Aggregate aggregate) {
        String call = aggregate.call().name() + "(" + (aggregate.distinct() ? "DISTINCT " : "")
                + list(aggregate.call().arguments()) + order(aggregate.order())
                + clause(" SEPARATOR ", aggregate.separator()) + ")";
        String over = aggregate.over() == null ? "" : " OVER (" + text(aggregate.over()) + ")";
        return call + (aggregate.ignoresNulls() ? " IGNORE NULLS" : "") + over;
    }

    private String text(Window window) {
        String partition = list(" PARTITION BY ", window.partition(), this::text);
        Window.Frame frame = window.frame();
        String rows = frame == null
                ? ""
                : (frame.rows() ? " ROWS" : " RANGE") + " BETWEEN " + edge(frame.start()) + " AND " + edge(frame.end());
        return (window.base().isEmpty() ? "" : name(window.base())) + partition + order(window.order()) + rows;
    }

    private String edge(Window.Bound bound) {
        return clause("", bound.offset()) + " " + bound.kind().name().replace('_', ' ');
    }

    private String order(List<Order> keys) {
        return list(" ORDER BY ", keys, key -> text(key.value()) + (key.descending() ? " DESC" : "") + nulls(key));
    }

    private String nulls(Order key) {
        return key.nulls() == Order.Nulls.AS_MYSQL ? "" : ofDoris("NULLS FIRST and LAST", " NULLS " + key.nulls());
    }

    private String text(Query.Ordering ordering) {
        boolean swapped = ordering.limit() instanceof Expression.Parameter limit
                && ordering.offset() instanceof Expression.Parameter offset
                && offset.index() < limit.index();
        return order(ordering.keys())
                + (swapped
                        ? " LIMIT ?, ?"
                        : clause(" LIMIT ", ordering.limit()) + clause(" OFFSET ", ordering.offset()));
    }

    private String text(Query query) {
        if (query instanceof Query.Select select) {
            return text(select);
        } else if (query instanceof Query.Combined combined) {
            return "(" + text(combined.left()) + ") " + combined.operator() + (combined.all() ? " ALL (" : " (")
                    + text(combined.right()) + ")" + text(combined.ordering());
        } else if (query instanceof Query.Values values) {
            return "VALUES " + list("", values.rows(), row -> "ROW(" + list(row) + ")") + text(values.ordering());
        }
        Query.With with = (Query.With) query;
        return list(with.recursive() ? "WITH RECURSIVE " : "WITH ", with.named(), this::text) + " " + text(with.body());
    }

    private String text(Query.Named named) {
        return name(named.name()) + columns(named.columns()) + " AS (" + text(named.query()) + ")";
    }

    private String text(Query.Item item) {
        return text(item.value()) + (item.alias().isEmpty() ? "" : " AS " + name(item.alias()));
    }

    private String text(Query.Select select) {
        Query.Filters filters = select.filters();
        String qualify = clause(" QUALIFY ", filters.qualify());
        return list(select.distinct() ? "SELECT DISTINCT " : "SELECT ", select.items(), this::text)
                + (select.from() == null ? "" : " FROM " + text(select.from()))
                + clause(" WHERE ", select.where())
                + text(select.grouping())
                + clause(" HAVING ", filters.having())
                + (qualify.isEmpty() ? "" : ofDoris("QUALIFY", qualify))
                + list(" WINDOW ", filters.windows(), each -> name(each.name()) + " AS (" + text(each.window()) + ")")
                + text(select.ordering());
    }

    private String text(Query.Grouping grouping) {
        List<Expression> keys = grouping.keys();
        List<List<Integer>> sets = grouping.sets();
        List<Integer> all = IntStream.range(0, keys.size()).boxed().toList();
        List<List<Integer>> rollup = IntStream.rangeClosed(0, keys.size())
                .mapToObj(left -> all.subList(0, keys.size() - left))
                .toList();
        boolean rolledUp = !keys.isEmpty() && sets.equals(rollup);
        if (rolledUp || sets.equals(List.of(all)) || keys.isEmpty()) {
            return list(" GROUP BY ", keys, this::text) + (rolledUp ? " WITH ROLLUP" : "");
        }
        String each =
                list("", sets, set -> "(" + list(set.stream().map(keys::get).toList()) + ")");
        return ofDoris("GROUPING SETS", " GROUP BY GROUPING SETS (" + each + ")");
    }

    private String text(Source source) {
        if (source instanceof Source.Table table) {
            return names(table.name(), ".")
                    + (table.partitions().isEmpty() ? "" : " PARTITION" + columns(table.partitions()))
                    + (table.alias().isEmpty() ? "" : " AS " + name(table.alias()));
        } else if (source instanceof Source.Derived derived) {
            return (derived.lateral() ? "LATERAL (" : "(") + text(derived.query()) + ") AS " + name(derived.alias())
                    + columns(derived.columns());
        } else if (source instanceof Source.Exploded exploded) {
            String columns = list(" AS ", exploded.columns(), ServerText::name);
            String view = " LATERAL VIEW " + text(exploded.function()) + " " + name(exploded.alias()) + columns;
            return text(exploded.source()) + ofDoris("LATERAL VIEW", view);
        }
        Source.Join join = (Source.Join) source;
        String kind = join.kind().name().replace('_', ' ') + " JOIN ";
        boolean common = join.kind().compareTo(Source.Join.Kind.RIGHT) <= 0;
        return "(" + text(join.left()) + (join.natural() ? " NATURAL " : " ")
                + (common ? kind : ofDoris(kind.strip(), kind))
                + text(join.right()) + clause(" ON ", join.on())
                + (join.using().isEmpty() ? "" : " USING" + columns(join.using())) + ")";
    }
}
