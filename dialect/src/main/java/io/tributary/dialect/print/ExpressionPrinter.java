package io.tributary.dialect.print;

import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.bind.Arguments;
import io.tributary.dialect.bind.Bound;
import io.tributary.dialect.bind.Bound.Aggregate;
import io.tributary.dialect.bind.Bound.Apply;
import io.tributary.dialect.bind.Bound.Case;
import io.tributary.dialect.bind.Bound.Column;
import io.tributary.dialect.bind.Bound.Constant;
import io.tributary.dialect.bind.Bound.Convert;
import io.tributary.dialect.bind.Bound.Quantified;
import io.tributary.dialect.bind.Bound.Scalar;
import io.tributary.dialect.bind.Bound.Slot;
import io.tributary.dialect.bind.Bound.SortKey;
import io.tributary.dialect.bind.Bound.Windowed;
import io.tributary.dialect.bind.BoundQuery;
import io.tributary.dialect.bind.Correlation;
import io.tributary.dialect.bind.LiteralTypes;
import io.tributary.dialect.registry.Function;
import io.tributary.dialect.registry.FunctionRegistry.Form;
import io.tributary.dialect.registry.Spelling;
import io.tributary.dialect.tree.Literals;
import io.tributary.dialect.type.SqlType;
import io.tributary.dialect.type.SqlType.Kind;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Expressions in the embedded engine's words. One thread, one statement. */
final class ExpressionPrinter {
    /** Parts of which a list with one element and a lambda cost less than copies. */
    private static final long COPIED_MAX = 500;

    private final QueryPrinter queries;
    private final Literals literals;
    private final Template.Places places;
    /** Those of the SELECT that is printed. */
    private Subqueries subqueries = new Subqueries();

    ExpressionPrinter(QueryPrinter queries, Literals literals, Template.Places places) {
        this.queries = queries;
        this.literals = literals;
        this.places = places;
    }

    /** Returns the value as a term of the type that its kind is calculated with. */
    Term calculable(Bound bound) {
        return print(bound).as(EngineType.of(bound.type()));
    }

    String condition(Bound bound) {
        return calculable(bound).text();
    }

    Term print(Bound bound) {
        if (bound instanceof Column column) {
            return queries.column(column);
        } else if (bound instanceof Slot slot) {
            return slot.type().kind().isMoment() || isLong(slot.type())
                    ? literal(slot, UnaryOperator.identity(), slot.type())
                    : new Term(places.add(slot.literal(), null), ofLiteral(slot.type()));
        } else if (bound instanceof Apply apply) {
            return call(apply).term();
        } else if (bound instanceof Bound.Stored stored) {
            return StoredValue.of(stored, this);
        } else if (bound instanceof Constant constant) {
            return new Term(ConstantText.of(constant.value(), constant.type()), EngineType.of(constant.type()));
        } else if (bound instanceof Convert convert) {
            return converted(convert);
        } else if (bound instanceof Case branches) {
            return branches(branches);
        } else if (bound instanceof Aggregate aggregate) {
            return aggregate(aggregate, new AggregateParts(false));
        } else if (bound instanceof Windowed windowed) {
            return aggregate(windowed.call(), windowed, new AggregateParts(false));
        } else if (bound instanceof Scalar scalar) {
            subqueries.add(scalar.query());
            ColumnTypes types = new ColumnTypes();
            return new Term("(" + queries.print(scalar.query(), types) + ")", types.of(scalar.query(), 0));
        } else if (bound instanceof Bound.Exists exists) {
            subqueries.add(exists.query());
            return new Term(
                    "EXISTS (" + queries.print(exists.query(), QueryPrinter::calculable) + ")", EngineType.BOOLEAN);
        } else if (bound instanceof Quantified quantified) {
            return quantified(quantified);
        } else if (bound instanceof Bound.Word word) {
            return new Term(LiteralText.text(word.word()), EngineType.VARCHAR);
        } else if (bound instanceof Bound.Parameter) {
            return new Term("NULL", EngineType.VARCHAR);
        }
        throw TributaryException.notSupported(
                "a " + bound.getClass().getSimpleName().toLowerCase(Locale.ROOT) + " here");
    }

    /** Whether it may be written with more digits than a number has, which the engine takes for a DOUBLE. */
    private static boolean isLong(SqlType literal) {
        return literal.kind() == Kind.DECIMAL
                && (literal.scale() == SqlType.SCALE_MAX || literal.precision() == EngineType.DECIMAL_MAX);
    }

    /** The engine gives a number that is written plainly the narrowest type that has it. */
    private static String ofLiteral(SqlType type) {
        return type.kind().isExact() ? Term.LITERAL : EngineType.of(type);
    }

    /** Returns a value as a type of a result; of a quotient only the digits that it shows are computed then. */
    Term print(Bound bound, String wanted) {
        SqlType shown = bound.type().carrying(0);
        boolean fewer = bound instanceof Apply apply
                && apply.function().name().equals("/")
                && !shown.equals(bound.type())
                && wanted.equals(EngineType.of(shown));
        return print(fewer ? new Apply(shown, ((Apply) bound).function(), ((Apply) bound).arguments()) : bound)
                .as(wanted);
    }

    private Term converted(Convert convert) {
        Function function = convert.function();
        SqlType type = convert.type();
        if (type.kind() == Kind.DECIMAL
                && convert.form() == Form.IMPLICIT
                && convert.value().type().kind() == Kind.DECIMAL) {
            return print(convert.value(), EngineType.of(type));
        }
        if (convert.value() instanceof Slot slot && function.body() != null) {
            return literal(slot, convert::converted, type);
        }
        return call(new Apply(type, function, convert.arguments())).term();
    }

    private Term literal(Slot slot, UnaryOperator<@Nullable Object> conversion, SqlType type) {
        Template.Writer writer = values ->
                ConstantText.of(conversion.apply(LiteralTypes.peek(values, slot.literal(), slot.type())), type);
        return new Term(places.add(slot.literal(), writer), EngineType.of(type));
    }

    private Term branches(Case branches) {
        String type = EngineType.of(branches.type());
        StringBuilder text = new StringBuilder();
        Term subject = branches.subject() == null ? null : calculable(branches.subject());
        long weight = 1;
        for (Bound.Branch branch : branches.branches()) {
            Term when = calculable(branch.when());
            Term then = calculable(branch.then()).as(type);
            text.append(" WHEN ").append(when.text()).append(" THEN ").append(then.text());
            weight += when.weight() + then.weight();
        }
        if (branches.otherwise() != null) {
            Term otherwise = calculable(branches.otherwise()).as(type);
            text.append(" ELSE ").append(otherwise.text());
            weight += otherwise.weight();
        }
        text.append(" END");
        if (subject == null) {
            return new Term("CASE" + text, type, Term.limited(weight));
        }
        // The engine compares a subject anew for each branch, but for an element; what a lambda reads has no queries.
        long copied = subject.weight() * branches.branches().size();
        boolean once = copied > COPIED_MAX && text.indexOf("SELECT") < 0 && text.indexOf(" OVER ") < 0;
        return once
                ? new Term(
                        Spelling.once("CASE e[1]" + text, subject.text()),
                        type,
                        Term.limited(weight + subject.weight()))
                : new Term("CASE " + subject.text() + text, type, Term.limited(weight + copied));
    }

    String list(List<Bound> values) {
        return values.stream().map(value -> print(value).text()).collect(Collectors.joining(", "));
    }

    String order(List<SortKey> keys) {
        return keys.stream()
                .map(key -> print(key.value()).text() + direction(key))
                .collect(Collectors.joining(", "));
    }

    static String direction(SortKey key) {
        return (key.descending() ? " DESC" : "") + (key.nullsFirst() ? " NULLS FIRST" : " NULLS LAST");
    }

    boolean isOneOfMany() {
        return queries.hasManyValues();
    }

    /** Begins a SELECT; returns what {@link #leave} takes at its end. */
    Subqueries enter() {
        Subqueries outer = subqueries;
        subqueries = new Subqueries();
        return outer;
    }

    void leave(Subqueries outer) {
        subqueries = outer;
    }

    private Term quantified(Quantified quantified) {
        subqueries.add(quantified.query());
        List<Bound> values = quantified.values();
        // What is stored in one type is compared as it is stored: the engine has statistics of columns alone.
        List<Term> stored = values.stream().map(this::print).toList();
        ColumnTypes types = new ColumnTypes(i -> stored.get(i).type()::equals);
        String query = "(" + queries.print(quantified.query(), types) + ")";
        String left = IntStream.range(0, values.size())
                .mapToObj(i -> stored.get(i).as(types.of(quantified.query(), i)).text())
                .collect(Collectors.joining(", "));
        String row = values.size() == 1 ? left : "(" + left + ")";
        long weight = Term.limited(1
                + (1 + Spelling.COPIES)
                        * stored.stream().mapToLong(Term::weight).sum());
        if (quantified.operator().equals("=") && !quantified.all()) {
            String in = values.size() > 1 && Correlation.isCorrelated(quantified.query())
                    ? rowIn(values, query)
                    : "(" + row + " IN " + query + ")";
            return new Term(in, EngineType.BOOLEAN, weight);
        }
        String kind = quantified.operator() + (quantified.all() ? " ALL " : " ANY ");
        return new Term("(" + row + " " + kind + query + ")", EngineType.BOOLEAN, weight);
    }

    /** The engine has no plan for a row IN a query that reads rows around it. */
    private String rowIn(List<Bound> values, String query) {
        String equal = IntStream.range(0, values.size())
                .mapToObj(i -> "s." + BoundQuery.column(i) + " = "
                        + calculable(values.get(i)).text())
                .collect(Collectors.joining(" AND "));
        String rows = "EXISTS (SELECT 1 FROM " + query + " AS s WHERE ";
        return "CASE WHEN " + rows + equal + ") THEN TRUE WHEN " + rows + "(" + equal
                + ") IS NULL) THEN CAST(NULL AS BOOLEAN) ELSE FALSE END";
    }

    WrittenCall call(Apply apply) {
        return new WrittenCall(this, apply.function(), new Arguments(apply.arguments(), literals), apply.type(), null);
    }

    Term aggregate(Aggregate call, AggregateParts parts) {
        return aggregate(call, null, parts);
    }

    private Term aggregate(Aggregate call, @Nullable Windowed windowed, AggregateParts parts) {
        Arguments arguments = new Arguments(call.arguments(), literals);
        WrittenCall.Rows rows = new WrittenCall.Rows(call, windowed, parts);
        return new WrittenCall(this, call.function(), arguments, call.type(), rows).term();
    }

    String literal(int index) {
        return places.add(index, null);
    }
}
