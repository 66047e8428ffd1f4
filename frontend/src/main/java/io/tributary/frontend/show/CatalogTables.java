package io.tributary.frontend.show;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.information.SystemTables;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.temporary.TemporaryName;
import io.tributary.contract.temporary.TemporaryTables;
import io.tributary.planner.catalog.CatalogSnapshot;
import io.tributary.planner.plan.part.TableName;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The databases, tables and views that a SHOW can name: those of one catalog snapshot, and the system's.
 *
 * @param temporary which a session names before others
 */
record CatalogTables(CatalogSnapshot snapshot, TemporaryTables temporary) {
    CatalogTables(CatalogSnapshot snapshot) {
        this(snapshot, TemporaryTables.NONE);
    }

    Set<String> databases() {
        Set<String> names = new TreeSet<>(snapshot.databaseNames());
        names.addAll(SystemTables.databases());
        return names;
    }

    Collection<TableSchema> of(String database) {
        return SystemTables.isDatabase(database) ? SystemTables.tables(database) : snapshot.relations(database);
    }

    Optional<TableSchema> find(TableName name) {
        return SystemTables.isDatabase(name.database())
                ? SystemTables.find(name.database(), name.table())
                : snapshot.temporary(
                                name.database(),
                                temporary.hidden(name.database(), name.table()).orElse(name.table()))
                        .map(table -> table.named(TemporaryName.shownIn(table.name())))
                        .or(() -> snapshot.relation(name.database(), name.table()));
    }

    /** @throws TributaryException 1146 for a table that was dropped since the statement was planned */
    TableSchema require(TableName name) {
        return find(name)
                .orElseThrow(
                        () -> new TributaryException(ErrorCode.UNKNOWN_TABLE, "Table '" + name + "' doesn't exist"));
    }
}
