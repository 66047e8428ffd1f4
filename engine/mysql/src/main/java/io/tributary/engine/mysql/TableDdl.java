package io.tributary.engine.mysql;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.mysql.session.ServerFacts;
import io.tributary.engine.mysql.session.SqlName;
import io.tributary.engine.port.EngineCapability;
import java.util.ArrayList;
import java.util.List;

/** Tables in the server's words. What it cannot spell stays in the catalog, and is shown from there. */
final class TableDdl {
    /** Characters of a VARCHAR beyond which a row of utf8mb4 has no room for others. */
    static final int VARCHAR_MAX = 4_096;

    private static final int LARGEINT_DIGITS = 39;

    private TableDdl() {}

    /** Texts are compared by their codes and with all blanks. */
    static String create(TableSchema table, ServerFacts facts) {
        if (table.keyModel() == TableSchema.KeyModel.AGGREGATE) {
            throw EngineCapability.AGGREGATED_TABLES.missing();
        }
        if (table.storesHiddenColumns() && !facts.hidesColumns()) {
            throw TributaryException.notSupported(
                    "function_column.sequence_type on a server " + facts.version(),
                    ": it has no INVISIBLE columns; function_column.sequence_col names one that is seen");
        }
        List<String> parts = new ArrayList<>();
        for (Column column : table.columns()) {
            parts.add(column(table, column));
        }
        if (table.isUnique()) {
            parts.add(KeyIndex.of(table));
        }
        parts.addAll(ServerIndexes.of(table));
        if (facts.needsKeys() && !(table.isUnique() && KeyIndex.isPrimary(table))) {
            parts.add(HiddenKey.of(table));
        }
        return "CREATE TABLE " + SqlName.of(table) + " (" + String.join(", ", parts)
                + ") ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=" + facts.collation();
    }

    static String column(TableSchema table, Column column) {
        return SqlName.quote(column.name()) + " " + type(table, column) + (column.nullable() ? " NULL" : " NOT NULL")
                + (column.isUpdatedByClock()
                        ? " ON UPDATE CURRENT_TIMESTAMP("
                                + column.declared().onUpdate().text() + ")"
                        : "")
                + (column.hidden() ? " INVISIBLE" : "");
    }

    private static String type(TableSchema table, Column column) {
        ColumnType type = column.type();
        if (column.declared().hasMembers()) {
            return column.declared().type();
        }
        return switch (type.kind()) {
            case BOOLEAN -> "TINYINT(1)";
            case TINYINT -> "TINYINT";
            case SMALLINT -> type.isUnsigned() ? "TINYINT UNSIGNED" : "SMALLINT";
            case INT -> type.isUnsigned() ? type.length() == 16 ? "SMALLINT UNSIGNED" : "MEDIUMINT UNSIGNED" : "INT";
            case BIGINT -> type.isUnsigned() ? "INT UNSIGNED" : "BIGINT";
            case LARGEINT -> type.isUnsigned() ? "BIGINT UNSIGNED" : "DECIMAL(" + LARGEINT_DIGITS + ",0)";
            case FLOAT -> "FLOAT";
            case DOUBLE -> "DOUBLE";
            case DECIMAL -> "DECIMAL(" + type.length() + "," + type.scale() + ")";
            case DATE -> "DATE";
            case DATETIME -> "DATETIME(" + type.scale() + ")";
            case CHAR, VARCHAR -> type.length() > VARCHAR_MAX ? "LONGTEXT" : "VARCHAR(" + type.length() + ")";
            case STRING -> "LONGTEXT";
            case JSON -> "JSON";
            case VARBINARY ->
                type.length() == 0 || type.length() > VARCHAR_MAX ? "LONGBLOB" : "VARBINARY(" + type.length() + ")";
            case TIME -> "TIME(" + type.scale() + ")";
            case VARIANT, ARRAY, NULL ->
                throw new TributaryException(
                        ErrorCode.NOT_SUPPORTED,
                        "column " + table.database() + "." + table.name() + "." + column.name() + ": the server has no "
                                + type.ddl());
        };
    }
}
