package io.tributary.engine.duckdb.query;

import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.engine.duckdb.session.EngineTypes;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * Tributary's types in DuckDB's and Arrow's words. Lengths of CHAR and VARCHAR are checked before rows come here, so that
 * the engine needs neither them nor any constraint.
 */
public final class DuckDbTypes {
    private DuckDbTypes() {}

    /**
     * The Arrow type in which a column's vectors are handed over. The engine casts those that have no twin on
     * insertion: BOOLEAN comes as bytes, every DATETIME in microseconds, and LARGEINT as the 16 bytes of a DECIMAL(38,0), of which the engine keeps
     * every bit (±2^127 included; the contract test proves it).
     */
    public static ArrowType arrow(ColumnType type) {
        return switch (type.kind()) {
            case BOOLEAN, TINYINT -> new ArrowType.Int(8, true);
            case SMALLINT -> new ArrowType.Int(16, true);
            case INT -> new ArrowType.Int(32, true);
            case BIGINT, TIME -> new ArrowType.Int(64, true);
            case LARGEINT -> new ArrowType.Decimal(38, 0, 128);
            case FLOAT -> new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
            case DOUBLE -> new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
            case DECIMAL -> new ArrowType.Decimal(type.length(), type.scale(), 128);
            case DATE -> new ArrowType.Date(DateUnit.DAY);
            case DATETIME -> new ArrowType.Timestamp(TimeUnit.MICROSECOND, null);
            case CHAR, VARCHAR, STRING, JSON, VARIANT, ARRAY -> ArrowType.Utf8.INSTANCE;
            case VARBINARY -> ArrowType.Binary.INSTANCE;
            case NULL -> throw EngineTypes.notStored(type);
        };
    }

    /**
     * The type that a column of a result has for clients.
     *
     * @param name the engine's type name; a nested or exotic type becomes text
     */
    public static ColumnType ofResult(String name, int precision, int scale) {
        if (name.startsWith("DECIMAL") && !name.endsWith("]")) {
            return ColumnType.decimal(precision, scale);
        }
        return switch (name) {
            case "BOOLEAN" -> ColumnType.of(Kind.BOOLEAN);
            case "TINYINT" -> ColumnType.of(Kind.TINYINT);
            case "SMALLINT", "UTINYINT" -> ColumnType.of(Kind.SMALLINT);
            case "INTEGER", "USMALLINT" -> ColumnType.of(Kind.INT);
            case "BIGINT", "UINTEGER" -> ColumnType.of(Kind.BIGINT);
            case "HUGEINT", "UBIGINT" -> ColumnType.of(Kind.LARGEINT);
            case "FLOAT" -> ColumnType.of(Kind.FLOAT);
            case "DOUBLE" -> ColumnType.of(Kind.DOUBLE);
            case "DATE" -> ColumnType.of(Kind.DATE);
            case "TIME" -> new ColumnType(Kind.TIME, 0, 0);
            case "TIME_NS" -> new ColumnType(Kind.TIME, 0, 6);
            case "TIMESTAMP_S" -> ColumnType.datetime(0);
            case "TIMESTAMP_MS" -> ColumnType.datetime(3);
            case "TIMESTAMP", "TIMESTAMP WITH TIME ZONE" -> ColumnType.datetime(6);
            case "BLOB" -> ColumnType.of(Kind.VARBINARY);
            default -> ColumnType.of(Kind.STRING);
        };
    }

    /** Whether a value of the engine's type is read as one that clients are told. */
    static boolean fits(ColumnType engine, ColumnType told) {
        return told.isVariableWidth()
                || (!engine.isVariableWidth()
                        && engine.width() == told.width()
                        && form(engine.kind()) == form(told.kind())
                        && (told.kind() != Kind.DECIMAL || engine.scale() == told.scale()));
    }

    /** Whole numbers, truth values and times have one form. */
    private static Kind form(Kind kind) {
        return switch (kind) {
            case FLOAT, DOUBLE, DECIMAL, DATE, DATETIME -> kind;
            default -> Kind.BIGINT;
        };
    }
}
