package io.tributary.log;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;

/** The contract of a log whose directory is on a disk. */
class LogOnFilesTest extends WriteAheadLogContract {
    private final Random random = new Random(1);

    @TempDir
    Path path;

    @Override
    protected WriteAheadLog open() throws IOException {
        return SegmentedLog.open(WalDirectory.open(path), SegmentedLogTest.OPTIONS, random::nextLong, Runnable::run);
    }

    @Override
    protected void takeAway() throws IOException {
        for (String name : WalDirectory.open(path).list()) {
            Files.delete(path.resolve(name));
        }
    }
}
