package io.tributary.backend.wal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * The segments of a log as they are found at start, their headers checked against the log's epoch and each other.
 *
 * @param epoch random, not zero, made with the log; kept in the file {@code epoch} and in every segment
 * @param headers oldest first, without a gap
 */
record WalSegments(long epoch, List<SegmentHeader> headers) {
    static final String EPOCH_FILE = "epoch";
    static final String UNFINISHED = ".new";

    WalSegments {
        headers = List.copyOf(headers);
    }

    /** Finds them; a directory without a log gets an epoch, files that were never finished are deleted. */
    static WalSegments find(WalDirectory directory, LongSupplier newEpoch) throws IOException {
        List<String> names = new ArrayList<>();
        boolean hasEpoch = false;
        for (String name : directory.list().stream().sorted().toList()) {
            if (name.endsWith(UNFINISHED)) {
                directory.delete(name);
            } else if (name.equals(EPOCH_FILE)) {
                hasEpoch = true;
            } else if (SegmentHeader.idOf(name) >= 0) {
                names.add(name);
            }
        }
        if (!hasEpoch && !names.isEmpty()) {
            throw new LogDamagedException(
                    directory, EPOCH_FILE, 0, "missing, although there are " + names.size() + " segments");
        }
        long epoch = hasEpoch ? readEpoch(directory) : writeEpoch(directory, newEpoch);
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
        ByteBuffer bytes = ByteBuffer.allocate(SegmentHeader.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        try (WalDirectory.File file = directory.open(name)) {
            file.read(bytes, 0);
        }
        bytes.flip();
        String defect = SegmentHeader.defect(bytes);
        if (defect != null) {
            throw new LogDamagedException(directory, name, 0, defect);
        }
        SegmentHeader header = SegmentHeader.decode(bytes);
        if (header.epoch() != epoch || !header.fileName().equals(name)) {
            throw new LogDamagedException(
                    directory,
                    name,
                    0,
                    String.format(
                            "segment %x of the log with epoch %016x, expected epoch %016x",
                            header.segmentId(), header.epoch(), epoch));
        }
        return header;
    }

    private static void requireNext(WalDirectory directory, String name, SegmentHeader before, SegmentHeader next)
            throws LogDamagedException {
        if (next.segmentId() != before.segmentId() + 1) {
            throw new LogDamagedException(
                    directory,
                    name,
                    0,
                    "follows " + before.fileName() + ", expected " + SegmentHeader.fileName(before.segmentId() + 1));
        }
        if (next.firstLsn() <= next.previousLsn() || next.previousLsn() < before.previousLsn()) {
            throw new LogDamagedException(
                    directory, name, 0, "first lsn " + next.firstLsn() + " after lsn " + next.previousLsn());
        }
    }

    private static long readEpoch(WalDirectory directory) throws IOException {
        String text;
        try (WalDirectory.File file = directory.open(EPOCH_FILE)) {
            ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(file.size(), 64));
            file.read(bytes, 0);
            text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.US_ASCII);
        }
        try {
            return Long.parseUnsignedLong(text.strip(), 16);
        } catch (NumberFormatException e) {
            throw new LogDamagedException(directory, EPOCH_FILE, 0, "'" + text.strip() + "' is no 64-bit hex number");
        }
    }

    private static long writeEpoch(WalDirectory directory, LongSupplier newEpoch) throws IOException {
        long epoch = newEpoch.getAsLong();
        while (epoch == 0) {
            epoch = newEpoch.getAsLong();
        }
        byte[] text = String.format("%016x\n", epoch).getBytes(StandardCharsets.US_ASCII);
        try (WalDirectory.File file = directory.create(EPOCH_FILE + UNFINISHED, text.length)) {
            file.write(ByteBuffer.wrap(text), 0);
            file.force();
        }
        directory.rename(EPOCH_FILE + UNFINISHED, EPOCH_FILE);
        directory.sync();
        return epoch;
    }
}
