package io.tributary.backend.wal;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads records back: all of them in order, or one at its address. Any thread; each cursor belongs to one. */
public final class WalReader {
    private final WalDirectory directory;

    WalReader(WalDirectory directory) {
        this.directory = directory;
    }

    /** Receives records oldest first. */
    @FunctionalInterface
    public interface Visitor {
        void record(WalRecord record) throws IOException;
    }

    /** Every record of these segments; anything bad in them is damage, for torn writes were cut before. */
    void scan(List<SegmentHeader> segments, long lastLsn, Visitor visitor) throws IOException {
        for (int i = 0; i < segments.size(); i++) {
            SegmentHeader segment = segments.get(i);
            long expected = i + 1 < segments.size() ? segments.get(i + 1).previousLsn() : lastLsn;
            scan(segment, expected, visitor);
        }
    }

    private void scan(SegmentHeader segment, long lastLsn, Visitor visitor) throws IOException {
        try (SegmentInput input = new SegmentInput(directory.open(segment.fileName()), segment.segmentId())) {
            long offset = SegmentHeader.BYTES;
            long lsn = segment.firstLsn();
            while (lsn <= lastLsn || !input.endsAt(offset)) {
                String defect = input.defect(offset, lsn);
                if (defect == null) {
                    defect = input.unknownTag(offset);
                }
                if (defect != null || lsn > lastLsn) {
                    String what = defect != null ? defect : "record after lsn " + lastLsn + ", expected the end";
                    throw new LogDamagedException(directory, segment.fileName(), offset, what);
                }
                visitor.record(input.record(offset));
                offset += input.length(offset);
                lsn++;
            }
        }
    }

    /** A cursor for reading single records; cheapest when addresses grow. */
    public Cursor cursor() {
        return new Cursor();
    }

    /** Reads single records and checks them; keeps the last segment open. */
    public final class Cursor implements AutoCloseable {
        private @Nullable SegmentInput input;
        private long segmentId = -1;

        private Cursor() {}

        /** The record at an address that an append gave, once it was forced. */
        public WalRecord read(long address, long lsn) throws IOException {
            SegmentInput segment = segment(WalRecord.segmentIdOf(address));
            long offset = WalRecord.offsetOf(address);
            String defect = segment.defect(offset, lsn);
            if (defect != null) {
                throw new LogDamagedException(directory, SegmentHeader.fileName(segmentId), offset, defect);
            }
            return segment.record(offset);
        }

        private SegmentInput segment(long id) throws IOException {
            SegmentInput open = input;
            if (open == null || segmentId != id) {
                close();
                open = new SegmentInput(directory.open(SegmentHeader.fileName(id)), id);
                input = open;
                segmentId = id;
            }
            return open;
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
