package io.tributary.contract.calls;

import io.tributary.contract.schema.ColumnOrigin;
import io.tributary.contract.schema.ColumnType;

/**
 * A column of a result set.
 *
 * @param type of a column of a table as it is declared
 */
public record ResultColumn(String name, ColumnType type, boolean nullable, ColumnOrigin origin) {
    public ResultColumn(String name, ColumnType type, boolean nullable) {
        this(name, type, nullable, ColumnOrigin.COMPUTED);
    }
}
