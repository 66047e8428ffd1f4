package io.tributary.backend.keys;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The idempotency keys of a table's committed loads, the oldest commit first: {@value #FIELDS} longs each, in pieces, and 5
 * to 11 bytes of an index. Any thread, one at a time.
 */
final class TableKeys {
    /** 128 bits of a hash of a table and a key in it. */
    record Id(long high, long low) {}

    /** The load that was made under a key. */
    record Kept(long rowsDigest, long firstId, long logEpoch, long txnId, long committedMillis) {}

    static final int FIELDS = 6;

    private static final int PIECE_KEYS = 128;
    private static final int PLACES_INITIAL = 16;

    /** Bits of the time in the last field; those above it say which epoch. */
    private static final int MILLIS_BITS = 48;

    /** The bits of a key's number that are in the index. */
    private static final int NUMBER_MASK = Integer.MAX_VALUE;

    /** Epochs of the logs that the loads were in: a few. */
    private final List<Long> epochs = new ArrayList<>();

    /** Pieces of {@value #PIECE_KEYS} keys each; the first one begins with that of the oldest. */
    private final List<long[]> pieces = new ArrayList<>();

    /** The number of the first piece, counted from the first that there ever was. */
    private long firstPiece;

    private long oldest;
    private long next;

    /** Number of a key by its hash, its lowest bits, plus one; 0 is free. */
    private int[] places = new int[PLACES_INITIAL];

    private int count;

    synchronized int size() {
        return count;
    }

    synchronized @Nullable Kept find(Id id) {
        int place = place(id);
        return places[place] == 0 ? null : kept(number(place));
    }

    /** Adds it as the newest; what was there under this key is forgotten. Returns by how many keys there are more. */
    synchronized int put(Id id, Kept kept) {
        long[] piece = next % PIECE_KEYS == 0 ? newPiece() : pieces.get(pieces.size() - 1);
        int at = (int) (next % PIECE_KEYS) * FIELDS;
        piece[at] = id.high();
        piece[at + 1] = id.low();
        piece[at + 2] = kept.rowsDigest();
        piece[at + 3] = kept.firstId();
        piece[at + 4] = kept.txnId();
        piece[at + 5] = kept.committedMillis() | epoch(kept.logEpoch()) << MILLIS_BITS;
        int place = place(id);
        boolean isNew = places[place] == 0;
        places[place] = (int) (next & NUMBER_MASK) + 1;
        next++;
        if (!isNew) {
            return 0;
        }
        count++;
        if (count > places.length / 4 * 3) {
            grow();
        }
        return 1;
    }

    private long[] newPiece() {
        long[] piece = new long[PIECE_KEYS * FIELDS];
        pieces.add(piece);
        return piece;
    }

    private long epoch(long logEpoch) {
        int known = epochs.indexOf(logEpoch);
        if (known >= 0) {
            return known;
        }
        epochs.add(logEpoch);
        return epochs.size() - 1L;
    }

    /** Forgets the keys of loads committed by then; returns how many. */
    synchronized int removeUntil(long millis) {
        int before = count;
        while (oldest < next && millisOf(oldest) <= millis) {
            int place = place(id(oldest));
            // One that was used again is in the index by its newest use only.
            if (places[place] != 0 && number(place) == oldest) {
                free(place);
                count--;
            }
            oldest++;
        }
        long gone = oldest / PIECE_KEYS - firstPiece;
        pieces.subList(0, (int) gone).clear();
        firstPiece += gone;
        return before - count;
    }

    /** Where the key is in the index, or would be. */
    private int place(Id id) {
        int mask = places.length - 1;
        int place = (int) id.low() & mask;
        while (places[place] != 0) {
            long number = number(place);
            long[] piece = piece(number);
            int at = (int) (number % PIECE_KEYS) * FIELDS;
            if (piece[at] == id.high() && piece[at + 1] == id.low()) {
                return place;
            }
            place = (place + 1) & mask;
        }
        return place;
    }

    /** Frees a place, and moves up what stands behind it only because it was taken. */
    private void free(int place) {
        int mask = places.length - 1;
        int hole = place;
        for (int i = (hole + 1) & mask; places[i] != 0; i = (i + 1) & mask) {
            int wanted = (int) id(number(i)).low() & mask;
            if (((i - wanted) & mask) >= ((i - hole) & mask)) {
                places[hole] = places[i];
                hole = i;
            }
        }
        places[hole] = 0;
    }

    private void grow() {
        places = new int[2 * places.length];
        for (long number = oldest; number < next; number++) {
            places[place(id(number))] = (int) (number & NUMBER_MASK) + 1;
        }
    }

    private long number(int place) {
        return oldest + ((places[place] - 1 - oldest) & NUMBER_MASK);
    }

    private long[] piece(long number) {
        return pieces.get((int) (number / PIECE_KEYS - firstPiece));
    }

    private Id id(long number) {
        long[] piece = piece(number);
        int at = (int) (number % PIECE_KEYS) * FIELDS;
        return new Id(piece[at], piece[at + 1]);
    }

    private long millisOf(long number) {
        return piece(number)[(int) (number % PIECE_KEYS) * FIELDS + 5] & (1L << MILLIS_BITS) - 1;
    }

    private Kept kept(long number) {
        long[] piece = piece(number);
        int at = (int) (number % PIECE_KEYS) * FIELDS;
        return new Kept(
                piece[at + 2],
                piece[at + 3],
                epochs.get((int) (piece[at + 5] >>> MILLIS_BITS)),
                piece[at + 4],
                millisOf(number));
    }
}
