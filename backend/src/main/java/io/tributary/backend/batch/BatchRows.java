package io.tributary.backend.batch;

import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.RowJson;
import io.tributary.contract.row.RowSelection;
import io.tributary.contract.schema.Column;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;

/**
 * The rows of a batch by their numbers in it, from 0 on, to append some of them. Blocks that are not in memory are read from
 * the log for each call, {@link BatchCommitter#READ_BACK_BYTES} at a time. A committer's thread.
 */
public final class BatchRows implements Bisection.Units {
    private final Batch batch;
    private final BlockSource source;
    private final List<RowBlock> inMemory;
    private final RowSelection selection;
    /** The first row of each block, and behind them the number of rows; likewise of each load. */
    private final int[] blockStarts;

    private final int[] loadStarts;

    /** Gets a row as JSON, by its number and that of its load. */
    interface RowReader {
        void row(int row, int load, String json);
    }

    private interface BlockReader {
        void block(int number, RowBlock block) throws IOException;
    }

    /** @throws ArithmeticException for more rows than a commit takes, 2^31 − 1 */
    BatchRows(Batch batch, BlockSource source) throws IOException {
        this.batch = batch;
        this.source = source;
        inMemory = batch.isInMemory() ? batch.blocks() : List.of();
        selection = new RowSelection(
                batch.table().columns().stream().map(Column::type).toList());
        blockStarts = new int[batch.blockCount() + 1];
        loadStarts = new int[batch.loads() + 1];
        read(
                0,
                batch.blockCount(),
                (number, block) -> blockStarts[number + 1] = Math.addExact(blockStarts[number], block.rowCount()));
        int load = 0;
        for (int block = 0; block < batch.blockCount(); block++) {
            if (batch.endsLoad(block)) {
                loadStarts[++load] = blockStarts[block + 1];
            }
        }
    }

    @Override
    public int count() {
        return blockStarts[blockStarts.length - 1];
    }

    @Override
    public int start(int row) {
        int load = loadOf(row);
        return batch.isSync(load) ? loadStarts[load] : row;
    }

    @Override
    public int end(int row) {
        int load = loadOf(row);
        return batch.isSync(load) ? loadStarts[load + 1] : row + 1;
    }

    int loadOf(int row) {
        return find(loadStarts, row);
    }

    /** LSN of the first block of a load. */
    long firstLsn(int load) {
        return batch.lsn(find(blockStarts, loadStarts[load]));
    }

    /** The last place whose start is not behind the row; of several with the same start, the last. */
    private static int find(int[] starts, int row) {
        int found = Arrays.binarySearch(starts, row);
        if (found < 0) {
            return -found - 2;
        }
        while (starts[found + 1] == row) {
            found++;
        }
        return found;
    }

    Batch batch() {
        return batch;
    }

    /** Reads these rows but those left out, some at a time. */
    void chunks(int from, int to, BitSet refusedPart, Consumer<List<RowBlock>> reader) throws IOException {
        if (from >= to) {
            return;
        }
        List<RowBlock> chunk = new ArrayList<>();
        long[] bytes = {0};
        read(find(blockStarts, from), find(blockStarts, to - 1) + 1, (number, block) -> {
            RowBlock wanted = wanted(number, block, from, to, refusedPart);
            if (wanted.rowCount() > 0) {
                chunk.add(wanted);
                bytes[0] += wanted.length();
            }
            if (bytes[0] >= BatchCommitter.READ_BACK_BYTES) {
                reader.accept(List.copyOf(chunk));
                chunk.clear();
                bytes[0] = 0;
            }
        });
        if (!chunk.isEmpty()) {
            reader.accept(chunk);
        }
    }

    private RowBlock wanted(int number, RowBlock block, int from, int to, BitSet refusedPart) {
        int start = blockStarts[number];
        int first = Math.max(from, start);
        int last = Math.min(to, blockStarts[number + 1]);
        int out = refusedPart.nextSetBit(first);
        if (last - first == block.rowCount() && (out < 0 || out >= last)) {
            return block;
        }
        BitSet wanted = new BitSet();
        wanted.set(first - start, last - start);
        wanted.andNot(refusedPart.get(start, last));
        return selection.of(block, wanted);
    }

    /** Reads these rows as JSON, in order. */
    void read(BitSet rows, RowReader reader) throws IOException {
        RowJson json = new RowJson(batch.table());
        read(0, batch.blockCount(), (number, block) -> {
            int end = blockStarts[number + 1];
            int row = rows.nextSetBit(blockStarts[number]);
            if (row >= 0 && row < end) {
                json.block(block);
            }
            for (; row >= 0 && row < end; row = rows.nextSetBit(row + 1)) {
                reader.row(row, loadOf(row), json.row(row - blockStarts[number]));
            }
        });
    }

    private void read(int from, int to, BlockReader reader) throws IOException {
        if (!inMemory.isEmpty()) {
            for (int number = from; number < to; number++) {
                reader.block(number, inMemory.get(number));
            }
            return;
        }
        try (BlockSource.Cursor cursor = source.open()) {
            for (int number = from; number < to; number++) {
                reader.block(number, cursor.read(batch.address(number), batch.lsn(number)));
            }
        }
    }
}
