package io.tributary.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The segments of a log as they are found at start, their headers checked against the log's epoch and each other.
 *
 * @param epoch random, not zero, made with the log; kept in the file {@code epoch} and in every segment
 * @param headers oldest first, without a gap
 */
record WalSegments(long epoch, List<SegmentHeader> headers) {
    WalSegments {
        headers = List.copyOf(headers);
    }

    /** The newest, or null where there is none. */
    @Nullable
    SegmentHeader last() {
        return headers.isEmpty() ? null : headers.get(headers.size() - 1);
    }

    /**
     * Finds them; a directory without a log gets an epoch, files that were never finished are deleted.
     *
     * @param random 64 bits at a time
     */
    static WalSegments find(WalDirectory directory, LongSupplier random) throws IOException {
        List<String> names = new ArrayList<>();
        boolean hasEpoch = false;
        for (String name : directory.list().stream().sorted().toList()) {
            if (name.endsWith(WalFileNames.UNFINISHED)) {
                directory.delete(name);
            } else if (name.equals(WalFileNames.EPOCH)) {
                hasEpoch = true;
            } else if (WalFileNames.isSegment(name)) {
                names.add(name);
            }
        }
        if (!hasEpoch && !names.isEmpty()) {
            throw new LogDamagedException(
                    directory, WalFileNames.EPOCH, 0, "missing, although there are " + names.size() + " segments");
        }
        long epoch = hasEpoch ? readEpoch(directory) : writeEpoch(directory, random);
        List<SegmentHeader> headers = new ArrayList<>();
        for (String name : names) {
            SegmentHeader header = readHeader(directory, name, epoch);
            if (!headers.isEmpty()) {
                requireNext(directory, name, headers.get(headers.size() - 1), header);
            }
            headers.add(header);
        }
        return new WalSegments(epoch, headers);
    }

    private static SegmentHeader readHeader(WalDirectory directory, String name, long epoch) throws IOException {
        try (WalDirectory.File file = directory.open(name)) {
            return SegmentHeader.read(directory, name, file, epoch);
        }
    }

    private static void requireNext(WalDirectory directory, String name, SegmentHeader before, SegmentHeader next)
            throws LogDamagedException {
        if (next.segmentId() != before.segmentId() + 1) {
            throw new LogDamagedException(
                    directory,
                    name,
                    0,
                    "follows " + before.fileName() + ", expected " + WalFileNames.segment(before.segmentId() + 1));
        }
        if (next.firstLsn() <= next.previousLsn() || next.previousLsn() < before.previousLsn()) {
            throw new LogDamagedException(
                    directory, name, 0, "first lsn " + next.firstLsn() + " after lsn " + next.previousLsn());
        }
    }

    private static long readEpoch(WalDirectory directory) throws IOException {
        String text;
        try (WalDirectory.File file = directory.open(WalFileNames.EPOCH)) {
            ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(file.size(), 64));
            file.read(bytes, 0);
            text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.US_ASCII);
        }
        try {
            return Long.parseUnsignedLong(text.strip(), 16);
        } catch (NumberFormatException e) {
            throw new LogDamagedException(
                    directory, WalFileNames.EPOCH, 0, "'" + text.strip() + "' is no 64-bit hex number");
        }
    }

    private static long writeEpoch(WalDirectory directory, LongSupplier random) throws IOException {
        long epoch = random.getAsLong();
        while (epoch == 0) {
            epoch = random.getAsLong();
        }
        writeEpoch(directory, epoch);
        return epoch;
    }

    /** Durable on return. */
    static void writeEpoch(WalDirectory directory, long epoch) throws IOException {
        byte[] text = String.format("%016x\n", epoch).getBytes(StandardCharsets.US_ASCII);
        try (WalDirectory.File file = directory.create(WalFileNames.EPOCH + WalFileNames.UNFINISHED, text.length)) {
            file.write(ByteBuffer.wrap(text), 0);
            file.force();
        }
        directory.rename(WalFileNames.EPOCH + WalFileNames.UNFINISHED, WalFileNames.EPOCH);
        directory.sync();
    }
}
