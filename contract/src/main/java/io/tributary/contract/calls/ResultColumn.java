package io.tributary.contract.calls;

import io.tributary.contract.schema.ColumnOrigin;
import io.tributary.contract.schema.ColumnType;

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
        return new ResultColumn(name, as(found.type()), nullable && found.nullable(), found);
    }

    /**
     * The declared type where values are encoded as they are: an engine knows no lengths of texts, no UNSIGNED and no JSON, and
     * of a fraction of seconds only some numbers of digits.
     */
    private ColumnType as(ColumnType declared) {
        boolean same =
                switch (declared.kind()) {
                    case CHAR, VARCHAR, JSON -> type.kind() == ColumnType.Kind.STRING;
                    case DATETIME, VARBINARY -> type.kind() == declared.kind();
                    case SMALLINT, INT, BIGINT, LARGEINT -> declared.isUnsigned() && type.kind() == declared.kind();
                    default -> false;
                };
        return same ? declared : type;
    }
}
