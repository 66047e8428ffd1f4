package io.tributary.engine.duckdb.query;

import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.information.SystemTables;
import io.tributary.contract.schema.RowRules;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.schema.ViewSchema;
import io.tributary.dialect.bind.Catalog;
import io.tributary.dialect.bind.Catalog.View;
import io.tributary.dialect.compile.NamedDatabases;
import io.tributary.dialect.compile.SqlCompiler;
import io.tributary.dialect.compile.SqlCompiler.Purpose;
import io.tributary.dialect.print.QueryPrinter.Parts;
import io.tributary.dialect.print.SqlName;
import io.tributary.engine.duckdb.session.DuckDbSession;
import io.tributary.engine.duckdb.session.EngineText;
import io.tributary.engine.duckdb.session.SystemNames;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Queries in MySQL's dialect as the engine's text. Any thread. */
public final class QueryText {
    private final SystemSchemas schemas;
    private final SqlCompiler compiler = new SqlCompiler(QueryText::table);

    public QueryText(SystemSchemas schemas) {
        this.schemas = schemas;
    }

    public EngineText of(String sql, QueryContext context) {
        return of(sql, context, Purpose.READ);
    }

    public EngineText of(String sql, QueryContext context, Purpose purpose) {
        return of(sql, List.of(), purpose, context);
    }

    /** The same of a query that may read rows which only its session has: tables without a database. */
    public EngineText of(String sql, List<TableSchema> rows, Purpose purpose, QueryContext context) {
        return EngineText.compiled(compiler.query(sql, context, with(rows), purpose));
    }

    /** Compiles what stands in a query of such rows, see {@link SqlCompiler#parts}. */
    public Parts parts(String sql, TableSchema rows, QueryContext context) {
        return compiler.parts(sql, context, with(List.of(rows)));
    }

    /** See {@link SqlCompiler#change}. */
    public EngineText change(String sql, RowRules rules, List<String> returned, QueryContext context) {
        return EngineText.compiled(compiler.change(sql, rules, returned, context, schemas.catalog()));
    }

    private Catalog with(List<TableSchema> rows) {
        return rows.isEmpty() ? schemas.catalog() : new WithRows(schemas.catalog(), rows);
    }

    private record WithRows(Catalog tables, List<TableSchema> rows) implements Catalog {
        @Override
        public Object version() {
            return List.of(tables.version(), rows);
        }

        @Override
        public boolean hasDatabase(String database) {
            return tables.hasDatabase(database);
        }

        @Override
        public Optional<TableSchema> find(String database, String table) {
            return rows.stream()
                    .filter(each -> each.name().equals(table))
                    .findFirst()
                    .or(() -> tables.find(database, table));
        }

        @Override
        public Optional<View> view(String database, String name) {
            return tables.view(database, name);
        }
    }

    /** See {@link SqlCompiler#describe}; empty of what returns no rows. */
    public List<ResultColumn> describe(String sql, QueryContext context) {
        return SqlCompiler.describe(sql, context, schemas.catalog());
    }

    /** See {@link NamedDatabases}. */
    public Set<String> databases(String sql, QueryContext context) {
        return NamedDatabases.of(sql, context, schemas.catalog());
    }

    public ViewSchema view(ViewSchema wanted, QueryContext context) {
        return compiler.view(wanted, context, schemas.catalog());
    }

    private static String table(TableSchema table) {
        String database = table.database();
        if (database.isEmpty()) {
            return DuckDbSession.temporary(table.name());
        }
        String schema = SystemTables.isDatabase(database) ? SystemNames.schema(database) : SqlName.quote(database);
        return schema + "." + SqlName.quote(table.name());
    }
}
