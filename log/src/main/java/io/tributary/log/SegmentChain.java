package io.tributary.log;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The segments that a log consists of, oldest first. The newest is appended to and never goes; the oldest go when nobody
 * needs their records. Ingest agent's thread.
 */
final class SegmentChain {
    /** Segments that one call of {@link #truncateBefore} deletes: each takes a sync of the directory. */
    static final int SEGMENTS_RETIRED_MAX = 8;

    private static final Logger log = LoggerFactory.getLogger(SegmentChain.class);

    private final WalDirectory directory;
    private final WalOptions options;
    private final SegmentFiles files;
    private final Deque<SegmentHeader> segments;

    /** How many files may be kept as spares: as many as went together, be it in several calls, for as many will come. */
    private int sparesMax;

    /** @param found when the log was opened */
    SegmentChain(WalDirectory directory, WalOptions options, SegmentFiles files, Collection<SegmentHeader> found) {
        this.directory = directory;
        this.options = options;
        this.files = files;
        this.segments = new ArrayDeque<>(found);
        this.sparesMax = options.spareSegments();
    }

    /** Makes this segment the newest. */
    void add(SegmentHeader next) {
        segments.addLast(next);
    }

    int size() {
        return segments.size();
    }

    /** Does what {@link WriteAheadLog#truncateBefore} promises. */
    boolean truncateBefore(long lsn) throws IOException {
        int going = countBelow(lsn);
        List<SegmentHeader> outdone = new ArrayList<>();
        while (isOldestBelow(lsn) && outdone.size() < SEGMENTS_RETIRED_MAX) {
            outdone.add(segments.removeFirst());
        }
        if (outdone.isEmpty()) {
            return false;
        }
        sparesMax = Math.max(sparesMax, Math.min(going, options.recycledSegmentsMax()));
        files.retire(outdone, sparesMax);
        boolean goesOn = isOldestBelow(lsn);
        if (!goesOn) {
            sparesMax = options.spareSegments();
        }
        log.debug(
                "log truncated: log={} lsn={} segments={} spares={}",
                directory,
                lsn,
                segments.size(),
                files.spareCount());
        return goesOn;
    }

    /** Adds up the sizes of the segments below this LSN. */
    long bytesBelow(long lsn) {
        return segments.stream()
                .limit(countBelow(lsn))
                .mapToLong(SegmentHeader::segmentBytes)
                .sum();
    }

    private int countBelow(long lsn) {
        int below = -1;
        for (SegmentHeader segment : segments) {
            if (below >= 0 && segment.previousLsn() >= lsn) {
                break;
            }
            below++;
        }
        return Math.max(0, below);
    }

    /** Tells whether all records of the oldest segment are below this LSN, and it is not the newest. */
    boolean isOldestBelow(long lsn) {
        Iterator<SegmentHeader> oldest = segments.iterator();
        if (!oldest.hasNext()) {
            return false; // not begun
        }
        oldest.next();
        return oldest.hasNext() && oldest.next().previousLsn() < lsn;
    }
}
