package io.tributary.engine.duckdb.query;

import io.tributary.contract.information.SystemRows;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.print.SqlName;
import io.tributary.engine.duckdb.session.EngineText;
import io.tributary.engine.duckdb.session.EngineTypes;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.duckdb.DuckDBColumnType;
import org.duckdb.DuckDBDataChunkWriter;
import org.duckdb.DuckDBFunctions;
import org.duckdb.DuckDBTableFunction;
import org.duckdb.DuckDBTableFunctionBindInfo;
import org.duckdb.DuckDBTableFunctionBuilder;
import org.duckdb.DuckDBTableFunctionCallInfo;
import org.duckdb.DuckDBTableFunctionInitInfo;
import org.jspecify.annotations.Nullable;

/**
 * A function of the engine whose rows are those of a system table, as text, at the catalog's newest snapshot when a statement
 * is bound: nothing is stored, so no transaction sees an older one. The engine calls it on its own threads.
 */
final class SystemFunction
        implements DuckDBTableFunction<SystemFunction.Bound, SystemFunction.Scan, SystemFunction.Scan> {
    static final String NAME = "tributary_system_rows";

    /** The statement that this thread begins to run: the engine binds it upon the same thread. */
    static final ThreadLocal<EngineText> BOUND = ThreadLocal.withInitial(() -> EngineText.own(""));

    private final BiFunction<String, String, TableSchema> tables;
    private final Supplier<Optional<SystemRows>> newest;

    /** What a statement reads: the rows are made when it runs. */
    record Bound(TableSchema table, Optional<SystemRows> rows, Predicate<TableSchema> wanted) {}

    /** The rows of one run, and which of them are next. */
    static final class Scan {
        private final List<List<@Nullable String>> rows;
        private final int[] columns;
        private int next;

        Scan(List<List<@Nullable String>> rows, int[] columns) {
            this.rows = rows;
            this.columns = columns;
        }
    }

    /**
     * @param tables by database and name
     * @param newest empty before there is a catalog
     */
    SystemFunction(BiFunction<String, String, TableSchema> tables, Supplier<Optional<SystemRows>> newest) {
        this.tables = tables;
        this.newest = newest;
    }

    /** Makes it known to the instance that a connection belongs to. */
    void register(Connection connection) throws SQLException {
        try (DuckDBTableFunctionBuilder builder = DuckDBFunctions.tableFunction()) {
            var unused = builder.withName(NAME)
                    .withParameters(DuckDBColumnType.VARCHAR, DuckDBColumnType.VARCHAR)
                    .withProjectionPushdown()
                    .withFunction(this)
                    .register(connection);
        }
    }

    private static String string(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    /**
     * A query of all rows of a table, in its types.
     *
     * @param names columns that are compared by bytes; all other text is without case
     */
    static String select(TableSchema table, Set<String> names) {
        StringBuilder columns = new StringBuilder();
        for (Column column : table.columns()) {
            String name = SqlName.quote(column.name());
            columns.append(columns.length() == 0 ? "" : ", ");
            if (!column.type().isVariableWidth()) {
                columns.append("CAST(")
                        .append(name)
                        .append(" AS ")
                        .append(EngineTypes.ddl(column.type()))
                        .append(")");
            } else {
                columns.append(name).append(names.contains(column.name()) ? "" : " COLLATE NOCASE");
            }
            columns.append(" AS ").append(name);
        }
        return "SELECT " + columns + " FROM " + NAME + "(" + string(table.database()) + ", " + string(table.name())
                + ")";
    }

    @Override
    public Bound bind(DuckDBTableFunctionBindInfo info) throws SQLException {
        TableSchema table = tables.apply(
                info.getParameter(0).getString(), info.getParameter(1).getString());
        for (Column column : table.columns()) {
            info.addResultColumn(column.name(), DuckDBColumnType.VARCHAR);
        }
        return new Bound(table, newest.get(), BOUND.get().lookup().apply(table));
    }

    @Override
    public Scan init(DuckDBTableFunctionInitInfo info) {
        info.setMaxThreads(1);
        Bound bound = info.getBindData();
        int[] columns = new int[(int) info.getColumnCount()];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = (int) info.getColumnIndex(i);
        }
        TableSchema table = bound.table();
        return new Scan(bound.rows().map(rows -> rows.of(table, bound.wanted())).orElse(List.of()), columns);
    }

    @Override
    public long apply(DuckDBTableFunctionCallInfo info, DuckDBDataChunkWriter out) {
        Scan scan = info.getInitData();
        int first = scan.next;
        int count = (int) Math.min(out.capacity(), scan.rows.size() - first);
        for (int i = 0; i < scan.columns.length && count > 0; i++) {
            @Nullable String[] cells = new @Nullable String[count];
            // Beyond the columns the engine asks for a row's number, to count rows.
            boolean named = scan.columns[i] >= 0
                    && scan.columns[i] < scan.rows.get(first).size();
            for (int row = 0; named && row < count; row++) {
                cells[row] = scan.rows.get(first + row).get(scan.columns[i]);
            }
            if (named) {
                out.vector(i).setStrings(0, cells);
            }
        }
        scan.next += count;
        return count;
    }
}
