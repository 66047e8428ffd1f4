package io.tributary.planner.sql.definition;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.HiddenColumns;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.schema.TableSchema.KeyModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The column whose highest value decides which row of a key stays, as the properties of a UNIQUE KEY table ask for it:
 * {@code function_column.sequence_col} names one of the table's, {@code function_column.sequence_type} makes a hidden one.
 * Texts of refusals follow Doris.
 */
final class SequenceColumn {
    private static final String PREFIX = "function_column.";

    private SequenceColumn() {}

    /**
     * The table's columns, the hidden one behind them where there is to be one.
     *
     * @throws TributaryException INVALID_STATEMENT where the table cannot have what the properties ask for
     */
    static List<Column> with(List<Column> columns, KeyModel model, TableProperties properties) {
        String mapped = properties.other().get(TableSchema.SEQUENCE_COLUMN);
        String type = properties.other().get(TableSchema.SEQUENCE_TYPE);
        if (mapped == null && type == null) {
            return columns;
        }
        if (model != KeyModel.UNIQUE) {
            throw refused("sequence column only support UNIQUE_KEYS");
        }
        if (mapped != null) {
            requireSequence(columns, mapped);
        }
        if (type == null) {
            return columns;
        }
        ColumnType sequence = type(type);
        if (mapped != null) {
            throw refused("The sequence_col and sequence_type cannot be set at the same time");
        }
        List<Column> all = new ArrayList<>(columns);
        all.add(HiddenColumns.sequence(sequence));
        return all;
    }

    private static void requireSequence(List<Column> columns, String mapped) {
        Column column = columns.stream()
                .filter(each -> each.name().equalsIgnoreCase(mapped))
                .findFirst()
                .orElseThrow(() -> refused("The specified sequence column[" + mapped + "] not exists"));
        requireOrdered(column.type());
    }

    /** @throws TributaryException INVALID_STATEMENT for a type whose values are no sequence */
    static void requireOrdered(ColumnType type) {
        switch (type.kind()) {
            case TINYINT, SMALLINT, INT, BIGINT, LARGEINT, DATE, DATETIME -> {}
            default -> throw refused("Sequence type only support integer types and date types");
        }
    }

    private static ColumnType type(String name) {
        return switch (name.strip().toUpperCase(Locale.ROOT)) {
            case "TINYINT" -> ColumnType.of(ColumnType.Kind.TINYINT);
            case "SMALLINT" -> ColumnType.of(ColumnType.Kind.SMALLINT);
            case "INT", "INTEGER" -> ColumnType.of(ColumnType.Kind.INT);
            case "BIGINT" -> ColumnType.of(ColumnType.Kind.BIGINT);
            case "LARGEINT" -> ColumnType.of(ColumnType.Kind.LARGEINT);
            case "DATE", "DATEV2" -> ColumnType.of(ColumnType.Kind.DATE);
            case "DATETIME", "DATETIMEV2" -> ColumnType.datetime(0);
            default -> throw refused("sequence type only support integer types and date types");
        };
    }

    /** @throws TributaryException INVALID_STATEMENT for a property that only CREATE TABLE can set */
    static void requireUnchanged(String property) {
        if (property.startsWith(PREFIX)) {
            throw refused("Property " + property + " can only be set by CREATE TABLE");
        }
    }

    /** Whether the table compares rows by this column of its own. */
    static boolean is(TableSchema table, Column column) {
        int position = table.sequencePosition();
        return position >= 0 && table.columns().get(position).name().equalsIgnoreCase(column.name());
    }

    /** What a change is refused with that would take the table's sequences away. */
    static TributaryException refused(String change, Column column, TableSchema table) {
        return refused("Can not " + change + " sequence mapping column[" + column.name()
                + "] in Unique data model table[" + table.name() + "]");
    }

    private static TributaryException refused(String message) {
        return ErrorCode.INVALID_STATEMENT.error(message);
    }
}
