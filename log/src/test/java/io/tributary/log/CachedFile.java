package io.tributary.log;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * One file as the page cache shows it and as the medium holds it. What differs is either dirty, and written by the next
 * force, or was lost by a failed force: then the cache calls it clean, and no later force writes it.
 */
final class CachedFile {
    /** Written whole or not at all, by a medium that loses power. */
    static final int SECTOR_BYTES = 512;

    private byte[] cached = new byte[0];
    private byte[] medium = new byte[0];
    private final List<Change> dirty = new ArrayList<>();

    /** Bytes from a position on; or, where there are none, a new size. */
    private static final class Change {
        private final int position;
        private final byte @Nullable [] bytes;

        Change(int position, byte @Nullable [] bytes) {
            this.position = position;
            this.bytes = bytes;
        }

        byte[] appliedTo(byte[] content) {
            if (bytes == null) {
                return Arrays.copyOf(content, position);
            }
            int end = position + bytes.length;
            byte[] changed = content.length < end ? Arrays.copyOf(content, end) : content;
            System.arraycopy(bytes, 0, changed, position, bytes.length);
            return changed;
        }

        /** Sector by sector, those that arrive. */
        byte[] tornInto(byte[] content, Arrivals arrivals) {
            if (bytes == null) {
                return arrivals.next() ? appliedTo(content) : content;
            }
            byte[] changed = content;
            for (int at = 0; at < bytes.length; ) {
                int untilSectorEnd = SECTOR_BYTES - (position + at) % SECTOR_BYTES;
                int length = Math.min(untilSectorEnd, bytes.length - at);
                if (arrivals.next()) {
                    changed = new Change(position + at, Arrays.copyOfRange(bytes, at, at + length)).appliedTo(changed);
                }
                at += length;
            }
            return changed;
        }
    }

    /** In one case of four nothing arrives, in one everything, else a third or two thirds. */
    static final class Arrivals {
        private final Random random;
        private final int thirds;

        Arrivals(Random random) {
            this.random = random;
            this.thirds = random.nextInt(4);
        }

        boolean next() {
            return thirds == 3 || (thirds > 0 && random.nextInt(3) < thirds);
        }
    }

    /** A file that has been on the medium for long. */
    static CachedFile of(byte[] content) {
        CachedFile file = new CachedFile();
        file.cached = content.clone();
        file.medium = content.clone();
        return file;
    }

    CachedFile copy() {
        CachedFile copy = new CachedFile();
        copy.cached = cached.clone();
        copy.medium = medium.clone();
        copy.dirty.addAll(dirty);
        return copy;
    }

    byte[] cached() {
        return cached;
    }

    /** Whether these bytes are on the medium. */
    boolean holdsForSure(byte[] pattern) {
        for (int from = 0; from <= medium.length - pattern.length; from++) {
            if (medium[from] == pattern[0]
                    && Arrays.equals(medium, from, from + pattern.length, pattern, 0, pattern.length)) {
                return true;
            }
        }
        return false;
    }

    void write(int position, byte[] bytes) {
        change(new Change(position, bytes));
    }

    void resize(int bytes) {
        change(new Change(bytes, null));
    }

    private void change(Change change) {
        cached = change.appliedTo(cached);
        dirty.add(change);
    }

    void force() {
        for (Change change : dirty) {
            medium = change.appliedTo(medium);
        }
        dirty.clear();
    }

    /** A force failed: some of what was dirty is on the medium, and all of it counts as clean from now on. */
    void failForce(Random random) {
        medium = torn(random);
        dirty.clear();
    }

    /** What the medium holds when the power fails. */
    byte[] torn(Random random) {
        Arrivals arrivals = new Arrivals(random);
        byte[] content = medium.clone();
        for (Change change : dirty) {
            content = change.tornInto(content, arrivals);
        }
        return content;
    }

    /** The cache forgets what is clean, here and there or everywhere: it is read from the medium when next needed. */
    void evict(Random random) {
        Arrivals evicted = new Arrivals(random);
        for (int from = 0; from < Math.min(cached.length, medium.length); from += SECTOR_BYTES) {
            int to = Math.min(from + SECTOR_BYTES, Math.min(cached.length, medium.length));
            if (evicted.next()) {
                System.arraycopy(medium, from, cached, from, to - from);
            }
        }
        for (Change change : dirty) {
            cached = change.appliedTo(cached);
        }
    }
}
