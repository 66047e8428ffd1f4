package io.tributary.frontend.execution;

import io.tributary.contract.schema.SqlMode;
import org.jspecify.annotations.Nullable;

/** Hands the parameters of a statement to its expressions, one after the other: each counts its own from 0. */
public final class ParameterCursor implements PreparedParameters {
    private final PreparedParameters all;
    private int first;
    private int behind;

    public ParameterCursor(PreparedParameters all) {
        this.all = all;
    }

    /** Turns to the parameters of the next expression; to be called before it is computed. */
    public ParameterCursor next() {
        first = behind;
        return this;
    }

    @Override
    public @Nullable String literal(int index, SqlMode mode) {
        behind = Math.max(behind, first + index + 1);
        return all.literal(first + index, mode);
    }
}
