package io.tributary.backend.ingest;

import io.tributary.backend.batch.Batch;
import io.tributary.backend.ingest.CommitHandover.Taken;
import io.tributary.engine.port.TransactionLimit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Batches of different tables that are due at the same moment, for one engine transaction: its commit is paid once. Ingest
 * agent's thread.
 */
final class CommitGroup {
    /** Batches of a group; what is appended holds the lanes of all its tables. */
    static final int BATCHES_MAX = 256;

    /** Encoded bytes of a group. */
    static final long BYTES_MAX = 64L << 20;

    /** A batch of more bytes shares nothing: what others would save by its commit is little beside waiting for it. */
    static final long BATCH_BYTES_MAX = 8L << 20;

    /** How long a group is appended to; what is left then goes into another. */
    static final long APPEND_NANOS_MAX = TimeUnit.MILLISECONDS.toNanos(100);

    /** The same where somebody waits for its batches: about what two commits of their own would take. */
    static final long AWAITED_APPEND_NANOS_MAX = TimeUnit.MILLISECONDS.toNanos(10);

    private final long appendNanosMax;
    private final TransactionLimit limit;
    private final List<Taken> taken = new ArrayList<>();
    private long bytes;
    private long rows;
    private long memoryBytes;

    /** @param limit of the engine of its batches */
    CommitGroup(long appendNanosMax, TransactionLimit limit) {
        this.appendNanosMax = appendNanosMax;
        this.limit = limit;
    }

    /** Whether a batch may share a commit at all. */
    static boolean isFor(Taken one) {
        Batch batch = one.batch();
        return !one.batcher().isAlone() && batch.isInMemory() && batch.bytes() <= BATCH_BYTES_MAX;
    }

    boolean hasRoomFor(Taken one) {
        Batch batch = one.batch();
        return taken.size() < BATCHES_MAX
                && bytes + batch.bytes() <= BYTES_MAX
                && limit.takes(bytes + batch.bytes(), rows + batch.rows());
    }

    void add(Taken one) {
        taken.add(one);
        bytes += one.batch().bytes();
        rows += one.batch().rows();
        memoryBytes += one.batch().memoryBytes();
    }

    boolean isEmpty() {
        return taken.isEmpty();
    }

    List<Taken> taken() {
        return taken;
    }

    long memoryBytes() {
        return memoryBytes;
    }

    long appendNanosMax() {
        return appendNanosMax;
    }
}
