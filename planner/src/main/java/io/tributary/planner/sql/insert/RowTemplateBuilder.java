package io.tributary.planner.sql.insert;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.SqlMode;
import io.tributary.planner.plan.InsertPlan;
import io.tributary.planner.plan.part.RowTemplate;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Collects the cells of a prepared INSERT's rows while a {@link ValuesScanner} reads them. */
public final class RowTemplateBuilder implements LiteralVisitor {
    private static final int PARAMETER = -1;
    private static final int DEFAULT = -2;

    private final ValuesScanner scanner;
    private final int cellsPerRow;
    private final boolean emptyRowsAllowed;
    private int[] cells = new int[0];
    private int cellCount;
    private int rows;
    private int cellsInRow;
    private int parameters;
    private boolean onlyParameters = true;

    private RowTemplateBuilder(ValuesScanner scanner, InsertPlan plan) {
        this.scanner = scanner;
        this.cellsPerRow = plan.columns().count();
        this.emptyRowsAllowed = !plan.columnList();
    }

    /**
     * The rows of {@code sql[from, to)}, or null where the engine must compute them.
     *
     * @throws TributaryException COLUMN_COUNT (1136) naming the row, SYNTAX
     */
    public static @Nullable RowTemplate build(InsertPlan plan, byte[] sql, int from, int to, SqlMode mode) {
        ValuesScanner scanner = new ValuesScanner();
        RowTemplateBuilder builder = new RowTemplateBuilder(scanner, plan);
        if (scanner.scanPrepared(plan, sql, from, to, mode, builder) != ValuesScanner.Outcome.LITERALS) {
            return null;
        }
        return builder.onlyParameters
                ? RowTemplate.ofParameters(builder.rows, builder.cellsPerRow)
                : RowTemplate.mixed(
                        sql,
                        builder.rows,
                        builder.cellsPerRow,
                        builder.parameters,
                        Arrays.copyOf(builder.cells, 2 * builder.cellCount));
    }

    @Override
    public void beginRow() {
        cellsInRow = 0;
    }

    @Override
    public void parameter() {
        parameters++;
        if (onlyParameters) {
            cellCount++;
            cellsInRow++;
        } else {
            add(PARAMETER, 0);
        }
    }

    @Override
    public void text(byte[] bytes, int offset, int length) {
        literal();
    }

    @Override
    public void moment(ColumnType.Kind kind, byte[] bytes, int offset, int length) {
        literal();
    }

    @Override
    public void number(byte[] bytes, int offset, int length) {
        literal();
    }

    @Override
    public void binary(byte[] bytes, int offset, int length) {
        literal();
    }

    @Override
    public void bits(byte[] bytes, int offset, int length) {
        literal();
    }

    @Override
    public void bool(boolean value) {
        literal();
    }

    @Override
    public void nullValue() {
        literal();
    }

    @Override
    public void defaultValue() {
        remember();
        add(DEFAULT, 0);
    }

    @Override
    public void endRow() {
        rows++;
        if (cellsInRow == 0 && emptyRowsAllowed) {
            for (int i = 0; i < cellsPerRow; i++) {
                defaultValue();
            }
        }
        if (cellsInRow != cellsPerRow) {
            throw ErrorCode.COLUMN_COUNT.error("Column count doesn't match value count at row " + rows);
        }
    }

    private void literal() {
        remember();
        add(scanner.literalOffset(), scanner.literalEnd());
    }

    /** Keeps every cell's place from the first cell on that is no parameter; those before it get theirs now. */
    private void remember() {
        if (onlyParameters) {
            onlyParameters = false;
            cells = new int[Math.max(64, 4 * cellCount)];
            for (int i = 0; i < cellCount; i++) {
                cells[2 * i] = PARAMETER;
            }
        }
    }

    private void add(int first, int second) {
        if (2 * cellCount == cells.length) {
            cells = Arrays.copyOf(cells, 2 * cells.length);
        }
        cells[2 * cellCount] = first;
        cells[2 * cellCount + 1] = second;
        cellCount++;
        cellsInRow++;
    }
}
