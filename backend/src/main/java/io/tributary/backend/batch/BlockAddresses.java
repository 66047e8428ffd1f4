package io.tributary.backend.batch;

import java.util.Arrays;

/**
 * Where the blocks of a batch are in the log: LSN and address of each, in log order. They are all that stays in memory of a
 * batch that waits in the log, so they are kept as differences, 3 or 4 bytes for a row that was loaded alone:
 *
 * <pre>
 *   | LSN − LSN before, varint | address − address before, varint | …      every 64th block also stands by itself
 * </pre>
 *
 * One thread at a time.
 */
final class BlockAddresses {
    /** Blocks from one that stands by itself to the next. */
    private static final int STRIDE = 64;

    private static final int BYTES_INITIAL = 64;
    /** Bytes of a block's place at most: two varints. */
    private static final int PLACE_BYTES_MAX = 20;

    private byte[] differences = new byte[BYTES_INITIAL];
    private int end;
    private int count;
    private long lastLsn;
    private long lastAddress;

    /** LSN, address, and where the difference of the next begins, of every 64th block. */
    private long[] lsns = {0};

    private long[] addresses = {0};
    private int[] nextAt = {0};

    /** The block that was asked for last, for the next is mostly asked for next. */
    private int known = -1;

    private long knownLsn;
    private long knownAddress;
    private int knownNextAt;

    /** Adds a block behind all others. */
    void add(long lsn, long address) {
        if (lsn <= lastLsn || address < lastAddress) {
            throw new IllegalArgumentException(
                    "block with lsn " + lsn + " at " + address + " behind lsn " + lastLsn + " at " + lastAddress);
        }
        if (end + PLACE_BYTES_MAX > differences.length) {
            differences = Arrays.copyOf(differences, Math.addExact(end, end / 2 + PLACE_BYTES_MAX));
        }
        put(lsn - lastLsn);
        put(address - lastAddress);
        lastLsn = lsn;
        lastAddress = address;
        if (count % STRIDE == 0) {
            int place = count / STRIDE;
            if (place == lsns.length) {
                lsns = Arrays.copyOf(lsns, 2 * place);
                addresses = Arrays.copyOf(addresses, 2 * place);
                nextAt = Arrays.copyOf(nextAt, 2 * place);
            }
            lsns[place] = lsn;
            addresses[place] = address;
            nextAt[place] = end;
        }
        count++;
    }

    private void put(long value) {
        long rest = value;
        while (rest > 0x7F) {
            differences[end++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        differences[end++] = (byte) rest;
    }

    int count() {
        return count;
    }

    long lsn(int block) {
        find(block);
        return knownLsn;
    }

    long address(int block) {
        find(block);
        return knownAddress;
    }

    private void find(int block) {
        if (block < 0 || block >= count) {
            throw new IndexOutOfBoundsException("block " + block + " of " + count);
        }
        if (block < known || known < 0 || block / STRIDE != known / STRIDE) {
            known = block - block % STRIDE;
            knownLsn = lsns[block / STRIDE];
            knownAddress = addresses[block / STRIDE];
            knownNextAt = nextAt[block / STRIDE];
        }
        while (known < block) {
            knownLsn += next();
            knownAddress += next();
            known++;
        }
    }

    private long next() {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            byte part = differences[knownNextAt++];
            value |= (part & 0x7FL) << shift;
            if (part >= 0) {
                return value;
            }
        }
    }

    /** What it takes. */
    long bytes() {
        return differences.length + (long) lsns.length * (Long.BYTES + Long.BYTES + Integer.BYTES);
    }
}
