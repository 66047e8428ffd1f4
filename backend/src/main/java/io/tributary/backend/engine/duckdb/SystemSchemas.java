package io.tributary.backend.engine.duckdb;

import io.tributary.rpc.client.QueryContext;
import io.tributary.rpc.information.SystemRows;
import io.tributary.rpc.information.SystemTables;
import io.tributary.rpc.schema.Column;
import io.tributary.rpc.schema.ColumnType;
import io.tributary.rpc.schema.TableSchema;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;

/**
 * The tables of information_schema, mysql and tributary, in the in-memory catalog, so that any query may be asked of them. Those
 * of tributary are views, the others are written anew, in one transaction, when a statement that may read them comes after the catalog has changed: a change of
 * the catalog itself costs nothing here. Any thread.
 */
final class SystemSchemas {
    /** Names have MySQL's comparison by bytes, all other text its comparison without case. */
    private static final Set<String> NAMES = Set.of("SCHEMA_NAME", "TABLE_SCHEMA", "TABLE_NAME");

    private static final long NOTHING_WRITTEN = -1;

    private final DuckDBConnection root;
    private final Set<TableSchema> filled = new HashSet<>();
    private volatile @Nullable Supplier<SystemRows> source;
    private volatile long written = NOTHING_WRITTEN;

    SystemSchemas(DuckDBConnection root) {
        this.root = root;
    }

    /** Makes the tables, empty; once for an instance. */
    static void create(DuckDbSession session) throws SQLException {
        for (String database : SystemTables.databases()) {
            session.execute("CREATE SCHEMA " + schema(database));
            for (TableSchema table : SystemTables.tables(database)) {
                session.execute(isView(table) ? QuarantineTable.view(engineName(table)) : ddl(table));
            }
        }
    }

    /** Those of tributary show what the engine keeps, and nobody writes them. */
    private static boolean isView(TableSchema table) {
        return table.database().equals(SystemTables.TRIBUTARY);
    }

    /** Where a system database lives in the engine, quoted. */
    static String schema(String database) {
        return "memory." + DuckDbSession.quote(name(database));
    }

    /** The same without its catalog, in lower case and not quoted. */
    static String name(String database) {
        return "$" + database.toLowerCase(Locale.ROOT);
    }

    void source(Supplier<SystemRows> newest) {
        source = newest;
    }

    /** The newest types of users' columns. */
    ColumnTypes columnTypes() {
        Supplier<SystemRows> newest = source;
        return newest == null
                ? ColumnTypes.NONE
                : new ColumnTypes(() -> newest.get().tables());
    }

    /** Before a statement of a user: what it may read is up to date afterwards. */
    void prepare(String sql, QueryContext context) throws SQLException {
        Supplier<SystemRows> newest = source;
        if (newest != null && mayRead(sql, context)) {
            SystemRows rows = newest.get();
            if (rows.version() > written) {
                write(newest);
            }
        }
    }

    /** Rather too often than not. */
    private static boolean mayRead(String sql, QueryContext context) {
        if (SystemTables.isDatabase(context.database())) {
            return true;
        }
        for (int i = 0; i < sql.length(); i++) {
            for (String database : SystemTables.databases()) {
                if (sql.regionMatches(true, i, database, 0, database.length())) {
                    return true;
                }
            }
        }
        return false;
    }

    private synchronized void write(Supplier<SystemRows> newest) throws SQLException {
        SystemRows rows = newest.get();
        if (rows.version() <= written) {
            return;
        }
        DuckDbSession session = new DuckDbSession(root.duplicate());
        try {
            session.execute("BEGIN TRANSACTION");
            for (String database : SystemTables.databases()) {
                for (TableSchema table : SystemTables.tables(database)) {
                    write(session, table, rows.of(table));
                }
            }
            session.execute("COMMIT");
            written = rows.version();
        } finally {
            // Rolls back what is not committed.
            session.close();
        }
    }

    private void write(DuckDbSession session, TableSchema table, List<List<@Nullable String>> rows)
            throws SQLException {
        if (isView(table) || (rows.isEmpty() && !filled.contains(table))) {
            return;
        }
        filled.add(table);
        session.execute(ddl(table));
        try (DuckDBAppender appender =
                session.connection().createAppender("memory", name(table.database()), table.name())) {
            for (List<@Nullable String> row : rows) {
                appender.beginRow();
                for (int i = 0; i < row.size(); i++) {
                    append(appender, table.columns().get(i).type(), row.get(i));
                }
                appender.endRow();
            }
        }
    }

    private static void append(DuckDBAppender appender, ColumnType type, @Nullable String cell) throws SQLException {
        if (cell == null) {
            appender.appendNull();
            return;
        }
        switch (type.kind()) {
            case INT -> appender.append(Integer.parseInt(cell));
            case BIGINT -> appender.append(Long.parseLong(cell));
            case VARCHAR, STRING -> appender.append(cell);
            default -> throw new IllegalStateException("a system table cannot hold a " + type.kind());
        }
    }

    private static String engineName(TableSchema table) {
        return schema(table.database()) + "." + DuckDbSession.quote(table.name());
    }

    private static String ddl(TableSchema table) {
        return "CREATE OR REPLACE TABLE " + engineName(table)
                + table.columns().stream().map(SystemSchemas::definition).collect(Collectors.joining(", ", " (", ")"));
    }

    private static String definition(Column column) {
        boolean text = column.type().isVariableWidth();
        return DuckDbSession.quote(column.name()) + " " + DuckDbTypes.ddl(column.type())
                + (text && !NAMES.contains(column.name()) ? " COLLATE NOCASE" : "");
    }
}
