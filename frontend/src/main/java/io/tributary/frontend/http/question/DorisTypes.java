package io.tributary.frontend.http.question;

import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;

/** What Doris' connectors call the types of columns. */
final class DorisTypes {
    /** The most digits of decimals of 4 and of 8 bytes. */
    private static final int DIGITS_OF_32_BITS = 9;

    private static final int DIGITS_OF_64_BITS = 18;

    private DorisTypes() {}

    static String name(ColumnType type) {
        return switch (type.kind()) {
            case DATE -> "DATEV2";
            case DATETIME -> "DATETIMEV2";
            case DECIMAL -> decimal(type.length());
            default -> type.kind().name();
        };
    }

    private static String decimal(int digits) {
        if (digits <= DIGITS_OF_32_BITS) {
            return "DECIMAL32";
        }
        return digits <= DIGITS_OF_64_BITS ? "DECIMAL64" : "DECIMAL128I";
    }

    /** Whether its values are numbers in JSON. */
    static boolean isNumber(Kind kind) {
        return switch (kind) {
            case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT, LARGEINT, FLOAT, DOUBLE, DECIMAL -> true;
            case DATE, DATETIME, TIME, CHAR, VARCHAR, STRING, JSON, VARIANT, ARRAY, VARBINARY, NULL -> false;
        };
    }
}
