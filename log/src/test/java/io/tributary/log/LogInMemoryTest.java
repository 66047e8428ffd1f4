package io.tributary.log;

import java.io.IOException;
import java.util.List;
import java.util.Random;

/** The contract of a log whose directory is the one that stands in for a disk in other tests. */
class LogInMemoryTest extends WriteAheadLogContract {
    private final Random random = new Random(1);
    private final MemoryWalDirectory directory = new MemoryWalDirectory();

    @Override
    protected WriteAheadLog open() throws IOException {
        return SegmentedLog.open(directory, SegmentedLogTest.OPTIONS, random::nextLong, Runnable::run);
    }

    @Override
    protected void takeAway() throws IOException {
        for (String name : List.copyOf(directory.list())) {
            directory.delete(name);
        }
    }
}
