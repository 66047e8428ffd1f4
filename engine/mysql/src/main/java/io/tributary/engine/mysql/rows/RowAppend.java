package io.tributary.engine.mysql.rows;

import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.mysql.session.ServerFacts;
import io.tributary.engine.mysql.session.SqlName;
import io.tributary.engine.port.rows.DeletedRows;
import io.tributary.engine.port.rows.LastRows;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Appends rows to a table by LOAD DATA or by INSERTs of many rows. In a table with a UNIQUE KEY a row replaces the one of its key, in the table as
 * among the rows: the last of each key stays, and a row with a delete sign takes its key away. One transaction, one thread.
 */
public final class RowAppend {
    private final Connection connection;
    private final ServerFacts facts;
    private final TableSchema table;
    private final String keyIndex;
    private final List<ColumnType> types;

    /** @param keyIndex by which the server finds rows of a key, quoted; empty where the table is not UNIQUE */
    public RowAppend(Connection connection, ServerFacts facts, TableSchema table, String keyIndex) {
        this.connection = connection;
        this.facts = facts;
        this.table = table;
        this.keyIndex = keyIndex;
        types = table.columns().stream().map(Column::type).toList();
    }

    public void append(List<RowBlock> blocks) throws SQLException {
        if (!table.isUnique()) {
            insert(blocks, null);
            return;
        }
        int rows = Math.toIntExact(blocks.stream().mapToLong(RowBlock::rowCount).sum());
        int sequence = table.sequencePosition();
        BitSet last = new LastRows(types, sequence, table.keyPositions(), ServerPadding.of(table)).of(blocks, rows);
        if (sequence >= 0) {
            BitSet kept = last == null ? all(rows) : last;
            BitSet deleting = DeletedRows.of(types, blocks);
            new SequencedRows(connection, facts.packetBytesMax(), table, keyIndex).replace(blocks, kept, deleting);
            kept.andNot(deleting);
            if (!kept.isEmpty()) {
                insert(blocks, kept);
            }
            return;
        }
        new KeyedRows(connection, facts.packetBytesMax(), table).delete(blocks, last);
        insert(blocks, withoutDeleted(blocks, last, rows));
    }

    private @Nullable BitSet withoutDeleted(List<RowBlock> blocks, @Nullable BitSet last, int rows) {
        BitSet deleted = DeletedRows.of(types, blocks);
        if (deleted.isEmpty()) {
            return last;
        }
        BitSet kept = last == null ? all(rows) : last;
        kept.andNot(deleted);
        return kept;
    }

    private static BitSet all(int rows) {
        BitSet all = new BitSet(rows);
        all.set(0, rows);
        return all;
    }

    /** @param kept a bit for each row over all blocks, or null for all of them */
    private void insert(List<RowBlock> blocks, @Nullable BitSet kept) throws SQLException {
        RowLoad load = new RowLoad(connection, table);
        long most = blocks.stream().mapToLong(RowBlock::rowCount).sum();
        // What it refuses the INSERT refuses with an error that names it.
        if (facts.loadsLocal() && most >= RowLoad.ROWS_MIN && load.isPossible() && load.load(blocks, kept)) {
            return;
        }
        RowText rows = new RowText(table);
        String columns = table.columns().stream()
                .map(column -> SqlName.quote(column.name()))
                .collect(Collectors.joining(","));
        Statements statements = new Statements(connection, facts.packetBytesMax(), table);
        SqlBuffer out = statements.begin("INSERT INTO " + SqlName.of(table) + " (" + columns + ") VALUES ", "");
        int before = 0;
        for (RowBlock block : blocks) {
            int count = rows.read(block);
            for (int row = 0; row < count; row++) {
                if (kept == null || kept.get(before + row)) {
                    statements.next(",");
                    rows.row(row, out);
                    statements.added();
                }
            }
            before += count;
        }
        statements.end();
    }
}
