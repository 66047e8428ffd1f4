package io.tributary.log;

/**
 * The sizes of a log.
 *
 * @param segmentBytes {@code wal_segment_bytes}: size of new segments; a longer record gets a segment of its own size
 * @param spareSegments {@code wal_spare_segments}: files of deleted segments that are kept for new ones; with 0 none is
 *     kept and none is prepared
 * @param keepBytes {@code wal_keep_bytes}: most of the segments that are kept although everything in them is committed,
 *     unless a checkpoint is under way; 0: none is
 */
public record WalOptions(int segmentBytes, int spareSegments, long keepBytes) {
    public static final int SEGMENT_BYTES_MIN = 4096;
    public static final int SEGMENT_BYTES_MAX = 1 << 30;
    public static final int SPARE_SEGMENTS_MAX = 64;

    /** Keeps nothing beyond its commit. */
    public WalOptions(int segmentBytes, int spareSegments) {
        this(segmentBytes, spareSegments, 0);
    }

    public WalOptions {
        requireWithin("wal_segment_bytes", segmentBytes, SEGMENT_BYTES_MIN, SEGMENT_BYTES_MAX);
        requireWithin("wal_spare_segments", spareSegments, 0, SPARE_SEGMENTS_MAX);
        if (keepBytes < 0) {
            throw new IllegalArgumentException("wal_keep_bytes = " + keepBytes + ", must not be negative");
        }
    }

    /** Spares that are worth keeping where segments go many at a time, after a checkpoint: as many as are kept until the next, at most. */
    int recycledSegmentsMax() {
        return spareSegments == 0 ? 0 : (int) Math.min(SPARE_SEGMENTS_MAX, keepBytes / segmentBytes);
    }

    /** Segments of 64 MiB, two spares, 1 GiB kept. */
    public static WalOptions defaults() {
        return new WalOptions(64 << 20, 2, 1L << 30);
    }

    private static void requireWithin(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + " = " + value + ", must be " + least + " to " + most);
        }
    }
}
