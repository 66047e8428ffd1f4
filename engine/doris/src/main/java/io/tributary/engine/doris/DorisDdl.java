package io.tributary.engine.doris;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.mysql.session.SqlName;
import io.tributary.engine.port.EngineCapability;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Tables in the server's words: its key, its distribution and its properties are those that the table was created with. */
final class DorisDdl {
    /** Bytes of a VARCHAR, in which the server counts. */
    private static final int VARCHAR_BYTES_MAX = 65_533;

    private static final int CHARACTER_BYTES = 4;

    private DorisDdl() {}

    static String create(TableSchema table) {
        if (table.keyModel() == TableSchema.KeyModel.AGGREGATE) {
            throw EngineCapability.AGGREGATED_TABLES.missing();
        }
        String columns =
                table.columns().stream().map(column -> column(table, column)).collect(Collectors.joining(", "));
        List<String> key = key(table);
        String names = key.stream().map(SqlName::quote).collect(Collectors.joining(", "));
        String model = key.isEmpty() ? "" : (table.isUnique() ? " UNIQUE" : " DUPLICATE") + " KEY(" + names + ")";
        String distribution = table.layout().distributionClause();
        String buckets = !distribution.isBlank()
                ? distribution
                : table.isUnique()
                        ? "DISTRIBUTED BY HASH(" + SqlName.quote(key.get(0)) + ") BUCKETS 10"
                        : "DISTRIBUTED BY RANDOM BUCKETS 10";
        return "CREATE TABLE " + SqlName.of(table) + " (" + columns + ")" + model + " " + buckets
                + properties(new TreeMap<>(table.properties().other()));
    }

    /** The key as it was written; one of MySQL's form is that of its columns. */
    private static List<String> key(TableSchema table) {
        List<String> written = table.layout().keyColumns();
        return written.isEmpty() && table.isUnique()
                ? table.columns().stream().filter(Column::key).map(Column::name).toList()
                : written;
    }

    private static String properties(Map<String, String> all) {
        return all.isEmpty()
                ? ""
                : all.entrySet().stream()
                        .map(each -> quoted(each.getKey()) + " = " + quoted(each.getValue()))
                        .collect(Collectors.joining(", ", " PROPERTIES (", ")"));
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    private static String column(TableSchema table, Column column) {
        return SqlName.quote(column.name()) + " " + type(table, column) + (column.nullable() ? " NULL" : " NOT NULL");
    }

    /** Kinds without a sign are held by the next larger one. */
    private static String type(TableSchema table, Column column) {
        ColumnType type = column.type();
        return switch (type.kind()) {
            case BOOLEAN -> "BOOLEAN";
            case TINYINT -> "TINYINT";
            case SMALLINT -> "SMALLINT";
            case INT -> "INT";
            case BIGINT -> "BIGINT";
            case LARGEINT -> "LARGEINT";
            case FLOAT -> "FLOAT";
            case DOUBLE -> "DOUBLE";
            case DECIMAL -> "DECIMAL(" + type.length() + ", " + type.scale() + ")";
            case DATE -> "DATE";
            case DATETIME -> "DATETIME(" + type.scale() + ")";
            case CHAR, VARCHAR ->
                type.length() * CHARACTER_BYTES > VARCHAR_BYTES_MAX
                        ? "STRING"
                        : "VARCHAR(" + type.length() * CHARACTER_BYTES + ")";
            case STRING -> "STRING";
            case JSON -> "JSON";
            case VARIANT, ARRAY, TIME, VARBINARY, NULL ->
                throw new TributaryException(
                        ErrorCode.NOT_SUPPORTED,
                        "column " + table.database() + "." + table.name() + "." + column.name() + ": the server has no "
                                + type.ddl());
        };
    }
}
