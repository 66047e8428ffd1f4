package io.tributary.backend.txn;

import io.tributary.contract.schema.TableSchema;
import java.util.Collection;
import java.util.List;

/**
 * What a transaction wrote, as far as SHOW TRANSACTION tells of it.
 *
 * @param tables that rows were written to, the first one first; empty where they are not known
 * @param count of the rows that were added; 0 where they were not counted
 */
record WrittenRows(List<TableSchema> tables, long count) {
    static final WrittenRows UNKNOWN = new WrittenRows(List.of(), 0);

    WrittenRows {
        tables = List.copyOf(tables);
    }

    static WrittenRows of(Collection<TableRows> rows) {
        return new WrittenRows(
                rows.stream().map(TableRows::table).distinct().toList(),
                rows.stream().mapToLong(TableRows::rowCount).sum());
    }

    /** Returns the database of the first table, or empty. */
    String database() {
        return tables.isEmpty() ? "" : tables.get(0).database();
    }

    /** Empty unless it is one. */
    String table() {
        return tables.size() == 1 ? tables.get(0).name() : "";
    }
}
