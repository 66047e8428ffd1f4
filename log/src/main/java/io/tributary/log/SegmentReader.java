package io.tributary.log;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the records of segments: all of them in order, or one at its address. Any thread; each cursor belongs to one. */
final class SegmentReader implements RecordReader {
    private final WalDirectory directory;
    private final long epoch;

    SegmentReader(WalDirectory directory, long epoch) {
        this.directory = directory;
        this.epoch = epoch;
    }

    /** Every record of these segments; anything bad in them is damage, for torn writes were cut before. */
    void scan(List<SegmentHeader> segments, long lastLsn, RecordVisitor visitor) throws IOException {
        for (int i = 0; i < segments.size(); i++) {
            SegmentHeader segment = segments.get(i);
            long expected = i + 1 < segments.size() ? segments.get(i + 1).previousLsn() : lastLsn;
            scan(segment, expected, visitor);
        }
    }

    private void scan(SegmentHeader segment, long lastLsn, RecordVisitor visitor) throws IOException {
        try (SegmentInput input = new SegmentInput(directory.open(segment.fileName()), segment)) {
            long offset = SegmentHeader.BYTES;
            long lsn = segment.firstLsn();
            while (lsn <= lastLsn) {
                String defect = input.defect(offset, lsn);
                if (defect == null) {
                    defect = input.unknownTag(offset);
                }
                if (defect != null) {
                    throw new LogDamagedException(directory, segment.fileName(), offset, defect);
                }
                visitor.record(input.record(offset));
                lsn = input.lastLsn(offset) + 1;
                offset += input.length(offset);
            }
            // What else stands here was there before the segment, so only a record of its own is out of place.
            if (input.defect(offset, lsn) == null) {
                throw new LogDamagedException(
                        directory, segment.fileName(), offset, "record after lsn " + lastLsn + ", expected the end");
            }
        }
    }

    @Override
    public Cursor cursor() {
        return new SegmentCursor();
    }

    /** Keeps the last segment open. */
    private final class SegmentCursor implements Cursor {
        private @Nullable SegmentInput input;
        private long segmentId = -1;

        @Override
        public WalRecord read(long address, long lsn) throws IOException {
            SegmentInput segment = segment(WalRecord.segmentIdOf(address));
            long offset = WalRecord.offsetOf(address);
            String defect = segment.defect(offset, lsn);
            if (defect != null) {
                throw new LogDamagedException(directory, WalFileNames.segment(segmentId), offset, defect);
            }
            return segment.record(offset);
        }

        private SegmentInput segment(long id) throws IOException {
            SegmentInput open = input;
            if (open == null || segmentId != id) {
                close();
                open = open(WalFileNames.segment(id));
                input = open;
                segmentId = id;
            }
            return open;
        }

        private SegmentInput open(String name) throws IOException {
            WalDirectory.File file = directory.open(name);
            try {
                return new SegmentInput(file, SegmentHeader.read(directory, name, file, epoch));
            } catch (IOException | RuntimeException e) {
                file.close();
                throw e;
            }
        }

        @Override
        public void close() throws IOException {
            SegmentInput open = input;
            input = null;
            if (open != null) {
                open.close();
            }
        }
    }
}
