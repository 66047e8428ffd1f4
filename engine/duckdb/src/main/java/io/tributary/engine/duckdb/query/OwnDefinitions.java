package io.tributary.engine.duckdb.query;

import io.tributary.contract.information.SystemRows;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.duckdb.session.DuckDbSession;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * The databases and tables of an engine that nobody has given a catalog: those that its file had when it was opened, as the
 * engine describes them, and those that were defined since. Any thread.
 */
public final class OwnDefinitions {
    private final Map<String, Map<String, TableSchema>> tables = new ConcurrentSkipListMap<>();

    void read(DuckDbSession session) throws SQLException {
        String sql =
                "SELECT schema_name, table_name, column_name, data_type, numeric_precision, numeric_scale, is_nullable"
                        + " FROM duckdb_columns() WHERE database_name = '" + DuckDbSession.STORE
                        + "' AND NOT internal ORDER BY 1, 2, column_index";
        try (Statement statement = session.connection().createStatement();
                ResultSet found = statement.executeQuery(sql)) {
            while (found.next()) {
                ColumnType type = DuckDbTypes.ofResult(found.getString(4), found.getInt(5), found.getInt(6));
                add(found.getString(1), found.getString(2), Column.of(found.getString(3), type, found.getBoolean(7)));
            }
        }
    }

    private void add(String database, String table, Column column) {
        TableSchema before = of(database).get(table);
        List<Column> columns = new ArrayList<>(before == null ? List.of() : before.columns());
        columns.add(column);
        define(new TableSchema(
                0,
                database,
                table,
                1,
                TableSchema.KeyModel.DUPLICATE,
                columns,
                TableProperties.defaults(),
                TableSchema.Layout.none()));
    }

    private Map<String, TableSchema> of(String database) {
        return tables.computeIfAbsent(database, any -> new ConcurrentSkipListMap<>());
    }

    public void defineDatabase(String database) {
        var unused = of(database);
    }

    public void define(TableSchema table) {
        of(table.database()).put(table.name(), table);
    }

    public void dropDatabase(String database) {
        tables.remove(database);
    }

    public void drop(String database, String table) {
        of(database).remove(table);
    }

    SystemRows rows() {
        List<TableSchema> all =
                tables.values().stream().flatMap(each -> each.values().stream()).toList();
        return new SystemRows(List.copyOf(tables.keySet()), all, List.of(), Map.of());
    }
}
