package io.tributary.log;

/** What the files of a log are called. */
public final class WalFileNames {
    static final String EPOCH = "epoch";

    /** Ends the name of a file that was never finished; such files are deleted at start. */
    static final String UNFINISHED = ".new";

    /** Ends the name of the copy of a torn end that was cut off. */
    static final String TORN = ".torn";

    /** Ends the name of the copy of a segment as it was before damage was skipped. */
    static final String DAMAGED = ".damaged";

    /** Ends the name of a segment that somebody took out of the log. */
    static final String ASIDE = ".aside";

    private static final String SEGMENT = ".wal";
    private static final String SPARE = ".spare";
    private static final int DIGITS = 16;

    private WalFileNames() {}

    static String segment(long segmentId) {
        return String.format("%016x%s", segmentId, SEGMENT);
    }

    public static boolean isSegment(String name) {
        return number(name, SEGMENT) >= 0;
    }

    static long segmentId(String name) {
        return number(name, SEGMENT);
    }

    /** The file of a segment that is no longer needed, kept for a new one. */
    static String spare(long number) {
        return String.format("%016x%s", number, SPARE);
    }

    static boolean isSpare(String name) {
        return number(name, SPARE) >= 0;
    }

    static long numberOfSpare(String name) {
        return number(name, SPARE);
    }

    /** The number before this suffix, or -1 if the name is not of this kind. */
    private static long number(String name, String suffix) {
        if (name.length() != DIGITS + suffix.length() || !name.endsWith(suffix)) {
            return -1;
        }
        try {
            return Long.parseLong(name.substring(0, DIGITS), 16);
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
