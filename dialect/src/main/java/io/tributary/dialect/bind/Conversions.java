package io.tributary.dialect.bind;

import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.bind.Bound.Apply;
import io.tributary.dialect.bind.Bound.Constant;
import io.tributary.dialect.bind.Bound.Convert;
import io.tributary.dialect.function.JsonText;
import io.tributary.dialect.registry.Function;
import io.tributary.dialect.registry.FunctionRegistry;
import io.tributary.dialect.registry.FunctionRegistry.Form;
import io.tributary.dialect.registry.Want;
import io.tributary.dialect.tree.Literals;
import io.tributary.dialect.type.Arithmetic;
import io.tributary.dialect.type.Collation;
import io.tributary.dialect.type.SqlType;
import io.tributary.dialect.type.SqlType.Kind;
import io.tributary.dialect.type.SqlType.TextOrder;
import io.tributary.dialect.type.Unification;
import io.tributary.dialect.value.FractionDigits;
import io.tributary.dialect.value.PrintedNumber;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Puts conversions into the tree: a value becomes what a function, a comparison or another branch wants. */
final class Conversions {
    private static final SqlType SIZE = SqlType.integer(2).nullable(false);
    private static final Function MOMENT_DIGITS =
            FunctionRegistry.find("DIGITS OF MOMENT", 1).orElseThrow();
    private static final Function CARRIED_DIGITS =
            FunctionRegistry.find("CARRIED DIGITS", 1).orElseThrow();

    private Conversions() {}

    /** Returns the value as one of this type; it may be NULL where a text cannot be one. */
    static Bound convert(Bound value, SqlType wanted) {
        SqlType type = value.type();
        if (isSame(type, wanted)) {
            return value;
        }
        boolean parsed = type.kind() != Kind.NULL
                && !type.kind().isMoment()
                && wanted.kind().isMoment();
        SqlType result = wanted.nullable(type.nullable() || parsed);
        return of(result, value, Form.IMPLICIT);
    }

    /** An aggregate of NULL alone is kept, since it makes one row of all. */
    static Bound of(SqlType result, Bound value, Form form) {
        SqlType type = value.type();
        if (value instanceof Bound.Slot && isText(type) && (result.kind().isNumber() || result.kind() == Kind.BOOL)) {
            return of(result, convert(value, SqlType.text(type.precision())), form);
        }
        if (isMomentText(value) && result.kind().isNumber() && result.kind() != Kind.BOOL) {
            return of(
                    result, new Apply(SqlType.text(22).nullable(type.nullable()), MOMENT_DIGITS, List.of(value)), form);
        }
        if (type.isFixed() && (result.kind().isText() || result.kind() == Kind.BYTES)) {
            return of(result, digits(value), form);
        }
        return value.type().kind() == Kind.NULL && !hasAggregate(value)
                ? new Constant(result, null)
                : new Convert(result, value, form);
    }

    /** Whether it is a text that a function of moments gives. */
    private static boolean isMomentText(Bound value) {
        return value instanceof Apply call
                && call.type().kind().isText()
                && call.function().traits().givesMoments();
    }

    /**
     * Returns the value as it is stored in a column of a set operation's result: a text has all digits that a number carries, a
     * choice those of the value that it takes.
     */
    static Bound stored(Bound value, SqlType wanted) {
        SqlType type = value.type();
        boolean string = wanted.kind().isText() || wanted.kind() == Kind.BYTES;
        if (!string || !type.kind().isNumber()) {
            return convert(value, wanted);
        }
        if (wanted.kind() == Kind.BYTES) {
            return convert(stored(value, SqlType.text(0)), wanted);
        }
        SqlType text = wanted.nullable(type.nullable());
        if (value instanceof Convert convert
                && convert.form() == Form.IMPLICIT
                && convert.value().type().kind().isNumber()) {
            return stored(convert.value(), wanted);
        }
        if (value instanceof Bound.Case choice) {
            List<Bound.Branch> branches = choice.branches().stream()
                    .map(each -> new Bound.Branch(each.when(), stored(each.then(), wanted)))
                    .toList();
            Bound otherwise = choice.otherwise();
            return new Bound.Case(
                    text, choice.subject(), branches, otherwise == null ? null : stored(otherwise, wanted));
        }
        if (value instanceof Apply call && isChoice(call)) {
            List<Bound> arguments = new ArrayList<>(call.arguments());
            for (int i = 0; i < arguments.size(); i++) {
                if (call.function().signature().wants().apply(i) == Want.UNIFIED) {
                    arguments.set(i, stored(arguments.get(i), wanted));
                }
            }
            return new Apply(text, call.function(), arguments);
        }
        return digits(value, type, text);
    }

    private static Bound digits(Bound value, SqlType type, SqlType text) {
        if (type.carried() > type.scale()) {
            return new Apply(text, CARRIED_DIGITS, List.of(value));
        }
        boolean single = type.kind() == Kind.FLOAT && !(value instanceof Bound.Column);
        return type.isFixed() || single
                ? new Convert(text, single ? convert(value, SqlType.of(Kind.DOUBLE)) : value, Form.IMPLICIT)
                : convert(value, text);
    }

    /** Whether it gives one of its arguments, all of which have its type. */
    private static boolean isChoice(Apply call) {
        IntFunction<Want> wants = call.function().signature().wants();
        return IntStream.range(0, call.arguments().size()).anyMatch(i -> wants.apply(i) == Want.UNIFIED);
    }

    /** Returns a DOUBLE as the text that has as many digits as its type says. */
    private static Bound digits(Bound value) {
        long fraction = value.type().scale();
        if (value instanceof Constant constant) {
            Object number = constant.value();
            return new Constant(
                    SqlType.text(0).nullable(number == null),
                    number == null ? null : PrintedNumber.of((Double) number, (int) fraction));
        }
        return new Bound.Apply(
                SqlType.text(0).nullable(value.type().nullable()),
                FunctionRegistry.find("DOUBLE DIGITS", 2).orElseThrow(),
                List.of(value, new Constant(SIZE, fraction)));
    }

    /** Whether it is a hexadecimal or bit literal. */
    static boolean isBits(Bound value) {
        boolean literal = value instanceof Bound.Slot || value instanceof Constant;
        return literal && value.type().kind() == Kind.BYTES && !isText(value.type());
    }

    /** Whether bytes are those of a text: what is written as digits is a number beside numbers. */
    private static boolean isText(SqlType type) {
        return type.kind() == Kind.BYTES && type.text().coercibility() != SqlType.TextOrder.LITERAL;
    }

    /** Returns the value as it is compared with moments: what is none is less than all of them. */
    static Bound compared(Bound value, SqlType wanted) {
        SqlType type = value.type();
        if (!wanted.kind().isMoment() || type.kind().isMoment() || type.kind() == Kind.NULL) {
            return convert(value, wanted);
        }
        Bound plain = type.kind() == Kind.BOOL ? convert(value, SqlType.integer(1)) : value;
        return FunctionRegistry.comparison(plain.type(), wanted)
                .<Bound>map(function -> new Bound.Apply(
                        wanted.nullable(plain.type().nullable()),
                        function,
                        List.of(plain, new Constant(SIZE, 0L), new Constant(SIZE, (long) wanted.scale()))))
                .orElseGet(() -> convert(value, wanted));
    }

    /** Whether the engine has values of both types alike. */
    private static boolean isSame(SqlType type, SqlType wanted) {
        if (type.kind() == wanted.kind()) {
            return switch (type.kind()) {
                case DECIMAL -> type.carried() == wanted.carried() && type.precision() <= wanted.precision();
                case JSON -> !type.isWritten() || wanted.isWritten();
                case ARRAY ->
                    type.element() != null && wanted.element() != null && isSame(type.element(), wanted.element());
                case BIGINT -> type.precision() < 20 || wanted.precision() >= 20;
                default -> true;
            };
        }
        if (type.kind().isText() && wanted.kind().isText()) {
            return true;
        }
        boolean integers = type.kind().isInteger() && wanted.kind().isInteger();
        return integers
                && type.kind() != Kind.BOOL
                && wanted.kind() != Kind.BOOL
                && type.precision() <= Math.max(19, wanted.precision());
    }

    /** Returns a quotient with the digits that it shows, anything else as it is. */
    static Bound shown(Bound value) {
        SqlType type = value.type();
        return type.carried() > type.scale() ? convert(value, type.carrying(0)) : value;
    }

    /** Returns what is the same of values that are equal: the digits that a quotient shows, a text by its collation. */
    static Bound same(Bound value) {
        return value.type().kind().isText() ? key(value, value.type()) : shown(value);
    }

    /** Returns what stands for a value in an order; documents are not in the order of their texts. */
    static Bound sorted(Bound value) {
        return value.type().kind() == Kind.JSON
                ? new Apply(
                        SqlType.text(0).nullable(value.type().nullable()),
                        FunctionRegistry.find("JSON KEY", 1).orElseThrow(),
                        List.of(value))
                : same(value);
    }

    /** Returns what is alike of rows that are the same, though their letters differ; empty: all their values. */
    static List<Bound> distinct(List<Bound> values) {
        // A number there would be a column's.
        List<Bound> varying =
                values.stream().filter(value -> !Arguments.isConstant(value)).toList();
        return varying.stream().anyMatch(value -> folds(value.type())) ? keys(varying) : List.of();
    }

    /** Returns what is the same of texts that are equal, and all other values as they are. */
    static List<Bound> keys(List<Bound> values) {
        return values.stream().map(value -> key(value, value.type())).toList();
    }

    /** Whether texts of a type may be equal whose letters differ. */
    static boolean folds(SqlType type) {
        return type.kind().isText() && type.text().collation().folds();
    }

    /** Returns the argument as a function wants it; what depends on other arguments is left as it is. */
    static Bound to(Want want, Bound value, String function, Literals literals) {
        SqlType type = value.type();
        if (value instanceof Bound.Word) {
            return value;
        }
        return switch (want) {
            case ANY, UNIFIED, COMPARED, COMPARED_CARRIED, EXTREME, SHIFTED, SPAN, ELEMENT, KEYWORD -> value;
            case BOOL -> convert(value, Bound.BOOL);
            case INTEGER ->
                type.kind().isInteger() && type.kind() != Kind.BOOL ? value : convert(value, SqlType.integer(19));
            case NUMBER -> {
                if (type.kind() == Kind.ARRAY) {
                    throw TributaryException.notSupported("an ARRAY as a number (" + function + ")");
                }
                yield number(value);
            }
            case DOUBLE -> convert(value, SqlType.of(Kind.DOUBLE));
            case TEXT, UNIT, SEARCHED, ORDERED -> text(value, function);
            case STRING -> type.kind() == Kind.BYTES ? value : text(value, function);
            case BYTES ->
                type.kind() == Kind.BYTES
                        ? value
                        : convert(text(value, function), SqlType.bytes(4 * Unification.characters(type)));
            case DATE -> convert(value, SqlType.of(Kind.DATE));
            case DATETIME -> convert(value, SqlType.moment(Kind.DATETIME, fraction(value, literals)));
            case MOMENT ->
                type.kind() == Kind.DATE
                        ? value
                        : convert(value, SqlType.moment(Kind.DATETIME, fraction(value, literals)));
            case TIME -> convert(value, SqlType.moment(Kind.TIME, fraction(value, literals)));
            case CLOCK ->
                switch (type.kind()) {
                    case TIME, DATETIME -> value;
                    case DATE -> convert(value, SqlType.moment(Kind.DATETIME, 0));
                    default -> convert(value, SqlType.moment(Kind.TIME, fraction(value, literals)));
                };
            case JSON -> type.kind().isText() ? value : document(value, function);
            case DOCUMENT -> type.kind().isText() || type.isWritten() ? value : printed(document(value, function));
            case JSON_VALUE -> json(value);
            case ARRAY, ARRAYS -> array(value, function);
        };
    }

    private static Bound number(Bound value) {
        SqlType type = value.type();
        if (value instanceof Bound.Slot && type.kind() == Kind.BYTES && !isText(type)) {
            return convert(value, SqlType.unsignedBigint().nullable(false));
        }
        return type.kind().isNumber() && type.kind() != Kind.BOOL && type.kind() != Kind.FLOAT
                ? value
                : convert(value, operand(value).nullable(type.nullable()));
    }

    /** A parameter that is not known yet is a number as most are. */
    private static SqlType operand(Bound value) {
        return value instanceof Bound.Parameter ? SqlType.integer(1) : Arithmetic.operand(value.type());
    }

    private static Bound text(Bound value, String function) {
        SqlType type = value.type();
        if (type.kind() == Kind.BYTES) {
            throw TributaryException.notSupported(function + " of binary strings");
        }
        return type.kind().isText()
                ? value
                : convert(value, SqlType.text(Unification.characters(type)).ordered(type.text()));
    }

    private static Bound array(Bound value, String function) {
        return switch (value.type().kind()) {
            case ARRAY -> value;
            case NULL -> new Constant(SqlType.arrayOf(SqlType.of(Kind.NULL)), null);
            default -> throw TributaryException.notSupported(function + " of a value that is no array");
        };
    }

    /** A document is JSON, or whatever a text says. */
    private static Bound document(Bound value, String function) {
        return switch (value.type().kind()) {
            case JSON, NULL, ARRAY -> json(value);
            default -> text(value, function);
        };
    }

    private static Bound printed(Bound document) {
        return document instanceof Constant constant
                ? new Constant(constant.type(), constant.value() == null ? null : JsonText.PRINTED + constant.value())
                : new Bound.Apply(
                        document.type(),
                        FunctionRegistry.find("JSON DOCUMENT", 1).orElseThrow(),
                        List.of(document));
    }

    private static Bound json(Bound value) {
        SqlType type = value.type();
        SqlType json = SqlType.of(Kind.JSON).nullable(type.nullable());
        // What a query gives to another one is a number, too.
        boolean counted = type.kind() == Kind.BOOL && (value instanceof Bound.Column || !type.isCondition());
        return convert(counted ? convert(value, SqlType.integer(1)) : value, json);
    }

    /** Returns how many digits of a second a value may have; a text that is written out has those that stand there. */
    private static int fraction(Bound value, Literals literals) {
        SqlType type = value.type();
        if (type.kind() == Kind.TEXT
                && Arguments.isConstant(value)
                && Arguments.constant(value, literals) instanceof String text) {
            return FractionDigits.of(text);
        }
        return Unification.fraction(type);
    }

    /** Whether a SELECT with this value groups its rows: a window's call does not, but its arguments may. */
    static boolean hasAggregate(Bound bound) {
        return bound.hasOwn(Bound.Aggregate.class::isInstance);
    }

    /** Returns a text with one letter of those that are alike to the collation of a type. */
    static Bound letters(Bound text, SqlType common) {
        return alike("FOLDED LETTERS", text, common);
    }

    /** Returns what is the same of texts that are equal by the collation of a type. */
    static Bound key(Bound text, SqlType common) {
        return alike("COLLATION KEY", text, common);
    }

    /** The same of a value that is compared with others of that type. */
    static Bound comparedKey(Bound value, SqlType common) {
        return key(compared(value, common), common);
    }

    private static Bound alike(String function, Bound text, SqlType common) {
        if (!folds(common)) {
            return text;
        }
        Function made = FunctionRegistry.find(function, 1).orElseThrow();
        SqlType type =
                text.type().ordered(new TextOrder(Collation.CODES, common.text().coercibility()));
        boolean alike = text.type().text().collation() == common.text().collation();
        Bound ordered = alike ? text : new Convert(text.type().ordered(common.text()), text, Form.IMPLICIT);
        return new Apply(type, made, List.of(ordered));
    }
}
