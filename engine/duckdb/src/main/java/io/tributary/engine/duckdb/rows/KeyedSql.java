package io.tributary.engine.duckdb.rows;

import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.print.SqlName;
import io.tributary.engine.duckdb.session.DuckDbSession;
import io.tributary.engine.duckdb.session.EngineTypes;
import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/**
 * The engine's statements about rows of one key: rows that are staged, or given by {@link RowView}, as {@code new}, with
 * columns {@code c} and their position, against those of the table as {@code old}.
 */
public final class KeyedSql {
    /** Rows that wait within a transaction until it is known which of them stay. */
    static final String STAGED = "temp.main.tributary_staged";

    private final TableSchema table;

    KeyedSql(TableSchema table) {
        this.table = table;
    }

    /** The table's name, quoted. */
    String table() {
        return DuckDbSession.table(table);
    }

    /** Makes {@link #STAGED} of the rows of the view. */
    String stage(int... positions) {
        return "CREATE TEMP TABLE " + STAGED + " AS SELECT " + typed(positions) + " FROM " + RowView.QUALIFIED_NAME;
    }

    /** Columns of the view as the table's types. */
    public String typed(int... positions) {
        return Arrays.stream(positions)
                .mapToObj(i -> typed(table.columns().get(i), i) + " AS c" + i)
                .collect(Collectors.joining(", "));
    }

    /**
     * A column of the view as its own type: the view's are Arrow's, which are wider, and an array comes as JSON of strings, whose
     * elements the engine converts as it does any text.
     */
    public static String typed(Column column, int position) {
        boolean array = column.type().kind() == ColumnType.Kind.ARRAY;
        String source = array ? "CAST(CAST(c" + position + " AS JSON) AS VARCHAR[])" : "c" + position;
        return "CAST(" + source + " AS " + EngineTypes.ddl(column.type()) + ")";
    }

    /** Deletes the rows of the table whose keys the view has. */
    String deleteKeysOfView() {
        return "DELETE FROM " + table() + " AS old USING (SELECT " + typed(table.keyPositions()) + " FROM "
                + RowView.QUALIFIED_NAME + ") AS new WHERE " + sameKey();
    }

    /** Deletes the rows of the table whose keys are staged. */
    String deleteReplaced() {
        return "DELETE FROM " + table() + " AS old USING " + STAGED + " AS new WHERE " + sameKey();
    }

    /** Deletes the staged rows that have a lower sequence than the table's row of their key. */
    String deleteOutdone() {
        int position = table.sequencePosition();
        String is = "old." + SqlName.quote(table.columns().get(position).name());
        String wanted = "new.c" + position;
        return "DELETE FROM " + STAGED + " AS new USING " + table() + " AS old WHERE " + sameKey() + " AND (" + is
                + " > " + wanted + " OR (" + wanted + " IS NULL AND " + is + " IS NOT NULL))";
    }

    /** Whether {@code old} and {@code new} have one key. */
    String sameKey() {
        return sameKey(table, position -> "c" + position);
    }

    /**
     * The same where the columns of {@code new} have other names.
     *
     * @param newName quoted, by the column's position
     */
    static String sameKey(TableSchema table, IntFunction<String> newName) {
        return Arrays.stream(table.keyPositions())
                .mapToObj(position -> same(table.columns().get(position), newName.apply(position)))
                .collect(Collectors.joining(" AND "));
    }

    private static String same(Column column, String newName) {
        return "old." + SqlName.quote(column.name())
                + (column.nullable() ? " IS NOT DISTINCT FROM " : " = ")
                + "new." + newName;
    }
}
