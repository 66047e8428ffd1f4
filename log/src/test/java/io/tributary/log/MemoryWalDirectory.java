package io.tributary.log;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.file.FileAlreadyExistsException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A log's directory in memory that can be cloned as a crash would leave it: what was synced is kept; of what was not, a
 * dead process loses nothing, a dead machine some writes, parts of writes, and any changes of the directory, in any
 * combination that keeps the order of the changes of each single name.
 */
public final class MemoryWalDirectory implements WalDirectory {
    /** Tests' segments are at most as large. */
    private static final int FILE_BYTES = 8192;

    private final TreeMap<String, CachedFile> files = new TreeMap<>();
    private final TreeMap<String, CachedFile> durable = new TreeMap<>();
    private final List<Change> unsyncedChanges = new ArrayList<>();
    private int writes;
    private int forces;
    private int creates;
    private int failIn = -1;
    private boolean full;
    private long usableBytes = 1L << 40;
    /** What a disk has that is this log's alone, or -1 where {@link #usableBytes} does not follow from its files. */
    private long capacity = -1;

    private int looks;
    private int openFiles;
    private Runnable beforeEach = () -> {};
    private Watcher watcher = (operation, name) -> {};
    private @Nullable Random losses;

    /** What the log does with its directory. */
    public enum Operation {
        CREATE,
        OPEN,
        RENAME,
        DELETE,
        SYNC,
        LOOK,
        READ,
        WRITE,
        TRUNCATE,
        FORCE
    }

    /** Told before each operation; may make it fail. */
    @FunctionalInterface
    public interface Watcher {
        /** @param name of the file, as it was opened; of a rename the old one; empty for the directory */
        void before(Operation operation, String name) throws IOException;
    }

    /** A name that goes, and what comes instead, if anything. */
    private record Change(@Nullable String gone, @Nullable String come, CachedFile file) {
        void apply(Map<String, CachedFile> names) {
            if (gone != null) {
                names.remove(gone);
            }
            if (come != null) {
                names.put(come, file);
            }
        }

        /** Whether one of its names is among these. */
        boolean concerns(Set<String> names) {
            return (gone != null && names.contains(gone)) || (come != null && names.contains(come));
        }

        void addNames(Set<String> names) {
            if (gone != null) {
                names.add(gone);
            }
            if (come != null) {
                names.add(come);
            }
        }
    }

    /** Fails the n-th write or force from now on, and all after it. */
    public void failAfter(int operations) {
        failIn = operations;
    }

    /** Whether new files find no room. */
    public void full(boolean isFull) {
        full = isFull;
    }

    /** Whether a file of the usual size finds no room. */
    public boolean isFull() {
        return full || (capacity >= 0 && usable() < FILE_BYTES);
    }

    /** What it says is left; nothing takes of it, unless it has a {@link #capacity}. */
    public void usableBytes(long bytes) {
        usableBytes = bytes;
    }

    /** Sets what the disk has; its files take of it from now on. */
    public void capacity(long bytes) {
        capacity = bytes;
    }

    private long usable() {
        return capacity < 0
                ? usableBytes
                : capacity
                        - files.values().stream()
                                .mapToLong(file -> file.cached().length)
                                .sum();
    }

    /** How often it was asked what is left. */
    public int looks() {
        return looks;
    }

    /** Runs before everything that changes a file or the directory. */
    void beforeEach(Runnable action) {
        beforeEach = action;
    }

    /**
     * Asks before everything.
     *
     * @param lossesOfFailures what a failed write has written in spite of it, and what a failed force has lost for good
     */
    public void watch(Watcher before, Random lossesOfFailures) {
        watcher = before;
        losses = lossesOfFailures;
    }

    int creates() {
        return creates;
    }

    public int writes() {
        return writes;
    }

    public int forces() {
        return forces;
    }

    /** Files that were opened or created and not closed. */
    public int openFiles() {
        return openFiles;
    }

    public byte[] bytes(String name) throws IOException {
        return file(name).cached().clone();
    }

    /** Whether these bytes stand in a file whatever happens now. */
    public boolean isDurable(byte[] pattern) {
        return durable.values().stream().anyMatch(file -> file.holdsForSure(pattern));
    }

    /** Puts these bytes into a file as if they had been there for long. */
    public void put(String name, byte[] bytes) {
        CachedFile file = CachedFile.of(bytes);
        files.put(name, file);
        durable.put(name, file);
    }

    /** Takes a file away as if it had never been there. */
    public void remove(String name) {
        files.remove(name);
        durable.remove(name);
    }

    /** What is left after the process died: everything, for the page cache lives on; what was not synced is so still. */
    public MemoryWalDirectory afterKill() {
        MemoryWalDirectory clone = new MemoryWalDirectory();
        IdentityHashMap<CachedFile, CachedFile> copies = new IdentityHashMap<>();
        files.forEach((name, file) -> clone.files.put(name, copies.computeIfAbsent(file, CachedFile::copy)));
        durable.forEach((name, file) -> clone.durable.put(name, copies.computeIfAbsent(file, CachedFile::copy)));
        for (Change change : unsyncedChanges) {
            clone.unsyncedChanges.add(
                    new Change(change.gone(), change.come(), copies.computeIfAbsent(change.file(), CachedFile::copy)));
        }
        clone.usableBytes = usableBytes;
        clone.capacity = capacity;
        clone.full = full;
        return clone;
    }

    /** Returns what is left after a while in which the page cache forgot some of what it called clean. */
    public MemoryWalDirectory afterKill(Random random) {
        MemoryWalDirectory clone = afterKill();
        clone.files.values().forEach(file -> file.evict(random));
        return clone;
    }

    /** What is left after the machine died. */
    public MemoryWalDirectory afterPowerLoss(Random random) {
        TreeMap<String, CachedFile> left = new TreeMap<>(durable);
        surviving(random).forEach(change -> change.apply(left));
        MemoryWalDirectory clone = new MemoryWalDirectory();
        left.forEach((name, file) -> clone.put(name, file.torn(random)));
        clone.usableBytes = usableBytes;
        clone.capacity = capacity;
        clone.full = full;
        return clone;
    }

    /** A change is lost if one before it was that concerns one of its names; else by chance. */
    private List<Change> surviving(Random random) {
        CachedFile.Arrivals arrivals = new CachedFile.Arrivals(random);
        Set<String> lost = new HashSet<>();
        List<Change> surviving = new ArrayList<>();
        for (Change change : unsyncedChanges) {
            if (arrivals.next() && !change.concerns(lost)) {
                surviving.add(change);
            } else {
                change.addNames(lost);
            }
        }
        return surviving;
    }

    @Override
    public List<String> list() {
        return List.copyOf(files.keySet());
    }

    @Override
    public File create(String name, long bytes) throws IOException {
        changing(Operation.CREATE, name);
        if (full || (capacity >= 0 && bytes > usable())) {
            throw new IOException("no space left on device");
        }
        if (files.containsKey(name)) {
            throw new FileAlreadyExistsException(name);
        }
        creates++;
        CachedFile file = new CachedFile();
        file.resize((int) bytes);
        change(new Change(null, name, file));
        return new OpenFile(name, file);
    }

    @Override
    public File open(String name) throws IOException {
        watcher.before(Operation.OPEN, name);
        return new OpenFile(name, file(name));
    }

    @Override
    public void rename(String from, String to) throws IOException {
        changing(Operation.RENAME, from);
        change(new Change(from, to, file(from)));
    }

    @Override
    public void delete(String name) throws IOException {
        changing(Operation.DELETE, name);
        change(new Change(name, null, file(name)));
    }

    @Override
    public void sync() throws IOException {
        changing(Operation.SYNC, "");
        durable.clear();
        durable.putAll(files);
        unsyncedChanges.clear();
    }

    @Override
    public long usableBytes() throws IOException {
        watcher.before(Operation.LOOK, "");
        looks++;
        return Math.max(0, usable());
    }

    @Override
    public String toString() {
        return "memory";
    }

    private void changing(Operation operation, String name) throws IOException {
        beforeEach.run();
        watcher.before(operation, name);
    }

    private void change(Change change) {
        change.apply(files);
        unsyncedChanges.add(change);
    }

    private CachedFile file(String name) throws IOException {
        CachedFile file = files.get(name);
        if (file == null) {
            throw new FileNotFoundException(name);
        }
        return file;
    }

    private void maybeFail() throws IOException {
        beforeEach.run();
        if (failIn >= 0 && failIn-- == 0) {
            failIn = 0;
            throw new IOException("disk failed");
        }
    }

    private final class OpenFile implements File {
        private final String name;
        private final CachedFile file;
        private boolean closed;

        OpenFile(String name, CachedFile file) {
            this.name = name;
            this.file = file;
            openFiles++;
        }

        @Override
        public void write(ByteBuffer source, long position) throws IOException {
            requireOpen();
            maybeFail();
            byte[] bytes = new byte[source.remaining()];
            try {
                watcher.before(Operation.WRITE, name);
            } catch (IOException e) {
                if (losses != null) {
                    source.get(bytes);
                    file.write((int) position, Arrays.copyOf(bytes, losses.nextInt(bytes.length + 1)));
                }
                throw e;
            }
            writes++;
            source.get(bytes);
            file.write((int) position, bytes);
        }

        @Override
        public void read(ByteBuffer target, long position) throws IOException {
            requireOpen();
            watcher.before(Operation.READ, name);
            byte[] content = file.cached();
            int count = Math.max(0, Math.min(target.remaining(), content.length - (int) position));
            target.put(content, (int) position, count);
        }

        @Override
        public long size() throws IOException {
            requireOpen();
            return file.cached().length;
        }

        @Override
        public void truncate(long bytes) throws IOException {
            requireOpen();
            changing(Operation.TRUNCATE, name);
            if (bytes < file.cached().length) {
                file.resize((int) bytes);
            }
        }

        @Override
        public void force() throws IOException {
            requireOpen();
            maybeFail();
            try {
                watcher.before(Operation.FORCE, name);
            } catch (IOException e) {
                if (losses != null) {
                    file.failForce(losses);
                }
                throw e;
            }
            forces++;
            file.force();
        }

        private void requireOpen() throws IOException {
            if (closed) {
                throw new ClosedChannelException();
            }
        }

        @Override
        public void close() {
            if (!closed) {
                closed = true;
                openFiles--;
            }
        }
    }
}
