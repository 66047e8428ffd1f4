package io.tributary.engine.duckdb.rows;

import io.tributary.contract.schema.Partition;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.print.SqlName;
import io.tributary.dialect.text.PartitionConditions;
import io.tributary.engine.duckdb.session.DuckDbSession;
import java.util.List;

/** The engine's statements that take the rows of a table or of some of its partitions away, tombstones included. */
public final class TruncateSql {
    private final TableSchema table;

    public TruncateSql(TableSchema table) {
        this.table = table;
    }

    /** @param partitions of which the rows go; empty: all rows */
    public List<String> of(List<Partition> partitions) {
        String name = DuckDbSession.table(table);
        if (partitions.isEmpty()) {
            return List.of("TRUNCATE " + name, Tombstones.deleteAll(table.tableId()));
        }
        String rows = "DELETE FROM " + name + " WHERE " + new PartitionConditions(table, SqlName::quote).in(partitions);
        return table.sequencePosition() < 0 ? List.of(rows) : List.of(rows, Tombstones.deleteIn(table, partitions));
    }
}
