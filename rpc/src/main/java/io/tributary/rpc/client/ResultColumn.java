package io.tributary.rpc.client;

import io.tributary.rpc.schema.ColumnOrigin;
import io.tributary.rpc.schema.ColumnType;

/**
 * A column of a result set.
 *
 * @param origin which engines do not say; whoever planned the query may know it
 */
public record ResultColumn(String name, ColumnType type, boolean nullable, ColumnOrigin origin) {
    public ResultColumn(String name, ColumnType type, boolean nullable) {
        this(name, type, nullable, ColumnOrigin.COMPUTED);
    }

    /** This column, now that it is known where it comes from. */
    public ResultColumn from(ColumnOrigin found) {
        return new ResultColumn(name, type, nullable && found.nullable(), found);
    }
}
