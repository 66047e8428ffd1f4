package io.tributary.dialect.bind;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.bind.Bound.Branch;
import io.tributary.dialect.bind.Bound.Case;
import io.tributary.dialect.bind.Bound.Constant;
import io.tributary.dialect.bind.Bound.Exists;
import io.tributary.dialect.bind.Bound.Quantified;
import io.tributary.dialect.bind.Bound.Scalar;
import io.tributary.dialect.bind.Bound.Slot;
import io.tributary.dialect.bind.Bound.SortKey;
import io.tributary.dialect.bind.Bound.Windowed;
import io.tributary.dialect.registry.Function;
import io.tributary.dialect.registry.Function.Role;
import io.tributary.dialect.registry.FunctionRegistry;
import io.tributary.dialect.registry.Want;
import io.tributary.dialect.tree.Expression;
import io.tributary.dialect.tree.Expression.Call;
import io.tributary.dialect.tree.Expression.Name;
import io.tributary.dialect.tree.Expression.Row;
import io.tributary.dialect.tree.Expression.When;
import io.tributary.dialect.tree.Expression.Word;
import io.tributary.dialect.tree.Order;
import io.tributary.dialect.tree.Query;
import io.tributary.dialect.tree.Window;
import io.tributary.dialect.type.Comparison;
import io.tributary.dialect.type.SqlType;
import io.tributary.dialect.type.SqlType.Kind;
import io.tributary.dialect.type.Unification;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Gives every node of an expression its meaning and its type. Made for one clause of one SELECT. One thread. */
final class ExpressionBinder {
    private static final Set<String> COMPARISONS = Set.of("=", "<=>", "<>", "<", "<=", ">", ">=");

    final Statement statement;
    private final Scope scope;
    private final Clause clause;
    final CallBinder calls;

    /**
     * Where an expression stands.
     *
     * @param words MySQL's name of it in errors
     * @param aggregates whether aggregates and windows may stand there
     * @param windows by name, that may be used
     */
    record Clause(String words, boolean aggregates, Names names, Map<String, Window> windows) {
        /** What a name may mean beside a column: an alias. */
        interface Names {
            Names NONE = name -> null;

            /** Returns null: a column, if there is one. */
            @Nullable
            Bound find(Name name);
        }

        static Clause of(String words) {
            return new Clause(words, false, Names.NONE, Map.of());
        }
    }

    ExpressionBinder(Statement statement, Scope scope, Clause clause) {
        this.statement = statement;
        this.scope = scope;
        this.clause = clause;
        calls = new CallBinder(statement);
    }

    Bound condition(Expression expression) {
        return Conversions.to(Want.BOOL, bind(expression), clause.words(), statement.literals);
    }

    Bound bind(Expression expression) {
        if (expression instanceof Name name) {
            return name(name);
        } else if (expression instanceof Expression.Literal literal) {
            return new Slot(LiteralTypes.of(statement.literals, literal.index(), statement.collation), literal.index());
        } else if (expression instanceof Call call) {
            return call(call);
        } else if (expression instanceof Word word) {
            return word(word);
        } else if (expression instanceof Expression.Cast cast) {
            return cast(cast);
        } else if (expression instanceof Expression.Case branches) {
            return branches(branches);
        } else if (expression instanceof Expression.Aggregate aggregate) {
            return aggregate(aggregate);
        } else if (expression instanceof Expression.Keyword keyword) {
            return new Bound.Word(keyword.word());
        } else if (expression instanceof Expression.Collate collate) {
            return CastTypes.collate(bind(collate.value()), collate.name());
        } else if (expression instanceof Expression.Parameter parameter) {
            return new Bound.Parameter(SqlType.unknown(), parameter.index());
        }
        return queried(expression);
    }

    private Bound queried(Expression expression) {
        if (expression instanceof Expression.Scalar scalar) {
            BoundQuery query = query(scalar.query(), 1);
            return new Scalar(query.outputs().get(0).type().nullable(true), query);
        } else if (expression instanceof Expression.Exists exists) {
            return new Exists(new QueryBinder(statement, scope).query(exists.query()));
        } else if (expression instanceof Expression.InQuery in) {
            return quantified(in.value(), "=", false, in.query());
        } else if (expression instanceof Expression.Quantified quantified) {
            return quantified(quantified.value(), quantified.operator(), quantified.all(), quantified.query());
        } else if (expression instanceof Row) {
            throw operandColumns(1);
        } else if (expression instanceof Expression.Variable variable) {
            throw TributaryException.notSupported(
                    (variable.system() ? "@@" : "@") + variable.name() + " within this statement");
        }
        throw TributaryException.notSupported(
                expression.getClass().getSimpleName().toUpperCase(Locale.ROOT) + " in the " + clause.words());
    }

    private static Bound word(Word word) {
        return switch (word) {
            case NULL -> new Constant(SqlType.of(Kind.NULL), null);
            case TRUE -> new Constant(Bound.BOOL.nullable(false), true);
            case FALSE -> new Constant(Bound.BOOL.nullable(false), false);
            case DEFAULT -> throw TributaryException.notSupported("DEFAULT in an expression");
        };
    }

    /** A BINARY has all bytes of its size. */
    private Bound cast(Expression.Cast cast) {
        Bound value = CastTypes.cast(bind(cast.value()), cast.type());
        List<Integer> sizes = cast.type().sizes();
        return cast.type().name().equals("BINARY") && !sizes.isEmpty()
                ? apply("PADDED BYTES", value, new Constant(SqlType.integer(10), (long) sizes.get(0)))
                : value;
    }

    private Bound name(Name name) {
        Bound alias = clause.names().find(name);
        if (alias != null) {
            return alias;
        }
        Found found = scope.find(name.parts(), clause.words());
        if (found == null) {
            throw Scope.unknownColumn(name.parts(), clause.words());
        }
        return found.value();
    }

    private Bound call(Call call) {
        List<Expression> arguments = call.arguments();
        if (arguments.stream().anyMatch(Row.class::isInstance)) {
            return new RowComparisons(this).call(call);
        }
        if (LiteralTypes.isWord(call.name()) && bind(arguments.get(0)) instanceof Slot text) {
            Bound moment = LiteralTypes.worded(call.name(), text, statement.literals);
            return moment == null ? calls.call(call.name(), List.of(text)) : moment;
        }
        if (call.name().equals("IN")) {
            int copied = statement.copied();
            Bound value = bind(arguments.get(0));
            return new RowComparisons(this)
                    .in(value, statement.copied() - copied, all(arguments.subList(1, arguments.size())));
        }
        if (call.name().equals("GROUP_CONCAT")) {
            return aggregate(new Expression.Aggregate(call, false, List.of(), null, false, null));
        }
        if (call.name().equals("COUNT") && arguments.size() == 1 && arguments.get(0) instanceof Expression.Star) {
            return checked(calls.call("COUNT", List.of()));
        }
        if (!arguments.isEmpty() && arguments.get(0) instanceof Expression.Keyword word) {
            // A function of a word may be one for each word.
            String own = call.name() + " " + word.word();
            if (FunctionRegistry.isKnown(own)) {
                return calls.call(own, all(arguments.subList(1, arguments.size())));
            }
        }
        if (call.name().equals("+") && arguments.size() == 2 && arguments.get(0) instanceof Expression.Interval) {
            return call(Call.of("+", arguments.get(1), arguments.get(0)));
        }
        if (arguments.size() == 2 && arguments.get(1) instanceof Expression.Interval interval) {
            return calls.call(
                    call.name() + " INTERVAL",
                    List.of(bind(arguments.get(0)), amount(interval), new Bound.Word(interval.unit())));
        }
        List<Bound> bound = all(arguments);
        return call.name().equals("NULLIF")
                        && bound.size() == 2
                        && !Comparison.isAlike(bound.get(0).type(), bound.get(1).type())
                ? nullif(bound.get(0), bound.get(1))
                : checked(calls.call(Arguments.ofTypes(call.name(), bound), bound));
    }

    private Bound amount(Expression.Interval interval) {
        Bound amount = bind(interval.amount());
        return amount.type().kind() == Kind.BYTES
                ? Conversions.to(Want.NUMBER, amount, "INTERVAL", statement.literals)
                : amount;
    }

    /** Values that are no twins are compared as another type than that of the result. */
    private Bound nullif(Bound value, Bound other) {
        SqlType type = value.type().nullable(true);
        return new Case(type, null, List.of(new Branch(apply("=", value, other), new Constant(type, null))), value);
    }

    private Bound checked(Bound bound) {
        if (bound instanceof Bound.Aggregate aggregate && scope.isOuter(aggregate)) {
            throw TributaryException.notSupported("an aggregate within a subquery of columns of the query around it");
        }
        if (bound instanceof Bound.Aggregate aggregate
                && (!clause.aggregates() || aggregate.arguments().stream().anyMatch(Conversions::hasAggregate))) {
            throw ErrorCode.INVALID_GROUP_FUNCTION.error("Invalid use of group function");
        }
        if (bound instanceof Bound.Aggregate aggregate) {
            withoutWindows(aggregate);
        }
        return bound;
    }

    private static void withoutWindows(Bound.Aggregate aggregate) {
        aggregate.arguments().forEach(Windows::refuse);
    }

    List<Bound> all(List<Expression> expressions) {
        return new ArrayList<>(expressions.stream().map(this::bind).toList());
    }

    Bound apply(String operator, Bound... operands) {
        return calls.call(operator, List.of(operands));
    }

    /** Returns the array whose elements a function of LATERAL VIEW gives. */
    Bound table(String function, List<Bound> arguments) {
        Function found = calls.find(function, arguments.size());
        if (found.role() != Role.TABLE) {
            throw TributaryException.notSupported("LATERAL VIEW " + function);
        }
        return calls.apply(found, arguments);
    }

    /** Values that are compared in different ways are compared one after another. */
    private Bound branches(Expression.Case branches) {
        int copied = statement.copied();
        Bound subject = branches.subject() == null ? null : bind(branches.subject());
        int within = statement.copied() - copied;
        List<Bound> whens = new ArrayList<>();
        List<Bound> thens = new ArrayList<>();
        for (When branch : branches.whens()) {
            whens.add(subject == null ? condition(branch.when()) : bind(branch.when()));
            thens.add(bind(branch.then()));
        }
        Expression otherwise = branches.otherwise();
        thens.add(otherwise == null ? word(Word.NULL) : bind(otherwise));
        SqlType type = Unification.of(thens.stream().map(Bound::type).toList());
        List<Bound> made =
                thens.stream().map(each -> Conversions.convert(each, type)).toList();
        Bound compared = subject;
        if (subject != null) {
            SqlType common = subject.type();
            for (Bound when : whens) {
                common = Comparison.of(common, when.type());
            }
            SqlType as = common;
            boolean alike = whens.stream()
                    .allMatch(each -> Comparison.of(subject.type(), each.type()).kind() == as.kind());
            compared = alike ? Conversions.comparedKey(subject, as) : null;
            if (!alike) {
                statement.copy(within);
            }
            whens.replaceAll(each -> alike ? Conversions.comparedKey(each, as) : apply("=", subject, each));
        }
        List<Branch> all = new ArrayList<>();
        for (int i = 0; i < whens.size(); i++) {
            all.add(new Branch(whens.get(i), made.get(i)));
        }
        boolean nullable = made.stream().anyMatch(each -> each.type().nullable());
        return new Case(type.nullable(nullable), compared, all, made.get(made.size() - 1));
    }

    private Bound aggregate(Expression.Aggregate aggregate) {
        Call call = aggregate.call();
        boolean star = call.arguments().size() == 1 && call.arguments().get(0) instanceof Expression.Star;
        List<Bound> arguments = star ? new ArrayList<>() : all(call.arguments());
        List<SortKey> order = order(aggregate.order(), arguments);
        if (call.name().equals("GROUP_CONCAT")) {
            Bound text = arguments.size() == 1 ? arguments.get(0) : calls.call("CONCAT", arguments);
            Expression separator = aggregate.separator();
            arguments = List.of(text, separator == null ? new Constant(SqlType.text(1), ",") : bind(separator));
            if (text.type().kind() == Kind.BYTES && aggregate.over() == null) {
                return concatenatedBytes(aggregate, arguments, order);
            }
        }
        Function function = calls.find(call.name(), arguments.size());
        if (function.role() == Role.SCALAR) {
            throw ErrorCode.SYNTAX.error("You have an error in your SQL syntax near '" + call.name() + "'");
        }
        Bound.Aggregate bound = calls.aggregate(function, arguments, aggregate.distinct(), order);
        Window over = aggregate.over();
        if (over == null) {
            return checked(bound);
        }
        if (!clause.aggregates()) {
            throw Windows.refused(call.name());
        }
        withoutWindows(bound);
        Window window = Windows.resolved(over, clause.windows());
        Windowed windowed = new Windowed(
                bound,
                aggregate.ignoresNulls(),
                Conversions.keys(in("window partition by").all(window.partition())),
                Windows.counted(in("window order by").order(window.order()), window.frame()),
                window.frame());
        Windows.check(over.base(), window, windowed, statement.literals);
        return Conversions.shown(windowed);
    }

    /** A byte is a character of the text that is made of them all. */
    private Bound concatenatedBytes(Expression.Aggregate aggregate, List<Bound> arguments, List<SortKey> order) {
        List<Bound> characters = arguments.stream()
                .map(each -> apply("CHARACTERS OF BYTES", each))
                .toList();
        Function function = calls.find(aggregate.call().name(), characters.size());
        return apply(
                "BYTES OF CHARACTERS", checked(calls.aggregate(function, characters, aggregate.distinct(), order)));
    }

    /** Returns the same with another name in errors. */
    private ExpressionBinder in(String words) {
        return new ExpressionBinder(
                statement, scope, new Clause(words, clause.aggregates(), clause.names(), clause.windows()));
    }

    /** Returns the order of an aggregate's values: a number is one of its arguments. */
    private List<SortKey> order(List<Order> keys, List<Bound> arguments) {
        List<SortKey> order = new ArrayList<>();
        for (Order key : keys) {
            Bound value = bind(key.value());
            Object position = value instanceof Slot && value.type().kind().isInteger() ? calls.constant(value) : null;
            order.add(key(
                    key,
                    position instanceof Long number && number > 0 && number <= arguments.size()
                            ? arguments.get(number.intValue() - 1)
                            : value));
        }
        return order;
    }

    List<SortKey> order(List<Order> keys) {
        List<SortKey> order = new ArrayList<>();
        for (Order key : keys) {
            Bound value = bind(key.value());
            if (!Arguments.isConstant(value)) {
                order.add(key(key, value));
            }
        }
        return order;
    }

    static SortKey key(Order key, Bound value) {
        boolean first = key.nulls() == Order.Nulls.FIRST || (key.nulls() == Order.Nulls.AS_MYSQL && !key.descending());
        return new SortKey(Conversions.sorted(value), key.descending(), first);
    }

    private Bound quantified(Expression value, String operator, boolean every, Query subquery) {
        List<Expression> parts = value instanceof Row row ? row.values() : List.of(value);
        List<Bound> values = all(parts);
        BoundQuery query = Outputs.shown(query(subquery, values.size()), statement);
        List<SqlType> types = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            Bound shown = Conversions.shown(values.get(i));
            SqlType common = Comparison.of(shown.type(), query.outputs().get(i).type());
            values.set(i, Conversions.key(Conversions.convert(shown, common), common));
            types.add(common);
        }
        BoundQuery compared = Outputs.keyed(Outputs.as(query, types, statement), types, statement);
        return new Quantified(values, operator, every, compared);
    }

    private BoundQuery query(Query subquery, int columns) {
        BoundQuery query = new QueryBinder(statement, scope).query(subquery);
        if (query.outputs().size() != columns) {
            throw operandColumns(columns);
        }
        return query;
    }

    static TributaryException operandColumns(int columns) {
        return ErrorCode.OPERAND_COLUMNS.error("Operand should contain " + columns + " column(s)");
    }

    static boolean isComparison(String operator) {
        return COMPARISONS.contains(operator);
    }
}
