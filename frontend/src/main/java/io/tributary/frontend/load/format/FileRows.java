package io.tributary.frontend.load.format;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tributary.columnar.ColumnarReader;
import io.tributary.columnar.ReaderTurns;
import io.tributary.columnar.SpoolDirectory;
import io.tributary.columnar.SpoolFile;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.FilteredRows;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.encode.CellIndex;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.frontend.execution.BlockSplitter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a body that is a file of columns: spooled as it comes, read when it has ended, block by block. Columns are
 * found by their names. Waits for the disk and for an engine, so not on an event loop; whoever closes it waits for who
 * reads.
 */
final class FileRows implements LoadRows {
    private static final byte[] NOTHING = {};
    private static final byte[] ONE = {'1'};
    /** The value of a column that the file has not. */
    private static final int MISSING = -2;

    private final FileFormat format;
    private final SourceFields fields;
    private final RowBlockWriter writer;
    private final BlockSplitter blocks;
    private final SpoolDirectory directory;

    @GuardedBy("this")
    private @Nullable SpoolFile spool;

    @GuardedBy("this")
    private @Nullable ColumnarReader reader;

    @GuardedBy("this")
    private ReaderTurns.@Nullable Turn turn;

    @GuardedBy("this")
    private boolean closed;

    /** The place of each target's value among the reader's columns, {@link SourceFields#ONE} or {@link #MISSING}. */
    private int[] sources = {};

    private int selectedCount;
    private int batchRow;
    /** The row of the batch that each row of the index is. */
    private int[] indexedRows = new int[256];

    private boolean more = true;
    private long rowCount;
    private FilteredRows filtered = FilteredRows.NONE;

    /** @param writer of the table, with its filter; it is reset first */
    FileRows(FileFormat format, SourceFields fields, RowBlockWriter writer, SpoolDirectory directory) {
        this.format = format;
        this.fields = fields;
        this.writer = writer;
        this.directory = directory;
        writer.reset();
        blocks = new BlockSplitter(writer);
    }

    @Override
    public boolean takesLong() {
        return true;
    }

    @Override
    public synchronized List<RowBlock> add(byte[] piece) {
        requireOpen();
        if (piece.length > 0) {
            SpoolFile file = spool;
            if (file == null) {
                file = directory.create();
                spool = file;
            }
            file.append(piece);
        }
        return List.of();
    }

    @GuardedBy("this")
    private void requireOpen() {
        if (closed) {
            throw ended();
        }
    }

    private static IllegalStateException ended() {
        return new IllegalStateException("the load has ended");
    }

    @Override
    public synchronized CompletableFuture<Void> turn() {
        if (closed) {
            return CompletableFuture.failedFuture(ended());
        }
        ReaderTurns.Turn taken = turn;
        if (taken == null) {
            taken = directory.reader();
            turn = taken;
        }
        return taken.come();
    }

    /** Reads until blocks are full or the file ends; to be called when it is its {@link #turn}. */
    @Override
    public synchronized List<RowBlock> finish() {
        requireOpen();
        ColumnarReader file = reader;
        if (file == null && spool != null) {
            file = ColumnarReader.open(format.kind(), spool.path());
            reader = file;
            select(file);
        }
        List<RowBlock> full = List.of();
        while (full.isEmpty() && file != null && file.nextBatch()) {
            addBatch(file);
            full = blocks.takeFull();
        }
        if (full.isEmpty()) {
            more = false;
            full = blocks.finish();
            filtered = writer.filtered(rowCount);
        }
        return full;
    }

    @Override
    public boolean hasMore() {
        return more;
    }

    private void select(ColumnarReader file) {
        List<String> names = file.names();
        List<Integer> places = new ArrayList<>();
        sources = fields.sourceArray();
        for (int i = 0; i < sources.length; i++) {
            if (sources[i] != SourceFields.ONE) {
                int place = indexOf(names, fields.names().get(sources[i]));
                sources[i] = place < 0 ? MISSING : places.size();
                if (place >= 0) {
                    places.add(place);
                }
            }
        }
        if (places.isEmpty()) {
            throw new TributaryException(
                    ErrorCode.UNKNOWN_COLUMN,
                    "the file has none of the columns " + String.join(", ", fields.names()) + ", but "
                            + String.join(", ", names));
        }
        selectedCount = places.size();
        file.select(places);
    }

    private static int indexOf(List<String> names, String wanted) {
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).equalsIgnoreCase(wanted)) {
                return i;
            }
        }
        return -1;
    }

    private void addBatch(ColumnarReader file) {
        CellIndex cells = writer.cells();
        cells.begin(NOTHING, fields.targets().toArray());
        for (batchRow = 0; batchRow < file.rowCount(); batchRow++) {
            rowCount++;
            int row = cells.rowCount();
            if (row == indexedRows.length) {
                indexedRows = Arrays.copyOf(indexedRows, 2 * row);
            }
            indexedRows[row] = batchRow;
            for (int source : sources) {
                addValue(cells, file, source);
            }
            blocks.endRow();
        }
        blocks.endInput();
    }

    private void addValue(CellIndex cells, ColumnarReader file, int source) {
        if (source == MISSING) {
            cells.addDefault();
            return;
        }
        if (source == SourceFields.ONE) {
            cells.addNumber(ONE, 0, 1);
            return;
        }
        byte[] value = file.value(source, batchRow);
        if (value == null) {
            cells.addNull();
            return;
        }
        switch (file.form(source)) {
            case TEXT -> cells.addText(value, 0, value.length);
            case NUMBER -> cells.addNumber(value, 0, value.length);
            case BYTES -> cells.addBytes(value, 0, value.length);
        }
    }

    @Override
    public long heldBytes() {
        return writer.heldBytes();
    }

    @Override
    public long rowCount() {
        return rowCount;
    }

    @Override
    public FilteredRows filtered() {
        return filtered;
    }

    /** The values of the row's columns in the file, divided by tabs. */
    @Override
    public synchronized String line(int indexedRow, int charactersMax) {
        ColumnarReader file = reader;
        if (file == null) {
            return "";
        }
        int row = indexedRow >= 0 ? indexedRows[indexedRow] : batchRow;
        StringJoiner line = new StringJoiner("\t");
        for (int column = 0; column < selectedCount; column++) {
            byte[] value = file.value(column, row);
            line.add(value == null ? "\\N" : new String(value, StandardCharsets.UTF_8));
        }
        byte[] shown = line.toString().getBytes(StandardCharsets.UTF_8);
        return RejectedRows.shown(shown, 0, shown.length, charactersMax);
    }

    @Override
    public synchronized void close() {
        closed = true;
        try {
            if (reader != null) {
                reader.close();
            }
        } finally {
            if (spool != null) {
                spool.close();
            }
            if (turn != null) {
                turn.close();
            }
            reader = null;
            spool = null;
        }
    }
}
