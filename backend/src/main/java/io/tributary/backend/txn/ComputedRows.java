package io.tributary.backend.txn;

import io.tributary.backend.engine.GeneratedBlocks;
import io.tributary.backend.txn.ComputedInserts.GeneratedValues;
import io.tributary.contract.calls.GeneratedRows;
import io.tributary.contract.calls.InsertQuery;
import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.calls.ReservedIds;
import io.tributary.contract.calls.ResultValues;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.AutoIncrementRows;
import io.tributary.contract.row.FilteredRows;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.row.encode.RowFilter;
import io.tributary.contract.schema.OnDuplicateKey;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.ResultCursor;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The rows that an INSERT lets the engine compute: read from the results of its queries, converted and checked as rows of
 * the table, and kept until all are there. An engine appends nothing on a connection that still streams a result, so what
 * is kept is bounded by {@code transaction_bytes}. Rows of another engine are stored as they come. One statement, one thread.
 */
final class ComputedRows {
    private final TableSchema table;
    private final InsertQuery insert;
    private final RowBlockWriter writer;
    private final ByteReservation bytes;
    private final GeneratedValues generated;
    private final @Nullable OnDuplicateKey rule;
    private final ZoneId zone;
    /** The filter of non-strict mode, or null. */
    private final @Nullable RowFilter filter;

    /** Whether rows are completed only when they are merged with the old ones. */
    private final boolean partial;

    private final boolean deletes;
    /** Gives rows of {@link #writer} what they still lack. */
    private Function<RowBlock, List<RowBlock>> completing = List::of;

    private final List<RowBlock> blocks = new ArrayList<>();
    private long count;
    private FilteredRows filtered = FilteredRows.NONE;
    private long firstGenerated;
    private long largestGiven;
    private boolean engineFailed;

    /** What blocks are stored by as they come, or null. */
    private @Nullable Consumer<List<RowBlock>> passing;

    /**
     * @param insert its context says when it began
     * @param bytes what counts the rows kept; the caller releases it
     * @throws TributaryException {@code UNKNOWN_TIME_ZONE} or {@code INVALID_DEFAULT}
     */
    ComputedRows(TableSchema table, InsertQuery insert, ByteReservation bytes, GeneratedValues generated) {
        this.table = table;
        this.insert = insert;
        this.bytes = bytes;
        this.generated = generated;
        OnDuplicateKey merge = insert.onDuplicateKey();
        this.rule = merge;
        zone = zone(insert.context());
        deletes = insert.sources().stream()
                .flatMap(source -> source.rows().stream())
                .anyMatch(row -> row.contains(table.deleteSignPosition()));
        filter = insert.filter() == null ? null : new RowFilter(insert.filter());
        partial = merge != null && merge.isPartial();
        writer = started(merge != null && partial ? new RowBlockWriter(merge.newRowColumns(table)) : source(deletes));
    }

    /** A writer whose rows {@link #completing} makes whole. */
    private RowBlockWriter source(boolean deletes) {
        return table.isCompleted() ? GeneratedRows.sourceWriter(table, deletes) : whole(deletes);
    }

    private RowBlockWriter whole(boolean deletes) {
        return deletes ? RowBlockWriter.withDeleteSign(table) : new RowBlockWriter(table);
    }

    private Function<RowBlock, List<RowBlock>> completing(boolean deletes) {
        return table.isCompleted()
                ? new GeneratedBlocks(table, deletes, started(whole(deletes)), generated.engine(), insert.context())
                : List::of;
    }

    private RowBlockWriter started(RowBlockWriter made) {
        made.filter(filter);
        made.partitions(insert.partitions());
        made.setTimeZone(zone);
        made.statementTime(localMicros(insert.context().startMicros(), zone));
        return made;
    }

    /**
     * Computes the rows and stores them, from the beginning however often it is called.
     *
     * @param reading in which the queries are run; that of the table, but where they read tables of another engine
     * @param append puts whole rows into the table
     * @return how many rows were stored; as MySQL counts them where old ones may be updated: 2 for each that changes one
     * @throws TributaryException as {@link #gather}
     */
    long store(EngineTransaction reading, EngineTransaction transaction, Consumer<List<RowBlock>> append) {
        passing = null;
        List<RowBlock> rows = gather(reading);
        OnDuplicateKey merge = rule;
        if (merge == null) {
            engineFailed = true;
            append.accept(rows);
            return count - filtered.count();
        }
        if (rows.isEmpty()) {
            return 0;
        }
        MergedRows merged =
                new MergedRows(table, merge, insert.context(), started(source(false)), bytes, completing(false));
        long inserted;
        try {
            inserted = merged.merge(transaction, rows);
        } finally {
            engineFailed = merged.engineFailed();
        }
        // Asked again before anything is stored: the merge may have left out more.
        filtered = both(writer.filtered(count), merged.ignored());
        if (!merged.blocks().isEmpty()) {
            engineFailed = true;
            append.accept(merged.blocks());
        }
        return switch (merge.action()) {
            case IGNORE -> inserted;
            case UPDATE ->
                inserted + 2 * merged.changed() + (insert.context().meaning().countsFound() ? merged.unchanged() : 0);
            case PARTIAL, PARTIAL_EXISTING -> count - filtered.count();
        };
    }

    /**
     * Stores rows that are read in another engine's transaction like {@link #store}, as they come: no more than a block of them is
     * kept. What fails on the way has stored some.
     */
    long pass(EngineTransaction reading, Consumer<List<RowBlock>> append) {
        passing = append;
        List<RowBlock> last = gather(reading);
        engineFailed = true;
        append.accept(last);
        return count - filtered.count();
    }

    private static FilteredRows both(FilteredRows refused, FilteredRows ignored) {
        return new FilteredRows(
                refused.count() + ignored.count(),
                Stream.concat(refused.refusals().stream(), ignored.refusals().stream())
                        .toList());
    }

    /**
     * Runs the queries and returns their rows, from the beginning however often it is called.
     *
     * @throws TributaryException of kind ROW for a value that its column refuses, or for too many of them in non-strict
     *     mode, {@code COLUMN_COUNT}, {@code LIMIT_OR_LOCK_WAIT} for too many bytes, or the engine's own (see {@link
     *     #engineFailed})
     */
    private List<RowBlock> gather(EngineTransaction transaction) {
        writer.reset();
        completing = partial ? List::of : completing(deletes);
        blocks.clear();
        bytes.release();
        count = 0;
        firstGenerated = 0;
        largestGiven = 0;
        insert.rows().forEach(this::given);
        for (InsertQuery.Source source : insert.sources()) {
            engineFailed = true;
            try (ResultCursor cursor = rows(transaction, source.sql())) {
                engineFailed = false;
                read(cursor, source);
            }
        }
        keep();
        filtered = writer.filtered(count);
        return table.autoIncrementPosition() < 0 ? blocks : numbered();
    }

    /** Rows that may be left out, those of INSERT IGNORE for one, are in no strict mode. */
    private ResultCursor rows(EngineTransaction transaction, String sql) {
        QueryContext context = insert.context();
        return transaction.queryToStore(sql, filter == null ? context : context.lenient());
    }

    private List<RowBlock> numbered() {
        boolean zeroIsGiven = insert.context().sqlMode().has(SqlMode.Mode.NO_AUTO_VALUE_ON_ZERO);
        AutoIncrementRows rows = new AutoIncrementRows(table, blocks, zeroIsGiven);
        largestGiven = Math.max(largestGiven, rows.largestGiven());
        if (rows.generated() == 0 && rows.largestGiven() == 0) {
            return blocks;
        }
        long atLeast = Math.min(rows.largestGiven(), Long.MAX_VALUE - 1) + 1;
        ReservedIds reserved = generated.ids().reserve(table, rows.generated(), atLeast);
        if (firstGenerated == 0 && rows.generated() > 0) {
            firstGenerated = reserved.first();
        }
        return rows.fill(reserved.first(), reserved.step());
    }

    /** The first number that the last {@link #store} generated for an AUTO_INCREMENT column, or 0. */
    long firstGenerated() {
        return firstGenerated;
    }

    /** The largest number that the rows of the last {@link #store} brought for an AUTO_INCREMENT column, or 0. */
    long largestGiven() {
        return largestGiven;
    }

    /** Whether the rows are stored as they are computed: nothing is kept aside in the engine meanwhile. */
    boolean isWhole() {
        return rule == null;
    }

    /** Whether an exception of {@link #store} came from the engine, whose transaction is lost then unless it says otherwise. */
    boolean engineFailed() {
        return engineFailed;
    }

    /** What the last {@link #store} left out. */
    FilteredRows filtered() {
        return filtered;
    }

    private void read(ResultCursor cursor, InsertQuery.Source source) {
        engineFailed = true;
        int count = cursor.columnCount();
        engineFailed = false;
        if (count != source.columnCount()) {
            throw new TributaryException(
                    ErrorCode.COLUMN_COUNT,
                    "Column count doesn't match value count at row 1: the query has " + count + " columns, the INSERT "
                            + source.columnCount());
        }
        int[][] targets = source.rows().stream()
                .map(row -> row.stream().mapToInt(Integer::intValue).toArray())
                .toArray(int[][]::new);
        engineFailed = true;
        ResultValues values = new ResultValues(cursor.columns());
        engineFailed = false;
        while (true) {
            engineFailed = true;
            RowBlock block = cursor.next();
            engineFailed = false;
            if (block == null) {
                return;
            }
            int rows = values.read(block);
            for (int row = 0; row < rows; row++) {
                write(values, row, targets);
            }
        }
    }

    private void write(ResultValues values, int row, int[][] targets) {
        int column = 0;
        for (int[] target : targets) {
            try {
                writer.beginRow();
                for (int i = 0; i < target.length; i++) {
                    put(values, column + i, row, target[i]);
                }
                writer.endRow();
            } catch (TributaryException e) {
                writer.refuseRow(e);
            }
            column += target.length;
            count++;
            if (writer.encodedBytes() >= RowBlockWriter.BLOCK_BYTES_TARGET) {
                keep();
            }
        }
    }

    private void put(ResultValues values, int column, int row, int position) {
        try {
            values.put(column, row, writer, position);
        } catch (TributaryException e) {
            writer.putInstead(position, e);
        }
    }

    private void given(RowBlock block) {
        bytes.add(block.length());
        blocks.add(block);
        count += block.rowCount();
    }

    private void keep() {
        if (writer.rowCount() > 0) {
            for (RowBlock block : completing.apply(writer.finish())) {
                bytes.add(block.length());
                blocks.add(block);
            }
            pass();
        }
    }

    private void pass() {
        Consumer<List<RowBlock>> to = passing;
        if (to != null) {
            List<RowBlock> rows = table.autoIncrementPosition() < 0 ? List.copyOf(blocks) : numbered();
            engineFailed = true;
            to.accept(rows);
            engineFailed = false;
            blocks.clear();
            bytes.release();
        }
    }

    private static ZoneId zone(QueryContext context) {
        try {
            return ZoneId.of(context.timeZone());
        } catch (DateTimeException e) {
            throw new TributaryException(
                    ErrorCode.UNKNOWN_TIME_ZONE, "Unknown or incorrect time zone: '" + context.timeZone() + "'", e);
        }
    }

    private static long localMicros(long micros, ZoneId zone) {
        Instant start = Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
        return ChronoUnit.MICROS.between(
                Instant.EPOCH, start.atZone(zone).toLocalDateTime().toInstant(ZoneOffset.UTC));
    }
}
