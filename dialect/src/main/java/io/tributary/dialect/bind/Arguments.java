package io.tributary.dialect.bind;

import io.tributary.dialect.bind.Bound.Apply;
import io.tributary.dialect.bind.Bound.Constant;
import io.tributary.dialect.bind.Bound.Convert;
import io.tributary.dialect.bind.Bound.Slot;
import io.tributary.dialect.bind.Bound.Word;
import io.tributary.dialect.registry.FunctionRegistry;
import io.tributary.dialect.registry.Operands;
import io.tributary.dialect.tree.Literals;
import io.tributary.dialect.type.SqlType;
import io.tributary.dialect.type.SqlType.Kind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The arguments of a call, whose constants may be read. */
public record Arguments(List<Bound> values, Literals literals) implements Operands {
    /** The function of a text that is known to be a moment. */
    static final String MOMENT_TEXT = "MOMENT TEXT";

    @Override
    public int count() {
        return values.size();
    }

    @Override
    public SqlType type(int argument) {
        return values.get(argument).type();
    }

    @Override
    public boolean isConstant(int argument) {
        return isConstant(values.get(argument));
    }

    public static boolean isConstant(Bound value) {
        return value instanceof Constant
                || value instanceof Slot
                || value instanceof Word
                || (isMomentText(value)
                        && isConstant(((Apply) value).arguments().get(0)))
                || (isNegated(value) && isConstant(((Apply) value).arguments().get(0)))
                || (value instanceof Convert convert && isConstant(convert.value()) && convert.body() != null);
    }

    /** A sign is read where somebody asks for the number: a statement is not made anew for each one that has a sign. */
    private static boolean isNegated(Bound value) {
        return value instanceof Apply apply
                && apply.arguments().size() == 1
                && apply.function().name().equals("-");
    }

    private static boolean isMomentText(Bound value) {
        return value instanceof Apply apply && apply.function().name().equals(MOMENT_TEXT);
    }

    @Override
    public @Nullable Object constant(int argument) {
        return constant(values.get(argument), literals);
    }

    static @Nullable Object constant(Bound value, Literals literals) {
        if (value instanceof Constant constant) {
            return constant.value();
        } else if (value instanceof Slot slot) {
            return LiteralTypes.read(literals, slot.literal(), slot.type());
        } else if (value instanceof Word word) {
            return word.word();
        }
        if (isMomentText(value)) {
            return constant(((Apply) value).arguments().get(0), literals);
        }
        if (isNegated(value)) {
            return negated(constant(((Apply) value).arguments().get(0), literals));
        }
        if (value instanceof Convert convert) {
            return convert.converted(constant(convert.value(), literals));
        }
        throw new IllegalArgumentException("no constant: " + value);
    }

    private static @Nullable Object negated(@Nullable Object number) {
        if (number instanceof Long whole) {
            return -whole;
        } else if (number instanceof Double real) {
            return -real;
        }
        return number instanceof BigDecimal decimal
                ? decimal.negate()
                : number instanceof BigInteger big ? (Object) big.negate().longValue() : null;
    }

    /** Returns the name of another function than it is of most types; its own where there is none. */
    static String ofTypes(String name, List<Bound> arguments) {
        boolean array = arguments.stream().anyMatch(each -> each.type().kind() == Kind.ARRAY);
        Kind second = arguments.size() == 2 ? arguments.get(1).type().kind() : Kind.NULL;
        String end = array
                ? FunctionRegistry.OF_ARRAY
                : second.isMoment() || second == Kind.TEXT ? FunctionRegistry.OF_ORIGIN : "";
        return FunctionRegistry.find(name + end, arguments.size()).isPresent() ? name + end : name;
    }
}
