package io.tributary.frontend.http.question;

import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;

/** What Doris' connectors call the types of columns: names that old and new ones know. */
final class DorisTypes {
    private DorisTypes() {}

    /** Bytes are told as text, since connectors know no column of bytes that they could write. */
    static String name(ColumnType type) {
        return type.kind() == Kind.VARBINARY ? Kind.STRING.name() : type.kind().name();
    }

    /** Whether its values are numbers in JSON. */
    static boolean isNumber(Kind kind) {
        return switch (kind) {
            case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT, LARGEINT, FLOAT, DOUBLE, DECIMAL -> true;
            case DATE, DATETIME, TIME, CHAR, VARCHAR, STRING, JSON, VARIANT, ARRAY, VARBINARY, NULL -> false;
        };
    }
}
