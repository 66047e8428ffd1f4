package io.tributary.contract.calls;

import io.tributary.contract.schema.ColumnOrigin;
import io.tributary.contract.schema.ColumnType;

/**
 * A column of a result set.
 *
 * @param type of a column of a table as it is declared
 * @param collation by which a column that is made of it compares its texts; empty: their codes
 */
public record ResultColumn(String name, ColumnType type, boolean nullable, ColumnOrigin origin, String collation) {
    public ResultColumn(String name, ColumnType type, boolean nullable, ColumnOrigin origin) {
        this(name, type, nullable, origin, "");
    }

    public ResultColumn(String name, ColumnType type, boolean nullable) {
        this(name, type, nullable, ColumnOrigin.COMPUTED);
    }
}
