package io.tributary.log;

import static io.tributary.log.SegmentedLogTest.append;
import static io.tributary.log.SegmentedLogTest.begun;
import static io.tributary.log.SegmentedLogTest.replayed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.testing.Seeds;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

/** Disasters at the end of a log: what is cut, what is refused. */
class WalTailTest {
    private static final String FIRST = WalFileNames.segment(1);
    private static final String TORN = FIRST + WalFileNames.TORN;

    private final MemoryWalDirectory directory = new MemoryWalDirectory();
    private final List<Integer> offsets = new ArrayList<>();

    @Test
    void tornHeaderOfLastRecordIsCutAndKept() throws IOException {
        log("one", "two", "three");
        byte[] bytes = directory.bytes(FIRST);
        zero(bytes, offsets.get(2), 16);

        MemoryWalDirectory after = with(bytes);

        assertThat(replayed(after)).containsExactly("1:head-one", "2:head-two");
        assertThat(after.bytes(TORN)).hasSize(WalFrame.HEADER_BYTES + 10);
        assertThat(after.bytes(FIRST)).hasSize(offsets.get(2));
    }

    @Test
    void tornPayloadOfLastRecordIsCutAndKept() throws IOException {
        log("one", "two", "three");
        byte[] bytes = directory.bytes(FIRST);
        zero(bytes, offsets.get(2) + WalFrame.HEADER_BYTES + 2, 100);

        MemoryWalDirectory after = with(bytes);

        assertThat(replayed(after)).containsExactly("1:head-one", "2:head-two");
        assertThat(after.list()).contains(TORN);
    }

    @Test
    void whatAFailedForceLostIsWrittenAgainBeforeAnybodyActsOnIt() throws IOException {
        for (int seed : Seeds.of(WalTailTest.class, 20)) {
            MemoryWalDirectory failing = new MemoryWalDirectory();
            SegmentedLog wal = begun(failing);
            append(wal, "durable");
            wal.force();
            append(wal, "lost by the disk, and clean by the page cache's word");
            append(wal, "this, too");
            failing.watch(WalTailTest::failForce, Seeds.random(seed));
            assertThatThrownBy(wal::force).isInstanceOf(LogFailedException.class);
            MemoryWalDirectory next = failing.afterKill();

            int found = replayed(next).size();
            MemoryWalDirectory later = next.afterPowerLoss(Seeds.random(seed));

            assertThat(found).as("seed %d: read from the page cache", seed).isEqualTo(3);
            assertThat(replayed(later)).as("seed %d", seed).hasSize(3);
        }
    }

    private static void failForce(MemoryWalDirectory.Operation operation, String name) throws IOException {
        if (operation == MemoryWalDirectory.Operation.FORCE) {
            throw new IOException("disk failed");
        }
    }

    @Test
    void recordTornInTheMiddleOfTheLastForceGroupIsCutWithAllBehindIt() throws IOException {
        SegmentedLog wal = begun(directory);
        append(wal, "durable");
        wal.force();
        int second = offset(wal);
        append(wal, "torn");
        append(wal, "whole, but of the same force");
        wal.force();
        byte[] bytes = directory.bytes(FIRST);
        bytes[second + WalFrame.HEADER_BYTES] ^= 1;

        assertThat(replayed(with(bytes))).containsExactly("1:head-durable");
    }

    @Test
    void flippedBitInADurableRecordOfTheLastSegmentIsRefusedNamingFileAndOffset() throws IOException {
        log("one", "two", "three");
        byte[] bytes = directory.bytes(FIRST);
        bytes[offsets.get(1) + WalFrame.HEADER_BYTES + 1] ^= 1;

        assertThatThrownBy(() -> replayed(with(bytes)))
                .isInstanceOf(LogDamagedException.class)
                .hasMessageContaining(FIRST)
                .hasMessageContaining("offset=" + offsets.get(1))
                .hasMessageContaining("lsn 2");
    }

    @Test
    void zeroedDurableRecordIsNotTakenForTheEnd() throws IOException {
        log("one", "two", "three");
        byte[] bytes = directory.bytes(FIRST);
        zero(bytes, offsets.get(1), offsets.get(2) - offsets.get(1));

        assertThatThrownBy(() -> replayed(with(bytes))).isInstanceOf(LogDamagedException.class);
    }

    @Test
    void damageInAnOlderSegmentIsRefusedEvenInItsLastRecord() throws IOException {
        SegmentedLog wal = begun(directory);
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            places.add(offset(wal));
            append(wal, "x".repeat(1000));
        }
        wal.force();
        byte[] bytes = directory.bytes(FIRST);
        bytes[places.get(2) + 500] ^= 1;

        assertThatThrownBy(() -> replayed(with(bytes)))
                .isInstanceOf(LogDamagedException.class)
                .hasMessageContaining("offset=" + places.get(2));
    }

    @Test
    void lostEndOfAnOlderSegmentIsRefused() throws IOException {
        SegmentedLog wal = begun(directory);
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            places.add(offset(wal));
            append(wal, "x".repeat(1000));
        }
        wal.force();
        byte[] bytes = directory.bytes(FIRST);
        zero(bytes, places.get(2), bytes.length - places.get(2));

        assertThatThrownBy(() -> replayed(with(bytes))).isInstanceOf(LogDamagedException.class);
    }

    @Test
    void recordBehindTheEndThatTheNextSegmentNamesIsRefused() throws IOException {
        log("one", "two");
        MemoryWalDirectory restarted = directory.afterKill();
        begun(restarted);
        byte[] two = restarted.bytes(FIRST);
        MemoryWalDirectory three = new MemoryWalDirectory();
        SegmentedLog longer = begun(three);
        for (String text : List.of("one", "two", "three")) {
            append(longer, text);
            longer.force();
        }
        assertThat(three.bytes(FIRST)).startsWith(Arrays.copyOf(two, SegmentHeader.BYTES));
        restarted.put(FIRST, three.bytes(FIRST));

        assertThatThrownBy(() -> replayed(restarted))
                .isInstanceOf(LogDamagedException.class)
                .hasMessageContaining("record after lsn 2, expected the end");
    }

    @Test
    void damagedSegmentHeaderIsRefused() throws IOException {
        log("one");
        byte[] bytes = directory.bytes(FIRST);
        bytes[20] ^= 1;

        assertThatThrownBy(() -> replayed(with(bytes)))
                .isInstanceOf(LogDamagedException.class)
                .hasMessageContaining("crc32c");
    }

    @Test
    void newerFormatVersionIsRefusedByName() throws IOException {
        log("one");
        byte[] bytes = directory.bytes(FIRST);
        bytes[8] = 2;

        assertThatThrownBy(() -> replayed(with(bytes))).hasMessageContaining("format version 2");
    }

    @Test
    void segmentThatWasNeverFinishedIsDeleted() throws IOException {
        log("one");
        directory.put(WalFileNames.segment(2) + ".new", new byte[100]);

        assertThat(replayed(directory)).containsExactly("1:head-one");
        assertThat(directory.list()).noneMatch(name -> name.endsWith(".new"));
    }

    @Test
    void unknownCriticalTagIsRefusedAndASkippableOneSkipped() throws IOException {
        assertThat(replayed(withTaggedRecord(0x0001))).containsExactly("1:x");
        assertThatThrownBy(() -> replayed(withTaggedRecord(0x8001)))
                .isInstanceOf(LogDamagedException.class)
                .hasMessageContaining("critical tag 0x8001");
    }

    @Test
    void tornCopiesAreBounded() throws IOException {
        MemoryWalDirectory current = directory;
        for (int i = 1; i <= 12; i++) {
            SegmentedLog wal = begun(current);
            append(wal, "torn");
            wal.force();
            byte[] bytes = current.bytes(WalFileNames.segment(i));
            bytes[SegmentHeader.BYTES + WalFrame.HEADER_BYTES] ^= 1;
            current = current.afterKill();
            current.put(WalFileNames.segment(i), bytes);
        }
        replayed(current);

        assertThat(current.list().stream().filter(name -> name.endsWith(WalFileNames.TORN)))
                .hasSize(WalTail.TORN_FILES_MAX)
                .contains(WalFileNames.segment(12) + WalFileNames.TORN);
    }

    @Test
    void whateverPowerLossLeavesEveryForcedRecordIsThere() throws IOException {
        for (int seed : Seeds.of(WalTailTest.class, 300)) {
            Random random = Seeds.random(seed);
            MemoryWalDirectory disk = new MemoryWalDirectory();
            SegmentedLog wal = begun(disk);
            long forced = 0;
            for (int step = random.nextInt(30); step > 0; step--) {
                append(wal, "r".repeat(random.nextInt(1500)));
                if (random.nextInt(3) == 0) {
                    wal.force();
                }
                forced = wal.forcedLsn();
            }

            List<String> left = replayed(disk.afterPowerLoss(random));

            assertThat(left.size()).as("seed %d", seed).isBetween((int) forced, (int) wal.lastLsn());
        }
    }

    private MemoryWalDirectory withTaggedRecord(int tag) throws IOException {
        MemoryWalDirectory disk = new MemoryWalDirectory();
        begun(disk, SegmentedLogTest.OPTIONS, () -> 7, Runnable::run);
        ByteBuffer record = ByteBuffer.allocate(47).order(ByteOrder.LITTLE_ENDIAN);
        record.putInt(0)
                .putInt(47)
                .put((byte) 1)
                .put((byte) 0)
                .putShort((short) 6)
                .putInt(7);
        record.putLong(1).putLong(1).putLong(0);
        record.putShort((short) tag).putShort((short) 2).putShort((short) 9).put((byte) 'x');
        CRC32C crc = new CRC32C();
        crc.update(record.array(), 4, 43);
        record.putInt(0, (int) crc.getValue());
        byte[] bytes = disk.bytes(FIRST);
        System.arraycopy(record.array(), 0, bytes, SegmentHeader.BYTES, 47);
        disk.put(FIRST, bytes);
        return disk;
    }

    /** Appends each text and forces it. */
    private void log(String... texts) throws IOException {
        SegmentedLog wal = begun(directory);
        for (String text : texts) {
            offsets.add(offset(wal));
            append(wal, text);
            wal.force();
        }
    }

    private int offset(SegmentedLog wal) throws IOException {
        if (wal.lastLsn() == 0) {
            return SegmentHeader.BYTES;
        }
        wal.force();
        int at = (int) WalRecord.offsetOf(wal.lastAddress());
        return at
                + ByteBuffer.wrap(directory.bytes(FIRST))
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .getInt(at + WalFrame.LENGTH_AT);
    }

    private MemoryWalDirectory with(byte[] firstSegment) {
        MemoryWalDirectory clone = directory.afterKill();
        clone.put(FIRST, firstSegment);
        return clone;
    }

    private static void zero(byte[] bytes, int from, int length) {
        for (int i = from; i < Math.min(bytes.length, from + length); i++) {
            bytes[i] = 0;
        }
    }
}
