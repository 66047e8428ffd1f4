package io.tributary.planner.plan;

import io.tributary.contract.schema.DatabaseEngine;
import io.tributary.contract.schema.TableChange;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.schema.ViewSchema;
import io.tributary.planner.plan.part.TableName;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A change of what exists. Whether a thing to create or drop exists is for the backend to say. */
public sealed interface DefinitionPlan extends Plan {
    /** @param engine the server that is to have its tables, or null */
    record CreateDatabase(String database, boolean ifNotExists, @Nullable DatabaseEngine engine)
            implements DefinitionPlan {}

    /** {@code REFRESH DATABASE d}: takes its tables as others have made them on its server. */
    record RefreshDatabase(String database) implements DefinitionPlan {}

    /** {@code REFRESH TABLE t}. */
    record RefreshTable(TableName table) implements DefinitionPlan {}

    record DropDatabase(String database, boolean ifExists) implements DefinitionPlan {}

    /**
     * The table has no id yet (0) and schema version 1.
     *
     * @param autoIncrementStart the first number of its AUTO_INCREMENT column, or 0 where none was written
     */
    record CreateTable(TableSchema table, boolean ifNotExists, long autoIncrementStart) implements DefinitionPlan {}

    /**
     * A table of what a query gives: its columns are known once the engine has described the query.
     *
     * @param columns names in place of the query's, or empty
     * @param clauses what a CREATE TABLE says behind its columns, as written
     * @param query as written
     */
    record CreateTableAs(TableName table, boolean ifNotExists, List<String> columns, String clauses, String query)
            implements DefinitionPlan {
        public CreateTableAs {
            columns = List.copyOf(columns);
        }
    }

    record DropTables(List<TableName> tables, boolean ifExists) implements DefinitionPlan {
        public DropTables {
            tables = List.copyOf(tables);
        }
    }

    /**
     * A statement with the word TEMPORARY, which commits nothing.
     *
     * @param plan a {@link CreateTable}, a {@link CreateTableAs} or {@link DropTables}, of the names that the session uses
     */
    record Temporary(DefinitionPlan plan) implements DefinitionPlan {}

    /** The query is not checked, and the definer is empty for the session's account. */
    record CreateView(ViewSchema view, String currentDatabase, ViewSchema.Existing existing)
            implements DefinitionPlan {}

    record DropViews(List<TableName> views, boolean ifExists) implements DefinitionPlan {
        public DropViews {
            views = List.copyOf(views);
        }
    }

    record TruncateTable(TableSchema table) implements DefinitionPlan {}

    /** @param partitions at least one, of the table's */
    record TruncatePartitions(TableSchema table, List<String> partitions) implements DefinitionPlan {
        public TruncatePartitions {
            partitions = List.copyOf(partitions);
        }
    }

    /** The changes were validated against {@code TableProperties}. */
    record AlterProperties(TableSchema table, Map<String, String> changes) implements DefinitionPlan {
        public AlterProperties {
            changes = Map.copyOf(changes);
        }
    }

    /** {@code ALTER TABLE … AUTO_INCREMENT = n}. */
    record SetAutoIncrement(TableSchema table, long next) implements DefinitionPlan {}

    /**
     * Columns, their order, or the table's name change.
     *
     * @param autoIncrementStart where the numbers of its AUTO_INCREMENT column go on, or 0 where that was not said
     */
    record AlterTable(TableSchema table, TableChange change, long autoIncrementStart) implements DefinitionPlan {}

    /** Indexes of a table that exists, made or dropped: the engines keep none, so there is nothing to do. */
    record ChangeIndexes(TableSchema table) implements DefinitionPlan {}

    @Override
    default <R> R accept(Visitor<R> visitor) {
        return visitor.visitDefinition(this);
    }
}
