package io.tributary.engine.duckdb.rows;

import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.duckdb.session.DuckDbSession;
import io.tributary.engine.duckdb.session.RowAppender;
import io.tributary.engine.port.rows.DeletedRows;
import io.tributary.engine.port.rows.LastRows;
import java.sql.SQLException;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.arrow.memory.BufferAllocator;
import org.jspecify.annotations.Nullable;

/**
 * Appends rows to a table within the session's transaction. In a table with a UNIQUE KEY a row replaces the one of its
 * key, in the table as among the rows: the last of each key stays.
 *
 * <p>For that the engine keeps no index, whose upkeep costs 6 to 8 CPU-seconds per million rows: the rows' keys are
 * deleted by one join before the rows are inserted. Two transactions that do so at the same time could insert the same new
 * key; {@code TableLanes} and {@code CommittedKeys} keep them apart. A row with a delete sign takes its key away and is not
 * inserted.
 */
public final class RowAppend {
    /** Encoded bytes whose keys are compared at a time; more rows are appended in several steps. */
    static final long KEYED_BYTES_MAX = 512L << 20;

    private final DuckDbSession session;
    private final BufferAllocator allocator;
    private final TableSchema table;
    private final List<ColumnType> types;

    public RowAppend(DuckDbSession session, BufferAllocator allocator, TableSchema table) {
        this.session = session;
        this.allocator = allocator;
        this.table = table;
        types = table.columns().stream().map(Column::type).toList();
    }

    public void append(List<RowBlock> blocks) throws SQLException {
        long rows = rows(blocks);
        if (rows == 0) {
            return;
        }
        if (!table.isKeyed()) {
            session.optimize(false);
            insert(blocks, rows, null);
            return;
        }
        int from = 0;
        long bytes = 0;
        for (int i = 0; i < blocks.size(); i++) {
            if (i > from && bytes + blocks.get(i).length() > KEYED_BYTES_MAX) {
                replace(blocks.subList(from, i));
                from = i;
                bytes = 0;
            }
            bytes += blocks.get(i).length();
        }
        replace(blocks.subList(from, blocks.size()));
    }

    private static long rows(List<RowBlock> blocks) {
        long rows = 0;
        for (RowBlock block : blocks) {
            rows += block.rowCount();
        }
        return rows;
    }

    private void replace(List<RowBlock> blocks) throws SQLException {
        if (!table.isUnique()) {
            new AggregatedAppend(session, allocator, table).append(blocks);
            return;
        }
        int rows = Math.toIntExact(rows(blocks));
        int[] key = table.keyPositions();
        int sequence = table.sequencePosition();
        BitSet last = new LastRows(types, sequence, key).of(blocks, rows);
        BitSet deleted = DeletedRows.of(types, blocks);
        if (sequence >= 0) {
            BitSet kept = last == null ? all(rows) : last;
            deleted.and(kept);
            new SequencedAppend(session, allocator, table).append(blocks, kept, deleted);
            return;
        }
        // The join would be a cross product without it.
        session.optimize(true);
        RowView.read(
                session,
                allocator,
                new RowBlockStream(allocator, table, key, blocks, last),
                new KeyedSql(table).deleteKeysOfView());
        if (!deleted.isEmpty()) {
            last = last == null ? all(rows) : last;
            last.andNot(deleted);
        }
        insert(blocks, last == null ? rows : last.cardinality(), last);
    }

    private static BitSet all(int rows) {
        BitSet all = new BitSet(rows);
        all.set(0, rows);
        return all;
    }

    /** @param kept a bit for each row over all blocks, or null for all of them */
    private void insert(List<RowBlock> blocks, long rows, @Nullable BitSet kept) throws SQLException {
        if (rows == 0) {
            return;
        }
        if (rows <= RowAppender.ROWS_MAX && !hasArrays()) {
            session.append(table, blocks, kept);
        } else {
            RowView.read(
                    session,
                    allocator,
                    RowBlockStream.of(allocator, table, blocks, kept),
                    "INSERT INTO " + name() + " SELECT " + values() + " FROM " + RowView.QUALIFIED_NAME);
        }
    }

    private boolean hasArrays() {
        return table.columns().stream().anyMatch(column -> column.type().kind() == ColumnType.Kind.ARRAY);
    }

    private String values() {
        return hasArrays()
                ? new KeyedSql(table)
                        .typed(IntStream.range(0, table.columns().size()).toArray())
                : "*";
    }

    private String name() {
        return DuckDbSession.table(table);
    }
}
