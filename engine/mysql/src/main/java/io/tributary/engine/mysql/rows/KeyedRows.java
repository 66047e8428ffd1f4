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
    private final Statements statements;
    private final TableSchema table;
    private final int[] key;

    KeyedRows(Connection connection, long packetBytesMax, TableSchema table) {
        this.statements = new Statements(connection, packetBytesMax, table);
        this.table = table;
        key = table.keyPositions();
    }

    /** @param asked a bit for each row over all blocks, or null for all of them */
    void delete(List<RowBlock> blocks, @Nullable BitSet asked) throws SQLException {
        boolean single = key.length == 1 && !table.columns().get(key[0]).nullable();
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
                        rows.value(key[0], row, out);
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
            rows.value(key[i], row, out);
        }
        out.character(')');
    }
}
