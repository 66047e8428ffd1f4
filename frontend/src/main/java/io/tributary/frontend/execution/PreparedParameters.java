package io.tributary.frontend.execution;

import io.tributary.contract.schema.SqlMode;
import org.jspecify.annotations.Nullable;

/** The values of one EXECUTE as SQL literals, for statements that go to the engine as text. */
@FunctionalInterface
public interface PreparedParameters {
    PreparedParameters NONE = (index, mode) -> null;

    /** @param index from 0; null leaves the {@code ?} as it is */
    @Nullable
    String literal(int index, SqlMode mode);
}
