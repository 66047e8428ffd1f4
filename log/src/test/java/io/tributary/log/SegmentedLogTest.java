package io.tributary.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/** What of a log is seen in its directory; what is not, {@link WriteAheadLogContract} says. */
class SegmentedLogTest {
    static final WalOptions OPTIONS = new WalOptions(4096, 2);

    private static final String FIRST = WalFileNames.segment(1);
    private static final ByteBuffer NO_TAGS = ByteBuffer.allocate(0);
    private static final ByteBuffer HEAD = ByteBuffer.wrap("head-".getBytes(StandardCharsets.US_ASCII));

    private final MemoryWalDirectory directory = new MemoryWalDirectory();

    @Test
    void recordsOfACycleShareOneWriteAndOneForce() throws IOException {
        SegmentedLog wal = begun(directory);
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
        SegmentedLog wal = begun(directory);
        int forces = directory.forces();

        wal.force();

        assertThat(directory.forces()).isEqualTo(forces);
    }

    @Test
    void fullSegmentIsForcedBeforeTheNextIsMade() throws IOException {
        SegmentedLog wal = begun(directory);
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
    void nothingIsForcedIntoASegmentThatSomebodyTookAway() throws IOException {
        SegmentedLog wal = begun(directory);
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
    void segmentsBelowTheWatermarkAreDeletedButNeverTheCurrentOne() throws IOException {
        SegmentedLog wal = begun(directory);
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
        SegmentedLog wal = begun(directory);
        for (int i = 0; i < 80; i++) {
            append(wal, "x".repeat(1000));
        }
        wal.force();
        int segments = wal.segmentCount();
        assertThat(segments).isGreaterThan(2 * SegmentChain.SEGMENTS_RETIRED_MAX);

        assertThat(wal.truncateBefore(81)).isTrue();

        assertThat(wal.segmentCount()).isEqualTo(segments - SegmentChain.SEGMENTS_RETIRED_MAX);
        while (wal.truncateBefore(81)) {}
        assertThat(wal.segmentCount()).isEqualTo(1);
    }

    @Test
    void nothingIsTakenAfterAFailedForce() throws IOException {
        SegmentedLog wal = begun(directory);
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
        SegmentedLog wal = begun(directory);
        directory.failAfter(0);
        append(wal, "buffered");

        assertThatThrownBy(wal::force).isInstanceOf(LogFailedException.class);

        assertThatThrownBy(() -> append(wal, "more")).isInstanceOf(LogFailedException.class);
    }

    @Test
    void missingSegmentIsRefused() throws IOException {
        SegmentedLog wal = begun(directory);
        for (int i = 0; i < 10; i++) {
            append(wal, "x".repeat(1000));
        }
        wal.force();
        directory.delete(WalFileNames.segment(2));

        assertThatThrownBy(() -> SegmentedLog.open(directory, OPTIONS, () -> 7, Runnable::run))
                .isInstanceOf(LogDamagedException.class)
                .hasMessageContaining(WalFileNames.segment(2));
    }

    @Test
    void missingEpochBesideSegmentsIsRefused() throws IOException {
        begun(directory);
        directory.delete("epoch");

        assertThatThrownBy(() -> SegmentedLog.open(directory, OPTIONS, () -> 7, Runnable::run))
                .isInstanceOf(LogDamagedException.class);
    }

    /**
     * Bytes of format version 1: whatever the program becomes, it must read them. If the format may still change, the file
     * is regenerated from this failure: it is the "but was" of the first assertion, 64 digits a line.
     */
    @Test
    void goldenSegmentOfVersion1IsWrittenAndRead() throws IOException {
        SegmentedLog wal = begun(directory, OPTIONS, () -> 7, Runnable::run);
        append(wal, "golden one");
        wal.force();
        append(wal, "golden two");
        wal.force();
        byte[] segment = Arrays.copyOf(directory.bytes(FIRST), 192);

        String golden;
        try (var resource = SegmentedLogTest.class.getResourceAsStream("segment-v1.hex")) {
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
    static SegmentedLog begun(WalDirectory directory) throws IOException {
        return begun(directory, OPTIONS, new Random(directory.list().hashCode())::nextLong, Runnable::run);
    }

    static SegmentedLog begun(WalDirectory directory, WalOptions options, LongSupplier random, Executor preparer)
            throws IOException {
        SegmentedLog wal = SegmentedLog.open(directory, options, random, preparer);
        assertThat(wal.tryBegin(wal.lastLsn() + 1)).isTrue();
        return wal;
    }

    static long append(SegmentedLog wal, String text) throws LogFailedException {
        return wal.append((byte) 1, NO_TAGS, HEAD, ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)));
    }

    static List<String> replayed(WalDirectory directory) throws IOException {
        List<String> records = new ArrayList<>();
        try (SegmentedLog wal = SegmentedLog.open(directory, OPTIONS, () -> 7, Runnable::run)) {
            wal.replay(record -> records.add(record.lsn() + ":" + text(record)));
        }
        return records;
    }

    static String text(WalRecord record) {
        return StandardCharsets.US_ASCII.decode(record.payload().duplicate()).toString();
    }
}
