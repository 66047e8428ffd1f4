package io.tributary.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes damage out of a log that nobody has open, so that a start reads over it. A copy of the file as it was is kept,
 * under its name and {@code .damaged}; the file itself is replaced in one step, so a crash leaves the old or the new one.
 *
 * <p>In place of damaged records stands one that says for which LSNs it stands ({@link WalFrame#TAG_SKIPPED}). The others
 * stay where they are. A segment of which the header is unusable gets a new one if its first record is intact; else it is
 * replaced by one that holds nothing else than such a record.
 */
public final class LogSkip {
    private static final int COPY_BYTES = 1 << 20;
    private static final int SKIPPED_RECORD_BYTES = WalFrame.HEADER_BYTES + WalFrame.SKIPPED_FIELD_BYTES;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final WalDirectory directory;
    private final long epoch;
    private final int salt;

    /**
     * What would be done to one file.
     *
     * @param kind of the change
     * @param file its name
     * @param offset where the new record begins
     * @param end where the next record stands, or {@code offset} if none does
     * @param firstLsn of what is lost
     * @param lastLsn of what is lost; below {@code firstLsn}: nothing is, or nobody knows what was
     * @param header of the segment afterwards; null if there is none any more
     */
    public record Plan(
            Kind kind,
            String file,
            long offset,
            long end,
            long firstLsn,
            long lastLsn,
            @Nullable SegmentHeader header) {
        /** Says it in words, for whoever decides. */
        public String text() {
            String lost = lastLsn < firstLsn
                    ? "no record is lost by it"
                    : "lost: lsn " + firstLsn + " to " + lastLsn + " (" + (lastLsn - firstLsn + 1) + " records)";
            return switch (kind) {
                case RECORDS -> file + ": bytes " + offset + " to " + end + " are taken out; " + lost;
                case HEADER -> file + ": its header is made anew from its first record; " + lost;
                case REPLACE ->
                    file + ": an empty segment takes its place; lost is whatever it held, up to lsn " + lastLsn;
                case END -> file + ": zeros take the place of its lost end; lost is whatever that held";
                case EPOCH -> file + ": written anew, as the segments have it; " + lost;
                case REMOVE -> file + ": set aside, the log ends before it; lost is whatever it held";
            };
        }
    }

    /** What is done. */
    public enum Kind {
        RECORDS,
        HEADER,
        END,
        REPLACE,
        REMOVE,
        EPOCH
    }

    /** @param salt random, not 0, for a segment that is made anew */
    public LogSkip(WalDirectory directory, long epoch, int salt) {
        this.directory = directory;
        this.epoch = epoch;
        this.salt = salt;
    }

    /**
     * Looks what it would take to go on behind this place; changes nothing.
     *
     * @param offset of the damage, as a refused start or an inspection names it
     * @param to offset of the intact record to go on with, or -1 for the next one
     * @throws IllegalArgumentException saying why that cannot be
     */
    public Plan plan(String segment, long offset, long to) throws IOException {
        if (segment.equals(WalFileNames.EPOCH) && epoch != 0 && offset == 0) {
            return new Plan(Kind.EPOCH, segment, 0, 0, 1, 0, null);
        }
        if (!WalFileNames.isSegment(segment)) {
            throw new IllegalArgumentException(segment + " is no name of a segment");
        }
        List<String> names = directory.list().stream()
                .filter(WalFileNames::isSegment)
                .sorted()
                .toList();
        if (offset == 0) {
            return planSegment(segment, names);
        }
        if (!names.contains(segment)) {
            throw new IllegalArgumentException(segment + " is not there; in its place: --offset 0");
        }
        try (WalDirectory.File file = directory.open(segment)) {
            SegmentHeader header = SegmentHeader.read(directory, segment, file, epoch);
            boolean isLast = segment.equals(names.get(names.size() - 1));
            if (isLast && offset == file.size() && WalTail.isShort(directory, header, file)) {
                return new Plan(Kind.END, segment, offset, offset, 1, 0, header);
            }
            return planRecords(new SegmentInput(file, header), header, offset, to, names);
        }
    }

    private Plan planRecords(SegmentInput input, SegmentHeader header, long offset, long to, List<String> names)
            throws IOException {
        String name = header.fileName();
        long lsn = header.firstLsn();
        long at = SegmentHeader.BYTES;
        while (at < offset && input.defect(at, lsn) == null) {
            lsn = input.lastLsn(at) + 1;
            at += input.length(at);
        }
        if (at != offset) {
            throw new IllegalArgumentException(
                    name + ": no record is expected at offset " + offset + ", but at offset " + at + " one is");
        }
        boolean intact = input.defect(offset, lsn) == null;
        long next = to >= 0 ? to : input.nextIntact(offset + 1, lsn + 1);
        if (to >= 0
                && (to <= offset
                        || !input.hasHeader(to)
                        || input.defect(to, input.lsn(to)) != null
                        || input.lsn(to) <= lsn)) {
            throw new IllegalArgumentException(name + ": no intact record behind lsn " + lsn + " at offset " + to);
        }
        if (next >= 0) {
            return new Plan(Kind.RECORDS, name, offset, next, lsn, input.lsn(next) - 1, header);
        }
        int index = names.indexOf(name);
        long lastLsn = index + 1 < names.size() ? readable(names.get(index + 1)).previousLsn() : intact ? lsn : lsn - 1;
        if (lastLsn < lsn) {
            throw new IllegalArgumentException(name + ": the segment ends at offset " + offset
                    + ", nothing is missing there; a start cuts a torn write by itself");
        }
        return new Plan(
                Kind.RECORDS, name, offset, intact ? offset + input.length(offset) : offset, lsn, lastLsn, header);
    }

    /** The file, or what is there in its place, is no segment of this log. */
    private Plan planSegment(String name, List<String> names) throws IOException {
        long id = WalFileNames.segmentId(name);
        List<String> before =
                names.stream().filter(other -> other.compareTo(name) < 0).toList();
        List<String> after =
                names.stream().filter(other -> other.compareTo(name) > 0).toList();
        long previousLsn = before.isEmpty() ? 0 : lastLsn(before.get(before.size() - 1), id);
        boolean isThere = names.contains(name);
        if (isThere) {
            SegmentHeader rebuilt = rebuilt(name, id, before.isEmpty(), previousLsn);
            if (rebuilt != null) {
                return new Plan(Kind.HEADER, name, 0, 0, 1, 0, rebuilt);
            }
        }
        boolean isNextToOldest = !after.isEmpty() && WalFileNames.segmentId(after.get(0)) == id + 1;
        if (!isThere && (after.isEmpty() || (before.isEmpty() && !isNextToOldest))) {
            throw new IllegalArgumentException(name + " is not there, and nothing says that it was");
        }
        long lastLsn = after.isEmpty() ? 0 : readable(after.get(0)).previousLsn();
        if (after.isEmpty() || (before.isEmpty() && lastLsn == 0)) {
            return new Plan(Kind.REMOVE, name, 0, 0, 1, 0, null);
        }
        // Nobody knows where the oldest began; one record in its place says that some are missing.
        long previous = before.isEmpty() ? lastLsn - 1 : previousLsn;
        SegmentHeader header =
                new SegmentHeader(epoch, id, previous + 1, previous, SegmentHeader.BYTES + SKIPPED_RECORD_BYTES, salt);
        return new Plan(Kind.REPLACE, name, SegmentHeader.BYTES, SegmentHeader.BYTES, previous + 1, lastLsn, header);
    }

    /** LSN of the last record before the segment with this id, which must follow the one with this name. */
    private long lastLsn(String before, long id) throws IOException {
        if (WalFileNames.segmentId(before) != id - 1) {
            throw new IllegalArgumentException(WalFileNames.segment(id - 1) + " is missing, too: skip that first");
        }
        try (WalDirectory.File file = directory.open(before)) {
            SegmentHeader header = SegmentHeader.read(directory, before, file, epoch);
            long next = WalTail.find(new SegmentInput(file, header), header).nextLsn();
            return next == header.firstLsn() ? header.previousLsn() : next - 1;
        } catch (LogDamagedException e) {
            throw new IllegalArgumentException(before + " is damaged, too: skip that first", e);
        }
    }

    private SegmentHeader readable(String name) throws IOException {
        try (WalDirectory.File file = directory.open(name)) {
            return SegmentHeader.read(directory, name, file, epoch);
        } catch (LogDamagedException e) {
            throw new IllegalArgumentException("the header of " + name + " is damaged, too: skip that first", e);
        }
    }

    /** A header for what stands behind the unusable one, or null if that is no record of this segment. */
    private @Nullable SegmentHeader rebuilt(String name, long id, boolean isOldest, long previousLsn)
            throws IOException {
        try (WalDirectory.File file = directory.open(name)) {
            try {
                SegmentHeader.read(directory, name, file, epoch);
                throw new IllegalArgumentException("the header of " + name + " is intact");
            } catch (LogDamagedException e) {
                if (SegmentHeader.isNewerVersion(file)) {
                    throw new IllegalArgumentException(
                            name + ": " + e.what() + "; the program that wrote it reads it", e);
                }
            }
            if (file.size() < SegmentHeader.BYTES + WalFrame.HEADER_BYTES) {
                return null;
            }
            ByteBuffer first = ByteBuffer.allocate(WalFrame.HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
            file.read(first, SegmentHeader.BYTES);
            first.flip();
            if (WalFrame.segmentId(first, 0) != id) {
                return null;
            }
            long lsn = WalFrame.lsn(first, 0);
            SegmentHeader header = new SegmentHeader(
                    epoch, id, lsn, isOldest ? lsn - 1 : previousLsn, file.size(), WalFrame.salt(first, 0));
            boolean intact = lsn > header.previousLsn()
                    && (SegmentHeader.epoch(file) == 0 || SegmentHeader.epoch(file) == epoch)
                    && new SegmentInput(file, header).defect(SegmentHeader.BYTES, lsn) == null;
            return intact ? header : null;
        }
    }

    /** Does it. Returns the name of the copy of the file as it was, or an empty one if there was no file. */
    public String apply(Plan plan) throws IOException {
        String copy = directory.list().contains(plan.file()) ? keep(plan.file()) : "";
        SegmentHeader header = plan.header();
        if (plan.kind() == Kind.EPOCH) {
            WalSegments.writeEpoch(directory, epoch);
            return copy;
        }
        if (header == null) {
            directory.delete(plan.file());
            directory.sync();
            return copy;
        }
        String unfinished = plan.file() + WalFileNames.UNFINISHED;
        if (directory.list().contains(unfinished)) {
            directory.delete(unfinished);
        }
        try (WalDirectory.File file = directory.create(unfinished, 0)) {
            if (plan.kind() == Kind.REPLACE) {
                file.write(ByteBuffer.allocate((int) header.segmentBytes()), 0);
            } else {
                copy(plan.file(), file);
            }
            if (plan.kind() == Kind.HEADER || plan.kind() == Kind.REPLACE) {
                file.write(header.encode(), 0);
            }
            if (plan.kind() == Kind.END) {
                file.write(ByteBuffer.allocate(1), header.segmentBytes() - 1);
            }
            if (plan.lastLsn() >= plan.firstLsn()) {
                writeSkipped(file, header, plan);
            }
            file.force();
        }
        directory.rename(unfinished, plan.file());
        directory.sync();
        return copy;
    }

    private String keep(String name) throws IOException {
        List<String> names = directory.list();
        String copy = name + WalFileNames.DAMAGED;
        for (int number = 2; names.contains(copy); number++) {
            copy = name + "." + number + WalFileNames.DAMAGED;
        }
        String unfinished = copy + WalFileNames.UNFINISHED;
        try (WalDirectory.File file = directory.create(unfinished, 0)) {
            copy(name, file);
            file.force();
        }
        directory.rename(unfinished, copy);
        directory.sync();
        return copy;
    }

    private void copy(String from, WalDirectory.File to) throws IOException {
        try (WalDirectory.File source = directory.open(from)) {
            ByteBuffer chunk = ByteBuffer.allocate(COPY_BYTES);
            for (long offset = 0; offset < source.size(); offset += COPY_BYTES) {
                source.read(chunk.clear(), offset);
                to.write(chunk.flip(), offset);
            }
        }
    }

    /** The record fills the place of those that it stands for, with zeros behind its field. */
    private static void writeSkipped(WalDirectory.File file, SegmentHeader header, Plan plan) throws IOException {
        int bytes = (int) Math.max(SKIPPED_RECORD_BYTES, plan.end() - plan.offset());
        ByteBuffer tags = ByteBuffer.allocate(WalFrame.SKIPPED_FIELD_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        tags.putShort((short) WalFrame.TAG_SKIPPED)
                .putShort((short) Long.BYTES)
                .putLong(plan.lastLsn())
                .flip();
        ByteBuffer rest = ByteBuffer.allocate(bytes - SKIPPED_RECORD_BYTES);
        ByteBuffer frame = new WalFrame()
                .encode(WalRecord.SKIPPED, header, plan.firstLsn(), plan.firstLsn() - 1, tags, NOTHING, rest);
        ByteBuffer record = ByteBuffer.allocate(bytes).put(frame).put(tags).put(rest);
        file.write(record.flip(), plan.offset());
    }
}
