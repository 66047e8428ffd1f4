package io.tributary.log;

import java.io.IOException;

/** Reads back single records of a log that is in use, also of one that has failed. Any thread. */
public interface RecordReader {
    /** Opens a cursor, for one thread; it is cheapest when addresses grow. */
    Cursor cursor();

    /** Reads single records and checks them; keeps open what it read from last. */
    interface Cursor extends AutoCloseable {
        /**
         * Reads the record at an address that {@link WriteAheadLog#lastAddress} or a replay gave; it may be read once it was
         * forced, and until it is truncated.
         *
         * @throws LogDamagedException if that record does not stand there intact
         */
        WalRecord read(long address, long lsn) throws IOException;

        @Override
        void close() throws IOException;
    }
}
