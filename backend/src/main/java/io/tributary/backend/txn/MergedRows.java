package io.tributary.backend.txn;

import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.calls.ResultValues;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.EqualRows;
import io.tributary.contract.row.FilteredRows;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.RowBlockReader;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.OnDuplicateKey;
import io.tributary.contract.schema.OnDuplicateKey.Action;
import io.tributary.contract.schema.OnDuplicateKey.Assignment;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.ResultCursor;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * New rows of a UNIQUE KEY table merged with those that are there, by an {@link OnDuplicateKey}: rows that are whole come
 * out, to be appended like any other, where they replace the old ones.
 *
 * <p>MySQL takes the new rows one by one, each meeting what those before it left. Rows of different keys do not meet, so
 * here they are taken in rounds: the first row of every key, then the second of every key that has one, and so on. The
 * table is read once; later rounds meet what the ones before made of its rows.
 *
 * <p>One statement, one thread. Blocks.
 */
final class MergedRows {
    /** Rows of one key in one statement. Each takes some statements of the engine, and the table is held meanwhile. */
    static final int ROUNDS_MAX = 1000;

    /** Rows that IGNORE left out and that are told of by their keys, as many as {@code max_error_count} is by default. */
    private static final int IGNORED_TOLD_MAX = 1024;

    private final TableSchema table;
    private final OnDuplicateKey rule;
    private final QueryContext context;
    private final RowBlockWriter writer;
    private final ByteReservation bytes;
    private final Function<RowBlock, List<RowBlock>> completed;
    private final List<RowBlock> merged = new ArrayList<>();
    private final RowBlockWriter old;
    private long unchanged;
    private long changed;
    private FilteredRows ignored = FilteredRows.NONE;
    private boolean engineFailed;

    /**
     * @param writer of rows of the table; its filter, if it has one, takes what is refused here
     * @param bytes what counts the rows kept; the caller releases it
     * @param completed gives rows the values of their generated columns
     */
    MergedRows(
            TableSchema table,
            OnDuplicateKey rule,
            QueryContext context,
            RowBlockWriter writer,
            ByteReservation bytes,
            Function<RowBlock, List<RowBlock>> completed) {
        this.completed = completed;
        this.table = table;
        this.rule = rule;
        this.context = context;
        this.writer = writer;
        this.bytes = bytes;
        old = new RowBlockWriter(table.columns());
    }

    /**
     * Merges the rows as the transaction sees them, and changes nothing.
     *
     * @return how many of the new rows had no old one; the others change it
     * @throws TributaryException of kind ROW for a value that its column refuses, {@code LIMIT_OR_LOCK_WAIT} for too many
     *     bytes, NOT_SUPPORTED for too many rows of a key, or the engine's own (see {@link #engineFailed})
     */
    long merge(EngineTransaction transaction, List<RowBlock> rows) {
        engineFailed = true;
        transaction.stage(table, rows);
        engineFailed = false;
        try {
            long inserted = mergeStaged(transaction);
            long rest = rows.stream().mapToLong(RowBlock::rowCount).sum() - inserted;
            if (rule.action() == Action.IGNORE && rest > 0) {
                ignored = new FilteredRows(rest, duplicates(transaction));
            }
            return inserted;
        } finally {
            if (!engineFailed) {
                transaction.unstage();
            }
        }
    }

    /** What came out: whole rows, the last of a key replacing all before. */
    List<RowBlock> blocks() {
        return merged;
    }

    /** Old rows that ON DUPLICATE KEY UPDATE gave other values; a row counts as often as a new one met it. */
    long changed() {
        return changed;
    }

    /** Old rows that it left as they were. */
    long unchanged() {
        return unchanged;
    }

    /** What IGNORE left out: 1062 for each, the first of them with their keys. */
    FilteredRows ignored() {
        return ignored;
    }

    /** Whether an exception of {@link #merge} came from the engine, whose transaction is lost then. */
    boolean engineFailed() {
        return engineFailed;
    }

    private long mergeStaged(EngineTransaction transaction) {
        int rounds = rule.assignments().isEmpty() ? 1 : rounds(transaction);
        long inserted = 0;
        for (int round = 1; round <= rounds; round++) {
            List<RowBlock> ofRound = new ArrayList<>();
            inserted += gather(transaction, absent(round), absentTargets(), false, ofRound);
            if (inserted > 0 && rule.action() == Action.PARTIAL_EXISTING) {
                throw new TributaryException(
                        ErrorCode.INVALID_STATEMENT,
                        "Can't append new rows in partial update when partial_update_new_key_behavior is ERROR: "
                                + inserted + " rows have keys that are not in table " + table.database() + "."
                                + table.name());
            }
            if (!rule.assignments().isEmpty()) {
                long unused = gather(transaction, present(round), presentTargets(), comparesOld(), ofRound);
            }
            if (round < rounds && !ofRound.isEmpty()) {
                engineFailed = true;
                transaction.replaceStaged(table, ofRound);
                engineFailed = false;
            }
            merged.addAll(ofRound);
        }
        return inserted;
    }

    private List<TributaryException> duplicates(EngineTransaction transaction) {
        String name = table.layout().keyName().isEmpty()
                ? TableSchema.PRIMARY
                : table.layout().keyName();
        List<TributaryException> told = new ArrayList<>();
        engineFailed = true;
        try (ResultCursor cursor = transaction.queryStaged(duplicateKeys(), context)) {
            RowBlockReader reader = new RowBlockReader(
                    cursor.columns().stream().map(ResultColumn::type).toList());
            for (RowBlock block = cursor.next(); block != null; block = cursor.next()) {
                reader.reset(block);
                for (int row = 0; row < reader.rowCount(); row++) {
                    told.add(new TributaryException(
                            ErrorCode.DUPLICATE_KEY,
                            "Duplicate entry '" + text(reader, row) + "' for key '" + table.name() + "." + name + "'"));
                }
            }
        }
        engineFailed = false;
        return told;
    }

    private static String text(RowBlockReader reader, int row) {
        return new String(
                reader.array(), reader.bytesOffset(0, row), reader.bytesLength(0, row), StandardCharsets.UTF_8);
    }

    private int rounds(EngineTransaction transaction) {
        long rounds = 0;
        engineFailed = true;
        try (ResultCursor cursor = transaction.queryStaged(
                "SELECT MAX(`" + EngineTransaction.ROUND + "`) AS `$0` FROM " + newRows(), context)) {
            RowBlockReader reader = new RowBlockReader(
                    cursor.columns().stream().map(ResultColumn::type).toList());
            for (RowBlock block = cursor.next(); block != null; block = cursor.next()) {
                reader.reset(block);
                rounds = reader.isNull(0, 0) ? 0 : reader.getLong(0, 0);
            }
        }
        engineFailed = false;
        if (rounds > ROUNDS_MAX) {
            throw TributaryException.notSupported(
                    rounds + " rows of one key in a statement that merges them with the old row",
                    ": at most " + ROUNDS_MAX + "; send them in several statements");
        }
        return (int) rounds;
    }

    /** What counts rows that are changed. */
    private boolean comparesOld() {
        return rule.action() == Action.UPDATE;
    }

    /**
     * Runs the query and adds its rows to those merged; returns how many they were.
     *
     * @param compared whether the old row stands behind each
     */
    private long gather(
            EngineTransaction transaction, String sql, int[] targets, boolean compared, List<RowBlock> into) {
        long count = 0;
        engineFailed = true;
        try (ResultCursor cursor = transaction.queryStaged(sql, context)) {
            ResultValues values = new ResultValues(cursor.columns());
            for (RowBlock block = cursor.next(); block != null; block = cursor.next()) {
                engineFailed = false;
                int rows = values.read(block);
                for (int row = 0; row < rows; row++) {
                    write(values, row, targets, compared, into);
                }
                count += rows;
                engineFailed = true;
            }
        }
        engineFailed = false;
        keep(into);
        return count;
    }

    /** The first column is the row's number in the statement, which errors name. */
    private void write(ResultValues values, int row, int[] targets, boolean compared, List<RowBlock> into) {
        writer.firstRowNumber(values.longAt(0, row) - writer.rowCount());
        try {
            writer.beginRow();
            for (int i = 0; i < targets.length; i++) {
                values.put(i + 1, row, writer, targets[i]);
            }
            writer.endRow();
            if (compared) {
                writeOld(values, row, targets.length + 1);
            }
        } catch (TributaryException e) {
            writer.refuseRow(e);
        }
        if (writer.encodedBytes() >= RowBlockWriter.BLOCK_BYTES_TARGET
                || old.encodedBytes() >= RowBlockWriter.BLOCK_BYTES_TARGET) {
            keep(into);
        }
    }

    /** Encoded like the row that replaces it, so that what a column rounds or cuts is no change. */
    private void writeOld(ResultValues values, int row, int first) {
        old.beginRow();
        for (int i = 0; i < table.columns().size(); i++) {
            values.put(first + i, row, old, i);
        }
        old.endRow();
    }

    private void keep(List<RowBlock> into) {
        if (writer.rowCount() > 0) {
            RowBlock block = writer.finish();
            if (old.rowCount() > 0) {
                long equal = EqualRows.count(
                        table.columns().stream().map(Column::type).toList(), old.finish(), block);
                unchanged += equal;
                changed += block.rowCount() - equal;
            }
            for (RowBlock whole : completed.apply(block)) {
                bytes.add(whole.length());
                into.add(whole);
            }
        }
    }

    // ---- the two queries of a round, in MySQL's dialect

    /** New rows without an old one: as they are. */
    private String absent(int round) {
        return select(Arrays.stream(absentTargets())
                        .mapToObj(OnDuplicateKey::newColumn)
                        .toList())
                + " FROM " + newRows() + inRound(round) + " AND NOT EXISTS (SELECT 1 FROM " + oldRows() + " WHERE "
                + sameKey() + ")";
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

    /** Old rows that a new one meets: changed, and where they are compared as they were behind it. */
    private String present(int round) {
        IntStream old = comparesOld() ? IntStream.range(0, table.columns().size()) : IntStream.empty();
        List<String> values = Stream.concat(
                        Arrays.stream(presentTargets()).mapToObj(this::value), old.mapToObj(this::oldColumn))
                .toList();
        return select(values) + " FROM " + newRows() + " JOIN " + oldRows() + " ON " + sameKey() + inRound(round);
    }

    /** Keys as texts of the new rows that have an old one, or an earlier new one, of the same key. */
    private String duplicateKeys() {
        String key = Arrays.stream(table.keyPositions())
                .mapToObj(i -> "IFNULL(CAST(" + OnDuplicateKey.newColumn(i) + " AS CHAR), 'NULL')")
                .collect(Collectors.joining(", ", "CONCAT_WS('-', ", ")"));
        return "SELECT " + key + " AS `$0` FROM " + newRows() + " WHERE " + newRows() + ".`" + EngineTransaction.ROUND
                + "` > 1 OR EXISTS (SELECT 1 FROM " + oldRows() + " WHERE " + sameKey() + ") ORDER BY " + newRows()
                + ".`" + EngineTransaction.ORDER + "` LIMIT " + IGNORED_TOLD_MAX;
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

    private static String select(List<String> values) {
        StringJoiner select = new StringJoiner(", ", "SELECT ", "");
        select.add(newRows() + ".`" + EngineTransaction.ORDER + "` AS `$0`");
        for (int i = 0; i < values.size(); i++) {
            select.add(values.get(i) + " AS `$" + (i + 1) + "`");
        }
        return select.toString();
    }

    private String sameKey() {
        return Arrays.stream(table.keyPositions()).mapToObj(this::sameKey).collect(Collectors.joining(" AND "));
    }

    /** Keys compare by their bytes, whatever the column's collation is. */
    private String sameKey(int position) {
        Column column = table.columns().get(position);
        return oldColumn(position)
                + (column.nullable() ? " <=> " : " = ")
                + OnDuplicateKey.newColumn(position)
                + (column.collationName().isEmpty() ? "" : " COLLATE utf8mb4_bin");
    }

    private static String inRound(int round) {
        return " WHERE " + newRows() + ".`" + EngineTransaction.ROUND + "` = " + round;
    }

    private static String newRows() {
        return quoted(OnDuplicateKey.NEW_ROWS);
    }

    /** The rows that are there go by the table's name, as the client's expressions call them. */
    private String oldRows() {
        return quoted(EngineTransaction.OLD_ROWS) + " AS " + quoted(table.name());
    }

    private String oldColumn(int position) {
        return quoted(table.name()) + "." + quoted(table.columns().get(position).name());
    }

    private static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }
}
