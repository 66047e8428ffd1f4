package io.tributary.contract.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Doris' hidden columns: an INSERT may list them, nothing shows them unless the session asks for it
 * ({@code show_hidden_columns}). No column of a user can be called so.
 */
public final class HiddenColumns {
    /**
     * A column of every UNIQUE KEY table: a row that has something else than 0 here deletes its key. Not stored: it travels
     * as a mark of its row, see {@link io.tributary.contract.row.RowBlock}.
     */
    public static final String DELETE_SIGN = "__DORIS_DELETE_SIGN__";

    /** Stored with the rows of a table that has {@link TableSchema#SEQUENCE_TYPE}. */
    public static final String SEQUENCE = "__DORIS_SEQUENCE_COL__";

    private static final String PREFIX = "__DORIS_";

    private HiddenColumns() {}

    /** Whether a name is none for a column of a user. */
    public static boolean isReserved(String name) {
        return name.toUpperCase(Locale.ROOT).startsWith(PREFIX);
    }

    /** All columns of a table as a session sees them that wants to see hidden ones: those last. */
    public static List<Column> shown(TableSchema table) {
        List<Column> columns = new ArrayList<>(table.visibleColumns());
        if (table.isUnique()) {
            columns.add(deleteSign());
        }
        int sequence = table.sequencePosition();
        if (sequence >= 0) {
            columns.add(sequence(table.columns().get(sequence).type()));
        }
        return columns;
    }

    /** What a delete sign is checked by. */
    public static Column deleteSign() {
        return Column.of(DELETE_SIGN, ColumnType.of(ColumnType.Kind.TINYINT), false)
                .withDefault(DefaultValue.literal("0"));
    }

    /** The column that holds the sequences of rows. */
    public static Column sequence(ColumnType type) {
        return Column.of(SEQUENCE, type, true);
    }
}
