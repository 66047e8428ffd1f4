package io.tributary.frontend.execution;

import io.tributary.planner.plan.LoadDataPlan;
import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import io.tributary.rpc.row.CellIndex;
import io.tributary.rpc.row.FilteredRows;
import io.tributary.rpc.row.RowBlock;
import io.tributary.rpc.row.RowBlockWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The rows of a file of LOAD DATA. */
final class LoadDataRows implements RowSource {
    /** The longest row of a file, in bytes of the file. */
    static final int ROW_BYTES_MAX = 16 << 20;

    private final LoadDataPlan plan;
    private final LoadDataScanner scanner;
    private final RowBlockWriter writer;
    private final BlockSplitter blocks;
    private final int[] positions;
    private final boolean foreignCharset;
    private long linesToSkip;
    private long rowCount;
    private FilteredRows filtered = FilteredRows.NONE;
    private final InputBytes input = new InputBytes();

    /** @param writer of the plan's table, its statement time and time zone set; it is reset first */
    LoadDataRows(LoadDataPlan plan, RowBlockWriter writer) {
        this.plan = plan;
        this.writer = writer;
        writer.reset();
        blocks = new BlockSplitter(writer);
        scanner = new LoadDataScanner(plan.format(), plan.fields().size());
        positions = plan.target().columns().toArray();
        foreignCharset = !plan.format().charset().equals(StandardCharsets.UTF_8);
        linesToSkip = plan.format().lineEnd().length == 0 ? 0 : plan.format().ignoredLines();
    }

    @Override
    public long rowCount() {
        return rowCount;
    }

    @Override
    public FilteredRows filtered() {
        return filtered;
    }

    /** Throws 1261 or 1262 for another number of fields, what a column refuses, or a row that is too long. */
    @Override
    public List<RowBlock> add(byte[] piece) {
        input.add(piece);
        if (input.isWorthReading()) {
            read(false);
        }
        return blocks.takeFull();
    }

    @Override
    public List<RowBlock> finish() {
        read(true);
        input.clear();
        List<RowBlock> rest = blocks.finish();
        filtered = writer.filtered(rowCount);
        return rest;
    }

    private void read(boolean last) {
        scanner.begin(input.bytes(), input.from(), input.to(), last);
        writer.cells().begin(input.bytes(), positions);
        if (skipLines()) {
            while (scanner.row() == LoadDataScanner.Found.ROW) {
                addRow();
            }
        }
        blocks.endInput();
        if (input.readTo(scanner.position()) > ROW_BYTES_MAX) {
            throw new TributaryException(
                    ErrorCode.INVALID_STATEMENT,
                    "Row " + (rowCount + 1) + " of the file is longer than " + ROW_BYTES_MAX
                            + " bytes; does LINES TERMINATED BY name what ends its lines?");
        }
    }

    private boolean skipLines() {
        while (linesToSkip > 0 && !scanner.isAtEnd()) {
            if (!scanner.skipLine()) {
                return false;
            }
            linesToSkip--;
        }
        return true;
    }

    private void addRow() {
        int expected = plan.fields().size();
        rowCount++;
        if (scanner.fieldCount() < expected) {
            refuse(ErrorCode.TOO_FEW_FIELDS, " doesn't contain data for all columns");
            return;
        }
        if (scanner.hasSurplus()) {
            refuse(ErrorCode.TOO_MANY_FIELDS, " was truncated; it contained more data than there were input columns");
            return;
        }
        CellIndex cells = writer.cells();
        for (int field = 0; field < expected; field++) {
            if (plan.fields().get(field)) {
                addField(field, cells);
            }
        }
        blocks.endRow();
    }

    private void addField(int field, CellIndex cells) {
        if (scanner.isNull(field)) {
            cells.addNull();
            return;
        }
        scanner.unescape(field);
        int start = scanner.start(field);
        int length = scanner.end(field) - start;
        byte[] bytes = input.bytes();
        if (foreignCharset) {
            byte[] utf8 = new String(bytes, start, length, plan.format().charset()).getBytes(StandardCharsets.UTF_8);
            cells.addText(utf8, 0, utf8.length);
        } else {
            cells.addText(bytes, start, length);
        }
    }

    private void refuse(ErrorCode code, String why) {
        blocks.refuseRow(new TributaryException(code, "Row " + rowCount + why));
    }
}
