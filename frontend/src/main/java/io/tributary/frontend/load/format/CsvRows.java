package io.tributary.frontend.load.format;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.encode.CellIndex;
import io.tributary.contract.row.encode.RowBlockWriter;
import java.util.Arrays;

/**
 * The rows of a CSV body, straight into row blocks. A row with another number of fields than expected is a bad one, as is
 * one that a column refuses; empty lines are none.
 */
public final class CsvRows extends PiecewiseRows implements LoadRows {
    /** The longest row, in bytes. */
    static final int ROW_BYTES_MAX = 64 << 20;

    private static final byte[] ONE = {'1'};

    private final CsvFormat format;
    private final int expected;
    private final int[] positions;
    private final int[] sources;
    private final CsvScanner scanner;
    private boolean begun;
    private long linesToSkip;
    /** Where the rows of the index stand: beginning and end of each. */
    private int[] indexedLines = new int[256];

    /** @param writer of the table, with its filter; it is reset first */
    public CsvRows(CsvFormat format, SourceFields fields, RowBlockWriter writer) {
        super(writer);
        this.format = format;
        expected = fields.names().size();
        positions = fields.targets().toArray();
        sources = fields.sourceArray();
        scanner = new CsvScanner(format, expected);
        linesToSkip = format.skippedLines();
    }

    @Override
    void read(boolean last) {
        byte[] bytes = input.bytes();
        int from = input.from();
        if (!begun) {
            if (input.to() - from < ByteOrderMark.BYTES && !last) {
                return;
            }
            begun = true;
            from = ByteOrderMark.end(bytes, from, input.to());
        }
        scanner.begin(bytes, from, input.to(), last);
        CellIndex cells = writer.cells();
        cells.begin(bytes, positions);
        boolean skipped = true;
        while (linesToSkip > 0 && skipped) {
            skipped = scanner.skipLine();
            linesToSkip -= skipped ? 1 : 0;
        }
        while (linesToSkip == 0 && scanner.row()) {
            rowCount++;
            if (scanner.fieldCount() == expected) {
                addRow(bytes, cells);
            } else {
                refuse();
            }
        }
        if (scanner.isUnclosed()) {
            throw format.unclosed(rowCount + 1);
        }
        blocks.endInput();
        if (input.readTo(scanner.position()) > ROW_BYTES_MAX) {
            throw new TributaryException(
                    ErrorCode.INVALID_STATEMENT,
                    "row " + (rowCount + 1) + " is longer than " + ROW_BYTES_MAX
                            + " bytes; does line_delimiter name what ends its lines?");
        }
    }

    private void addRow(byte[] bytes, CellIndex cells) {
        int row = 2 * cells.rowCount();
        if (row == indexedLines.length) {
            indexedLines = Arrays.copyOf(indexedLines, 2 * row);
        }
        indexedLines[row] = scanner.rowStart();
        indexedLines[row + 1] = scanner.rowEnd();
        for (int source : sources) {
            if (source == SourceFields.ONE) {
                cells.addNumber(ONE, 0, 1);
            } else if (scanner.isNull(source)) {
                cells.addNull();
            } else {
                scanner.unescape(source);
                int start = scanner.start(source);
                int length = scanner.end(source) - start;
                if (length == 0 && format.emptyIsNull()) {
                    cells.addNull();
                } else {
                    cells.addText(bytes, start, length);
                }
            }
        }
        blocks.endRow();
    }

    private void refuse() {
        int found = scanner.fieldCount();
        blocks.refuseRow(new TributaryException(
                found < expected ? ErrorCode.TOO_FEW_FIELDS : ErrorCode.TOO_MANY_FIELDS,
                "actual column number in csv file is " + (found < expected ? "less" : "more")
                        + " than schema column number. actual number: " + found + ", schema column number: " + expected
                        + "; row " + rowCount));
    }

    @Override
    public String line(int indexedRow, int charactersMax) {
        boolean indexed = indexedRow >= 0;
        int start = indexed ? indexedLines[2 * indexedRow] : scanner.rowStart();
        int end = indexed ? indexedLines[2 * indexedRow + 1] : scanner.rowEnd();
        return RejectedRows.shown(input.bytes(), start, end, charactersMax);
    }
}
