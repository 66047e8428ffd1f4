package io.tributary.backend.engine.duckdb;

import io.tributary.rpc.row.RowBlock;
import io.tributary.rpc.schema.Column;
import io.tributary.rpc.schema.ColumnType;
import io.tributary.rpc.schema.TableSchema;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.arrow.memory.BufferAllocator;
import org.jspecify.annotations.Nullable;

/**
 * Appends rows to a table within the session's transaction. In a table with a UNIQUE KEY a row replaces the one of its
 * key, in the table as among the rows: the last of each key stays.
 *
 * <p>For that the engine keeps no index, whose upkeep costs 6 to 8 CPU-seconds per million rows: the rows' keys are
 * deleted by one join before the rows are inserted. Two transactions that do so at the same time could insert the same new
 * key; {@code TableLanes} and {@code CommittedKeys} keep them apart.
 */
final class RowAppend {
    /** Encoded bytes whose keys are compared at a time; more rows are appended in several steps. */
    static final long KEYED_BYTES_MAX = 512L << 20;

    private final DuckDbSession session;
    private final BufferAllocator allocator;
    private final TableSchema table;

    RowAppend(DuckDbSession session, BufferAllocator allocator, TableSchema table) {
        this.session = session;
        this.allocator = allocator;
        this.table = table;
    }

    void append(List<RowBlock> blocks) throws SQLException {
        long rows = rows(blocks);
        if (rows == 0) {
            return;
        }
        if (!table.isUnique()) {
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
        int rows = Math.toIntExact(rows(blocks));
        int[] key = table.keyPositions();
        List<ColumnType> types = table.columns().stream().map(Column::type).toList();
        BitSet last = new LastRows(types, key).of(blocks, rows);
        // Without it the join would be a cross product.
        session.optimize(true);
        RowView.read(session, allocator, new RowBlockStream(allocator, table, key, blocks, last), deleteKeys(key));
        insert(blocks, last == null ? rows : last.cardinality(), last);
    }

    private String deleteKeys(int... key) {
        // The view's types are Arrow's, which are wider than the table's.
        String values = Arrays.stream(key)
                .mapToObj(i -> "CAST(c" + i + " AS "
                        + DuckDbTypes.ddl(table.columns().get(i).type()) + ") AS c" + i)
                .collect(Collectors.joining(", "));
        String same = Arrays.stream(key).mapToObj(this::same).collect(Collectors.joining(" AND "));
        return "DELETE FROM " + name() + " AS old USING (SELECT " + values + " FROM " + RowView.QUALIFIED_NAME
                + ") AS new WHERE " + same;
    }

    private String same(int position) {
        Column column = table.columns().get(position);
        return "old." + DuckDbSession.quote(column.name())
                + (column.nullable() ? " IS NOT DISTINCT FROM " : " = ")
                + "new.c" + position;
    }

    /** @param kept a bit for each row over all blocks, or null for all of them */
    private void insert(List<RowBlock> blocks, long rows, @Nullable BitSet kept) throws SQLException {
        if (rows <= RowAppender.ROWS_MAX) {
            session.append(table, blocks, kept);
        } else {
            RowView.read(
                    session,
                    allocator,
                    RowBlockStream.of(allocator, table, blocks, kept),
                    "INSERT INTO " + name() + " SELECT * FROM " + RowView.QUALIFIED_NAME);
        }
    }

    private String name() {
        return DuckDbSession.table(table.database(), table.name());
    }
}
