package io.tributary.frontend.write;

import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.TableSchema;
import io.tributary.frontend.execution.StagedBudget;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Encoded rows of one session that wait for its COMMIT, in the order they came, table by table. Event loop of the
 * connection; every byte in it is reserved in the {@link StagedBudget}.
 */
public final class StagedRows {
    private final StagedBudget budget;
    private final Map<Long, Table> tables = new LinkedHashMap<>();
    private final List<Statement> statements = new ArrayList<>();
    private long bytes;

    /** What one statement has added to the end of a table's blocks. */
    private record Statement(Table table, int blocks, long bytes) {}

    /** Rows for one table, all of one schema version. */
    record Table(TableSchema schema, List<RowBlock> blocks) {
        int schemaVersion() {
            return schema.schemaVersion();
        }
    }

    public StagedRows(StagedBudget budget) {
        this.budget = budget;
    }

    boolean isEmpty() {
        return tables.isEmpty();
    }

    Collection<Table> tables() {
        return tables.values();
    }

    /** Takes a statement's rows, or refuses them when a budget or another schema version of their table forbids it. */
    boolean add(TableSchema schema, List<RowBlock> blocks) {
        long more = 0;
        for (RowBlock block : blocks) {
            more += block.length();
        }
        Table table = tables.get(schema.tableId());
        if (table != null && table.schemaVersion() != schema.schemaVersion()) {
            return false;
        }
        if (bytes + more > budget.sessionBytesMax() || !budget.tryReserve(more)) {
            return false;
        }
        bytes += more;
        if (table == null) {
            table = new Table(schema, new ArrayList<>());
            tables.put(schema.tableId(), table);
        }
        table.blocks().addAll(blocks);
        statements.add(new Statement(table, blocks.size(), more));
        return true;
    }

    /** How many statements' rows are here. */
    int statements() {
        return statements.size();
    }

    /** Takes back all but the first statements' rows. */
    void keep(int count) {
        for (int i = statements.size() - 1; i >= count; i--) {
            Statement last = statements.remove(i);
            List<RowBlock> blocks = last.table().blocks();
            blocks.subList(blocks.size() - last.blocks(), blocks.size()).clear();
            budget.release(last.bytes());
            bytes -= last.bytes();
            if (blocks.isEmpty()) {
                tables.remove(last.table().schema().tableId());
            }
        }
    }

    void clear() {
        tables.clear();
        statements.clear();
        budget.release(bytes);
        bytes = 0;
    }
}
