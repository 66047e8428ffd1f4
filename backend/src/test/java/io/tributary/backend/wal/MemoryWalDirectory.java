package io.tributary.backend.wal;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A log's directory in memory that can be cloned as a crash would leave it: what was synced is kept; of what was not, a
 * dead process loses nothing, a dead machine some writes, parts of writes and the newest changes of the directory.
 */
public final class MemoryWalDirectory implements WalDirectory {
    private static final int SECTOR_BYTES = 512;

    private final TreeMap<String, Node> files = new TreeMap<>();
    private final TreeMap<String, Node> durable = new TreeMap<>();
    private final List<Change> unsyncedChanges = new ArrayList<>();
    private int writes;
    private int forces;
    private int creates;
    private int failIn = -1;
    private boolean full;
    private long usableBytes = 1L << 40;
    private int looks;
    private Runnable beforeEach = () -> {};

    private static final class Node {
        byte[] live = new byte[0];
        byte[] synced = new byte[0];
        final List<Write> unsynced = new ArrayList<>();

        Node copy() {
            Node copy = new Node();
            copy.live = live.clone();
            copy.synced = synced.clone();
            copy.unsynced.addAll(unsynced);
            return copy;
        }
    }

    private record Write(int position, ByteBuffer data) {}

    /** A name that goes, and what comes instead, if anything. */
    private record Change(@Nullable String gone, @Nullable String come, Node node) {
        void apply(Map<String, Node> names) {
            if (gone != null) {
                names.remove(gone);
            }
            if (come != null) {
                names.put(come, node);
            }
        }
    }

    /** Fails the n-th write or force from now on, and all after it. */
    public void failAfter(int operations) {
        failIn = operations;
    }

    /** Whether new files find no room. */
    void full(boolean isFull) {
        full = isFull;
    }

    /** What it says is left; nothing takes of it. */
    public void usableBytes(long bytes) {
        usableBytes = bytes;
    }

    /** How often it was asked what is left. */
    public int looks() {
        return looks;
    }

    /** Runs before everything that changes a file or the directory. */
    void beforeEach(Runnable action) {
        beforeEach = action;
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

    public byte[] bytes(String name) throws IOException {
        return node(name).live.clone();
    }

    /** Puts these bytes into a file as if they had been there for long. */
    public void put(String name, byte[] bytes) {
        Node node = new Node();
        node.live = bytes.clone();
        node.synced = bytes.clone();
        files.put(name, node);
        durable.put(name, node);
    }

    /** What is left after the process died: everything, for the page cache lives on; what was not synced is so still. */
    public MemoryWalDirectory afterKill() {
        MemoryWalDirectory clone = new MemoryWalDirectory();
        IdentityHashMap<Node, Node> copies = new IdentityHashMap<>();
        files.forEach((name, node) -> clone.files.put(name, copies.computeIfAbsent(node, Node::copy)));
        durable.forEach((name, node) -> clone.durable.put(name, copies.computeIfAbsent(node, Node::copy)));
        for (Change change : unsyncedChanges) {
            clone.unsyncedChanges.add(
                    new Change(change.gone(), change.come(), copies.computeIfAbsent(change.node(), Node::copy)));
        }
        return clone;
    }

    /** What is left after the machine died. */
    public MemoryWalDirectory afterPowerLoss(Random random) {
        TreeMap<String, Node> left = new TreeMap<>(durable);
        int kept = random.nextInt(unsyncedChanges.size() + 1);
        unsyncedChanges.subList(0, kept).forEach(change -> change.apply(left));
        MemoryWalDirectory clone = new MemoryWalDirectory();
        left.forEach((name, node) -> clone.put(name, torn(node, random)));
        return clone;
    }

    private static byte[] torn(Node node, Random random) {
        byte[] content = node.synced.clone();
        int keep = random.nextInt(4);
        for (Write write : node.unsynced) {
            for (int at = 0; at < write.data().capacity(); ) {
                int sectorEnd = (write.position() + at) / SECTOR_BYTES * SECTOR_BYTES + SECTOR_BYTES - write.position();
                int length = Math.min(sectorEnd, write.data().capacity()) - at;
                int end = write.position() + at + length;
                if (keep == 3 || (keep > 0 && random.nextInt(3) < keep)) {
                    content = content.length < end ? Arrays.copyOf(content, end) : content;
                    System.arraycopy(write.data().array(), at, content, write.position() + at, length);
                }
                at += length;
            }
        }
        return content;
    }

    @Override
    public List<String> list() {
        return List.copyOf(files.keySet());
    }

    @Override
    public File create(String name, long bytes) throws IOException {
        beforeEach.run();
        if (full) {
            throw new IOException("no space left on device");
        }
        creates++;
        Node node = new Node();
        node.live = new byte[(int) bytes];
        change(new Change(null, name, node));
        return new OpenFile(node);
    }

    @Override
    public File open(String name) throws IOException {
        return new OpenFile(node(name));
    }

    @Override
    public void rename(String from, String to) throws IOException {
        beforeEach.run();
        Node node = node(from);
        change(new Change(from, to, node));
    }

    @Override
    public void delete(String name) throws IOException {
        beforeEach.run();
        change(new Change(name, null, node(name)));
    }

    @Override
    public void sync() {
        beforeEach.run();
        durable.clear();
        durable.putAll(files);
        unsyncedChanges.clear();
    }

    @Override
    public long usableBytes() {
        looks++;
        return usableBytes;
    }

    @Override
    public String toString() {
        return "memory";
    }

    private void change(Change change) {
        change.apply(files);
        unsyncedChanges.add(change);
    }

    private Node node(String name) throws IOException {
        Node node = files.get(name);
        if (node == null) {
            throw new FileNotFoundException(name);
        }
        return node;
    }

    private void maybeFail() throws IOException {
        beforeEach.run();
        if (failIn >= 0 && failIn-- == 0) {
            failIn = 0;
            throw new IOException("disk failed");
        }
    }

    private final class OpenFile implements File {
        private final Node node;

        OpenFile(Node node) {
            this.node = node;
        }

        @Override
        public void write(ByteBuffer source, long position) throws IOException {
            maybeFail();
            writes++;
            byte[] bytes = new byte[source.remaining()];
            source.get(bytes);
            int end = (int) position + bytes.length;
            if (node.live.length < end) {
                node.live = Arrays.copyOf(node.live, end);
            }
            System.arraycopy(bytes, 0, node.live, (int) position, bytes.length);
            node.unsynced.add(new Write((int) position, ByteBuffer.wrap(bytes)));
        }

        @Override
        public void read(ByteBuffer target, long position) {
            int count = Math.max(0, Math.min(target.remaining(), node.live.length - (int) position));
            target.put(node.live, (int) position, count);
        }

        @Override
        public long size() {
            return node.live.length;
        }

        @Override
        public void truncate(long bytes) {
            beforeEach.run();
            node.live = Arrays.copyOf(node.live, (int) bytes);
        }

        @Override
        public void force() throws IOException {
            maybeFail();
            forces++;
            node.synced = node.live.clone();
            node.unsynced.clear();
        }

        @Override
        public void close() {}
    }
}
