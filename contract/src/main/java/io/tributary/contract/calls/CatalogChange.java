package io.tributary.contract.calls;

import io.tributary.contract.schema.TableChange;
import io.tributary.contract.schema.TableSchema;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A change of what exists. Each is a barrier for the table it names and is durable when answered. */
public sealed interface CatalogChange {
    record CreateDatabase(String database, boolean ifNotExists) implements CatalogChange {}

    record DropDatabase(String database, boolean ifExists) implements CatalogChange {}

    /** The table's id and version are assigned by the backend. */
    record CreateTable(TableSchema table, boolean ifNotExists) implements CatalogChange {}

    record DropTable(String database, String table, boolean ifExists) implements CatalogChange {}

    /** @param partitions of which the rows go; empty: all rows */
    record TruncateTable(String database, String table, List<String> partitions) implements CatalogChange {
        public TruncateTable {
            partitions = List.copyOf(partitions);
        }

        public TruncateTable(String database, String table) {
            this(database, table, List.of());
        }
    }

    record AlterProperties(String database, String table, Map<String, String> changes) implements CatalogChange {
        public AlterProperties {
            changes = Map.copyOf(changes);
        }
    }

    /**
     * Changes columns, their order, or the name. Refused with {@code SCHEMA_VERSION_MISMATCH} where another change was
     * faster.
     */
    record AlterTable(TableChange change) implements CatalogChange {}

    /** Creates an account, or replaces its password when {@code mustExist}. */
    record PutUser(UserAccount account, boolean mustExist, boolean ifNotExists) implements CatalogChange {}

    record DropUser(String user, boolean ifExists) implements CatalogChange {}

    /** A null value takes the variable back to its unset state. */
    record SetGlobalVariable(String name, @Nullable String value) implements CatalogChange {}
}
