package io.tributary.dialect.bind;

import io.tributary.dialect.bind.Bound.Apply;
import io.tributary.dialect.bind.Bound.Convert;
import io.tributary.dialect.registry.Function;
import io.tributary.dialect.registry.FunctionRegistry;
import io.tributary.dialect.registry.Want;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Lets a query fail where a text is read as a number or a moment and is none: in strict mode MySQL stores nothing that was made of
 * the beginning of a text.
 */
final class StrictTexts {
    private StrictTexts() {}

    static BoundQuery of(BoundQuery query) {
        return query.map(StrictTexts::strict);
    }

    static BoundChange of(BoundChange change) {
        return change.map(StrictTexts::strict);
    }

    private static Bound strict(Bound value) {
        Bound changed = value.map(StrictTexts::strict);
        if (changed instanceof Convert convert) {
            Optional<Function> strict = conversion(convert);
            return strict.isEmpty() ? changed : new Apply(convert.type(), strict.get(), convert.arguments());
        }
        if (!(changed instanceof Apply call)) {
            return changed;
        }
        Optional<Function> twin = twin(call);
        return twin.isPresent()
                ? new Apply(call.type(), twin.get(), call.arguments())
                : readsTexts(call) ? checked(call) : changed;
    }

    private static Optional<Function> twin(Apply call) {
        return FunctionRegistry.find(
                FunctionRegistry.STRICT + call.function().name(),
                call.arguments().size());
    }

    private static Optional<Function> conversion(Convert convert) {
        return FunctionRegistry.strictConversion(convert.value().type(), convert.type());
    }

    /** Whether something is to fail of it that folding would make NULL. */
    static boolean mayFail(Apply call) {
        return readsTexts(call) || twin(call).isPresent() || call.hasPart(StrictTexts::converts);
    }

    private static boolean converts(Bound value) {
        return (value instanceof Convert convert && conversion(convert).isPresent())
                || value.hasPart(StrictTexts::converts);
    }

    /** Whether the function itself reads a text as a moment. */
    private static boolean readsTexts(Apply call) {
        return check(call).isPresent();
    }

    private static Optional<Function> check(Apply call) {
        for (int i = 0; i < call.arguments().size(); i++) {
            if (isRead(call, i)) {
                boolean span = call.function().signature().wants().apply(i) == Want.SPAN;
                return FunctionRegistry.find(
                        span ? FunctionRegistry.STRICT + "SPAN" : FunctionRegistry.STRICT + "DATE", 1);
            }
        }
        return Optional.empty();
    }

    private static boolean isRead(Apply call, int argument) {
        if (!call.arguments().get(argument).type().kind().isText()) {
            return false;
        }
        Want want = call.function().signature().wants().apply(argument);
        boolean ofText = argument == 0 && call.function().name().endsWith(FunctionRegistry.OF_TEXT);
        return want == Want.SHIFTED || want == Want.SPAN || ofText;
    }

    private static Bound checked(Apply call) {
        Function check = check(call).orElseThrow();
        List<Bound> arguments = new ArrayList<>(call.arguments());
        for (int i = 0; i < arguments.size(); i++) {
            if (isRead(call, i)) {
                Bound text = arguments.get(i);
                arguments.set(i, new Apply(text.type(), check, List.of(text)));
            }
        }
        return new Apply(call.type(), call.function(), arguments);
    }
}
