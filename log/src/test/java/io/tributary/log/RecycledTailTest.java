package io.tributary.log;

import static io.tributary.log.SegmentedLogTest.begun;
import static io.tributary.log.SegmentedLogTest.replayed;
import static io.tributary.log.SegmentedLogTest.text;
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
import java.util.concurrent.Executor;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The end of a log whose last segment is an old file: segment 4 begins at LSN 10 in the file of segment 2, which holds
 * intact records 4, 5 and 6 of the same length as those that are written over them.
 */
class RecycledTailTest {
    private static final WalOptions OPTIONS = new WalOptions(4096, 3);
    private static final Executor NEVER = task -> {};
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
    private static final String LAST = WalFileNames.segment(4);
    private static final String TORN = LAST + WalFileNames.TORN;
    private static final int TEXT_BYTES = 1000;
    private static final int RECORD_BYTES = WalFrame.HEADER_BYTES + TEXT_BYTES;
    private static final int FIRST_AT = SegmentHeader.BYTES;
    private static final int SECOND_AT = FIRST_AT + RECORD_BYTES;

    private final MemoryWalDirectory directory = new MemoryWalDirectory();
    private SegmentedLog wal;
    private byte[] before;

    @BeforeEach
    void fillThreeSegmentsAndRecycleTwo() throws IOException {
        wal = begun(directory, OPTIONS, new Random(1)::nextLong, NEVER);
        for (int lsn = 1; lsn <= 9; lsn++) {
            append(full("old " + lsn));
        }
        wal.force();
        before = directory.bytes(WalFileNames.segment(2));
        wal.truncateBefore(7);
    }

    @Test
    void oldRecordsWhereTheNewLogEndsAreACleanEnd() throws IOException {
        append(full("new 10"));
        wal.force();
        ByteBuffer old = ByteBuffer.wrap(directory.bytes(LAST)).order(ByteOrder.LITTLE_ENDIAN);
        assertThat(WalFrame.segmentId(old, SECOND_AT))
                .as("as this test wants it")
                .isEqualTo(2);
        assertThat(WalFrame.lsn(old, SECOND_AT)).isEqualTo(5);

        MemoryWalDirectory after = directory.afterKill();

        assertThat(names(after)).containsExactly("7:old 7", "8:old 8", "9:old 9", "10:new 10");
        assertThat(after.list()).doesNotContain(TORN);
        assertThat(after.bytes(LAST)).as("left as it is, to be recycled again").hasSize(4096);
    }

    @Test
    void segmentWithoutAnyRecordOfItsOwnIsEmpty() throws IOException {
        wal.close();
        MemoryWalDirectory after = directory.afterKill();
        begun(after, OPTIONS, new Random(2)::nextLong, NEVER);

        assertThat(names(after.afterKill())).containsExactly("7:old 7", "8:old 8", "9:old 9");
        assertThat(after.list()).noneMatch(name -> name.endsWith(WalFileNames.TORN));
    }

    @Test
    void endAsAnOlderSegmentIsNoDamageEither() throws IOException {
        append(full("new 10"));
        wal.force();
        MemoryWalDirectory after = directory.afterKill();
        SegmentedLog next = begun(after, OPTIONS, new Random(2)::nextLong, NEVER);
        next.append((byte) 1, NOTHING, NOTHING, bytes("next 11"));
        next.force();

        assertThat(names(after.afterKill()))
                .containsExactly("7:old 7", "8:old 8", "9:old 9", "10:new 10", "11:next 11");
    }

    @Test
    void recordsOfAnEarlierLifeWithThisSegmentsIdAndTheExpectedLsnAreNotTaken() throws IOException {
        for (int lsn = 10; lsn <= 12; lsn++) {
            append(full("lost " + lsn));
            wal.force();
        }
        byte[] earlierLife = directory.bytes(LAST);
        // The directory as it was, restored; only the spare is from later.
        MemoryWalDirectory restored = directory.afterKill();
        restored.delete(LAST);
        for (String spare : directory.list()) {
            if (WalFileNames.isSpare(spare)) {
                restored.put(spare, earlierLife);
            }
        }
        SegmentedLog again = begun(restored, OPTIONS, new Random(2)::nextLong, NEVER);
        again.append((byte) 1, NOTHING, NOTHING, bytes(full("new 10")));
        again.force();
        ByteBuffer left = ByteBuffer.wrap(restored.bytes(LAST)).order(ByteOrder.LITTLE_ENDIAN);
        assertThat(WalFrame.segmentId(left, SECOND_AT))
                .as("as this test wants it")
                .isEqualTo(4);
        assertThat(WalFrame.lsn(left, SECOND_AT)).isEqualTo(11);

        assertThat(names(restored.afterKill())).containsExactly("7:old 7", "8:old 8", "9:old 9", "10:new 10");
    }

    @Test
    void flippedBitInADurableRecordIsDamage() throws IOException {
        for (int lsn = 10; lsn <= 12; lsn++) {
            append(full("new " + lsn));
            wal.force();
        }
        byte[] bytes = directory.bytes(LAST);
        bytes[SECOND_AT + 500] ^= 1;

        assertThatThrownBy(() -> names(with(bytes)))
                .isInstanceOf(LogDamagedException.class)
                .hasMessageContaining(LAST)
                .hasMessageContaining("offset=" + SECOND_AT)
                .hasMessageContaining("lsn 11");
    }

    @Test
    void durableRecordThatBecameOldBytesAgainIsDamage() throws IOException {
        for (int lsn = 10; lsn <= 12; lsn++) {
            append(full("new " + lsn));
            wal.force();
        }
        byte[] bytes = directory.bytes(LAST);
        asBefore(bytes, FIRST_AT, RECORD_BYTES);

        assertThatThrownBy(() -> names(with(bytes)))
                .isInstanceOf(LogDamagedException.class)
                .hasMessageContaining("offset=" + FIRST_AT);
    }

    @Test
    void tornRecordIsCutAndTheCopyHoldsNoOldBytesBehindIt() throws IOException {
        append(full("new 10"));
        wal.force();
        append(full("new 11"));
        wal.force();
        byte[] bytes = directory.bytes(LAST);
        asBefore(bytes, 1536, 512);

        MemoryWalDirectory after = with(bytes);

        assertThat(names(after)).containsExactly("7:old 7", "8:old 8", "9:old 9", "10:new 10");
        assertThat(after.bytes(TORN)).hasSize(RECORD_BYTES);
        assertThat(after.bytes(LAST)).hasSize(SECOND_AT);
    }

    @Test
    void lostFirstSectorOfTheLastWriteIsCutWithTheWholeRecordsBehindIt() throws IOException {
        append(full("new 10"));
        wal.force();
        for (int lsn = 11; lsn <= 20; lsn++) {
            append("short " + lsn);
        }
        wal.force();
        byte[] bytes = directory.bytes(LAST);
        asBefore(bytes, SECOND_AT, 1536 - SECOND_AT);

        MemoryWalDirectory after = with(bytes);

        assertThat(names(after)).containsExactly("7:old 7", "8:old 8", "9:old 9", "10:new 10");
        assertThat(after.bytes(TORN)).as("up to the end of record 20").hasSize(10 * (WalFrame.HEADER_BYTES + 8));
    }

    @Test
    void halfAHeaderIsATraceAndWhatIsKeptOfItIsBounded() throws IOException {
        append(full("new 10"));
        wal.force();
        append(full("new 11"));
        wal.force();
        byte[] bytes = directory.bytes(LAST);
        asBefore(bytes, SECOND_AT, WalFrame.SEGMENT_ID_AT);

        MemoryWalDirectory after = with(bytes);

        assertThat(names(after)).hasSize(4);
        assertThat(after.bytes(TORN).length).isBetween(RECORD_BYTES, WalTail.UNMEASURED_BYTES_MAX);
    }

    @Test
    void whatIsKeptOfARecordWithoutATrustworthyLengthIsBounded() throws IOException {
        MemoryWalDirectory large = new MemoryWalDirectory();
        begun(large, new WalOptions(1 << 18, 3), new Random(1)::nextLong, NEVER);
        byte[] bytes = large.bytes(WalFileNames.segment(1));
        Arrays.fill(bytes, FIRST_AT, bytes.length, (byte) 'z');
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(FIRST_AT + WalFrame.SEGMENT_ID_AT, 1);
        large.put(WalFileNames.segment(1), bytes);

        assertThat(names(large)).isEmpty();

        assertThat(large.bytes(WalFileNames.segment(1) + WalFileNames.TORN)).hasSize(WalTail.UNMEASURED_BYTES_MAX);
    }

    @Test
    void payloadWithoutAnyHeaderIsACleanEnd() throws IOException {
        append(full("new 10"));
        wal.force();
        append(full("new 11"));
        wal.force();
        byte[] bytes = directory.bytes(LAST);
        asBefore(bytes, SECOND_AT, 1536 - SECOND_AT);

        MemoryWalDirectory after = with(bytes);

        assertThat(names(after)).hasSize(4);
        assertThat(after.list()).doesNotContain(TORN);
    }

    @Test
    void valueThatImitatesALaterRecordDoesNotTurnATornWriteIntoDamage() throws IOException {
        append(full("new 10"));
        wal.force();
        append("torn");
        wal.append((byte) 1, NOTHING, NOTHING, imitation(4, 0, 99, 50));
        wal.force();
        byte[] bytes = directory.bytes(LAST);
        bytes[SECOND_AT + WalFrame.HEADER_BYTES] ^= 1;

        assertThat(names(with(bytes))).containsExactly("7:old 7", "8:old 8", "9:old 9", "10:new 10");
    }

    @Test
    void brokenRecordVouchesForNothing() throws IOException {
        append(full("new 10"));
        wal.force();
        append("torn");
        append("torn too");
        wal.force();
        byte[] bytes = directory.bytes(LAST);
        int third = SECOND_AT + WalFrame.HEADER_BYTES + 4;
        bytes[SECOND_AT + WalFrame.HEADER_BYTES] ^= 1;
        // Its forced LSN, 10, became 11: that of the record before it.
        bytes[third + WalFrame.HEADER_BYTES - Long.BYTES] ^= 1;

        assertThat(names(with(bytes))).containsExactly("7:old 7", "8:old 8", "9:old 9", "10:new 10");
    }

    @Test
    void oldValueThatImitatesTheNextRecordIsNotTaken() throws IOException {
        append(full("new 10"));
        wal.force();
        byte[] bytes = directory.bytes(LAST);
        imitation(4, 0, 11, 10).get(bytes, SECOND_AT, WalFrame.HEADER_BYTES + 3);

        assertThat(names(with(bytes))).containsExactly("7:old 7", "8:old 8", "9:old 9", "10:new 10");
    }

    @Test
    void recordOfAnotherSegmentIsNotTakenEvenIfItHadTheSameSalt() throws IOException {
        append(full("new 10"));
        wal.force();
        byte[] bytes = directory.bytes(LAST);
        int salt = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(FIRST_AT + WalFrame.SALT_AT);
        imitation(2, salt, 11, 10).get(bytes, SECOND_AT, WalFrame.HEADER_BYTES + 3);

        assertThat(names(with(bytes))).containsExactly("7:old 7", "8:old 8", "9:old 9", "10:new 10");
    }

    /** An intact record of three bytes; a client can guess all of it but the salt. */
    private static ByteBuffer imitation(long segmentId, int salt, long lsn, long forcedLsn) {
        ByteBuffer frame = ByteBuffer.allocate(WalFrame.HEADER_BYTES + 3).order(ByteOrder.LITTLE_ENDIAN);
        frame.putInt(0).putInt(frame.capacity()).putInt(1).putInt(salt);
        frame.putLong(segmentId).putLong(lsn).putLong(forcedLsn).put(bytes("abc"));
        CRC32C crc = new CRC32C();
        crc.update(frame.array(), WalFrame.LENGTH_AT, frame.capacity() - WalFrame.LENGTH_AT);
        return frame.putInt(0, (int) crc.getValue()).flip();
    }

    private void append(String text) throws LogFailedException {
        wal.append((byte) 1, NOTHING, NOTHING, bytes(text));
    }

    private static String full(String text) {
        return text + "|" + text.substring(0, 1).repeat(TEXT_BYTES - text.length() - 1);
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    }

    /** Writes to this range that a crash lost. */
    private void asBefore(byte[] bytes, int from, int length) {
        System.arraycopy(before, from, bytes, from, length);
    }

    private MemoryWalDirectory with(byte[] lastSegment) {
        MemoryWalDirectory clone = directory.afterKill();
        clone.put(LAST, lastSegment);
        return clone;
    }

    private static List<String> names(MemoryWalDirectory disk) throws IOException {
        List<String> records = new ArrayList<>();
        try (SegmentedLog log = SegmentedLog.open(disk, OPTIONS, () -> 7, NEVER)) {
            log.replay(record -> records.add(record.lsn() + ":" + text(record).replaceFirst("\\|.*", "")));
        }
        assertThat(replayed(disk)).as("the same once more").hasSameSizeAs(records);
        return records;
    }
}
