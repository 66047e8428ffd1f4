package io.tributary.engine.mysql.rows;

import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.mysql.store.StoreTables;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.BitSet;
import java.util.List;

/**
 * Decides which rows come into a table with a sequence column: a row replaces the one of its key unless that has a higher sequence, or
 * was deleted with a higher one. NULL is lower than every value. The server compares, on the locks of what it finds. One transaction, one
 * thread.
 */
final class SequencedRows {
    private final Connection connection;
    private final Statements statements;
    private final TableSchema table;
    private final SequencedSql sql;

    /** @param keyIndex by which the server finds rows of a key */
    SequencedRows(Connection connection, long packetBytesMax, TableSchema table, String keyIndex) {
        this.connection = connection;
        this.statements = new Statements(connection, packetBytesMax, table);
        this.table = table;
        sql = new SequencedSql(table, keyIndex);
    }

    /**
     * Takes what these rows win against away, and leaves tombstones of those that delete.
     *
     * @param kept a bit for each row over all blocks: one of each key; the bits of rows that lose are cleared
     * @param deleting the rows that only delete their keys
     */
    void replace(List<RowBlock> blocks, BitSet kept, BitSet deleting) throws SQLException {
        // A DELETE that names an alias needs some database, whichever it is.
        connection.setCatalog(StoreTables.DATABASE);
        execute(SequencedSql.drop());
        execute(sql.create());
        stage(blocks, kept, deleting);
        BitSet losing = new BitSet();
        BitSet buried = new BitSet();
        try (Statement statement = connection.createStatement()) {
            try (ResultSet rows = statement.executeQuery(sql.outdone())) {
                while (rows.next()) {
                    losing.set(rows.getInt(1));
                }
            }
            try (ResultSet rows = statement.executeQuery(sql.buried())) {
                while (rows.next()) {
                    (rows.getBoolean(2) ? losing : buried).set(rows.getInt(1));
                }
            }
        }
        unstage(losing);
        kept.andNot(losing);
        execute(sql.deleteReplaced());
        if (buried.intersects(kept)) {
            execute(sql.deleteTombstones());
        }
        if (deleting.intersects(kept)) {
            execute(sql.insertTombstones());
        }
        execute(SequencedSql.drop());
    }

    private void stage(List<RowBlock> blocks, BitSet kept, BitSet deleting) throws SQLException {
        RowText rows = new RowText(table);
        SqlBuffer out = statements.begin(sql.stage(), "");
        int before = 0;
        for (RowBlock block : blocks) {
            int count = rows.read(block);
            for (int row = 0; row < count; row++) {
                if (kept.get(before + row)) {
                    statements.next(",");
                    out.character('(');
                    out.number(before + row);
                    out.ascii(deleting.get(before + row) ? ",1" : ",0");
                    for (int column : sql.staged()) {
                        out.character(',');
                        rows.value(column, row, out);
                    }
                    out.character(')');
                    statements.added();
                }
            }
            before += count;
        }
        statements.end();
    }

    private void unstage(BitSet losing) throws SQLException {
        SqlBuffer out = statements.begin("DELETE FROM " + SequencedSql.STAGED + " WHERE n IN (", ")");
        for (int row = losing.nextSetBit(0); row >= 0; row = losing.nextSetBit(row + 1)) {
            statements.next(",");
            out.number(row);
            statements.added();
        }
        statements.end();
    }

    private void execute(String statement) throws SQLException {
        try (Statement one = connection.createStatement()) {
            one.execute(statement);
        }
    }
}
