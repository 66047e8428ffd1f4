package io.tributary.engine.port.rows;

import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.RowBlockReader;
import io.tributary.contract.schema.ColumnType;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds which rows of some blocks are the last of their key, or of those with the highest sequence the last. Keys are
 * compared as the bytes they have in a block: two that are equal have one encoding, NULL included.
 *
 * <p>Takes about the bytes of the distinct keys and 20 more each. One use, one thread.
 */
public final class LastRows {
    private static final int KEYS_INITIAL = 1024;

    /** Unknown to clients, so that nobody can choose keys that all hash alike. */
    private static final long MULTIPLIER = new SecureRandom().nextLong() | 1;

    private final RowBlockReader reader;
    private final int[] key;
    private final int[] widths;
    /** For each column of the key the byte that its values may end with or not, or -1. */
    private final int[] padding;

    /** The distinct keys, one behind the other. */
    private byte[] keys = new byte[16 * KEYS_INITIAL];
    /** Where each key begins, and where the next will. */
    private int[] starts = new int[KEYS_INITIAL + 1];

    private int[] hashes = new int[KEYS_INITIAL];
    private int count;
    /** Number of a key plus one, by its hash; 0 is free. Twice as many as keys at least. */
    private int[] slots = new int[2 * KEYS_INITIAL];

    private final @Nullable HighestSequences sequences;

    /** @param key positions of the key's columns */
    public LastRows(List<ColumnType> types, int... key) {
        this(types, -1, key);
    }

    /**
     * @param sequence position of the column that has the sequences, or -1
     * @param key positions of the key's columns
     */
    public LastRows(List<ColumnType> types, int sequence, int... key) {
        this(types, sequence, key, KeyPadding.none(key.length));
    }

    /**
     * @param sequence position of the column that has the sequences, or -1
     * @param key positions of the key's columns
     * @param padding for each of them the byte that makes no difference at the end of a value, or -1
     */
    public LastRows(List<ColumnType> types, int sequence, int[] key, int[] padding) {
        this.padding = padding.clone();
        reader = new RowBlockReader(types);
        sequences = sequence < 0 ? null : new HighestSequences(reader, sequence, types.get(sequence));
        this.key = key.clone();
        widths = Arrays.stream(key).map(i -> types.get(i).width()).toArray();
    }

    /**
     * A bit for each row, counted over all blocks, set where no later row has the same key, and with sequences no other row
     * of the key a higher one; null where that is every row.
     *
     * @param rows of all blocks together
     */
    @Nullable
    public BitSet of(List<RowBlock> blocks, int rows) {
        BitSet last = new BitSet(rows);
        int end = rows;
        for (int block = blocks.size() - 1; block >= 0; block--) {
            reader.reset(blocks.get(block));
            end -= reader.rowCount();
            for (int row = reader.rowCount() - 1; row >= 0; row--) {
                int known = count;
                int number = keyNumber(row);
                if (number == known) {
                    last.set(end + row);
                }
                if (sequences != null) {
                    int outdone = sequences.outdone(number, row, end + row);
                    if (outdone >= 0) {
                        last.clear(outdone);
                        last.set(end + row);
                    }
                }
            }
        }
        return count == rows ? null : last;
    }

    /** The number of the row's key among the distinct ones, which is the next where it is new. */
    private int keyNumber(int row) {
        int from = starts[count];
        int to = from;
        for (int i = 0; i < key.length; i++) {
            to = appendValue(to, i, row);
        }
        int hash = hash(from, to);
        int slot = hash & (slots.length - 1);
        while (slots[slot] != 0) {
            int other = slots[slot] - 1;
            if (hashes[other] == hash && Arrays.equals(keys, starts[other], starts[other + 1], keys, from, to)) {
                return other;
            }
            slot = (slot + 1) & (slots.length - 1);
        }
        slots[slot] = count + 1;
        add(hash, to);
        return count - 1;
    }

    /** Writes 0 for NULL; else 1, for a text its length, and the value's bytes. Returns where they end. */
    private int appendValue(int at, int i, int row) {
        int column = key[i];
        if (reader.isNull(column, row)) {
            reserve(at + 1);
            keys[at] = 0;
            return at + 1;
        }
        int width = widths[i];
        int source = width == 0 ? reader.bytesOffset(column, row) : reader.valuesOffset(column) + width * row;
        int length = width == 0
                ? KeyPadding.length(reader.array(), source, reader.bytesLength(column, row), padding[i])
                : width;
        int prefix = width == 0 ? 1 + Integer.BYTES : 1;
        reserve(Math.addExact(at, prefix + length));
        keys[at] = 1;
        if (width == 0) {
            for (int b = 0; b < Integer.BYTES; b++) {
                keys[at + 1 + b] = (byte) (length >> (8 * b));
            }
        }
        System.arraycopy(reader.array(), source, keys, at + prefix, length);
        return at + prefix + length;
    }

    private void reserve(int end) {
        if (end > keys.length) {
            keys = Arrays.copyOf(keys, (int) Math.min(Integer.MAX_VALUE - 8, Math.max(end, 2L * keys.length)));
        }
    }

    private int hash(int from, int to) {
        long hash = 1;
        for (int i = from; i < to; i++) {
            hash = (hash ^ keys[i]) * MULTIPLIER;
            hash ^= hash >>> 32;
        }
        return (int) hash;
    }

    private void add(int hash, int end) {
        if (count == hashes.length) {
            hashes = Arrays.copyOf(hashes, 2 * count);
            starts = Arrays.copyOf(starts, 2 * count + 1);
        }
        hashes[count] = hash;
        count++;
        starts[count] = end;
        if (2 * count > slots.length) {
            rehash();
        }
    }

    private void rehash() {
        slots = new int[2 * slots.length];
        for (int each = 0; each < count; each++) {
            int slot = hashes[each] & (slots.length - 1);
            while (slots[slot] != 0) {
                slot = (slot + 1) & (slots.length - 1);
            }
            slots[slot] = each + 1;
        }
    }
}
