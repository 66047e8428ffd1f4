package io.tributary.engine.duckdb.query;

import io.tributary.contract.information.SystemRows;
import io.tributary.contract.information.SystemTables;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.bind.Catalog;
import io.tributary.dialect.bind.Catalog.View;
import io.tributary.dialect.compile.SqlCompiler;
import io.tributary.dialect.print.SqlName;
import io.tributary.engine.duckdb.session.DuckDbSession;
import io.tributary.engine.duckdb.session.SystemNames;
import io.tributary.engine.duckdb.store.QuarantineTable;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The tables of information_schema, mysql and tributary, in the in-memory catalog, so that any query may be asked of them.
 * All are views: those of tributary of what the engine keeps, the others of the catalog's newest snapshot ({@link
 * SystemFunction}), so that a change of the catalog costs nothing here and every statement sees it, within a transaction,
 * too. Any thread.
 */
public final class SystemSchemas {
    /** Names have MySQL's comparison by bytes, all other text its comparison without case. */
    private static final Set<String> NAMES = Set.of("SCHEMA_NAME", "TABLE_SCHEMA", "TABLE_NAME");

    private final OwnDefinitions own = new OwnDefinitions();

    private volatile @Nullable Supplier<SystemRows> source;

    /** Makes the tables; once for an instance. */
    public void create(DuckDbSession session) throws SQLException {
        new SystemFunction(
                        (database, table) -> SystemTables.find(database, table).orElseThrow(), this::newest)
                .register(session.connection());
        for (String database : SystemTables.databases()) {
            session.execute("CREATE SCHEMA " + SystemNames.schema(database));
            for (TableSchema table : SystemTables.tables(database)) {
                String name = SystemNames.schema(database) + "." + SqlName.quote(table.name());
                session.execute(
                        database.equals(SystemTables.TRIBUTARY)
                                ? QuarantineTable.view(name)
                                : "CREATE VIEW " + name + " AS " + SystemFunction.select(table, NAMES));
            }
        }
        own.read(session);
    }

    private Optional<SystemRows> newest() {
        Supplier<SystemRows> from = source;
        return from == null ? Optional.empty() : Optional.of(from.get());
    }

    public void source(Supplier<SystemRows> newest) {
        source = newest;
    }

    /** What is known where there is no catalog. */
    public OwnDefinitions own() {
        return own;
    }

    /** The newest tables, those of the system among them. */
    public Catalog catalog() {
        Supplier<SystemRows> from = source;
        SystemRows rows = from == null ? own.rows() : from.get();
        return new Tables(rows);
    }

    private record Tables(SystemRows version) implements Catalog {
        @Override
        public Optional<TableSchema> find(String database, String table) {
            if (database.isEmpty()) {
                return Optional.empty();
            }
            return SystemTables.isDatabase(database)
                    ? SystemTables.find(database, table)
                    : version.tables().stream()
                            .filter(each ->
                                    each.name().equals(table) && each.database().equals(database))
                            .findFirst();
        }

        @Override
        public boolean hasDatabase(String database) {
            return version.databases().contains(database);
        }

        @Override
        public Optional<View> view(String database, String name) {
            return version.views().stream()
                    .filter(view -> view.name().equals(name) && view.database().equals(database))
                    .findAny()
                    .map(SqlCompiler::parsed);
        }
    }
}
