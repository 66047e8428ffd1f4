package io.tributary.contract.calls;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.FilteredRows;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.check.RowChecks;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.schema.Check;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.TableSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Rows of a table with generated columns, or with checks that an engine computes, before they go anywhere. They are encoded twice: first
 * by a {@link #sourceWriter}, where the generated columns are NULL; then with what came of the expressions, and only then the table's
 * rules count: NOT NULL, checks, partitions. An expression sees what the columns before hold, not what was written for them, and so
 * generated columns that read others are computed after those.
 *
 * <p>One load, one thread at a time. A block is under way after the other.
 */
public final class GeneratedRows {
    /** Who computes, and where what came of it is put into rows. */
    public interface Engine {
        CompletableFuture<EvaluatedRows> evaluate(Evaluation evaluation);

        /** Runs something that takes its time with so many bytes. */
        <T> CompletableFuture<T> run(long bytes, Supplier<T> work);
    }

    /** Hears which row of which block is put, so that it can tell what a refused one looks like. */
    public interface Watcher {
        Watcher NONE = (block, row) -> {};

        void puts(RowBlock block, int row);
    }

    private final TableSchema table;
    private final boolean deletes;
    private final RowBlockWriter into;
    private final Engine engine;
    private final QueryContext context;
    private final Watcher watcher;
    private final List<Column> columns;
    private final ResultValues values;
    /** Positions of the generated columns, those together that read none that is not computed yet. */
    private final List<int[]> rounds;

    /** Checks that are computed of whole rows, in a round behind all others. */
    private final List<Check> checks;

    private long rowsBefore;

    /** Rows between two rounds. */
    private static final class Step {
        private final RowBlock block;
        /** The numbers that they have in the source block, from 0 on. */
        private final int[] rows;

        Step(RowBlock block, int[] rows) {
            this.block = block;
            this.rows = rows;
        }
    }

    /**
     * @param into the table's writer, {@link RowBlockWriter#withDeleteSign with a delete sign} where the source writer has one; its
     *     filter takes the rows that are refused
     */
    public GeneratedRows(
            TableSchema table,
            boolean deletes,
            RowBlockWriter into,
            Engine engine,
            QueryContext context,
            Watcher watcher) {
        this.table = table;
        this.deletes = deletes;
        this.into = into;
        this.engine = engine;
        this.context = context;
        this.watcher = watcher;
        columns = sourceColumns(table);
        values = ResultValues.ofRows(columns);
        rounds = rounds(table);
        checks = checks(table);
        if (!checks.isEmpty()) {
            rounds.add(new int[0]);
        }
    }

    private static List<Check> checks(TableSchema table) {
        return table.layout().constraints().checks().stream()
                .filter(Check::isComputed)
                .toList();
    }

    private static String expression(Column column) {
        return column.declared().generated().expression();
    }

    /** 1 of a row that breaks it, else 0. */
    private static String broken(Check check) {
        return "CAST(" + check.expression() + " IS FALSE AS SIGNED)";
    }

    /** The table's columns, of which the generated ones may be NULL. */
    public static List<Column> sourceColumns(TableSchema table) {
        return table.columns().stream()
                .map(column -> column.isGenerated() ? column.optional() : column)
                .toList();
    }

    /** A writer of rows that are to be completed here. */
    public static RowBlockWriter sourceWriter(TableSchema table, boolean deletes) {
        List<Column> columns = sourceColumns(table);
        return deletes ? RowBlockWriter.withDeleteSign(columns) : new RowBlockWriter(columns);
    }

    /** An evaluation of no rows, which fails where one of the expressions is none that the engine can compute. */
    public static Evaluation trial(TableSchema table, QueryContext context) {
        return Evaluation.ofEach(
                sourceColumns(table),
                sourceWriter(table, false).finish(),
                Stream.concat(
                                table.columns().stream()
                                        .filter(Column::isGenerated)
                                        .map(GeneratedRows::expression),
                                checks(table).stream().map(GeneratedRows::broken))
                        .toList(),
                "",
                context);
    }

    /**
     * What was left out of a load of so many rows.
     *
     * @throws TributaryException {@code TOO_MANY_FILTERED}
     */
    public FilteredRows filtered(long rows) {
        return into.filtered(rows);
    }

    private static List<int[]> rounds(TableSchema table) {
        List<Integer> left = new ArrayList<>(IntStream.range(0, table.columns().size())
                .filter(i -> table.columns().get(i).isGenerated())
                .boxed()
                .toList());
        List<int[]> rounds = new ArrayList<>();
        while (!left.isEmpty()) {
            int[] ready = left.stream()
                    .filter(i -> left.stream().noneMatch(other -> reads(table, i, other)))
                    .mapToInt(Integer::intValue)
                    .toArray();
            if (ready.length == 0) {
                throw new IllegalStateException("generated columns of table " + table.name() + " read each other");
            }
            rounds.add(ready);
            Arrays.stream(ready).boxed().forEach(left::remove);
        }
        return rounds;
    }

    private static boolean reads(TableSchema table, int column, int other) {
        return table.columns()
                .get(column)
                .declared()
                .generated()
                .reads(table.columns().get(other).name());
    }

    /**
     * Returns whole rows, in their order; fails with what an expression or a column refuses, unless the writer has a filter.
     *
     * @param sources of a {@link #sourceWriter}
     */
    public CompletableFuture<List<RowBlock>> complete(List<RowBlock> sources) {
        CompletableFuture<List<RowBlock>> all = CompletableFuture.completedFuture(new ArrayList<>());
        for (RowBlock source : sources) {
            int[] rows = IntStream.range(0, source.rowCount()).toArray();
            all = all.thenCompose(whole -> rounds(0, new Step(source, rows), whole))
                    .thenApply(whole -> {
                        rowsBefore += source.rowCount();
                        return whole;
                    });
        }
        return all;
    }

    private CompletableFuture<List<RowBlock>> rounds(int round, Step step, List<RowBlock> whole) {
        if (step.block.rowCount() == 0) {
            return CompletableFuture.completedFuture(whole);
        }
        Evaluation evaluation = Evaluation.ofEach(columns, step.block, expressions(round), "", context);
        return engine.evaluate(evaluation)
                .thenCompose(computed -> engine.run(step.block.length(), () -> put(round, step, computed, whole)))
                .thenCompose(next -> round + 1 == rounds.size()
                        ? CompletableFuture.completedFuture(whole)
                        : rounds(round + 1, next, whole));
    }

    private RowBlockWriter between() {
        RowBlockWriter writer = sourceWriter(table, deletes);
        writer.filterOf(into);
        return writer;
    }

    private boolean checks(int round) {
        return !checks.isEmpty() && round + 1 == rounds.size();
    }

    private List<String> expressions(int round) {
        return checks(round)
                ? checks.stream().map(GeneratedRows::broken).toList()
                : Arrays.stream(rounds.get(round))
                        .mapToObj(i -> expression(table.columns().get(i)))
                        .toList();
    }

    /** Puts what was computed, into the table's writer when it is all. */
    private Step put(int round, Step step, EvaluatedRows computed, List<RowBlock> whole) {
        boolean last = round + 1 == rounds.size();
        RowBlockWriter writer = last ? into : between();
        for (EvaluatedRows.Refused refused : computed.refused()) {
            int row = Math.toIntExact(refused.row() - 1);
            watcher.puts(step.block, row);
            into.refuseRow(ofRow(refused, rowsBefore + step.rows[row] + 1));
        }
        values.read(step.block);
        int[] kept = new int[step.rows.length];
        int count = 0;
        ResultValues results = new ResultValues(computed.columns());
        for (RowBlock block : computed.blocks()) {
            int rows = results.read(block);
            for (int i = 0; i < rows; i++) {
                // A row's number stands before its values.
                int row = Math.toIntExact(results.longAt(0, i) - 1);
                watcher.puts(step.block, row);
                if (put(writer, round, row, rowsBefore + step.rows[row] + 1, results, i)) {
                    kept[count++] = step.rows[row];
                }
                if (last && writer.encodedBytes() >= RowBlockWriter.BLOCK_BYTES_TARGET) {
                    whole.add(writer.finish());
                }
            }
        }
        if (last) {
            if (writer.rowCount() > 0) {
                whole.add(writer.finish());
            }
            return step;
        }
        return new Step(writer.finish(), Arrays.copyOf(kept, count));
    }

    /** Returns whether the row was not refused. */
    private boolean put(RowBlockWriter writer, int round, int row, long number, ResultValues results, int result) {
        writer.firstRowNumber(number - writer.rowCount());
        try {
            if (checks(round) && !(deletes && values.isDeleted(row))) {
                requireChecks(results, result, number);
            }
            writer.beginRow();
            for (int i = 0; i < columns.size(); i++) {
                int computed = Arrays.binarySearch(rounds.get(round), i);
                putValue(
                        writer,
                        i,
                        computed < 0 ? values : results,
                        computed < 0 ? i : computed + 1,
                        computed < 0 ? row : result);
            }
            if (deletes) {
                writer.putLong(table.deleteSignPosition(), values.isDeleted(row) ? 1 : 0);
            }
            writer.endRow();
            return true;
        } catch (TributaryException e) {
            writer.abandonRow();
            into.refuseRow(e);
            return false;
        }
    }

    private void requireChecks(ResultValues results, int result, long number) {
        for (int i = 0; i < checks.size(); i++) {
            if (results.longAt(i + 1, result) != 0) {
                throw RowChecks.broken(checks.get(i), number);
            }
        }
    }

    private void putValue(RowBlockWriter writer, int target, ResultValues from, int column, int row) {
        try {
            from.put(column, row, writer, target);
        } catch (TributaryException e) {
            if (table.isKeyed() && table.columns().get(target).key()) {
                throw e;
            }
            writer.putInstead(target, e);
        }
    }

    /** What makes an expression fail is the row's fault, also where the engine's number for it says otherwise. */
    private static TributaryException ofRow(EvaluatedRows.Refused refused, long number) {
        TributaryException reason = refused.reason();
        ErrorCode code = reason.code().kind() == ErrorCode.Kind.ROW ? reason.code() : ErrorCode.WRONG_VALUE_FOR_TYPE;
        return new TributaryException(code, reason.getMessage() + "; computed at row " + number, reason);
    }
}
