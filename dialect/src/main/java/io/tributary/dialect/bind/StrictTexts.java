package io.tributary.dialect.bind;

import io.tributary.dialect.bind.Bound.Apply;
import io.tributary.dialect.bind.Bound.Convert;
import io.tributary.dialect.registry.Function;
import io.tributary.dialect.registry.FunctionRegistry;
import java.util.Optional;

/**
 * Lets a query fail where a text is read as a number or a moment and is none: in strict mode MySQL stores nothing that was made of
 * the beginning of a text.
 */
public final class StrictTexts {
    private StrictTexts() {}

    public static BoundQuery of(BoundQuery query) {
        return query.map(StrictTexts::strict);
    }

    public static BoundChange of(BoundChange change) {
        return change.map(StrictTexts::strict);
    }

    private static Bound strict(Bound value) {
        Bound changed = value.map(StrictTexts::strict);
        if (!(changed instanceof Convert convert)) {
            return changed;
        }
        Optional<Function> strict =
                FunctionRegistry.strictConversion(convert.value().type(), convert.type());
        return strict.isEmpty() ? changed : new Apply(convert.type(), strict.get(), convert.arguments());
    }
}
