package io.tributary.engine.duckdb.rows;

import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.duckdb.session.DuckDbSession;
import java.sql.SQLException;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.arrow.memory.BufferAllocator;

/**
 * Appends rows to a table with a sequence column, within the session's transaction: a row replaces the one of its key
 * unless that has a higher sequence, or was deleted with a higher one. NULL is lower than every value; of equal sequences
 * the later row stays. What stays does not depend on how the rows are cut into transactions.
 */
final class SequencedAppend {
    private final DuckDbSession session;
    private final BufferAllocator allocator;
    private final TableSchema table;
    private final KeyedSql sql;

    SequencedAppend(DuckDbSession session, BufferAllocator allocator, TableSchema table) {
        this.session = session;
        this.allocator = allocator;
        this.table = table;
        sql = new KeyedSql(table);
    }

    /**
     * @param kept a bit for each row over all blocks: one of each key
     * @param deleted of these, the rows that delete their keys
     */
    void append(List<RowBlock> blocks, BitSet kept, BitSet deleted) throws SQLException {
        session.optimize(true);
        BitSet live = (BitSet) kept.clone();
        live.andNot(deleted);
        boolean tombstones = Tombstones.existFor(session, table);
        if (!live.isEmpty()) {
            stage(blocks, live, IntStream.range(0, table.columns().size()).toArray());
            replace(tombstones);
            session.execute("INSERT INTO " + sql.table() + " SELECT * FROM " + KeyedSql.STAGED);
            session.execute("DROP TABLE " + KeyedSql.STAGED);
        }
        if (!deleted.isEmpty()) {
            int sequence = table.sequencePosition();
            stage(
                    blocks,
                    deleted,
                    IntStream.range(0, table.columns().size())
                            .filter(i -> i == sequence || table.columns().get(i).key())
                            .toArray());
            replace(tombstones);
            session.execute(Tombstones.insert(table, KeyedSql.STAGED));
            session.execute("DROP TABLE " + KeyedSql.STAGED);
        }
    }

    private void stage(List<RowBlock> blocks, BitSet rows, int... positions) throws SQLException {
        RowView.read(
                session,
                allocator,
                new RowBlockStream(allocator, table, positions, blocks, rows),
                sql.stage(positions));
    }

    /** Leaves only those staged rows that win, and takes what they win against away. */
    private void replace(boolean tombstones) throws SQLException {
        session.execute(sql.deleteOutdone());
        if (tombstones) {
            session.execute(Tombstones.deleteOutdone(table, KeyedSql.STAGED));
        }
        session.execute(sql.deleteReplaced());
        if (tombstones) {
            session.execute(Tombstones.deleteReplaced(table, KeyedSql.STAGED));
        }
    }
}
