package io.tributary.frontend.mysql;

import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnOrigin;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.temporary.TemporaryName;
import io.tributary.protocol.CharacterSet;
import io.tributary.protocol.ColumnFlag;
import io.tributary.protocol.ColumnTypeCode;
import io.tributary.protocol.response.ColumnDefinition41;
import java.util.List;

/**
 * How types look on the wire. As MySQL, the character set named is that of the connection, not the column's: some
 * clients know few collation ids, and all read it to choose a decoder.
 */
final class WireColumns {
    /** A parameter of a prepared statement: nobody reads more than that it is there. */
    static final ColumnDefinition41 PARAMETER =
            ColumnDefinition41.computed("?", CharacterSet.BINARY, 0, ColumnTypeCode.VAR_STRING, ColumnFlag.BINARY, 0);

    private static final int BYTES_PER_CHARACTER = 4;
    /** The length of MySQL's BLOB, by which drivers tell it from the larger ones. */
    private static final int BLOB_BYTES = 65_535;

    private static final int TEXT_BYTES_MAX = 65_535 * BYTES_PER_CHARACTER;
    /** The widest LARGEINT: 39 digits and a sign. */
    private static final int LARGEINT_DIGITS = 40;

    private WireColumns() {}

    static ColumnDefinition41 definition(ResultColumn column, boolean latin1) {
        ColumnOrigin origin = column.origin();
        int text = latin1 ? CharacterSet.LATIN1_SWEDISH_CI : CharacterSet.UTF8MB4_GENERAL_CI;
        ColumnType type = column.type();
        return new ColumnDefinition41(
                origin.database(),
                TemporaryName.shownIn(origin.table()),
                TemporaryName.shownIn(origin.originalTable()),
                column.name(),
                origin.originalName(),
                isText(type.kind()) ? text : CharacterSet.BINARY,
                isTruth(column) ? 1 : bits(column) > 0 ? bits(column) : displayBytes(type),
                declaredCode(column),
                (bits(column) > 0 ? ColumnFlag.UNSIGNED | ColumnFlag.BINARY : typeFlags(type.kind()))
                        | columnFlags(column),
                decimals(type));
    }

    /** Returns the definition of a table's own column, for COM_FIELD_LIST. */
    static ColumnDefinition41 definition(TableSchema table, Column column, boolean latin1) {
        return definition(
                new ResultColumn(column.name(), column.type(), column.nullable(), ColumnOrigin.of(table, column)),
                latin1);
    }

    private static int columnFlags(ResultColumn column) {
        return (column.nullable() ? 0 : ColumnFlag.NOT_NULL)
                | (column.type().isUnsigned() ? ColumnFlag.UNSIGNED : 0)
                | (isBlob(column) ? ColumnFlag.BLOB : 0)
                | (isTimestamp(column) ? ColumnFlag.TIMESTAMP : 0)
                | (!hasMembers(column) ? 0 : declared(column).isSet() ? ColumnFlag.SET : ColumnFlag.ENUM)
                | (column.origin().key() ? ColumnFlag.PRIMARY_KEY : 0)
                | (column.origin().autoIncrement() ? ColumnFlag.AUTO_INCREMENT : 0);
    }

    /** Returns MySQL's type of a column, whose values are sent as those of {@link #typeCode}. */
    private static int declaredCode(ResultColumn column) {
        if (isBlob(column)) {
            return ColumnTypeCode.BLOB;
        } else if (isTimestamp(column)) {
            return ColumnTypeCode.TIMESTAMP;
        } else if (bits(column) > 0) {
            return ColumnTypeCode.BIT;
        }
        return hasMembers(column) || isBinary(column) ? ColumnTypeCode.STRING : typeCode(column.type());
    }

    /** How many bits each column has that is a BIT(n), 0 of others. */
    static int[] bits(List<ResultColumn> columns) {
        return columns.stream().mapToInt(WireColumns::bits).toArray();
    }

    private static int bits(ResultColumn column) {
        return column.type().isNumber() ? declared(column).bits() : 0;
    }

    private static Column.Declared declared(ResultColumn column) {
        return Column.Declared.ofType(column.origin().declared());
    }

    private static boolean hasMembers(ResultColumn column) {
        return declared(column).hasMembers() && column.type().isText();
    }

    private static boolean isBinary(ResultColumn column) {
        return declared(column).isBinary() && column.type().kind() == ColumnType.Kind.VARBINARY;
    }

    /** A TINYINT(1), which drivers take for a truth value. */
    private static boolean isTruth(ResultColumn column) {
        return declared(column).isTruth() && column.type().kind() == ColumnType.Kind.TINYINT;
    }

    /** Its values are sent as those of DATETIME. */
    private static boolean isTimestamp(ResultColumn column) {
        return declared(column).isTimestamp() && column.type().kind() == ColumnType.Kind.DATETIME;
    }

    /** Declared without a length; what is computed is bytes of a length that nobody knows. */
    private static boolean isBlob(ResultColumn column) {
        return column.origin().type().kind() == ColumnType.Kind.VARBINARY
                && column.type().kind() == ColumnType.Kind.VARBINARY
                && column.type().length() == 0;
    }

    static int[] typeCodes(List<ResultColumn> columns) {
        int[] codes = new int[columns.size()];
        for (int i = 0; i < codes.length; i++) {
            codes[i] = typeCode(columns.get(i).type());
        }
        return codes;
    }

    private static int typeCode(ColumnType type) {
        if (type.isUnsigned()) {
            return unsignedCode(type.length());
        }
        return switch (type.kind()) {
            case BOOLEAN, TINYINT -> ColumnTypeCode.TINY;
            case SMALLINT -> ColumnTypeCode.SHORT;
            case INT -> ColumnTypeCode.LONG;
            case BIGINT -> ColumnTypeCode.LONGLONG;
            case LARGEINT, DECIMAL -> ColumnTypeCode.NEWDECIMAL;
            case FLOAT -> ColumnTypeCode.FLOAT;
            case DOUBLE -> ColumnTypeCode.DOUBLE;
            case DATE -> ColumnTypeCode.DATE;
            case DATETIME -> ColumnTypeCode.DATETIME;
            case TIME -> ColumnTypeCode.TIME;
            case CHAR -> ColumnTypeCode.STRING;
            case VARCHAR, VARBINARY -> ColumnTypeCode.VAR_STRING;
            case STRING, VARIANT, ARRAY -> ColumnTypeCode.BLOB;
            case JSON -> ColumnTypeCode.JSON;
            case NULL -> ColumnTypeCode.NULL;
        };
    }

    private static int unsignedCode(int bits) {
        return switch (bits) {
            case 8 -> ColumnTypeCode.TINY;
            case 16 -> ColumnTypeCode.SHORT;
            case 24 -> ColumnTypeCode.INT24;
            case 32 -> ColumnTypeCode.LONG;
            default -> ColumnTypeCode.LONGLONG;
        };
    }

    private static int typeFlags(ColumnType.Kind kind) {
        return switch (kind) {
            case TINYINT, SMALLINT, INT, BIGINT, LARGEINT, FLOAT, DOUBLE, DECIMAL, BOOLEAN -> ColumnFlag.NUMBER;
            case STRING, VARIANT, ARRAY -> ColumnFlag.BLOB;
            // Not on numbers: Connector/J would take a TINY of length 1 for bytes.
            case DATE, DATETIME, TIME, VARBINARY, JSON, NULL -> ColumnFlag.BINARY;
            case CHAR, VARCHAR -> 0;
        };
    }

    private static int displayBytes(ColumnType type) {
        if (type.isUnsigned()) {
            return type.unsignedMax().toString().length();
        }
        return switch (type.kind()) {
            case BOOLEAN -> 1;
            case TINYINT -> 4;
            case SMALLINT -> 6;
            case INT -> 11;
            case BIGINT -> 20;
            case LARGEINT -> LARGEINT_DIGITS;
            case FLOAT -> 12;
            case DOUBLE -> 22;
            case DECIMAL -> type.length() + 2;
            case DATE -> 10;
            case DATETIME -> type.scale() == 0 ? 19 : 20 + type.scale();
            case TIME -> type.scale() == 0 ? 10 : 11 + type.scale();
            case CHAR, VARCHAR -> type.length() * BYTES_PER_CHARACTER;
            case VARBINARY -> type.length() == 0 ? BLOB_BYTES : type.length();
            case STRING, JSON, VARIANT, ARRAY -> TEXT_BYTES_MAX;
            case NULL -> 0;
        };
    }

    private static int decimals(ColumnType type) {
        return switch (type.kind()) {
            case FLOAT -> ColumnDefinition41.DECIMALS_NOT_FIXED;
            case DOUBLE -> type.isFixedDouble() ? type.scale() : ColumnDefinition41.DECIMALS_NOT_FIXED;
            case DECIMAL, DATETIME, TIME -> type.scale();
            case BOOLEAN,
                    TINYINT,
                    SMALLINT,
                    INT,
                    BIGINT,
                    LARGEINT,
                    DATE,
                    CHAR,
                    VARCHAR,
                    STRING,
                    JSON,
                    VARIANT,
                    ARRAY,
                    VARBINARY,
                    NULL -> 0;
        };
    }

    private static boolean isText(ColumnType.Kind kind) {
        return switch (kind) {
            case CHAR, VARCHAR, STRING, JSON, VARIANT, ARRAY -> true;
            case BOOLEAN,
                    TINYINT,
                    SMALLINT,
                    INT,
                    BIGINT,
                    LARGEINT,
                    FLOAT,
                    DOUBLE,
                    DECIMAL,
                    DATE,
                    DATETIME,
                    TIME,
                    VARBINARY,
                    NULL -> false;
        };
    }
}
