package io.tributary.backend.txn;

import io.tributary.contract.schema.TableSchema;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The tables that a transaction has written so far, each as it was at the first write and in the order of that, and how many
 * rows were added. It belongs to whoever uses the transaction; any thread may call {@link #contains} and {@link #ids}.
 */
final class WrittenTables {
    private final Map<Long, TableSchema> tables = Collections.synchronizedMap(new LinkedHashMap<>());
    private long addedRows;

    /** Notes that rows of this table are added or changed. */
    void add(TableSchema table) {
        tables.putIfAbsent(table.tableId(), table);
    }

    /** Counts rows that were added; those that UPDATE and DELETE name do not count. */
    void addRows(long count) {
        addedRows += count;
    }

    long addedRows() {
        return addedRows;
    }

    boolean contains(long tableId) {
        return tables.containsKey(tableId);
    }

    List<Long> ids() {
        synchronized (tables) {
            return List.copyOf(tables.keySet());
        }
    }

    /** Returns the versions of their schemas, by id. */
    Map<Long, Integer> versions() {
        return tables.values().stream().collect(Collectors.toMap(TableSchema::tableId, TableSchema::schemaVersion));
    }

    /** Returns what SHOW TRANSACTION tells of it. */
    WrittenRows rows() {
        return new WrittenRows(List.copyOf(tables.values()), addedRows);
    }
}
