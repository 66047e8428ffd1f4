package io.tributary.log;

/**
 * A place of a log where a start refuses to go on.
 *
 * @param file name of the segment, or of the file {@code epoch}
 * @param offset where the record begins that is not there; 0 for the segment's header, or all of it
 * @param end where the next intact record of the segment stands, or {@code offset} if there is none
 * @param firstLsn of what is lost, with {@code lastLsn}; both 0 where that cannot be known
 * @param lastLsn of what is lost
 * @param what is wrong
 */
public record LogDamage(String file, long offset, long end, long firstLsn, long lastLsn, String what) {
    /** Files that are named of a gap between two segments, at most. */
    static final int MISSING_MAX = 100;

    static LogDamage of(String file, long offset, String what) {
        return new LogDamage(file, offset, offset, 0, 0, what);
    }
}
