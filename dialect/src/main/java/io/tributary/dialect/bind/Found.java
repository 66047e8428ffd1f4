package io.tributary.dialect.bind;

import io.tributary.contract.schema.ColumnOrigin;

/** A column and its value, which of a merged one, and of some hidden ones, is computed. */
record Found(String name, Bound value, ColumnOrigin origin) {
    /** The same on the side of an outer join where no row may be found. */
    Found optional() {
        Bound nullable = value instanceof Bound.Column column
                ? new Bound.Column(column.type().nullable(true), column.relation(), column.name())
                : value;
        return new Found(name, nullable, origin.optional());
    }

    boolean isColumn(String engineName) {
        return value instanceof Bound.Column column && column.name().equals(engineName);
    }
}
