package io.tributary.engine.duckdb.query;

import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.information.SystemTables;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.EngineText;
import io.tributary.dialect.MySqlDialect;
import io.tributary.dialect.SystemNames;
import io.tributary.dialect.compile.CompiledText;
import io.tributary.dialect.compile.SqlCompiler;
import io.tributary.dialect.print.SqlName;
import io.tributary.engine.duckdb.session.ValueFunctions;
import java.util.List;

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

    /** Returns the columns of a query whose parameters are not known; empty: the engine must be asked. */
    public List<ResultColumn> describe(String sql, QueryContext context) {
        return ValueFunctions.ARE_CALLED ? SqlCompiler.describe(sql, context, schemas.catalog()) : List.of();
    }

    private static String table(TableSchema table) {
        String database = table.database();
        String schema = SystemTables.isDatabase(database) ? SystemNames.schema(database) : SqlName.quote(database);
        return schema + "." + SqlName.quote(table.name());
    }
}
