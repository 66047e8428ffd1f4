package io.tributary.dialect.bind;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.SqlMode.Mode;
import io.tributary.dialect.bind.Bound.Aggregate;
import io.tributary.dialect.bind.Bound.Apply;
import io.tributary.dialect.bind.Bound.Constant;
import io.tributary.dialect.bind.Bound.Slot;
import io.tributary.dialect.bind.Bound.SortKey;
import io.tributary.dialect.bind.Bound.Word;
import io.tributary.dialect.registry.Function;
import io.tributary.dialect.registry.Function.Determinism;
import io.tributary.dialect.registry.Function.Nulls;
import io.tributary.dialect.registry.Function.OfBytes;
import io.tributary.dialect.registry.FunctionRegistry;
import io.tributary.dialect.registry.Want;
import io.tributary.dialect.type.Comparison;
import io.tributary.dialect.type.SqlType;
import io.tributary.dialect.type.SqlType.Kind;
import io.tributary.dialect.type.Unification;
import io.tributary.dialect.value.IntervalUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Finds the function of a call, makes its arguments what it wants and computes what is constant. One thread. */
final class CallBinder {
    /** The most characters of a text that stands in a query for a call. */
    private static final int FOLDED_MAX = 1_000;

    /** So many calls within each other may make a text as long as any may be. */
    private static final int NESTED_MAX = 4;

    private static final String NESTED_TEXT = "NESTED TEXT";

    private final Statement statement;

    CallBinder(Statement statement) {
        this.statement = statement;
    }

    /** Returns a row of the table; who called it wrongly, or what is none, is told so. */
    Function find(String name, int arguments) {
        Optional<Function> found = FunctionRegistry.find(name, arguments);
        if (found.isPresent()) {
            return found.get();
        }
        String told = name.toLowerCase(Locale.ROOT);
        if (FunctionRegistry.isKnown(name)) {
            throw ErrorCode.WRONG_PARAMETER_COUNT.error(
                    "Incorrect parameter count in the call to native function '" + told + "'");
        }
        if (FunctionRegistry.isRefused(name)) {
            throw TributaryException.notSupported("function " + told);
        }
        String database = statement.context.database();
        boolean whole = database.isEmpty() || told.indexOf('.') >= 0;
        throw ErrorCode.UNKNOWN_FUNCTION.error("FUNCTION " + (whole ? "" : database + ".") + told + " does not exist");
    }

    /** Returns a call of a scalar function or an operator. */
    Bound call(String name, List<Bound> arguments) {
        String own = name + ofKind(arguments);
        if (FunctionRegistry.isKnown(own) && !own.equals(name)) {
            Bound written = apply(find(own, arguments.size()), arguments);
            // A column of texts mostly has dates, which the engine reads.
            return arguments.get(0) instanceof Bound.Column && own.endsWith(FunctionRegistry.OF_TEXT)
                    ? call("COALESCE", List.of(apply(find(name, arguments.size()), arguments), written))
                    : written;
        }
        boolean signed = name.equals("-") && statement.context.sqlMode().has(Mode.NO_UNSIGNED_SUBTRACTION);
        String called = signed && arguments.size() == 2 ? "SIGNED DIFFERENCE" : name;
        Function function = find(called, arguments.size());
        if (function.role() == Function.Role.WINDOW) {
            throw ErrorCode.SYNTAX.error("You have an error in your SQL syntax; " + name + " needs an OVER clause");
        }
        if (function.role() == Function.Role.TABLE) {
            throw TributaryException.notSupported(name + " outside of LATERAL VIEW");
        }
        OfBytes ofBytes = function.traits().ofBytes();
        if (ofBytes != OfBytes.REFUSED
                && IntStream.range(0, arguments.size())
                        .anyMatch(i ->
                                isString(function, i) && arguments.get(i).type().kind() == Kind.BYTES)) {
            return ofBytes == OfBytes.UNCHANGED ? arguments.get(0) : ofBytes(function, arguments);
        }
        return function.role() == Function.Role.SCALAR
                ? apply(function, unitLast(function, arguments))
                : aggregate(function, arguments, false, List.of());
    }

    /** A byte is a character to a function of texts, and the text that it gives bytes again. */
    private Bound ofBytes(Function function, List<Bound> arguments) {
        List<Bound> texts = new ArrayList<>();
        for (Bound argument : arguments) {
            texts.add(
                    isString(function, texts.size())
                            ? apply(find("CHARACTERS OF BYTES", 1), List.of(argument))
                            : argument);
        }
        Bound result = apply(function, texts);
        return result.type().kind() == Kind.TEXT ? apply(find("BYTES OF CHARACTERS", 1), List.of(result)) : result;
    }

    private static boolean isString(Function function, int argument) {
        Want want = function.signature().wants().apply(argument);
        return want == Want.TEXT || want == Want.SEARCHED;
    }

    /** Doris takes a unit before the moment, too. */
    private List<Bound> unitLast(Function function, List<Bound> arguments) {
        boolean first =
                arguments.size() == 2 && function.signature().wants().apply(1) == Want.UNIT && isUnit(arguments.get(0));
        return first ? List.of(arguments.get(1), arguments.get(0)) : arguments;
    }

    private boolean isUnit(Bound value) {
        return value.type().kind() == Kind.TEXT
                && Arguments.isConstant(value)
                && constant(value) instanceof String text
                && !text.isEmpty()
                && text.chars().allMatch(Character::isLetter);
    }

    private static String ofKind(List<Bound> arguments) {
        Kind kind = arguments.isEmpty() ? Kind.NULL : arguments.get(0).type().kind();
        return kind.isNumber() ? FunctionRegistry.OF_NUMBER : kind.isText() ? FunctionRegistry.OF_TEXT : "";
    }

    @Nullable
    Object constant(Bound value) {
        return Arguments.constant(value, statement.literals);
    }

    Aggregate aggregate(Function function, List<Bound> arguments, boolean distinct, List<SortKey> order) {
        List<Bound> made = made(function, arguments);
        if (distinct) {
            made.replaceAll(Conversions::shown);
        }
        return new Aggregate(type(function, made), function, made, distinct, order);
    }

    Bound apply(Function function, List<Bound> arguments) {
        List<Bound> made = made(function, arguments);
        SqlType type = type(function, made);
        if (isLong(type)) {
            made.replaceAll(this::nested);
        }
        return folded(new Apply(type, function, made));
    }

    /** Whether it is a text, or bytes, of any length. */
    private static boolean isLong(SqlType type) {
        return (type.kind() == Kind.TEXT || type.kind() == Kind.BYTES) && type.precision() == 0;
    }

    /** Makes a text that calls have lengthened again and again one that may not be long: what doubles in each would fill memory. */
    private Bound nested(Bound argument) {
        return argument.type().kind() == Kind.TEXT && isLong(argument.type()) && lengthens(argument, NESTED_MAX)
                ? new Apply(argument.type().nullable(true), find(NESTED_TEXT, 1), List.of(argument))
                : argument;
    }

    private boolean lengthens(Bound value, int times) {
        if (times == 0 || (value instanceof Bound.Column && statement.recursive > 0)) {
            return true;
        }
        if (value instanceof Bound.Convert convert) {
            return lengthens(convert.value(), times);
        }
        return value instanceof Apply call
                && isLong(call.type())
                && call.arguments().stream().anyMatch(each -> lengthens(each, times - 1));
    }

    private SqlType type(Function function, List<Bound> arguments) {
        SqlType type = ordered(function.result().of(new Arguments(arguments, statement.literals)), arguments);
        Nulls nulls = function.traits().nulls();
        return type.nullable(nulls == Nulls.POSSIBLE
                || (nulls == Nulls.OF_ARGUMENTS
                        && arguments.stream()
                                .anyMatch(each ->
                                        !(each instanceof Word) && each.type().nullable())));
    }

    /** A text that is made of others is compared as they are. */
    private static SqlType ordered(SqlType type, List<Bound> arguments) {
        if (!type.kind().isText() || !type.text().equals(SqlType.text(0).text())) {
            return type;
        }
        SqlType order = type;
        for (Bound argument : arguments) {
            if (argument.type().kind().isText()) {
                order = order.ordered(Unification.order(order, argument.type()));
            }
        }
        return order;
    }

    private List<Bound> made(Function function, List<Bound> arguments) {
        List<Bound> made = new ArrayList<>(statement.supplied(function.traits().supplied()));
        for (Bound argument : arguments) {
            made.add(Conversions.to(
                    function.signature().wants().apply(made.size()), argument, function.name(), statement.literals));
        }
        together(function, made, Want.UNIFIED, Unification::of, Conversions::convert);
        boolean greatest = function.name().equals("GREATEST");
        together(
                function,
                made,
                Want.EXTREME,
                CallBinder::extremes,
                (value, type) -> (type.kind() == Kind.TIME ? value.type().kind().isNumber() : greatest)
                        ? compared(value, type)
                        : Conversions.convert(value, type));
        moments(function, made);
        for (int i = 0; i < made.size(); i++) {
            if (function.signature().wants().apply(i) == Want.COMPARED) {
                made.set(i, Conversions.shown(made.get(i)));
            }
        }
        boolean field = function.name().equals("FIELD");
        together(function, made, Want.COMPARED, field ? Comparison::ofField : Comparison::of, this::compared);
        together(function, made, Want.COMPARED_CARRIED, Comparison::of, this::compared);
        together(function, made, Want.SEARCHED, Unification::of, Conversions::letters);
        together(function, made, Want.ORDERED, Unification::of, Conversions::key);
        elements(function, made);
        shifted(function, made);
        return made;
    }

    /** Whether a number or bytes are greater than a moment nobody documents. */
    private static SqlType extremes(SqlType a, SqlType b) {
        SqlType other = a.kind().isMoment() ? b : a;
        boolean moment = a.kind().isMoment() || b.kind().isMoment();
        if (moment && (other.kind().isNumber() || other.kind() == Kind.BYTES)) {
            throw TributaryException.notSupported("the greatest or least of a "
                    + (a.kind().isMoment() ? a : b).kind() + " and "
                    + (other.kind() == Kind.BYTES ? "bytes" : "a number"));
        }
        return Unification.ofExtremes(a, b);
    }

    /**
     * A text that is written beside dates is read as what it is, and a whole number beside a column of dates: the column is compared as
     * it is stored then.
     */
    private void moments(Function function, List<Bound> arguments) {
        SqlType moment = null;
        boolean column = false;
        for (int i = 0; i < arguments.size(); i++) {
            SqlType type = arguments.get(i).type();
            boolean dated = isCompared(function, i) && (type.kind() == Kind.DATE || type.kind() == Kind.DATETIME);
            moment = dated && (moment == null || type.kind() != Kind.DATE) ? type : moment;
            column |= dated && arguments.get(i) instanceof Bound.Column;
        }
        for (int i = 0; moment != null && i < arguments.size(); i++) {
            Bound argument = arguments.get(i);
            if (isCompared(function, i)
                    && Arguments.isConstant(argument)
                    && (argument instanceof Slot || constant(argument) != null)) {
                arguments.set(i, beside(argument, moment.kind(), column));
            }
        }
    }

    private Bound beside(Bound constant, Kind moment, boolean column) {
        if (constant.type().kind() == Kind.TEXT) {
            return LiteralTypes.beside(constant, moment, statement);
        }
        boolean whole = constant.type().kind().isInteger() && constant.type().kind() != Kind.BOOL;
        Bound numbered = column && whole ? LiteralTypes.numbered(constant, statement.literals) : null;
        return numbered == null ? constant : numbered;
    }

    /** Makes a TIME that days or more are added to a moment. */
    private static void shifted(Function function, List<Bound> arguments) {
        boolean ofDate =
                arguments.stream().allMatch(each -> !(each instanceof Word word) || IntervalUnit.hasDate(word.word()));
        for (int i = 0; ofDate && i < arguments.size(); i++) {
            SqlType type = arguments.get(i).type();
            if (function.signature().wants().apply(i) == Want.SHIFTED && type.kind() == Kind.TIME) {
                arguments.set(i, Conversions.convert(arguments.get(i), SqlType.moment(Kind.DATETIME, type.scale())));
            }
        }
    }

    private static boolean isCompared(Function function, int argument) {
        Want want = function.signature().wants().apply(argument);
        return want == Want.COMPARED || want == Want.COMPARED_CARRIED;
    }

    /** Makes arrays, and values that are to be their elements, of one type. */
    private static void elements(Function function, List<Bound> arguments) {
        List<Integer> arrays = new ArrayList<>();
        List<SqlType> types = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            Want want = function.signature().wants().apply(i);
            SqlType type = arguments.get(i).type();
            if (want == Want.ARRAYS) {
                arrays.add(i);
                types.add(Objects.requireNonNull(type.element()));
            } else if (want == Want.ELEMENT) {
                types.add(type);
            }
        }
        if (arrays.isEmpty()) {
            return;
        }
        SqlType type = Unification.of(types);
        for (int i = 0; i < arguments.size(); i++) {
            Want want = function.signature().wants().apply(i);
            if (want == Want.ARRAYS || want == Want.ELEMENT) {
                Bound argument = arguments.get(i);
                arguments.set(i, Conversions.convert(argument, want == Want.ELEMENT ? type : SqlType.arrayOf(type)));
            }
        }
    }

    private Bound compared(Bound value, SqlType type) {
        return Conversions.compared(value, type) instanceof Apply call && call != value
                ? folded(call)
                : Conversions.convert(value, type);
    }

    /** Makes arguments that are wanted alike values of one type. */
    private static void together(
            Function function,
            List<Bound> arguments,
            Want want,
            BinaryOperator<SqlType> common,
            BiFunction<Bound, SqlType, Bound> conversion) {
        SqlType type = null;
        for (int i = 0; i < arguments.size(); i++) {
            if (function.signature().wants().apply(i) == want) {
                SqlType own = arguments.get(i).type();
                type = type == null ? own : common.apply(type, own);
            }
        }
        for (int i = 0; type != null && i < arguments.size(); i++) {
            if (function.signature().wants().apply(i) == want) {
                arguments.set(i, conversion.apply(arguments.get(i), type));
            }
        }
    }

    /** Returns the value of a call whose arguments are all known; the call where it is none. */
    private Bound folded(Apply call) {
        Function.@Nullable Body body = call.function().body();
        if (body == null
                || (statement.strict && StrictTexts.mayFail(call))
                || call.function().traits().determinism() != Determinism.ALWAYS
                || !call.arguments().stream().allMatch(Arguments::isConstant)) {
            return call;
        }
        @Nullable Object[] values = new @Nullable Object[call.arguments().size()];
        boolean strict = call.function().traits().nulls() == Nulls.OF_ARGUMENTS;
        for (int i = 0; i < values.length; i++) {
            values[i] = Arguments.constant(call.arguments().get(i), statement.literals);
            if (strict && values[i] == null) {
                return new Constant(call.type(), null);
            }
        }
        Object value = body.apply(values);
        if (value instanceof String text && text.length() > FOLDED_MAX) {
            return call;
        }
        Constant constant = new Constant(call.type().nullable(value == null), value);
        boolean moment = value instanceof String && call.function().traits().givesMoments();
        return moment ? new Apply(constant.type(), find(Arguments.MOMENT_TEXT, 1), List.of(constant)) : constant;
    }
}
