package io.tributary.backend.txn;

import io.tributary.backend.engine.EngineTransaction;
import io.tributary.backend.engine.ResultCursor;
import io.tributary.rpc.client.QueryContext;
import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import io.tributary.rpc.row.RowBlock;
import io.tributary.rpc.row.RowBlockReader;
import io.tributary.rpc.row.RowBlockWriter;
import io.tributary.rpc.schema.Column;
import io.tributary.rpc.schema.OnDuplicateKey;
import io.tributary.rpc.schema.OnDuplicateKey.Action;
import io.tributary.rpc.schema.OnDuplicateKey.Assignment;
import io.tributary.rpc.schema.TableSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * New rows of a UNIQUE KEY table merged with those that are there, by an {@link OnDuplicateKey}: rows that are whole come
 * out, to be appended like any other, where they replace the old ones.
 *
 * <p>MySQL takes the new rows one by one, each meeting what those before it left. Rows of different keys do not meet, so
 * here they are taken in rounds: the first row of every key, then the second of every key that has one, and so on.
 *
 * <p>One statement, one thread. Blocks.
 */
final class MergedRows {
    /** Rows of one key in one statement. Each takes three statements of the engine, some milliseconds. */
    static final int ROUNDS_MAX = 1000;

    private final TableSchema table;
    private final OnDuplicateKey rule;
    private final QueryContext context;
    private final Supplier<RowBlockWriter> writers;
    private final ByteReservation bytes;
    private boolean engineFailed;
    private boolean appended;

    /**
     * @param writers of encoders for rows of the table, their time and zone set
     * @param bytes what counts the rows kept; the caller releases it
     */
    MergedRows(
            TableSchema table,
            OnDuplicateKey rule,
            QueryContext context,
            Supplier<RowBlockWriter> writers,
            ByteReservation bytes) {
        this.table = table;
        this.rule = rule;
        this.context = context;
        this.writers = writers;
        this.bytes = bytes;
    }

    /**
     * Merges the rows in the transaction, from the beginning however often it is called.
     *
     * @param append puts whole rows into the table, replacing those of the same keys; called once a round at most
     * @return how many of the new rows were stored; all of them but with IGNORE
     * @throws TributaryException of kind ROW for a value that its column refuses, {@code LIMIT_OR_LOCK_WAIT} for too many
     *     bytes, NOT_SUPPORTED for too many rows of a key, or the engine's own (see {@link #engineFailed})
     */
    long merge(EngineTransaction transaction, List<RowBlock> rows, Consumer<List<RowBlock>> append) {
        appended = false;
        engineFailed = true;
        transaction.stage(table, rows);
        try {
            return mergeStaged(transaction, rows, append);
        } finally {
            if (!engineFailed) {
                transaction.unstage();
            }
        }
    }

    private long mergeStaged(EngineTransaction transaction, List<RowBlock> rows, Consumer<List<RowBlock>> append) {
        int rounds = rule.action() == Action.IGNORE ? 1 : rounds(transaction);
        long stored = 0;
        for (int round = 1; round <= rounds; round++) {
            List<RowBlock> merged = new ArrayList<>();
            long absent = gather(transaction, absent(round), absentTargets(), merged);
            if (absent > 0 && rule.action() == Action.PARTIAL_EXISTING) {
                engineFailed = false;
                throw new TributaryException(
                        ErrorCode.INVALID_STATEMENT,
                        "Can't append new rows in partial update when partial_update_new_key_behavior is ERROR: "
                                + absent + " rows have keys that are not in table " + table.database() + "."
                                + table.name());
            }
            long present =
                    rule.assignments().isEmpty() ? 0 : gather(transaction, present(round), presentTargets(), merged);
            stored += absent + present;
            if (!merged.isEmpty()) {
                engineFailed = true;
                appended = true;
                append.accept(merged);
                engineFailed = false;
            }
        }
        long all = rows.stream().mapToLong(RowBlock::rowCount).sum();
        return rule.action() == Action.IGNORE ? stored : all;
    }

    /** Whether an exception of {@link #merge} came from the engine, or left rows in its transaction. */
    boolean engineFailed() {
        return engineFailed || appended;
    }

    private int rounds(EngineTransaction transaction) {
        long rounds = 0;
        try (ResultCursor cursor =
                transaction.query("SELECT MAX(`" + EngineTransaction.ROUND + "`) FROM " + newRows(), context)) {
            RowBlockReader reader = new RowBlockReader(
                    cursor.columns().stream().map(column -> column.type()).toList());
            for (RowBlock block = cursor.next(); block != null; block = cursor.next()) {
                reader.reset(block);
                rounds = reader.isNull(0, 0) ? 0 : reader.getLong(0, 0);
            }
        }
        engineFailed = false;
        if (rounds > ROUNDS_MAX) {
            throw new TributaryException(
                    ErrorCode.NOT_SUPPORTED,
                    "This version of Tributary doesn't yet support '" + rounds
                            + " rows of one key in a statement that merges them with the old row': at most "
                            + ROUNDS_MAX
                            + "; send them in several statements");
        }
        return (int) rounds;
    }

    /** Runs the query and adds its rows to those merged; returns how many. */
    private long gather(EngineTransaction transaction, String sql, int[] targets, List<RowBlock> merged) {
        RowBlockWriter writer = writers.get();
        long count = 0;
        engineFailed = true;
        try (ResultCursor cursor = transaction.query(sql, context)) {
            ResultValues values = new ResultValues(cursor.columns());
            for (RowBlock block = cursor.next(); block != null; block = cursor.next()) {
                engineFailed = false;
                int rows = values.read(block);
                for (int row = 0; row < rows; row++) {
                    writer.beginRow();
                    for (int i = 0; i < targets.length; i++) {
                        values.put(i, row, writer, targets[i]);
                    }
                    writer.endRow();
                    if (writer.encodedBytes() >= RowBlockWriter.BLOCK_BYTES_TARGET) {
                        keep(writer, merged);
                    }
                }
                count += rows;
                engineFailed = true;
            }
        }
        engineFailed = false;
        keep(writer, merged);
        return count;
    }

    private void keep(RowBlockWriter writer, List<RowBlock> merged) {
        if (writer.rowCount() > 0) {
            RowBlock block = writer.finish();
            bytes.add(block.length());
            merged.add(block);
        }
    }

    // ---- the two queries of a round, in MySQL's dialect

    /** New rows without an old one: as they are. */
    private String absent(int round) {
        String values = Arrays.stream(absentTargets())
                .mapToObj(OnDuplicateKey::newColumn)
                .collect(Collectors.joining(", "));
        return "SELECT " + values + " FROM " + newRows() + inRound(round) + " AND NOT EXISTS (SELECT 1 FROM "
                + oldRows() + " WHERE " + sameKey() + ")";
    }

    /** What was left out gets its default, or is missed: error 1364. */
    private int[] absentTargets() {
        return IntStream.range(0, table.columns().size())
                .filter(i -> !rule.isPartial() || isGiven(i))
                .toArray();
    }

    private boolean isGiven(int position) {
        Column column = table.columns().get(position);
        return column.key() || column.autoIncrement() || rule.assigns(position);
    }

    /** Old rows that a new one meets: changed. */
    private String present(int round) {
        StringJoiner values = new StringJoiner(", ");
        for (int position : presentTargets()) {
            values.add(value(position));
        }
        return "SELECT " + values + " FROM " + newRows() + " JOIN " + oldRows() + " ON " + sameKey() + inRound(round);
    }

    private String value(int position) {
        for (Assignment assignment : rule.assignments()) {
            if (assignment.position() == position) {
                return "(" + assignment.expression() + ")";
            }
        }
        return oldColumn(position);
    }

    private int[] presentTargets() {
        return IntStream.range(0, table.columns().size())
                .filter(i -> rule.assignments().stream().noneMatch(each -> each.position() == i && each.isDefault()))
                .toArray();
    }

    private String sameKey() {
        return Arrays.stream(table.keyPositions())
                .mapToObj(i -> oldColumn(i)
                        + (table.columns().get(i).nullable() ? " <=> " : " = ")
                        + OnDuplicateKey.newColumn(i))
                .collect(Collectors.joining(" AND "));
    }

    private static String inRound(int round) {
        return " WHERE " + newRows() + ".`" + EngineTransaction.ROUND + "` = " + round;
    }

    private static String newRows() {
        return quoted(OnDuplicateKey.NEW_ROWS);
    }

    private String oldRows() {
        return quoted(table.database()) + "." + quoted(table.name());
    }

    private String oldColumn(int position) {
        return oldRows() + "." + quoted(table.columns().get(position).name());
    }

    private static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }
}
