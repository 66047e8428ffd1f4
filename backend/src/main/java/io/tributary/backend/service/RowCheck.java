package io.tributary.backend.service;

import com.google.protobuf.ByteString;
import io.tributary.backend.catalog.TableLookup;
import io.tributary.backend.txn.PrivateCommitter;
import io.tributary.backend.txn.TableRows;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.RowBlockReader;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.TransactionLimit;
import io.tributary.rpc.client.StatementMapping;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Checks that what a frontend sent are blocks of the table's present columns, before anyone stores them: the last place
 * where a damaged or stale block can be refused to its sender. Remembers the reader of the last table, since loads of
 * one table come in runs. One thread at a time.
 */
public final class RowCheck {
    private final TableLookup tables;
    private final TombstoneRoom tombstones;
    private final Function<TableSchema, TransactionLimit> limits;
    private long readerTableId;
    private int readerVersion;
    private @Nullable RowBlockReader reader;

    /** What is stored before its client is answered: the engine itself says what is too large. */
    public RowCheck(TableLookup tables, TombstoneRoom tombstones) {
        this(tables, tombstones, table -> TransactionLimit.NONE);
    }

    /** @param limits of what is acknowledged before the engine has seen it */
    public RowCheck(TableLookup tables, TombstoneRoom tombstones, Function<TableSchema, TransactionLimit> limits) {
        this.tables = tables;
        this.tombstones = tombstones;
        this.limits = limits;
    }

    /** @throws TributaryException {@code UNKNOWN_TABLE}, {@code SCHEMA_VERSION_MISMATCH}, {@code INVALID_STATEMENT} or {@code LIMIT_OR_LOCK_WAIT} */
    TableRows check(long tableId, int schemaVersion, List<ByteString> encoded) {
        TableSchema table = PrivateCommitter.requireCurrent(tables, tableId, schemaVersion);
        RowBlockReader checker = readerOf(table);
        long rowBytesMax = limits.apply(table).rowBytesMax();
        List<RowBlock> blocks = new ArrayList<>(encoded.size());
        try {
            for (int i = 0; i < encoded.size(); i++) {
                RowBlock block = StatementMapping.toBlock(encoded.get(i));
                checker.reset(block);
                if (block.hasDeletes()) {
                    if (!table.isUnique()) {
                        throw new IllegalArgumentException("rows without a UNIQUE KEY cannot delete by it");
                    }
                    tombstones.require(table);
                }
                if (block.length() > rowBytesMax / 2) {
                    requireSmallRows(table, checker, rowBytesMax);
                }
                blocks.add(block);
            }
        } catch (IllegalArgumentException e) {
            throw new TributaryException(
                    ErrorCode.INVALID_STATEMENT,
                    "rows of table " + table.database() + "." + table.name() + " are not encoded as its columns: "
                            + e.getMessage());
        }
        if (blocks.isEmpty()) {
            throw new TributaryException(
                    ErrorCode.INVALID_STATEMENT,
                    "a load of table " + table.database() + "." + table.name() + " holds no rows");
        }
        return new TableRows(table, blocks);
    }

    private static void requireSmallRows(TableSchema table, RowBlockReader rows, long bytesMax) {
        for (int row = 0; row < rows.rowCount(); row++) {
            long bytes = statementBytes(table.columns(), rows, row);
            if (bytes > bytesMax) {
                throw new TributaryException(
                        ErrorCode.PACKET_TOO_LARGE,
                        "row " + (row + 1) + " for " + table.database() + "." + table.name() + " has " + bytes
                                + " bytes in a statement, of its server's max_allowed_packet " + bytesMax
                                + " are for a row; nothing was stored");
            }
        }
    }

    /** What texts and bytes of a row take there at least: a quote, a backslash and a zero are escaped, bytes are two digits each. */
    private static long statementBytes(List<Column> columns, RowBlockReader rows, int row) {
        long bytes = 0;
        for (int column = 0; column < columns.size(); column++) {
            ColumnType type = columns.get(column).type();
            if (type.width() > 0 || rows.isNull(column, row)) {
                continue;
            }
            int length = rows.bytesLength(column, row);
            bytes += length
                    + (type.kind() == ColumnType.Kind.VARBINARY
                            ? length
                            : escapes(rows.array(), rows.bytesOffset(column, row), length));
        }
        return bytes;
    }

    private static int escapes(byte[] bytes, int offset, int length) {
        int count = 0;
        for (int i = offset; i < offset + length; i++) {
            count += bytes[i] == '\'' || bytes[i] == '\\' || bytes[i] == 0 ? 1 : 0;
        }
        return count;
    }

    private RowBlockReader readerOf(TableSchema table) {
        RowBlockReader last = reader;
        if (last != null && readerTableId == table.tableId() && readerVersion == table.schemaVersion()) {
            return last;
        }
        RowBlockReader made =
                new RowBlockReader(table.columns().stream().map(Column::type).toList());
        reader = made;
        readerTableId = table.tableId();
        readerVersion = table.schemaVersion();
        return made;
    }
}
