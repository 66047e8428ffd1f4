package io.tributary.backend.wal;

/**
 * The sizes of a log.
 *
 * @param segmentBytes {@code wal_segment_bytes}: size of new segments; a longer record gets a segment of its own size
 * @param spareSegments {@code wal_spare_segments}: files of deleted segments that are kept for new ones; with 0 none is
 *     kept and none is prepared
 */
public record WalOptions(int segmentBytes, int spareSegments) {
    public static final int SEGMENT_BYTES_MIN = 4096;
    public static final int SEGMENT_BYTES_MAX = 1 << 30;
    public static final int SPARE_SEGMENTS_MAX = 64;

    public WalOptions {
        requireWithin("wal_segment_bytes", segmentBytes, SEGMENT_BYTES_MIN, SEGMENT_BYTES_MAX);
        requireWithin("wal_spare_segments", spareSegments, 0, SPARE_SEGMENTS_MAX);
    }

    /** Segments of 64 MiB, two spares. */
    public static WalOptions defaults() {
        return new WalOptions(64 << 20, 2);
    }

    private static void requireWithin(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + " = " + value + ", must be " + least + " to " + most);
        }
    }
}
