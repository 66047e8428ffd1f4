package io.tributary.contract.information;

import io.tributary.contract.schema.Aggregation;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.DefaultValue;
import io.tributary.contract.schema.TableSchema;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What MySQL would tell of a column: types that MySQL has not are told as the nearest it has.
 *
 * @param dataType without length: {@code varchar}
 * @param columnType with it: {@code varchar(20)}
 * @param characters the greatest length of text, else null
 * @param octets the same in bytes, of binary data too
 * @param precision digits of a number, else null
 * @param scale fraction digits of an exact number, else null
 * @param fraction fraction digits of a time, else null
 * @param text whether it has a character set
 */
public record ColumnFacts(
        String dataType,
        String columnType,
        @Nullable Long characters,
        @Nullable Long octets,
        @Nullable Integer precision,
        @Nullable Integer scale,
        @Nullable Integer fraction,
        boolean text) {
    public static final String CHARACTER_SET = "utf8mb4";

    /** How text compares unless its column says otherwise: byte by byte. */
    public static final String COLLATION = "utf8mb4_0900_bin";

    private static final long OCTETS_PER_CHARACTER = 4;
    private static final long TEXT_OCTETS = 65_535;

    /** The lengths that types have of their own; they are not enforced. */
    private static final Map<String, Long> OCTETS = Map.of(
            "tinytext", 255L,
            "tinyblob", 255L,
            "blob", TEXT_OCTETS,
            "mediumtext", 16_777_215L,
            "mediumblob", 16_777_215L,
            "longtext", 4_294_967_295L,
            "longblob", 4_294_967_295L);

    private static final int LARGEINT_DIGITS = 39;

    /** What MySQL tells of a column, in the words in which it was declared. */
    public static ColumnFacts of(Column column) {
        ColumnFacts facts = of(column.type());
        String declared = column.declared().type();
        Long octets = OCTETS.get(declared);
        return declared.isEmpty()
                ? facts
                : new ColumnFacts(
                        declared.contains("(") ? declared.substring(0, declared.indexOf('(')) : declared,
                        declared,
                        octets == null ? facts.characters : octets,
                        octets == null ? facts.octets : octets,
                        facts.precision,
                        facts.scale,
                        facts.fraction,
                        facts.text);
    }

    /**
     * The size that Doris tells: characters, bytes or digits; null of a date or time. 0 of a BOOLEAN, by which Doris' connectors
     * know it from a TINYINT.
     */
    @Nullable
    Number size(Column column) {
        if (column.type().kind() == ColumnType.Kind.BOOLEAN) {
            return 0;
        }
        Long length = text ? characters : octets;
        if (length != null) {
            return length;
        }
        return precision;
    }

    /** Fraction digits of a number or a time, else null. */
    @Nullable
    Integer digits() {
        return scale == null ? fraction : scale;
    }

    static ColumnFacts of(ColumnType type) {
        return switch (type.kind()) {
            case BOOLEAN -> number("tinyint", "tinyint(1)", 3, 0);
            case TINYINT -> number("tinyint", "tinyint", 3, 0);
            case SMALLINT -> type.isUnsigned() ? unsigned("tinyint", 3) : number("smallint", "smallint", 5, 0);
            case INT -> type.isUnsigned() ? ofInt(type) : number("int", "int", 10, 0);
            case BIGINT -> type.isUnsigned() ? unsigned("int", 10) : number("bigint", "bigint", 19, 0);
            case LARGEINT ->
                type.isUnsigned()
                        ? unsigned("bigint", 20)
                        : number("decimal", "decimal(" + LARGEINT_DIGITS + ",0)", LARGEINT_DIGITS, 0);
            case FLOAT -> number("float", "float", 12, null);
            case DOUBLE -> number("double", "double", 22, null);
            case DECIMAL -> number("decimal", type.ddl(), type.length(), type.scale());
            case DATE -> time("date", "date", null);
            case DATETIME -> time("datetime", type.ddl(), type.scale());
            case TIME -> time("time", type.ddl(), type.scale());
            case CHAR -> text("char", type);
            case VARCHAR -> text("varchar", type);
            case STRING -> new ColumnFacts("text", "text", TEXT_OCTETS, TEXT_OCTETS, null, null, null, true);
            case JSON -> named("json", "json");
            case VARIANT -> named("variant", "variant");
            case ARRAY -> named("array", type.ddl());
            case VARBINARY -> binary(type.length() == 0 ? TEXT_OCTETS : type.length());
            case NULL -> named("null", "null");
        };
    }

    private static ColumnFacts named(String dataType, String columnType) {
        return new ColumnFacts(dataType, columnType, null, null, null, null, null, false);
    }

    private static ColumnFacts number(String dataType, String columnType, int precision, @Nullable Integer scale) {
        return new ColumnFacts(dataType, columnType, null, null, precision, scale, null, false);
    }

    /** MySQL's two that are kept as INT. */
    private static ColumnFacts ofInt(ColumnType type) {
        return type.length() == 24 ? unsigned("mediumint", 7) : unsigned("smallint", 5);
    }

    private static ColumnFacts unsigned(String dataType, int precision) {
        return number(dataType, dataType + " unsigned", precision, 0);
    }

    private static ColumnFacts time(String dataType, String columnType, @Nullable Integer fraction) {
        return new ColumnFacts(dataType, columnType, null, null, null, null, fraction, false);
    }

    private static ColumnFacts text(String dataType, ColumnType type) {
        long octets = OCTETS_PER_CHARACTER * type.length();
        return new ColumnFacts(dataType, type.ddl(), (long) type.length(), octets, null, null, null, true);
    }

    private static ColumnFacts binary(long octets) {
        return new ColumnFacts("varbinary", "varbinary(" + octets + ")", octets, octets, null, null, null, false);
    }

    /** {@code PRI} for a column of a key that the table holds once, {@code MUL} for the first of an index; a DUPLICATE KEY is only an order. */
    static String key(TableSchema table, Column column) {
        if (TableFacts.hasKey(table) && column.key()) {
            return "PRI";
        }
        return table.layout().indexes().stream()
                        .anyMatch(index -> index.columns().get(0).equalsIgnoreCase(column.name()))
                ? "MUL"
                : "";
    }

    static String collation(Column column) {
        String declared = column.collationName();
        return declared.isEmpty() ? COLLATION : declared;
    }

    static String extra(Column column) {
        if (column.aggregation() != Aggregation.NONE) {
            return column.aggregation().name();
        }
        if (column.isGenerated()) {
            return column.declared().generated().virtual() ? "VIRTUAL GENERATED" : "STORED GENERATED";
        }
        if (column.isUpdatedByClock()) {
            return "on update " + column.declared().onUpdate().clock();
        }
        return column.autoIncrement() ? "auto_increment" : "";
    }

    /** The default as MySQL tells it: that of a BIT in its digits. */
    static @Nullable String defaultText(Column column) {
        DefaultValue value = column.defaultValue();
        return switch (value.kind()) {
            case NONE, NULL -> null;
            case LITERAL -> column.declared().bits() > 0 ? Column.Declared.bitLiteral(value.text()) : value.text();
            case CURRENT_TIMESTAMP -> value.clock();
        };
    }
}
