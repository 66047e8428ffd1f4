package io.tributary.engine.mysql.rows;

import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.mysql.session.SqlName;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Deletes the rows of a table that have the keys of others: by the declared key alone, since REPLACE and ON DUPLICATE KEY would go
 * by whatever unique index there is. One transaction, one thread.
 */
final class KeyedRows {
    /**
     * Keys of a DELETE. Of many more a server makes no ranges of its index and reads the whole table, MariaDB beyond
     * {@code optimizer_max_sel_args} (16,000), MySQL beyond {@code range_optimizer_max_mem_size} (8 MiB, some 230 bytes each): so
     * 30,000 keys of two columns never ended in a table of 300,000 rows. The time for one of several columns grows with their number, too: 35 µs
     * where there are 1,000, 110 µs where there are 8,000.
     */
    private static final int KEYS_MAX = 1_000;

    /** The same where a key is one column, whose values are a list: 7 µs each. */
    private static final int VALUES_MAX = 10_000;

    private final Statements statements;
    private final TableSchema table;
    private final int[] key;
    private final int[] padding;
    private final boolean single;

    KeyedRows(Connection connection, long packetBytesMax, TableSchema table) {
        this.table = table;
        key = table.keyPositions();
        padding = ServerPadding.of(table);
        single = key.length == 1 && !table.columns().get(key[0]).nullable();
        statements = new Statements(connection, packetBytesMax, table, single ? VALUES_MAX : KEYS_MAX);
    }

    /** @param asked a bit for each row over all blocks, or null for all of them */
    void delete(List<RowBlock> blocks, @Nullable BitSet asked) throws SQLException {
        RowText rows = new RowText(table);
        SqlBuffer out = statements.begin(
                "DELETE FROM " + SqlName.of(table) + " WHERE "
                        + (single ? SqlName.quote(table.columns().get(key[0]).name()) + " IN (" : ""),
                single ? ")" : "");
        int before = 0;
        for (RowBlock block : blocks) {
            int count = rows.read(block);
            for (int row = 0; row < count; row++) {
                if (asked == null || asked.get(before + row)) {
                    statements.next(single ? "," : " OR ");
                    if (single) {
                        rows.key(key[0], row, padding[0], out);
                    } else {
                        sameKey(rows, row, out);
                    }
                    statements.added();
                }
            }
            before += count;
        }
        statements.end();
    }

    private void sameKey(RowText rows, int row, SqlBuffer out) {
        out.character('(');
        for (int i = 0; i < key.length; i++) {
            Column column = table.columns().get(key[i]);
            out.words((i == 0 ? "" : " AND ") + SqlName.quote(column.name()) + (column.nullable() ? " <=> " : " = "));
            rows.key(key[i], row, padding[i], out);
        }
        out.character(')');
    }
}
