package io.tributary.log;

import static io.tributary.log.SegmentedLogTest.append;
import static io.tributary.log.SegmentedLogTest.replayed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A log of three segments that a disk, or somebody, has damaged. Either every record comes back; or, of the last force
 * only, what a torn write could have lost is missing; or the start is refused with the file and an offset at or before the
 * damage.
 */
class SegmentDamageTest {
    private static final WalOptions OPTIONS = new WalOptions(4096, 0);
    private static final int RECORDS = 30;
    private static final Pattern OFFSET = Pattern.compile("offset=(\\d+)");
    private static final String FIRST = WalFileNames.segment(1);
    private static final String SECOND = WalFileNames.segment(2);
    private static final String LAST = WalFileNames.segment(3);

    private final MemoryWalDirectory directory = new MemoryWalDirectory();
    private final List<String> records = new ArrayList<>();
    /** Offset of the last force's first record in the last segment, and of the end. */
    private int lastForceAt;

    private int endAt;

    @BeforeEach
    void fillThreeSegmentsOneForceForEachRecordButTheLastTwo() throws IOException {
        SegmentedLog wal = SegmentedLogTest.begun(directory, OPTIONS, new Random(3)::nextLong, task -> {});
        for (int i = 1; i <= RECORDS; i++) {
            append(wal, "record " + i + " " + "x".repeat(290));
            if (i == RECORDS - 1) {
                lastForceAt = (int) WalRecord.offsetOf(wal.lastAddress());
            } else {
                wal.force();
            }
        }
        records.addAll(replayed(directory.afterKill()));
        assertThat(records).hasSize(RECORDS);
        assertThat(directory.list()).contains(FIRST, SECOND, LAST);
        endAt = (int) WalRecord.offsetOf(wal.lastAddress()) + endOfLast(wal);
    }

    private static int endOfLast(SegmentedLog wal) throws IOException {
        try (RecordReader.Cursor cursor = wal.reader().cursor()) {
            WalRecord last = cursor.read(wal.lastAddress(), wal.lastLsn());
            return WalFrame.HEADER_BYTES + last.payload().remaining();
        }
    }

    @Test
    void everyFlippedBitOfASegmentIsNoticed() throws IOException {
        int refused = 0;
        for (String name : List.of(FIRST, SECOND, LAST)) {
            byte[] whole = directory.bytes(name);
            for (int at = 0; at < whole.length; at++) {
                // All bits of the header and of two frames; of the rest, one of each byte.
                boolean field = at < SegmentHeader.BYTES + 2 * WalFrame.HEADER_BYTES
                        || (name.equals(LAST) && at >= lastForceAt && at < lastForceAt + WalFrame.HEADER_BYTES);
                for (int bit = field ? 0 : at % 8; bit < (field ? 8 : at % 8 + 1); bit++) {
                    byte[] damaged = whole.clone();
                    damaged[at] ^= (byte) (1 << bit);
                    refused += check(name, damaged, at, 2) ? 0 : 1;
                }
            }
        }
        assertThat(refused)
                .as("records fill most of two segments and of a half")
                .isGreaterThan(9_000);
    }

    @Test
    void everyTruncationOfASegmentIsNoticed() throws IOException {
        for (String name : List.of(FIRST, SECOND, LAST)) {
            byte[] whole = directory.bytes(name);
            for (int length = 0; length < whole.length; length++) {
                boolean complete = check(name, Arrays.copyOf(whole, length), length, 2);
                assertThat(complete && name.equals(LAST))
                        .as("%s of %d bytes", name, length)
                        .isFalse();
            }
        }
    }

    @Test
    void everyOverwrittenSectorIsNoticed() throws IOException {
        for (String name : List.of(FIRST, SECOND, LAST)) {
            byte[] whole = directory.bytes(name);
            for (int at = 0; at < whole.length; at += CachedFile.SECTOR_BYTES) {
                byte[] zeros = whole.clone();
                Arrays.fill(zeros, at, at + CachedFile.SECTOR_BYTES, (byte) 0);
                check(name, zeros, at + CachedFile.SECTOR_BYTES - 1, 4);
                byte[] other = whole.clone();
                System.arraycopy(
                        directory.bytes(name.equals(FIRST) ? SECOND : FIRST), at, other, at, CachedFile.SECTOR_BYTES);
                check(name, other, at + CachedFile.SECTOR_BYTES - 1, 4);
            }
        }
    }

    @Test
    void everyFlippedBitOfTheEpochIsNoticedOrMeansTheSame() throws IOException {
        byte[] whole = directory.bytes(WalFileNames.EPOCH);
        for (int bit = 0; bit < 8 * whole.length; bit++) {
            byte[] damaged = whole.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            MemoryWalDirectory left = directory.afterKill();
            left.put(WalFileNames.EPOCH, damaged);
            try {
                assertThat(replayed(left)).isEqualTo(records);
            } catch (LogDamagedException e) {
                assertThat(e).hasMessageMatching("(?s).*file=memory/(epoch|" + FIRST + ") offset=0.*");
            }
        }
    }

    @Test
    void missingSegmentBetweenOthersIsRefused() {
        MemoryWalDirectory left = directory.afterKill();
        left.remove(SECOND);

        assertThatThrownBy(() -> replayed(left))
                .isInstanceOf(LogDamagedException.class)
                .hasMessageContaining("file=memory/" + LAST + " offset=0: follows " + FIRST);
    }

    @Test
    void duplicatedSegmentIsRefused() throws IOException {
        MemoryWalDirectory left = directory.afterKill();
        left.put(WalFileNames.segment(4), directory.bytes(SECOND));

        assertThatThrownBy(() -> replayed(left))
                .isInstanceOf(LogDamagedException.class)
                .hasMessageContaining("file=memory/" + WalFileNames.segment(4) + " offset=0: segment 2 of the log");
    }

    @Test
    void segmentOfAnotherLogIsRefused() throws IOException {
        MemoryWalDirectory other = new MemoryWalDirectory();
        SegmentedLog wal = SegmentedLogTest.begun(other, OPTIONS, new Random(4)::nextLong, task -> {});
        append(wal, "other");
        wal.force();
        MemoryWalDirectory left = directory.afterKill();
        left.put(FIRST, other.bytes(FIRST));

        assertThatThrownBy(() -> replayed(left))
                .isInstanceOf(LogDamagedException.class)
                .hasMessageContaining("file=memory/" + FIRST + " offset=0: segment 1 of the log with epoch")
                .hasMessageContaining(String.format("expected epoch %s", epoch()));
    }

    private String epoch() throws IOException {
        return new String(directory.bytes(WalFileNames.EPOCH), StandardCharsets.US_ASCII).strip();
    }

    @Test
    void segmentOfAFutureVersionIsRefused() throws IOException {
        byte[] future = directory.bytes(LAST);
        ByteBuffer header =
                ByteBuffer.wrap(future).order(ByteOrder.LITTLE_ENDIAN).putInt(8, SegmentHeader.VERSION + 1);
        CRC32C crc = new CRC32C();
        crc.update(future, 0, 60);
        header.putInt(60, (int) crc.getValue());
        MemoryWalDirectory left = directory.afterKill();
        left.put(LAST, future);

        assertThatThrownBy(() -> replayed(left))
                .isInstanceOf(LogDamagedException.class)
                .hasMessageContaining("file=memory/" + LAST + " offset=0: format version 2, this program knows 1");
    }

    /**
     * Whether the log with this file opens; as the class says, or the test fails.
     *
     * @param at of the last byte that is damaged
     * @param lossesMax records that may be missing: those of the last force, and those for which only they vouch
     */
    private boolean check(String name, byte[] damaged, int at, int lossesMax) throws IOException {
        MemoryWalDirectory left = directory.afterKill();
        left.put(name, damaged);
        try {
            List<String> read = replayed(left);
            if (!read.equals(records)) {
                assertThat(name).as("damage at %d, and records are missing", at).isEqualTo(LAST);
                assertThat(at).as("in the last force").isBetween(lastForceAt, endAt + CachedFile.SECTOR_BYTES);
                assertThat(records.subList(0, read.size()).equals(read))
                        .as("the first of them are there")
                        .isTrue();
                assertThat(read.size()).as("damage at %d", at).isGreaterThanOrEqualTo(RECORDS - lossesMax);
                assertThat(left.list()).as("what was cut is kept").contains(LAST + WalFileNames.TORN);
            }
            return true;
        } catch (LogDamagedException e) {
            assertThat(e).as("damage at %d", at).hasMessageContaining("file=memory/" + name);
            Matcher offset = OFFSET.matcher(e.getMessage());
            assertThat(offset.find()).isTrue();
            assertThat(Integer.parseInt(offset.group(1))).isLessThanOrEqualTo(at);
            return false;
        }
    }
}
