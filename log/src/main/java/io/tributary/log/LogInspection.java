package io.tributary.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads a log that nobody has open, changes nothing, and goes on behind damage, where a start would refuse. One thread.
 */
public final class LogInspection {
    private final WalDirectory directory;
    private final List<String> names;
    private final Optional<Long> epoch;
    /** That of the file, or if it is missing that of the first segment that has one. */
    private final long headerEpoch;

    private final List<LogDamage> damages = new ArrayList<>();
    private final List<SegmentSummary> segments = new ArrayList<>();

    /** Receives what stands in a log, in its order. */
    public interface Visitor extends RecordVisitor {
        /** Bytes of a segment that are no record, although one was expected; the next call is for what follows them. */
        void damage(LogDamage damage) throws IOException;
    }

    private LogInspection(WalDirectory directory, List<String> names, Optional<Long> epoch, long headerEpoch) {
        this.directory = directory;
        this.names = names;
        this.epoch = epoch;
        this.headerEpoch = headerEpoch;
    }

    /** Reads every segment once. */
    public static LogInspection of(WalDirectory directory) throws IOException {
        return of(directory, record -> {});
    }

    /** Reads every segment once and shows each intact record and each damage. */
    public static LogInspection of(WalDirectory directory, RecordVisitor visitor) throws IOException {
        List<String> names = directory.list().stream().sorted().toList();
        Optional<Long> epoch = epoch(directory, names);
        long headerEpoch = epoch.isPresent() ? epoch.get() : epochOfSegments(directory, names);
        LogInspection inspection = new LogInspection(directory, names, epoch, headerEpoch);
        inspection.read(visitor);
        return inspection;
    }

    /**
     * Shows what still looks like a record in a place that is to be skipped: its header is of the segment, and all else may
     * be wrong.
     */
    public static void remains(WalDirectory directory, LogSkip.Plan plan, RecordVisitor visitor) throws IOException {
        SegmentHeader header = plan.header();
        if (header == null || !directory.list().contains(plan.file())) {
            return;
        }
        try (WalDirectory.File file = directory.open(plan.file())) {
            SegmentInput input = new SegmentInput(file, header);
            long at = input.nextHeader(plan.offset());
            while (at >= 0 && at < plan.end()) {
                if (input.endOf(at) > at + WalFrame.HEADER_BYTES) {
                    visitor.record(input.record(at));
                }
                at = input.nextHeader(at + 1);
            }
        }
    }

    /** Returns the epoch of the first segment with a header that tells, or 0. */
    private static long epochOfSegments(WalDirectory directory, List<String> names) throws IOException {
        for (String name : names) {
            if (WalFileNames.isSegment(name)) {
                try (WalDirectory.File file = directory.open(name)) {
                    long epoch = SegmentHeader.epoch(file);
                    if (epoch != 0) {
                        return epoch;
                    }
                }
            }
        }
        return 0;
    }

    /** Returns the epoch of the log; where its file is missing, of the first segment that has one; 0 if there is neither. */
    public long headerEpoch() {
        return headerEpoch;
    }

    /** Returns the epoch of the log; empty where the file is missing or unreadable. */
    public Optional<Long> epoch() {
        return epoch;
    }

    /** Oldest first. */
    public List<SegmentSummary> segments() {
        return List.copyOf(segments);
    }

    /** What a start would refuse, oldest first; a torn end is none. */
    public List<LogDamage> damages() {
        return List.copyOf(damages);
    }

    /** Reads single records of this log. */
    public RecordReader reader() {
        return reader(directory, headerEpoch);
    }

    /** Reads single records of the log of this epoch, which somebody may have open. */
    public static RecordReader reader(WalDirectory directory, long epoch) {
        return new SegmentReader(directory, epoch);
    }

    /**
     * Takes every segment out of the log, without deleting it: the next start begins with an empty one.
     *
     * @return their new names
     */
    public static List<String> setAside(WalDirectory directory) throws IOException {
        List<String> renamed = new ArrayList<>();
        for (String name : directory.list().stream().sorted().toList()) {
            if (WalFileNames.isSegment(name)) {
                String aside = name + WalFileNames.ASIDE;
                directory.rename(name, aside);
                renamed.add(aside);
            }
        }
        directory.sync();
        return renamed;
    }

    /** Names of files that are no segments: spares, copies of torn ends and of damaged segments, unfinished ones. */
    public List<String> otherFiles() {
        return names.stream()
                .filter(name -> !WalFileNames.isSegment(name) && !name.equals(WalFileNames.EPOCH))
                .toList();
    }

    private static Optional<Long> epoch(WalDirectory directory, List<String> names) throws IOException {
        if (!names.contains(WalFileNames.EPOCH)) {
            return Optional.empty();
        }
        try (WalDirectory.File file = directory.open(WalFileNames.EPOCH)) {
            ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(file.size(), 64));
            file.read(bytes, 0);
            String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.US_ASCII);
            return Optional.of(Long.parseUnsignedLong(text.strip(), 16));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private void read(RecordVisitor visitor) throws IOException {
        List<String> found = names.stream().filter(WalFileNames::isSegment).toList();
        if (epoch.isEmpty() && !found.isEmpty()) {
            damage(
                    visitor,
                    LogDamage.of(WalFileNames.EPOCH, 0, "no epoch, although there are " + found.size() + " segments"));
        }
        for (int i = 0; i < found.size(); i++) {
            String name = found.get(i);
            if (i > 0) {
                requireFollowing(visitor, found.get(i - 1), name);
            }
            segments.add(read(visitor, name, i + 1 < found.size() ? found.get(i + 1) : null));
        }
    }

    private void requireFollowing(RecordVisitor visitor, String before, String name) throws IOException {
        long next = WalFileNames.segmentId(before) + 1;
        for (long id = next; id < WalFileNames.segmentId(name) && id < next + LogDamage.MISSING_MAX; id++) {
            damage(visitor, LogDamage.of(WalFileNames.segment(id), 0, "missing between " + before + " and " + name));
        }
    }

    private SegmentSummary read(RecordVisitor visitor, String name, @Nullable String next) throws IOException {
        try (WalDirectory.File file = directory.open(name)) {
            SegmentHeader header;
            try {
                header = SegmentHeader.read(directory, name, file, headerEpoch);
            } catch (LogDamagedException e) {
                damage(visitor, new LogDamage(name, 0, file.size(), 0, 0, e.what()));
                return SegmentSummary.unreadable(name, file.size());
            }
            long end = next == null ? -1 : previousLsn(next);
            SegmentSummary summary = read(visitor, new SegmentInput(file, header), header, end, next == null);
            if (next == null && WalTail.isShort(directory, header, file)) {
                damage(
                        visitor,
                        LogDamage.of(
                                name, file.size(), "the file ends here, expected " + header.segmentBytes() + " bytes"));
                return summary.damaged();
            }
            return summary;
        }
    }

    /** What the header of this segment says the last LSN before it is, or -1 if it cannot be read. */
    private long previousLsn(String name) throws IOException {
        try (WalDirectory.File file = directory.open(name)) {
            return SegmentHeader.read(directory, name, file, headerEpoch).previousLsn();
        } catch (LogDamagedException e) {
            return -1;
        }
    }

    /** @param lastLsn of the segment, as the next one says; -1 if unknown */
    private SegmentSummary read(
            RecordVisitor visitor, SegmentInput input, SegmentHeader header, long lastLsn, boolean isLast)
            throws IOException {
        String name = header.fileName();
        long offset = SegmentHeader.BYTES;
        long lsn = header.firstLsn();
        long records = 0;
        long skipped = 0;
        long intactEnd = header.previousLsn();
        boolean damaged = false;
        while (true) {
            String defect = input.defect(offset, lsn);
            String unknown = defect == null ? input.unknownTag(offset) : null;
            if (unknown != null) {
                damaged = true;
                damage(visitor, new LogDamage(name, offset, offset + input.length(offset), lsn, lsn, unknown));
            } else if (defect == null) {
                WalRecord record = input.record(offset);
                visitor.record(record);
                records++;
                skipped += record.type() == WalRecord.SKIPPED ? record.lastLsn() - lsn + 1 : 0;
            }
            if (defect == null) {
                intactEnd = input.lastLsn(offset);
                lsn = intactEnd + 1;
                offset += input.length(offset);
                continue;
            }
            if (lastLsn >= 0 && lsn > lastLsn) {
                break;
            }
            long next = input.nextIntact(offset + 1, lsn + 1);
            boolean isDamage = isLast ? isVouchedFor(input, offset, lsn) : next >= 0 || lastLsn >= lsn;
            if (!isDamage) {
                break;
            }
            damaged = true;
            long lost = next >= 0 ? input.lsn(next) - 1 : Math.max(lsn, lastLsn);
            damage(visitor, new LogDamage(name, offset, next >= 0 ? next : offset, lsn, lost, defect));
            if (next < 0) {
                break;
            }
            offset = next;
            lsn = input.lsn(next);
        }
        if (lastLsn >= 0 && intactEnd > lastLsn) {
            damaged = true;
            damage(
                    visitor,
                    LogDamage.of(
                            name, offset, "records up to lsn " + intactEnd + ", the next segment says " + lastLsn));
        }
        boolean torn = isLast && !damaged && WalTail.find(input, header).tornEnd() > offset;
        return new SegmentSummary(
                name,
                header.firstLsn(),
                intactEnd,
                input.fileBytes(),
                offset,
                records,
                skipped,
                damaged ? SegmentSummary.State.DAMAGED : torn ? SegmentSummary.State.TORN : SegmentSummary.State.CLEAN);
    }

    /** Whether a later record says that a bad one was durable; else that may be the end of the last segment. */
    private static boolean isVouchedFor(SegmentInput input, long offset, long lsn) throws IOException {
        for (long header = input.nextHeader(offset + 1); header >= 0; header = input.nextHeader(header + 1)) {
            if (input.vouchesFor(lsn, header)) {
                return true;
            }
        }
        return false;
    }

    private void damage(RecordVisitor visitor, LogDamage damage) throws IOException {
        damages.add(damage);
        if (visitor instanceof Visitor watching) {
            watching.damage(damage);
        }
    }
}
