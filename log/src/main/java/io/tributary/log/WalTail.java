package io.tributary.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the last segment after its last intact record. A write that a crash tore is cut off, since it was never
 * acknowledged, and a copy of it kept; what cannot be a torn write is damage and refused.
 *
 * <p>The rule: a bad record is damage if an intact one after it, in the same segment, was written when the bad one was
 * already durable ({@code forcedLsn}). Only the last segment can be torn, because it is forced before the next is made.
 *
 * <p>Where neither a record of this segment nor a trace of one follows, the segment ended cleanly: zeros, and whatever the
 * file held before it became this segment, stay where they are.
 */
final class WalTail {
    /** Copies kept; the oldest goes when there is one more. */
    static final int TORN_FILES_MAX = 8;

    /** What is kept of a record whose own length cannot be trusted. */
    static final int UNMEASURED_BYTES_MAX = 1 << 16;

    private static final int COPY_BYTES = 1 << 20;
    private static final Logger log = LoggerFactory.getLogger(WalTail.class);

    private WalTail() {}

    /**
     * Where the records of a segment end.
     *
     * @param offset behind the last intact record
     * @param nextLsn of the record that is not there
     * @param defect what is wrong at that place as a record
     * @param tornEnd where the torn write ends that stands there, or {@code offset}
     * @param unforced where the records begin for which no later one vouches
     * @param vouchedAt offset of an intact record that says the missing one was durable, so that this is damage; or -1
     */
    public record End(long offset, long nextLsn, String defect, long tornEnd, long unforced, long vouchedAt) {
        boolean isDamage() {
            return vouchedAt >= 0;
        }

        String damage() {
            return defect + "; it was durable when the record at offset " + vouchedAt + " was written";
        }
    }

    /** Repairs the segment if need be, makes it durable and returns the LSN of the log's last record. */
    static long repair(WalDirectory directory, SegmentHeader segment) throws IOException {
        try (WalDirectory.File file = directory.open(segment.fileName())) {
            requireWhole(directory, segment, file);
            SegmentInput input = new SegmentInput(file, segment);
            End end = find(input, segment);
            if (end.isDamage()) {
                throw new LogDamagedException(directory, segment.fileName(), end.offset(), end.damage());
            }
            if (end.tornEnd() > end.offset()) {
                boolean isCut = cut(directory, segment.fileName(), file, end.offset(), end.tornEnd());
                log.warn(
                        "torn end of the log {}: file={}/{} offset={} bytes={} copy={} lsn={} reason={}",
                        isCut ? "cut" : "left where it is, for there is no room for its copy",
                        directory,
                        segment.fileName(),
                        end.offset(),
                        end.tornEnd() - end.offset(),
                        isCut ? segment.fileName() + WalFileNames.TORN : "",
                        end.nextLsn(),
                        end.defect());
            }
            rewrite(file, end.unforced(), end.offset());
            file.force();
            return end.nextLsn() == segment.firstLsn() ? segment.previousLsn() : end.nextLsn() - 1;
        }
    }

    /** Only a cut makes a segment shorter, and that keeps a copy first. */
    private static void requireWhole(WalDirectory directory, SegmentHeader segment, WalDirectory.File file)
            throws IOException {
        if (isShort(directory, segment, file)) {
            throw new LogDamagedException(
                    directory,
                    segment.fileName(),
                    file.size(),
                    "the file ends here, expected " + segment.segmentBytes() + " bytes, for there is no copy "
                            + segment.fileName() + WalFileNames.TORN + " of an end that was cut");
        }
    }

    /** Reads the whole segment; changes nothing. */
    static End find(SegmentInput input, SegmentHeader segment) throws IOException {
        long offset = SegmentHeader.BYTES;
        long lsn = segment.firstLsn();
        long forcedLsn = 0;
        long unforced = offset;
        String defect = input.defect(offset, lsn);
        while (defect == null) {
            if (input.forcedLsn(offset) > forcedLsn) {
                forcedLsn = input.forcedLsn(offset);
                unforced = offset;
            }
            lsn = input.lastLsn(offset) + 1;
            offset += input.length(offset);
            defect = input.defect(offset, lsn);
        }
        long end = tornEnd(input, offset);
        for (long header = input.nextHeader(offset + 1); header >= 0; header = input.nextHeader(header + 1)) {
            if (input.vouchesFor(lsn, header)) {
                return new End(offset, lsn, defect, end, unforced, header);
            }
            end = Math.max(end, input.endOf(header));
        }
        return new End(offset, lsn, defect, end, unforced, -1);
    }

    /** Where the bad record at this offset ends, or the offset if none was begun there. */
    private static long tornEnd(SegmentInput input, long offset) throws IOException {
        if (input.hasHeader(offset)) {
            return input.endOf(offset);
        }
        return input.hasTraceOfHeader(offset)
                ? input.endOfBytes(offset, Math.min(input.fileBytes(), offset + UNMEASURED_BYTES_MAX))
                : offset;
    }

    static boolean isShort(WalDirectory directory, SegmentHeader segment, WalDirectory.File file) throws IOException {
        return file.size() < segment.segmentBytes()
                && !directory.list().contains(segment.fileName() + WalFileNames.TORN);
    }

    /**
     * What was read may be in the page cache only, and nothing may act on it before it is durable. A force alone does not
     * make it so: after one that failed the system calls the pages clean, although they are not on the disk. So the records
     * of the last force, for which no later record vouches, are written once more.
     */
    private static void rewrite(WalDirectory.File file, long from, long end) throws IOException {
        ByteBuffer chunk = ByteBuffer.allocate((int) Math.min(COPY_BYTES, end - from));
        for (long offset = from; offset < end; offset += COPY_BYTES) {
            chunk.clear().limit((int) Math.min(COPY_BYTES, end - offset));
            file.read(chunk, offset);
            file.write(chunk.flip(), offset);
        }
    }

    /**
     * Nothing is left behind {@code from}; what is copied ends at {@code end}. False: the copy found no room, and everything is
     * as it was. Nobody reads beyond the last record, neither now nor when the next segment says where this one ended.
     */
    private static boolean cut(WalDirectory directory, String name, WalDirectory.File file, long from, long end)
            throws IOException {
        List<String> kept = directory.list().stream()
                .filter(other -> other.endsWith(WalFileNames.TORN))
                .sorted()
                .toList();
        for (int i = 0; i <= kept.size() - TORN_FILES_MAX; i++) {
            directory.delete(kept.get(i));
        }
        String unfinished = name + WalFileNames.TORN + WalFileNames.UNFINISHED;
        WalDirectory.File made;
        try {
            made = directory.create(unfinished, end - from);
        } catch (IOException e) {
            log.debug("no copy of a torn end: file={}/{}", directory, unfinished, e);
            return false;
        }
        try (WalDirectory.File copy = made) {
            ByteBuffer chunk = ByteBuffer.allocate(COPY_BYTES);
            for (long offset = from; offset < end; offset += COPY_BYTES) {
                chunk.clear().limit((int) Math.min(COPY_BYTES, end - offset));
                file.read(chunk, offset);
                copy.write(chunk.flip(), offset - from);
            }
            copy.force();
        }
        directory.rename(unfinished, name + WalFileNames.TORN);
        directory.sync();
        file.truncate(from);
        return true;
    }
}
