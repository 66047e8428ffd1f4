package io.tributary.backend.catalog;

import io.tributary.contract.calls.CatalogChange;
import java.util.Optional;

/** What a change of a definition changes; empty if everything is as it shall be. For whoever has its turn. */
final class DefinitionChanges implements CatalogChange.PartialVisitor<Optional<StoredChange>> {
    private final TableDefinitions tables;
    private final DatabaseDefinitions databases;
    private final ViewDefinitions views;
    private final UserDefinitions users;

    DefinitionChanges(
            TableDefinitions tables, DatabaseDefinitions databases, ViewDefinitions views, UserDefinitions users) {
        this.tables = tables;
        this.databases = databases;
        this.views = views;
        this.users = users;
    }

    @Override
    public Optional<StoredChange> visitCreateDatabase(CatalogChange.CreateDatabase create) {
        return databases.create(create);
    }

    @Override
    public Optional<StoredChange> visitDropDatabase(CatalogChange.DropDatabase drop) {
        return databases.drop(drop);
    }

    @Override
    public Optional<StoredChange> visitCreateTable(CatalogChange.CreateTable create) {
        return tables.create(create);
    }

    @Override
    public Optional<StoredChange> visitDropTable(CatalogChange.DropTable drop) {
        return tables.drop(drop);
    }

    @Override
    public Optional<StoredChange> visitAlterProperties(CatalogChange.AlterProperties alter) {
        return Optional.of(tables.alterProperties(alter));
    }

    @Override
    public Optional<StoredChange> visitRefreshDatabase(CatalogChange.RefreshDatabase refresh) {
        return databases.refresh(refresh);
    }

    @Override
    public Optional<StoredChange> visitRefreshTable(CatalogChange.RefreshTable refresh) {
        return tables.refresh(refresh.database(), refresh.table());
    }

    @Override
    public Optional<StoredChange> visitCreateView(CatalogChange.CreateView create) {
        return views.create(create);
    }

    @Override
    public Optional<StoredChange> visitDropView(CatalogChange.DropView drop) {
        return views.drop(drop);
    }

    @Override
    public Optional<StoredChange> visitPutUser(CatalogChange.PutUser put) {
        return users.put(put);
    }

    @Override
    public Optional<StoredChange> visitDropUser(CatalogChange.DropUser drop) {
        return users.drop(drop);
    }

    @Override
    public Optional<StoredChange> visitSetGlobalVariable(CatalogChange.SetGlobalVariable set) {
        return Optional.of(users.set(set));
    }

    @Override
    public Optional<StoredChange> otherwise(CatalogChange change) {
        throw new IllegalArgumentException("no definition: " + change);
    }
}
