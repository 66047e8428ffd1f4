package io.tributary.dialect.compile;

import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.schema.ColumnOrigin;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.dialect.bind.BoundQuery.Output;
import io.tributary.dialect.type.SqlType;
import java.util.Objects;

/** What clients are told of the columns of a result. */
final class ResultTypes {
    private ResultTypes() {}

    static ResultColumn column(Output output) {
        ColumnType type = output.origin().equals(ColumnOrigin.COMPUTED)
                ? of(output.type())
                : output.origin().type();
        String collation = output.type().text().collation().ofColumn();
        return new ResultColumn(output.name(), type, output.type().nullable(), output.origin(), collation);
    }

    private static ColumnType of(SqlType type) {
        return switch (type.kind()) {
            case NULL -> ColumnType.of(Kind.NULL);
            case BOOL -> ColumnType.of(Kind.BIGINT);
            case TINYINT -> type.unsigned() ? ColumnType.unsigned(8) : ColumnType.of(Kind.TINYINT);
            case SMALLINT, YEAR ->
                type.unsigned() && type.kind() == SqlType.Kind.SMALLINT
                        ? ColumnType.unsigned(16)
                        : ColumnType.of(Kind.SMALLINT);
            case MEDIUMINT -> type.unsigned() ? ColumnType.unsigned(24) : ColumnType.of(Kind.INT);
            case INT -> type.unsigned() ? ColumnType.unsigned(32) : ColumnType.of(Kind.INT);
            case BIGINT -> type.unsigned() ? ColumnType.unsigned(64) : ColumnType.of(Kind.BIGINT);
            case BIT -> ColumnType.unsigned(64);
            case LARGEINT -> ColumnType.of(Kind.LARGEINT);
            case DECIMAL -> decimal(type);
            case FLOAT -> ColumnType.of(Kind.FLOAT);
            case DOUBLE -> type.isFixed() ? ColumnType.fixedDouble(type.scale()) : ColumnType.of(Kind.DOUBLE);
            case DATE -> ColumnType.of(Kind.DATE);
            case TIME -> new ColumnType(Kind.TIME, 0, type.scale());
            case DATETIME -> ColumnType.datetime(type.scale());
            case TEXT, ENUM, SET -> text(type.precision());
            case BYTES -> type.isBits() ? ColumnType.bits() : ColumnType.of(Kind.VARBINARY);
            case JSON -> ColumnType.of(Kind.JSON);
            case ARRAY -> array(Objects.requireNonNull(type.element()));
        };
    }

    private static ColumnType decimal(SqlType type) {
        int precision = Math.min(ColumnType.DECIMAL_PRECISION_MAX, type.precision());
        return ColumnType.decimal(precision, Math.min(precision, type.scale()));
    }

    private static ColumnType text(int characters) {
        return characters == 0 || characters > ColumnType.VARCHAR_LENGTH_MAX
                ? ColumnType.of(Kind.STRING)
                : ColumnType.varchar(characters);
    }

    private static ColumnType array(SqlType element) {
        ColumnType type = of(element);
        return ColumnType.canBeElement(type.kind()) ? ColumnType.arrayOf(type) : ColumnType.of(Kind.STRING);
    }
}
