package io.tributary.backend.record;

import io.tributary.backend.batch.BlockSource;
import io.tributary.contract.row.RowBlock;
import io.tributary.log.RecordReader;
import java.io.IOException;
import java.util.Arrays;

/** Reads the blocks of batches back from the log. */
public record LoggedBlocks(RecordReader reader) implements BlockSource {
    @Override
    public Cursor open() {
        RecordReader.Cursor records = reader.cursor();
        return new Cursor() {
            @Override
            public RowBlock read(long address, long lsn) throws IOException {
                RowBlock block = LogRecords.block(records.read(address, lsn).payload());
                // The reader's window moves on, so the block gets its own array.
                return RowBlock.of(Arrays.copyOfRange(block.bytes(), block.offset(), block.offset() + block.length()));
            }

            @Override
            public void close() throws IOException {
                records.close();
            }
        };
    }
}
