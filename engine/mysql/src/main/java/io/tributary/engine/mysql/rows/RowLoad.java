package io.tributary.engine.mysql.rows;

import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.mysql.session.LocalFiles;
import io.tributary.engine.mysql.session.SqlName;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Appends rows by LOAD DATA LOCAL of lines that are in no file: 300,000 rows of five columns took a MariaDB 0.67 CPU-seconds so, and
 * 0.95 as INSERTs. LOCAL leaves out what it cannot store, with a warning; then all of it is taken back. One transaction, one thread.
 */
final class RowLoad {
    /** Fewer rows are one short INSERT, without a savepoint. Where the one becomes cheaper was not measured. */
    static final int ROWS_MIN = 100;

    private final Connection connection;
    private final TableSchema table;

    RowLoad(Connection connection, TableSchema table) {
        this.connection = connection;
        this.table = table;
    }

    /** Whether the table's values can be lines: bytes would have to be characters. */
    boolean isPossible() {
        return table.columns().stream().noneMatch(column -> column.type().kind() == ColumnType.Kind.VARBINARY);
    }

    /**
     * Loads them; false where the server had something against some of them: nothing of it is there then.
     *
     * @param kept a bit for each row over all blocks, or null for all of them
     */
    boolean load(List<RowBlock> blocks, @Nullable BitSet kept) throws SQLException {
        Savepoint before = connection.setSavepoint();
        RowLines lines = new RowLines(table, blocks, kept);
        long loaded;
        boolean warned;
        try (Statement statement = connection.createStatement()) {
            loaded = LocalFiles.with(connection, lines, () -> statement.executeLargeUpdate(sql()));
            warned = statement.getWarnings() != null;
        }
        if (warned || loaded != lines.written()) {
            connection.rollback(before);
            return false;
        }
        connection.releaseSavepoint(before);
        return true;
    }

    private String sql() {
        return "LOAD DATA LOCAL INFILE 'rows' INTO TABLE " + SqlName.of(table) + " CHARACTER SET utf8mb4"
                + " FIELDS TERMINATED BY '\\t' ESCAPED BY '\\\\' LINES TERMINATED BY '\\n'"
                + table.columns().stream()
                        .map(column -> SqlName.quote(column.name()))
                        .collect(Collectors.joining(", ", " (", ")"));
    }
}
