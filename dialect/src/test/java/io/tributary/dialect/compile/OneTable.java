package io.tributary.dialect.compile;

import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.RowRules;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.schema.TableSchema.KeyModel;
import io.tributary.contract.schema.TableSchema.Layout;
import io.tributary.dialect.bind.Catalog;
import java.util.List;
import java.util.Optional;

/** A catalog of the table {@code db.t} alone, of which queries are compiled in UTC. */
public final class OneTable implements Catalog {
    private final TableSchema schema;
    private final QueryContext context;

    public OneTable(SqlMode mode, Column... columns) {
        schema = new TableSchema(
                1, "db", "t", 1, KeyModel.DUPLICATE, List.of(columns), TableProperties.defaults(), Layout.none());
        context = new QueryContext("db", mode, "+00:00", 0);
    }

    @Override
    public Object version() {
        return 1;
    }

    @Override
    public Optional<TableSchema> find(String database, String table) {
        return Optional.of(schema);
    }

    /** Compiles by a compiler that has seen no other statement. */
    public CompiledText compiled(String query) {
        return compiled(query, new SqlCompiler(TableSchema::name));
    }

    /** Compiles an UPDATE or DELETE whose rows are held to the table's rules. */
    CompiledText changed(String sql, String... returned) {
        return changed(sql, new SqlCompiler(TableSchema::name), returned);
    }

    CompiledText changed(String sql, SqlCompiler compiler, String... returned) {
        return compiler.change(sql, new RowRules(schema), List.of(returned), context, this);
    }

    CompiledText compiled(String query, SqlCompiler compiler) {
        return compiler.query(query, context, this);
    }
}
