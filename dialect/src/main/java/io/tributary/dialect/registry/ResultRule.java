package io.tributary.dialect.registry;

import io.tributary.dialect.type.SqlType;

/** The type of a call by those of its arguments; whether it may be NULL is settled by {@link Function.Nulls}. */
@FunctionalInterface
public interface ResultRule {
    SqlType of(Operands operands);

    static ResultRule always(SqlType type) {
        return operands -> type;
    }

    /** The type of an argument. */
    static ResultRule same(int argument) {
        return operands -> operands.type(argument);
    }
}
