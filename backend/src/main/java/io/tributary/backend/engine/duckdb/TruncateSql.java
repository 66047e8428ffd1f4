package io.tributary.backend.engine.duckdb;

import io.tributary.rpc.schema.Partition;
import io.tributary.rpc.schema.PartitionConditions;
import io.tributary.rpc.schema.TableSchema;
import java.util.List;

/** The engine's statements that take the rows of a table or of some of its partitions away, tombstones included. */
final class TruncateSql {
    private final TableSchema table;

    TruncateSql(TableSchema table) {
        this.table = table;
    }

    /** @param partitions of which the rows go; empty: all rows */
    List<String> of(List<Partition> partitions) {
        String name = DuckDbSession.table(table);
        if (partitions.isEmpty()) {
            return List.of("TRUNCATE " + name, Tombstones.deleteAll(table.tableId()));
        }
        String rows =
                "DELETE FROM " + name + " WHERE " + new PartitionConditions(table, DuckDbSession::quote).in(partitions);
        return table.sequencePosition() < 0 ? List.of(rows) : List.of(rows, Tombstones.deleteIn(table, partitions));
    }
}
