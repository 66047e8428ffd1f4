package io.tributary.dialect.registry;

import io.tributary.dialect.type.SqlType;
import org.jspecify.annotations.Nullable;

/** The arguments of one call after they were made what its function wants. */
public interface Operands {
    int count();

    SqlType type(int argument);

    /** Whether its value is known before any row is read. */
    boolean isConstant(int argument);

    /**
     * Returns the value of a constant, NULL as null: what is compiled holds for this value alone from now on. Of a keyword
     * its word.
     */
    @Nullable
    Object constant(int argument);

    /** Returns a constant number, or the nearest of 32 bits, if it is one, else {@code otherwise}. */
    default int constant(int argument, int otherwise) {
        return argument < count() && isConstant(argument) && constant(argument) instanceof Number number
                ? (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, number.doubleValue()))
                : otherwise;
    }
}
