package io.tributary.backend.batch;

import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.IdempotencyKey;
import io.tributary.contract.schema.TableSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Loads of one table that are committed together: where their blocks are in the log and, while the memory budget allows,
 * the blocks. A sealed batch accepts nothing.
 *
 * <p>Owned by the ingest agent; a committer reads it between its hand-over and the result, when nobody changes it but who
 * waits for it.
 */
public final class Batch {
    /** What a block costs in memory beside its bytes: its objects and its place in the arrays. */
    static final int BLOCK_OVERHEAD_BYTES = 64;

    private static final int BLOCKS_INITIAL = 16;
    private static final int KEYS_INITIAL = 4;

    private final TableSchema table;
    private final long txnId;
    private final long lowestLsn;
    private final long openedNanos;

    private final BlockAddresses places = new BlockAddresses();
    private @Nullable RowBlock @Nullable [] blocks = new RowBlock[BLOCKS_INITIAL];
    /** A bit for each block, set where it is the last of its load. */
    private final BitSet loadEnds = new BitSet();
    /** A bit for each load, set where it was not acknowledged when it was logged. */
    private final BitSet syncLoads = new BitSet();
    /** A bit for each load, set where whoever reads after its acknowledgement is bound to see it. */
    private final BitSet boundLoads = new BitSet();

    private boolean inMemory = true;

    private long firstPosition;
    private long lastPosition;
    private int loads;
    private long rows;
    private long bytes;
    private long memoryBytes;
    private long sealLsn;
    private List<Waiting> waiting = new ArrayList<>();
    private int readers;
    private int bound;
    private boolean bindsReads;
    private List<IdempotencyKey> keys = List.of();
    /** The load of each key. */
    private int[] keyLoads = {};

    private RefusedPart refusedPart = RefusedPart.NOTHING;

    /** @param load that it waits for, by its number in the batch, from 0 on; {@link #ALL_LOADS} for who reads the table */
    public record Waiting(int load, CommitListener listener) {}

    /** Whoever waits for no load of his own is told of the commit, whichever loads it has left out. */
    public static final int ALL_LOADS = -1;

    /**
     * @param table as it was when the batch was opened
     * @param lowestLsn of the record that opened it; the log is kept from here on until the batch is committed
     */
    public Batch(TableSchema table, long txnId, long lowestLsn, long openedNanos) {
        this.table = table;
        this.txnId = txnId;
        this.lowestLsn = lowestLsn;
        this.openedNanos = openedNanos;
    }

    /** Adds a logged block of the load that {@link #endLoad} will end. A null block is only in the log. */
    public void addBlock(long lsn, long address, int rowCount, int length, @Nullable RowBlock block) {
        if (isSealed()) {
            throw new IllegalStateException(
                    "batch " + txnId + " of table " + table.tableId() + " is sealed, lsn " + lsn + " came late");
        }
        int number = places.count();
        places.add(lsn, address);
        if (block == null) {
            dropBlocks();
        } else if (blocks != null) {
            if (number == blocks.length) {
                blocks = Arrays.copyOf(blocks, 2 * number);
            }
            blocks[number] = block;
            memoryBytes += length + BLOCK_OVERHEAD_BYTES;
        }
        rows += rowCount;
        bytes += length;
    }

    /**
     * All blocks of a load were added, whose writer is told only of the commit: it fails as a whole or not at all.
     *
     * @param position LSN of its last record
     */
    public void endSyncLoad(long position) {
        syncLoads.set(loads);
        endLoad(position);
    }

    /**
     * All blocks of a load were added, whose writer is told when it is durable, and which every read sees that begins after
     * that.
     *
     * @param position LSN of its last record
     */
    public void endBoundLoad(long position) {
        boundLoads.set(loads);
        bound++;
        endLoad(position);
    }

    /** All blocks of a load were added; {@code position} is the LSN of its last record. */
    public void endLoad(long position) {
        loadEnds.set(places.count() - 1);
        if (loads == 0) {
            firstPosition = position;
        }
        lastPosition = position;
        loads++;
    }

    /** The load that was ended last has this key. */
    public void addKey(IdempotencyKey key) {
        if (keys.isEmpty()) {
            keys = new ArrayList<>();
        }
        if (keys.size() == keyLoads.length) {
            keyLoads = Arrays.copyOf(keyLoads, Math.max(KEYS_INITIAL, 2 * keyLoads.length));
        }
        keyLoads[keys.size()] = loads - 1;
        keys.add(key);
    }

    /** The number in the batch of the load that has {@link #keys}' key at this place. */
    public int loadOfKey(int place) {
        return keyLoads[place];
    }

    /** Keys of those of its loads that have one, in order. */
    public List<IdempotencyKey> keys() {
        return Collections.unmodifiableList(keys);
    }

    /** Tells this listener when the load that was ended last is committed, or why nobody waits for that any more. */
    public void await(CommitListener listener) {
        await(loads - 1, listener);
    }

    /**
     * Tells this listener when this load is committed, or why nobody waits for that any more. Also of a batch that is
     * sealed, for a load that was repeated.
     */
    public void await(int load, CommitListener listener) {
        waiting.add(new Waiting(load, listener));
    }

    /** Ends the batch: it accepts nothing any more, and may be committed once the record with this LSN is durable. */
    public void seal(long lsn) {
        if (isSealed() || loads == 0) {
            throw new IllegalStateException("batch " + txnId + " of table " + table.tableId() + " with " + loads
                    + " loads cannot be sealed, seal lsn " + sealLsn);
        }
        sealLsn = lsn;
    }

    /** Forgets the blocks, so that a commit reads them from the log; returns the bytes of memory that were held. */
    public long dropBlocks() {
        long freed = memoryBytes;
        blocks = null;
        inMemory = false;
        memoryBytes = 0;
        return freed;
    }

    /** Tells this listener, who is about to read the table, when the batch is committed. */
    public void awaitByReader(CommitListener listener) {
        readers++;
        await(ALL_LOADS, listener);
    }

    /** Takes the listeners out, so that each hears once. */
    public List<Waiting> takeWaiting() {
        List<Waiting> taken = waiting;
        waiting = new ArrayList<>();
        return taken;
    }

    public boolean isAwaited() {
        return !waiting.isEmpty();
    }

    /** How many wait for its commit. */
    public int writers() {
        return waiting.size();
    }

    /** How many clients come back with a next load when it is committed: those who wait for it, or have rows in it that reads wait for. */
    public int expectedBack() {
        return Math.max(waiting.size(), bound);
    }

    /** Returns how many of all that have waited for its commit were to read the table. */
    public int readers() {
        return readers;
    }

    /** How many of its loads reads are bound to see that begin after their acknowledgement. */
    public int boundLoads() {
        return bound;
    }

    /** Whether there are any. */
    public boolean isBound() {
        return bound > 0;
    }

    /** Some of its bound loads are answered now, or may have been before the start. */
    public void bindReads() {
        bindsReads = true;
    }

    /** Whether a read that begins now must see it. */
    public boolean bindsReads() {
        return bindsReads;
    }

    /** The blocks in log order; only while {@link #isInMemory}. */
    public List<RowBlock> blocks() {
        if (blocks == null) {
            throw new IllegalStateException("blocks of batch " + txnId + " are in the log only");
        }
        List<RowBlock> all = new ArrayList<>(places.count());
        for (RowBlock block : Arrays.asList(blocks).subList(0, places.count())) {
            if (block != null) {
                all.add(block);
            }
        }
        return Collections.unmodifiableList(all);
    }

    public boolean isInMemory() {
        return inMemory;
    }

    public int blockCount() {
        return places.count();
    }

    public long lsn(int block) {
        return places.lsn(block);
    }

    public long address(int block) {
        return places.address(block);
    }

    /** Whether this block is the last of its load. */
    public boolean endsLoad(int block) {
        return loadEnds.get(block);
    }

    /** Whether a load, by its number in the batch, is one whose writer is told only of the commit. */
    public boolean isSync(int load) {
        return syncLoads.get(load);
    }

    /** Whether a load, by its number in the batch, is one that reads are bound to see. */
    public boolean isBound(int load) {
        return boundLoads.get(load);
    }

    /** What the commit left out; nothing before. */
    public RefusedPart refusedPart() {
        return refusedPart;
    }

    /** Sets what the commit left out; the committer does so before it reports the commit. */
    void refusedPart(RefusedPart refused) {
        refusedPart = refused;
    }

    public TableSchema table() {
        return table;
    }

    public long txnId() {
        return txnId;
    }

    public long lowestLsn() {
        return lowestLsn;
    }

    public long openedNanos() {
        return openedNanos;
    }

    /** Position of its first load. */
    public long firstPosition() {
        return firstPosition;
    }

    /** Position of its last load; what the engine records as applied. */
    public long lastPosition() {
        return lastPosition;
    }

    public int loads() {
        return loads;
    }

    public long rows() {
        return rows;
    }

    /** Encoded bytes of its blocks. */
    public long bytes() {
        return bytes;
    }

    /** Bytes reserved in the {@link MemoryBudget} for it. */
    public long memoryBytes() {
        return memoryBytes;
    }

    public boolean isSealed() {
        return sealLsn != 0;
    }

    public long sealLsn() {
        return sealLsn;
    }
}
