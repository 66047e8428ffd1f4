package io.tributary.contract.calls;

import io.tributary.contract.schema.DatabaseEngine;
import io.tributary.contract.schema.TableChange;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.schema.ViewSchema;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A change of what exists. Each is a barrier for the table it names and is durable when answered. */
public sealed interface CatalogChange {
    <R> R accept(Visitor<R> visitor);

    /** The database in which something changes, or empty: accounts and variables are in none. */
    default String database() {
        return "";
    }

    /** One method for each kind of change: a new kind breaks everybody who forgets it. */
    interface Visitor<R> {
        R visitCreateDatabase(CreateDatabase create);

        R visitDropDatabase(DropDatabase drop);

        R visitCreateTable(CreateTable create);

        R visitDropTable(DropTable drop);

        R visitTruncateTable(TruncateTable truncate);

        R visitAlterProperties(AlterProperties alter);

        R visitAlterTable(AlterTable alter);

        R visitRefreshDatabase(RefreshDatabase refresh);

        R visitRefreshTable(RefreshTable refresh);

        R visitCreateView(CreateView create);

        R visitDropView(DropView drop);

        R visitPutUser(PutUser put);

        R visitDropUser(DropUser drop);

        R visitSetGlobalVariable(SetGlobalVariable set);
    }

    /** A visitor for whom most kinds are alike. */
    interface PartialVisitor<R> extends Visitor<R> {
        R otherwise(CatalogChange change);

        @Override
        default R visitCreateDatabase(CreateDatabase create) {
            return otherwise(create);
        }

        @Override
        default R visitDropDatabase(DropDatabase drop) {
            return otherwise(drop);
        }

        @Override
        default R visitCreateTable(CreateTable create) {
            return otherwise(create);
        }

        @Override
        default R visitDropTable(DropTable drop) {
            return otherwise(drop);
        }

        @Override
        default R visitTruncateTable(TruncateTable truncate) {
            return otherwise(truncate);
        }

        @Override
        default R visitAlterProperties(AlterProperties alter) {
            return otherwise(alter);
        }

        @Override
        default R visitAlterTable(AlterTable alter) {
            return otherwise(alter);
        }

        @Override
        default R visitRefreshDatabase(RefreshDatabase refresh) {
            return otherwise(refresh);
        }

        @Override
        default R visitRefreshTable(RefreshTable refresh) {
            return otherwise(refresh);
        }

        @Override
        default R visitCreateView(CreateView create) {
            return otherwise(create);
        }

        @Override
        default R visitDropView(DropView drop) {
            return otherwise(drop);
        }

        @Override
        default R visitPutUser(PutUser put) {
            return otherwise(put);
        }

        @Override
        default R visitDropUser(DropUser drop) {
            return otherwise(drop);
        }

        @Override
        default R visitSetGlobalVariable(SetGlobalVariable set) {
            return otherwise(set);
        }
    }

    /** @param engine the server that is to have its tables; null: the embedded engine has them */
    record CreateDatabase(String database, boolean ifNotExists, @Nullable DatabaseEngine engine)
            implements CatalogChange {
        public CreateDatabase(String database, boolean ifNotExists) {
            this(database, ifNotExists, null);
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.visitCreateDatabase(this);
        }
    }

    record DropDatabase(String database, boolean ifExists) implements CatalogChange {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.visitDropDatabase(this);
        }
    }

    /**
     * Tables that others have made on the database's server are there from now on, and those that others have dropped are not.
     *
     * @param kept tables that stay known although they are gone there, by name: the backend's own, no client says it
     */
    record RefreshDatabase(String database, Set<String> kept) implements CatalogChange {
        public RefreshDatabase {
            kept = Set.copyOf(kept);
        }

        public RefreshDatabase(String database) {
            this(database, Set.of());
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.visitRefreshDatabase(this);
        }
    }

    /** A table of a server is as others have made it there; one that is not known yet is there from now on. */
    record RefreshTable(String database, String table) implements CatalogChange {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.visitRefreshTable(this);
        }
    }

    /** The table's id and version are assigned by the backend. */
    record CreateTable(TableSchema table, boolean ifNotExists) implements CatalogChange {
        @Override
        public String database() {
            return table.database();
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.visitCreateTable(this);
        }
    }

    record DropTable(String database, String table, boolean ifExists) implements CatalogChange {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.visitDropTable(this);
        }
    }

    /**
     * @param partitions of which the rows go; empty: all rows
     * @param renumbers whether AUTO_INCREMENT begins again where all rows go
     */
    record TruncateTable(String database, String table, List<String> partitions, boolean renumbers)
            implements CatalogChange {
        public TruncateTable {
            partitions = List.copyOf(partitions);
        }

        public TruncateTable(String database, String table, List<String> partitions) {
            this(database, table, partitions, true);
        }

        public TruncateTable(String database, String table) {
            this(database, table, List.of());
        }

        public TruncateTable keepingNumbers() {
            return new TruncateTable(database, table, partitions, false);
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.visitTruncateTable(this);
        }
    }

    record AlterProperties(String database, String table, Map<String, String> changes) implements CatalogChange {
        public AlterProperties {
            changes = Map.copyOf(changes);
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.visitAlterProperties(this);
        }
    }

    /**
     * Changes columns, their order, or the name. Refused with {@code SCHEMA_VERSION_MISMATCH} where another change was
     * faster.
     */
    record AlterTable(TableChange change) implements CatalogChange {
        @Override
        public String database() {
            return change.table().database();
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.visitAlterTable(this);
        }
    }

    /**
     * Makes a view of a query.
     *
     * @param view as its client wrote it, with the columns' names alone, or none: those of the query
     * @param currentDatabase where names without a database are looked up, or empty
     */
    record CreateView(ViewSchema view, String currentDatabase, ViewSchema.Existing existing) implements CatalogChange {
        @Override
        public String database() {
            return view.database();
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.visitCreateView(this);
        }
    }

    record DropView(String database, String view, boolean ifExists) implements CatalogChange {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.visitDropView(this);
        }
    }

    /** Creates an account, or replaces its password when {@code mustExist}. */
    record PutUser(UserAccount account, boolean mustExist, boolean ifNotExists) implements CatalogChange {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.visitPutUser(this);
        }
    }

    record DropUser(String user, boolean ifExists) implements CatalogChange {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.visitDropUser(this);
        }
    }

    /** A null value takes the variable back to its unset state. */
    record SetGlobalVariable(String name, @Nullable String value) implements CatalogChange {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.visitSetGlobalVariable(this);
        }
    }
}
