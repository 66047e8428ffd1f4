package io.tributary.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WalTest {
    static final WalOptions OPTIONS = new WalOptions(4096, 2);

    private static final String FIRST = WalFileNames.segment(1);
    private static final ByteBuffer HEAD = ByteBuffer.wrap("head-".getBytes(StandardCharsets.US_ASCII));

    private final MemoryWalDirectory directory = new MemoryWalDirectory();

    @Test
    void recordsComeBackInOrderAfterReopening() throws IOException {
        Wal wal = begun(directory);

        append(wal, "one");
        append(wal, "two");
        wal.force();

        assertThat(replayed(directory.afterKill())).containsExactly("1:head-one", "2:head-two");
    }

    @Test
    void recordsOfACycleShareOneWriteAndOneForce() throws IOException {
        Wal wal = begun(directory);
        int writes = directory.writes();
        int forces = directory.forces();

        for (int i = 0; i < 20; i++) {
            append(wal, "record " + i);
        }
        wal.force();

        assertThat(directory.writes() - writes).isEqualTo(1);
        assertThat(directory.forces() - forces).isEqualTo(1);
        assertThat(wal.forcedLsn()).isEqualTo(20);
    }

    @Test
    void forceWithNothingAppendedDoesNothing() throws IOException {
        Wal wal = begun(directory);
        int forces = directory.forces();

        wal.force();

        assertThat(directory.forces()).isEqualTo(forces);
    }

    @Test
    void fullSegmentIsForcedBeforeTheNextIsMade() throws IOException {
        Wal wal = begun(directory);
        String text = "x".repeat(1000);

        for (int i = 0; i < 10; i++) {
            append(wal, text);
        }

        assertThat(wal.segmentCount()).isEqualTo(4);
        assertThat(wal.forcedLsn()).isEqualTo(9);
        wal.force();
        assertThat(replayed(directory.afterKill())).hasSize(10);
    }

    @Test
    void recordLongerThanASegmentGetsASegmentOfItsOwnSize() throws IOException {
        Wal wal = begun(directory);
        append(wal, "before");

        append(wal, "y".repeat(3 << 20));
        append(wal, "after");
        wal.force();

        List<String> replayed = replayed(directory.afterKill());
        assertThat(replayed).hasSize(3);
        assertThat(replayed.get(1)).hasSize("2:head-".length() + (3 << 20));
        assertThat(replayed.get(2)).isEqualTo("3:head-after");
    }

    @Test
    void nothingIsForcedIntoASegmentThatSomebodyTookAway() throws IOException {
        Wal wal = begun(directory);
        append(wal, "one");
        wal.force();
        wal.usableBytes();
        append(wal, "two");
        directory.delete(FIRST);
        wal.usableBytes();

        assertThatThrownBy(wal::force)
                .isInstanceOf(LogFailedException.class)
                .hasMessageContaining(FIRST + " was taken away");
        assertThatThrownBy(() -> append(wal, "three")).isInstanceOf(LogFailedException.class);
    }

    @Test
    void recordIsReadBackAtItsAddress() throws IOException {
        Wal wal = begun(directory);
        List<Long> addresses = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            append(wal, "record " + i);
            addresses.add(wal.lastAddress());
        }
        wal.force();

        try (WalReader.Cursor cursor = wal.reader().cursor()) {
            assertThat(text(cursor.read(addresses.get(150), 151))).isEqualTo("head-record 150");
            assertThat(text(cursor.read(addresses.get(3), 4))).isEqualTo("head-record 3");
            assertThatThrownBy(() -> cursor.read(addresses.get(3), 5)).isInstanceOf(LogDamagedException.class);
        }
    }

    @Test
    void segmentsBelowTheWatermarkAreDeletedButNeverTheCurrentOne() throws IOException {
        Wal wal = begun(directory);
        for (int i = 0; i < 10; i++) {
            append(wal, "x".repeat(1000));
        }
        wal.force();

        wal.truncateBefore(6);

        assertThat(directory.list()).doesNotContain(FIRST).contains(WalFileNames.segment(2));
        wal.truncateBefore(1_000);
        assertThat(wal.segmentCount()).isEqualTo(1);
        assertThat(replayed(directory.afterKill())).hasSize(1);
    }

    @Test
    void manySegmentsGoAFewAtATimeForAcknowledgementsWaitMeanwhile() throws IOException {
        Wal wal = begun(directory);
        for (int i = 0; i < 80; i++) {
            append(wal, "x".repeat(1000));
        }
        wal.force();
        int segments = wal.segmentCount();
        assertThat(segments).isGreaterThan(2 * Wal.SEGMENTS_RETIRED_MAX);

        assertThat(wal.truncateBefore(81)).isTrue();

        assertThat(wal.segmentCount()).isEqualTo(segments - Wal.SEGMENTS_RETIRED_MAX);
        while (wal.truncateBefore(81)) {}
        assertThat(wal.segmentCount()).isEqualTo(1);
    }

    @Test
    void lsnIsNotUsedAgainAfterARestart() throws IOException {
        append(begun(directory), "one");
        MemoryWalDirectory after = directory.afterKill();
        Wal wal = Wal.open(after, OPTIONS, () -> 7, Runnable::run);

        assertThatThrownBy(() -> wal.begin(wal.lastLsn())).isInstanceOf(IllegalStateException.class);
        wal.begin(500);

        assertThat(append(wal, "two")).isEqualTo(500);
        wal.force();
        assertThat(replayed(after)).containsExactly("500:head-two");
    }

    @Test
    void epochStaysForTheLifeOfTheLog() throws IOException {
        Wal first = begun(directory);

        Wal second = Wal.open(directory.afterKill(), OPTIONS, () -> 99, Runnable::run);

        assertThat(second.epoch()).isEqualTo(first.epoch());
    }

    @Test
    void nothingIsTakenAfterAFailedForce() throws IOException {
        Wal wal = begun(directory);
        append(wal, "lost");
        directory.failAfter(1);

        assertThatThrownBy(wal::force).isInstanceOf(LogFailedException.class);

        assertThatThrownBy(() -> append(wal, "more"))
                .isInstanceOf(LogFailedException.class)
                .hasMessageContaining("until a restart");
        assertThatThrownBy(wal::force).isInstanceOf(LogFailedException.class);
        assertThat(wal.forcedLsn()).isZero();
    }

    @Test
    void nothingIsTakenAfterAFailedWrite() throws IOException {
        Wal wal = begun(directory);
        directory.failAfter(0);
        append(wal, "buffered");

        assertThatThrownBy(wal::force).isInstanceOf(LogFailedException.class);

        assertThatThrownBy(() -> append(wal, "more")).isInstanceOf(LogFailedException.class);
    }

    @Test
    void missingSegmentIsRefused() throws IOException {
        Wal wal = begun(directory);
        for (int i = 0; i < 10; i++) {
            append(wal, "x".repeat(1000));
        }
        wal.force();
        directory.delete(WalFileNames.segment(2));

        assertThatThrownBy(() -> Wal.open(directory, OPTIONS, () -> 7, Runnable::run))
                .isInstanceOf(LogDamagedException.class)
                .hasMessageContaining(WalFileNames.segment(2));
    }

    @Test
    void missingEpochBesideSegmentsIsRefused() throws IOException {
        begun(directory);
        directory.delete("epoch");

        assertThatThrownBy(() -> Wal.open(directory, OPTIONS, () -> 7, Runnable::run))
                .isInstanceOf(LogDamagedException.class);
    }

    @Test
    void realDirectoryKeepsWhatWasWritten(@TempDir Path path) throws IOException {
        WalDirectory real = WalDirectory.open(path.resolve("wal"));
        Wal wal = begun(real);
        for (int i = 0; i < 100; i++) {
            append(wal, "z".repeat(200));
        }
        wal.force();
        wal.truncateBefore(50);
        wal.close();

        List<String> replayed = replayed(real);

        assertThat(replayed.get(replayed.size() - 1)).startsWith("100:head-zzz");
        assertThat(replayed).hasSizeBetween(51, 70);
    }

    /**
     * Bytes of format version 1: whatever the program becomes, it must read them. If the format may still change, the file
     * is regenerated from this failure: it is the "but was" of the first assertion, 64 digits a line.
     */
    @Test
    void goldenSegmentOfVersion1IsWrittenAndRead() throws IOException {
        Wal wal = begun(directory, OPTIONS, () -> 7, Runnable::run);
        append(wal, "golden one");
        wal.force();
        append(wal, "golden two");
        wal.force();
        byte[] segment = Arrays.copyOf(directory.bytes(FIRST), 192);

        String golden;
        try (var resource = WalTest.class.getResourceAsStream("segment-v1.hex")) {
            assertThat(resource).isNotNull();
            golden = new String(resource.readAllBytes(), StandardCharsets.US_ASCII).replaceAll("\\s", "");
        }

        assertThat(HexFormat.of().formatHex(segment)).isEqualTo(golden);
        MemoryWalDirectory old = new MemoryWalDirectory();
        old.put("epoch", "0000000000000007\n".getBytes(StandardCharsets.US_ASCII));
        old.put(FIRST, Arrays.copyOf(HexFormat.of().parseHex(golden), OPTIONS.segmentBytes()));
        assertThat(replayed(old)).containsExactly("1:head-golden one", "2:head-golden two");
    }

    /** Its salts differ from those of the log's other lives. */
    static Wal begun(WalDirectory directory) throws IOException {
        return begun(directory, OPTIONS, new Random(directory.list().hashCode())::nextLong, Runnable::run);
    }

    static Wal begun(WalDirectory directory, WalOptions options, LongSupplier random, Executor preparer)
            throws IOException {
        Wal wal = Wal.open(directory, options, random, preparer);
        wal.begin(wal.lastLsn() + 1);
        return wal;
    }

    static long append(Wal wal, String text) throws LogFailedException {
        return wal.append((byte) 1, HEAD, ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)));
    }

    static List<String> replayed(WalDirectory directory) throws IOException {
        List<String> records = new ArrayList<>();
        try (Wal wal = Wal.open(directory, OPTIONS, () -> 7, Runnable::run)) {
            wal.replay(record -> records.add(record.lsn() + ":" + text(record)));
        }
        return records;
    }

    static String text(WalRecord record) {
        return StandardCharsets.US_ASCII.decode(record.payload().duplicate()).toString();
    }
}
