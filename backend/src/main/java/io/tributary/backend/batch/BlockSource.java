package io.tributary.backend.batch;

import io.tributary.contract.row.RowBlock;
import java.io.IOException;

/** Reads the blocks of a batch back from the log; committer threads. */
@FunctionalInterface
public interface BlockSource {
    Cursor open();

    /** Reads one block after the other; one thread. */
    interface Cursor extends AutoCloseable {
        RowBlock read(long address, long lsn) throws IOException;

        @Override
        void close() throws IOException;
    }
}
