package io.tributary.frontend.execution;

import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.SqlMode;
import io.tributary.frontend.write.ColumnCount;
import io.tributary.frontend.write.LiteralRowEncoder;
import io.tributary.frontend.write.LiteralRows;
import io.tributary.frontend.write.MomentLiteral;
import io.tributary.planner.plan.InsertPlan;
import io.tributary.planner.sql.insert.LiteralVisitor;
import io.tributary.planner.sql.insert.ValuesScanner;
import java.util.ArrayList;
import java.util.List;

/** Puts each literal into its column as soon as it is met: what {@link LiteralRowEncoder} must come to as well. */
public final class RowByRow implements LiteralVisitor {
    private final InsertPlan plan;
    private final RowBlockWriter writer;
    private final List<RowBlock> blocks = new ArrayList<>();
    private long rows;
    private int cell;

    private RowByRow(InsertPlan plan, RowBlockWriter writer) {
        this.plan = plan;
        this.writer = writer;
    }

    public static LiteralRows encode(InsertPlan plan, byte[] sql, SqlMode mode, RowBlockWriter writer) {
        RowByRow rows = new RowByRow(plan, writer);
        ValuesScanner.Outcome outcome = new ValuesScanner().scan(plan, sql, 0, sql.length, mode, rows);
        if (outcome != ValuesScanner.Outcome.LITERALS) {
            return new LiteralRows(outcome, List.of(), 0);
        }
        if (writer.rowCount() > 0) {
            rows.blocks.add(writer.finish());
        }
        return new LiteralRows(outcome, rows.blocks, rows.rows);
    }

    private int next() {
        if (cell == plan.columns().count()) {
            throw ColumnCount.mismatch(rows + 1);
        }
        return plan.columns().position(cell++);
    }

    @Override
    public void beginRow() {
        writer.beginRow();
        cell = 0;
    }

    @Override
    public void endRow() {
        if (cell != plan.columns().count() && !(cell == 0 && !plan.columnList())) {
            throw ColumnCount.mismatch(rows + 1);
        }
        writer.endRow();
        rows++;
        if (writer.encodedBytes() >= RowBlockWriter.BLOCK_BYTES_TARGET) {
            blocks.add(writer.finish());
        }
    }

    @Override
    public void text(byte[] bytes, int offset, int length) {
        writer.putText(next(), bytes, offset, length);
    }

    @Override
    public void moment(ColumnType.Kind kind, byte[] bytes, int offset, int length) {
        MomentLiteral literal = new MomentLiteral();
        if (literal.parse(bytes, offset, length, kind)) {
            writer.putMoment(next(), kind, literal.micros(), literal.fractionDigits());
        } else {
            text(bytes, offset, length);
        }
    }

    @Override
    public void number(byte[] bytes, int offset, int length) {
        writer.putNumber(next(), bytes, offset, length);
    }

    @Override
    public void binary(byte[] bytes, int offset, int length) {
        writer.putBytes(next(), bytes, offset, length);
    }

    @Override
    public void bits(byte[] bytes, int offset, int length) {
        writer.putBits(next(), bytes, offset, length);
    }

    @Override
    public void bool(boolean value) {
        writer.putLong(next(), value ? 1 : 0);
    }

    @Override
    public void nullValue() {
        writer.putNull(next());
    }

    @Override
    public void defaultValue() {
        writer.putDefault(next());
    }

    @Override
    public void parameter() {
        throw new AssertionError("a parameter in a text");
    }
}
