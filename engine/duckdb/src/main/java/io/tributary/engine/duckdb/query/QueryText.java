package io.tributary.engine.duckdb.query;

import io.tributary.contract.calls.Evaluation;
import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.information.SystemTables;
import io.tributary.contract.schema.OnDuplicateKey;
import io.tributary.contract.schema.RowRules;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.EngineText;
import io.tributary.dialect.MySqlDialect;
import io.tributary.dialect.SystemNames;
import io.tributary.dialect.bind.Catalog;
import io.tributary.dialect.compile.CompiledText;
import io.tributary.dialect.compile.SqlCompiler;
import io.tributary.dialect.compile.SqlCompiler.Purpose;
import io.tributary.dialect.print.QueryPrinter.Parts;
import io.tributary.dialect.print.SqlName;
import io.tributary.engine.duckdb.session.DuckDbSession;
import io.tributary.engine.duckdb.session.ValueFunctions;
import io.tributary.engine.port.EngineTransaction;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Queries in MySQL's dialect as the engine's text. Any thread. */
public final class QueryText {
    private static final Set<String> TEMPORARY =
            Set.of(Evaluation.SOURCE, OnDuplicateKey.NEW_ROWS, EngineTransaction.OLD_ROWS);

    private final SystemSchemas schemas;
    private final SqlCompiler compiler = new SqlCompiler(QueryText::table);

    public QueryText(SystemSchemas schemas) {
        this.schemas = schemas;
    }

    public EngineText of(String sql, QueryContext context) {
        return of(sql, context, Purpose.READ);
    }

    public EngineText of(String sql, QueryContext context, Purpose purpose) {
        if (!ValueFunctions.ARE_CALLED) {
            return MySqlDialect.query(sql, context, schemas.columnTypes());
        }
        CompiledText text = compiler.query(sql, context, schemas.catalog(), purpose);
        return EngineText.compiled(text.text(), sql, text.columns());
    }

    /** See {@link SqlCompiler#change}. */
    public EngineText change(String sql, RowRules rules, List<String> returned, QueryContext context) {
        CompiledText text = compiler.change(sql, rules, returned, context, schemas.catalog());
        return EngineText.compiled(text.text(), sql, text.columns());
    }

    /** Compiles a query of rows that are no table's, and whose result is to be stored. */
    public EngineText of(String sql, QueryContext context, TableSchema rows, Purpose purpose) {
        CompiledText text = compiler.query(sql, context, new WithRows(schemas.catalog(), rows), purpose);
        return EngineText.compiled(text.text(), sql, text.columns());
    }

    /** Compiles what stands in such a query, see {@link SqlCompiler#parts}. */
    public Parts parts(String sql, QueryContext context, TableSchema rows) {
        return compiler.parts(sql, context, new WithRows(schemas.catalog(), rows));
    }

    /** Compiles a query of staged rows. */
    public EngineText of(String sql, QueryContext context, List<TableSchema> staged, Purpose purpose) {
        Catalog catalog = schemas.catalog();
        for (TableSchema rows : staged) {
            catalog = new WithRows(catalog, rows);
        }
        CompiledText text = compiler.query(sql, context, catalog, purpose);
        return EngineText.compiled(text.text(), sql, text.columns());
    }

    /** All tables, and rows that are none's. */
    private record WithRows(Catalog tables, TableSchema rows) implements Catalog {
        @Override
        public Object version() {
            return List.of(tables.version(), rows.columns());
        }

        @Override
        public Optional<TableSchema> find(String database, String table) {
            return table.equals(rows.name()) && database.equals(rows.database())
                    ? Optional.of(rows)
                    : tables.find(database, table);
        }
    }

    /** Returns the columns of a query whose parameters are not known; empty: the engine must be asked. */
    public List<ResultColumn> describe(String sql, QueryContext context) {
        return ValueFunctions.ARE_CALLED ? SqlCompiler.describe(sql, context, schemas.catalog()) : List.of();
    }

    private static String table(TableSchema table) {
        if (TEMPORARY.contains(table.name())) {
            return DuckDbSession.temporary(table.name());
        }
        String database = table.database();
        String schema = SystemTables.isDatabase(database) ? SystemNames.schema(database) : SqlName.quote(database);
        return schema + "." + SqlName.quote(table.name());
    }
}
