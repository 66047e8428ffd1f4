package io.tributary.frontend.execution;

import io.tributary.planner.plan.InsertPlan;
import io.tributary.planner.plan.TargetColumns;
import io.tributary.planner.sql.LiteralVisitor;
import io.tributary.planner.sql.SqlMode;
import io.tributary.planner.sql.ValuesScanner;
import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import io.tributary.rpc.row.RowBlock;
import io.tributary.rpc.row.RowBlockWriter;
import java.util.List;

/**
 * Turns the literals of a text INSERT into row blocks, each about {@link RowBlockWriter#BLOCK_BYTES_TARGET} long at
 * most. Reusable; one thread at a time.
 */
public final class LiteralRowEncoder {
    private final ValuesScanner scanner = new ValuesScanner();

    /**
     * Encodes the rows of the statement {@code sql[from, to)}, planned as {@code plan}.
     *
     * @param writer of the plan's table, its statement time and time zone set; it is reset first
     * @throws TributaryException SYNTAX, COLUMN_COUNT with the row's number, or what a column refuses
     */
    public LiteralRows encode(InsertPlan plan, byte[] sql, int from, int to, SqlMode mode, RowBlockWriter writer) {
        writer.reset();
        Rows rows = new Rows(plan, writer);
        ValuesScanner.Outcome outcome = scanner.scan(plan, sql, from, to, mode, rows);
        if (outcome != ValuesScanner.Outcome.LITERALS) {
            writer.reset();
            return new LiteralRows(outcome, List.of(), 0);
        }
        return new LiteralRows(outcome, rows.finish(), rows.count);
    }

    /** The rows of one statement: a value goes to the next of the target columns. */
    private static final class Rows implements LiteralVisitor {
        private final RowBlockWriter writer;
        private final TargetColumns columns;
        /** Without a column list, {@code ()} is a row of defaults. */
        private final boolean emptyRowAllowed;

        private final BlockSplitter splitter;
        private long count;
        private int cell;

        Rows(InsertPlan plan, RowBlockWriter writer) {
            this.writer = writer;
            this.columns = plan.columns();
            this.emptyRowAllowed = !plan.columnList();
            this.splitter = new BlockSplitter(writer);
        }

        List<RowBlock> finish() {
            return splitter.finish();
        }

        private int nextColumn() {
            if (cell >= columns.count()) {
                throw wrongCount();
            }
            return columns.position(cell++);
        }

        private TributaryException wrongCount() {
            return ColumnCount.mismatch(count + 1);
        }

        @Override
        public void beginRow() {
            writer.beginRow();
            cell = 0;
        }

        @Override
        public void endRow() {
            if (cell != columns.count() && !(cell == 0 && emptyRowAllowed)) {
                throw wrongCount();
            }
            writer.endRow();
            count++;
            splitter.rowEnded();
        }

        @Override
        public void text(byte[] bytes, int offset, int length) {
            writer.putText(nextColumn(), bytes, offset, length);
        }

        @Override
        public void number(byte[] bytes, int offset, int length) {
            writer.putNumber(nextColumn(), bytes, offset, length);
        }

        @Override
        public void binary(byte[] bytes, int offset, int length) {
            writer.putBytes(nextColumn(), bytes, offset, length);
        }

        @Override
        public void bool(boolean value) {
            writer.putLong(nextColumn(), value ? 1 : 0);
        }

        @Override
        public void nullValue() {
            writer.putNull(nextColumn());
        }

        @Override
        public void defaultValue() {
            writer.putDefault(nextColumn());
        }

        @Override
        public void parameter() {
            throw new TributaryException(
                    ErrorCode.SYNTAX, "You have an error in your SQL syntax; a '?' can only be prepared");
        }
    }
}
