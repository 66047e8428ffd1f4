package io.tributary.planner.sql.definition;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;

/**
 * Which types a column may be changed to. The values are converted by the engine, so only conversions are here whose
 * results are MySQL's; a value that does not fit then fails the ALTER TABLE.
 */
final class TypeChange {
    private TypeChange() {}

    /** @throws io.tributary.contract.error.TributaryException NOT_SUPPORTED, naming the column and both types */
    static void require(Column before, Column after, boolean unique) {
        ColumnType from = before.type();
        ColumnType to = after.type();
        if (after.declared().isBinary() && !after.declared().equals(before.declared())) {
            throw TributaryException.notSupported("changing a column from " + before.typeDdl() + " to "
                    + after.typeDdl() + " (column " + before.name() + ")");
        }
        if (from.equals(to)) {
            return;
        }
        String types = from.ddl() + " to " + to.ddl() + " (column " + before.name() + ")";
        if (unique && before.key() && !keepsKeysApart(from, to)) {
            throw TributaryException.notSupported("changing a column of a UNIQUE KEY from " + types);
        }
        if (!isConverted(from, to)) {
            throw TributaryException.notSupported("changing a column from " + types);
        }
    }

    private static boolean isConverted(ColumnType from, ColumnType to) {
        return switch (to.kind()) {
            case BOOLEAN -> from.kind() == Kind.BOOLEAN;
            case TINYINT, SMALLINT, INT, BIGINT, LARGEINT, DECIMAL, FLOAT, DOUBLE ->
                from.isNumber() || isText(from.kind());
            // Fewer fraction digits would have to be rounded, which the engine does not do.
            case DATE -> isText(from.kind()) || (isDate(from.kind()) && from.scale() == 0);
            case DATETIME -> isText(from.kind()) || (isDate(from.kind()) && from.scale() <= to.scale());
            case CHAR, VARCHAR, STRING ->
                isText(from.kind())
                        || isExact(from.kind())
                        || from.kind() == Kind.JSON
                        || from.kind() == Kind.VARIANT
                        || (isDate(from.kind()) && from.scale() == 0);
            case JSON, VARIANT -> from.kind() == Kind.JSON || from.kind() == Kind.VARIANT;
            case VARBINARY -> from.kind() == Kind.VARBINARY;
            case TIME -> from.kind() == Kind.TIME && from.scale() <= to.scale();
            case ARRAY, NULL -> false;
        };
    }

    /** Two keys that differ still differ afterwards. */
    private static boolean keepsKeysApart(ColumnType from, ColumnType to) {
        if (isText(from.kind()) && isText(to.kind())) {
            return to.kind() == Kind.STRING || (from.kind() != Kind.STRING && to.length() >= from.length());
        }
        boolean whole = isExact(from.kind()) && from.kind() != Kind.DECIMAL;
        return whole && isExact(to.kind()) && to.kind() != Kind.DECIMAL && to.width() >= from.width();
    }

    private static boolean isExact(Kind kind) {
        return switch (kind) {
            case TINYINT, SMALLINT, INT, BIGINT, LARGEINT, DECIMAL -> true;
            default -> false;
        };
    }

    private static boolean isText(Kind kind) {
        return kind == Kind.CHAR || kind == Kind.VARCHAR || kind == Kind.STRING;
    }

    private static boolean isDate(Kind kind) {
        return kind == Kind.DATE || kind == Kind.DATETIME;
    }
}
