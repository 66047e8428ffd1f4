package io.tributary.frontend.load.format;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.encode.CellIndex;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.planner.plan.LoadDataPlan;
import java.nio.charset.StandardCharsets;

/**
 * The rows of a file of LOAD DATA. Another number of fields than expected is 1261 or 1262.
 */
public final class LoadDataRows extends PiecewiseRows {
    /** The longest row of a file, in bytes of the file. */
    static final int ROW_BYTES_MAX = 16 << 20;

    private final LoadDataPlan plan;
    private final LoadDataScanner scanner;
    private final int[] positions;
    private final boolean foreignCharset;
    private long linesToSkip;

    /** @param writer of the plan's table, its statement time and time zone set; it is reset first */
    public LoadDataRows(LoadDataPlan plan, RowBlockWriter writer) {
        super(writer);
        this.plan = plan;
        scanner = new LoadDataScanner(plan.format(), plan.fields().size());
        positions = plan.target().columns().toArray();
        foreignCharset = !plan.format().charset().equals(StandardCharsets.UTF_8);
        linesToSkip = plan.format().lineEnd().length == 0 ? 0 : plan.format().ignoredLines();
    }

    @Override
    void read(boolean last) {
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
