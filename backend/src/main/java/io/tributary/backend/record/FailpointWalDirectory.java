package io.tributary.backend.record;

import io.tributary.backend.batch.Failpoint;
import io.tributary.backend.batch.Failpoint.Point;
import io.tributary.log.WalDirectory;
import io.tributary.log.WalFileNames;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** A log's directory of which writes and ends of segments pass a failpoint. Only crash tests have one. */
public final class FailpointWalDirectory implements WalDirectory {
    private final WalDirectory directory;
    private final Failpoint failpoint;

    private FailpointWalDirectory(WalDirectory directory, Failpoint failpoint) {
        this.directory = directory;
        this.failpoint = failpoint;
    }

    /** The directory itself where there is no failpoint. */
    public static WalDirectory of(WalDirectory directory, Failpoint failpoint) {
        return failpoint == Failpoint.NONE ? directory : new FailpointWalDirectory(directory, failpoint);
    }

    @Override
    public List<String> list() throws IOException {
        return directory.list();
    }

    /** Its zeros are no writes of the log. */
    @Override
    public File create(String name, long bytes) throws IOException {
        return new WatchedFile(directory.create(name, bytes), failpoint);
    }

    @Override
    public File open(String name) throws IOException {
        return new WatchedFile(directory.open(name), failpoint);
    }

    @Override
    public void rename(String from, String to) throws IOException {
        boolean isSegment = WalFileNames.isSegment(from);
        if (isSegment) {
            failpoint.pass(Point.BEFORE_SEGMENT_DELETE);
        }
        directory.rename(from, to);
        if (isSegment) {
            failpoint.pass(Point.AFTER_SEGMENT_DELETE);
        }
    }

    @Override
    public void delete(String name) throws IOException {
        boolean isSegment = WalFileNames.isSegment(name);
        if (isSegment) {
            failpoint.pass(Point.BEFORE_SEGMENT_DELETE);
        }
        directory.delete(name);
        if (isSegment) {
            failpoint.pass(Point.AFTER_SEGMENT_DELETE);
        }
    }

    @Override
    public void sync() throws IOException {
        directory.sync();
    }

    @Override
    public long usableBytes() throws IOException {
        return directory.usableBytes();
    }

    @Override
    public String toString() {
        return directory.toString();
    }

    private record WatchedFile(File file, Failpoint failpoint) implements File {
        @Override
        public void write(ByteBuffer source, long position) throws IOException {
            failpoint.pass(Point.BEFORE_WRITE);
            file.write(source, position);
            failpoint.pass(Point.AFTER_WRITE);
        }

        @Override
        public void read(ByteBuffer target, long position) throws IOException {
            file.read(target, position);
        }

        @Override
        public long size() throws IOException {
            return file.size();
        }

        @Override
        public void truncate(long bytes) throws IOException {
            file.truncate(bytes);
        }

        @Override
        public void force() throws IOException {
            file.force();
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
