package io.tributary.backend.catalog;

import io.tributary.contract.calls.CatalogChange;
import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.ViewSchema;
import io.tributary.contract.schema.ViewSchema.Existing;
import io.tributary.engine.port.TableEngine;
import java.util.List;
import java.util.Optional;

/** What creating, replacing and dropping a view changes; no engine stores one. For whoever has its turn. */
final class ViewDefinitions {
    private final TableEngine engine;
    private final CatalogStore store;
    private final CatalogContents contents;
    private final CatalogNames names;
    private final TableDefinitions tables;

    ViewDefinitions(
            TableEngine engine,
            CatalogStore store,
            CatalogContents contents,
            CatalogNames names,
            TableDefinitions tables) {
        this.engine = engine;
        this.store = store;
        this.contents = contents;
        this.names = names;
        this.tables = tables;
    }

    /** Empty if it exists and may stay. */
    Optional<StoredChange> create(CatalogChange.CreateView create) {
        ViewSchema wanted = create.view();
        String database = wanted.database();
        requireDatabase(database);
        String key = CatalogStore.key(wanted);
        ViewSchema before = contents.views.get(key);
        boolean isTable = contents.find(database, wanted.name()) != null;
        if (create.existing() == Existing.KEPT && (before != null || isTable)) {
            return Optional.empty();
        }
        boolean replaces = create.existing() == Existing.REPLACED || create.existing() == Existing.REQUIRED;
        if (replaces && isTable) {
            throw notView(wanted.fullName());
        }
        if (create.existing() == Existing.REQUIRED && before == null) {
            throw TableDefinitions.unknownTable(database, wanted.name());
        }
        if (before == null || !replaces) {
            contents.viewCalled(database, wanted.name()).ifPresent(view -> {
                throw TableDefinitions.taken(wanted.name(), view);
            });
            tables.requireNoTable(database, wanted.name(), 0);
        }
        QueryContext context = new QueryContext(create.currentDatabase(), wanted.sqlMode(), "UTC", 0);
        requireEmbedded(wanted, context);
        ViewSchema view = engine.view(wanted, context);
        return Optional.of(new StoredChange(
                "view " + view.fullName() + " was created",
                List.of(),
                transaction -> CatalogStore.putView(transaction, view),
                () -> store.isStored(key, view),
                () -> contents.views.put(key, view)));
    }

    /** A server does not know the views that are kept here. */
    private void requireEmbedded(ViewSchema wanted, QueryContext context) {
        boolean embedded = engine.of(wanted.database()) == engine
                && engine.ofStatement(wanted.query(), context).orElse(engine) == engine;
        if (!embedded) {
            throw TributaryException.notSupported("a view in a database of a server, or of tables in one");
        }
    }

    /** Empty if it does not exist and need not. */
    Optional<StoredChange> drop(CatalogChange.DropView drop) {
        String database = drop.database();
        String name = database + "." + drop.view();
        ViewSchema view = contents.views.values().stream()
                .filter(each -> each.fullName().equals(name) && each.database().equals(database))
                .findAny()
                .orElse(null);
        if (view == null) {
            if (contents.find(database, drop.view()) != null) {
                throw notView(name);
            }
            if (drop.ifExists()) {
                return Optional.empty();
            }
            requireDatabase(database);
            throw new TributaryException(ErrorCode.UNKNOWN_TABLE_ON_DROP, "Unknown table '" + name + "'");
        }
        return Optional.of(new StoredChange(
                "view " + name + " was dropped",
                List.of(),
                transaction -> CatalogStore.removeView(transaction, view),
                () -> store.isStored(CatalogStore.key(view), null),
                () -> contents.views.remove(CatalogStore.key(view))));
    }

    private void requireDatabase(String database) {
        names.checkDatabase(database);
        if (!contents.databases.contains(database)) {
            throw TableDefinitions.unknownDatabase(database);
        }
    }

    private static TributaryException notView(String name) {
        return new TributaryException(ErrorCode.WRONG_OBJECT, "'" + name + "' is not VIEW");
    }
}
