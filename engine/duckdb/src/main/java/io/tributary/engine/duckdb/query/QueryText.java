package io.tributary.engine.duckdb.query;

import io.tributary.contract.calls.Evaluation;
import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.information.SystemTables;
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
import java.util.List;
import java.util.Optional;

/** Queries in MySQL's dialect as the engine's text. Any thread. */
public final class QueryText {
    private final SystemSchemas schemas;
    private final SqlCompiler compiler = new SqlCompiler(QueryText::table);

    public QueryText(SystemSchemas schemas) {
        this.schemas = schemas;
    }

    public EngineText of(String sql, QueryContext context) {
        if (!ValueFunctions.ARE_CALLED) {
            return MySqlDialect.query(sql, context, schemas.columnTypes());
        }
        CompiledText text = compiler.query(sql, context, schemas.catalog());
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
        if (table.name().equals(Evaluation.SOURCE)) {
            return DuckDbSession.temporary(table.name());
        }
        String database = table.database();
        String schema = SystemTables.isDatabase(database) ? SystemNames.schema(database) : SqlName.quote(database);
        return schema + "." + SqlName.quote(table.name());
    }
}
