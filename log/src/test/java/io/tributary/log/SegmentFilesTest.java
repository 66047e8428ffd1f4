package io.tributary.log;

import static io.tributary.log.SegmentedLogTest.append;
import static io.tributary.log.SegmentedLogTest.begun;
import static io.tributary.log.SegmentedLogTest.replayed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.testing.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the files of segments come from and where they go. Three records of {@link #TEXT} fill a segment. */
class SegmentFilesTest {
    private static final String TEXT = "x".repeat(1000);

    /** Preparations are asked for and never made. */
    private static final Executor NEVER = task -> {};

    private final MemoryWalDirectory directory = new MemoryWalDirectory();

    @Test
    void filesOfDeletedSegmentsBecomeSparesUpToTheLimit() throws IOException {
        SegmentedLog wal = filled(2, 15);

        wal.truncateBefore(13);

        assertThat(wal.segmentCount()).isEqualTo(1);
        assertThat(wal.spareCount()).as("one more is being prepared").isEqualTo(1);
        assertThat(names(".spare")).hasSize(1);
        assertThat(names(".wal")).containsExactly(WalFileNames.segment(5));
    }

    /** The log is truncated as after a checkpoint: as many new ones are needed until the next. */
    @Test
    void filesOfSegmentsThatGoTogetherWaitForTheNextOnesAlsoIfTheyTakeSeveralCalls() throws IOException {
        SegmentedLog wal = begun(directory, new WalOptions(4096, 2, 20 * 4096), new Random(4)::nextLong, NEVER);
        for (int i = 0; i < 40; i++) {
            append(wal, TEXT);
        }
        wal.force();
        int going = wal.segmentCount() - 1;
        assertThat(going).isGreaterThan(SegmentChain.SEGMENTS_RETIRED_MAX);

        while (wal.truncateBefore(wal.nextLsn())) {
            assertThat(wal.spareCount()).isLessThanOrEqualTo(going);
        }

        assertThat(names(".spare")).as("one more is being prepared").hasSize(going - 1);
        for (int i = 0; i < 6; i++) {
            append(wal, TEXT);
        }
        wal.truncateBefore(wal.nextLsn());
        assertThat(names(".spare")).as("of the last two").hasSizeLessThan(going);
    }

    @Test
    void segmentTakesTheFileOfAnEarlierOneAndWritesItsHeaderOnly() throws IOException {
        SegmentedLog wal = filled(3, 9);
        byte[] second = directory.bytes(WalFileNames.segment(2));
        wal.truncateBefore(7);
        int creates = directory.creates();

        append(wal, TEXT);
        wal.force();

        assertThat(directory.creates()).isEqualTo(creates);
        assertThat(wal.spareCount()).isEqualTo(1);
        assertThat(directory.bytes(WalFileNames.segment(4)))
                .as("the rest is what segment 2 was")
                .containsSequence(Arrays.copyOfRange(second, 2000, 3000));
        assertThat(replayed(directory.afterKill()))
                .extracting(text -> text.substring(0, text.indexOf(':')))
                .containsExactly("7", "8", "9", "10");
    }

    @Test
    void withoutSparesAllowedFilesAreDeletedAndNoneIsPrepared() throws IOException {
        SegmentedLog wal = filled(0, 9);
        int creates = directory.creates();

        wal.truncateBefore(7);
        append(wal, TEXT);

        assertThat(wal.spareCount()).isZero();
        assertThat(names(".spare")).isEmpty();
        assertThat(directory.creates()).isEqualTo(creates + 1);
    }

    @Test
    void sparesSurviveARestartWhichBeginsWithOne() throws IOException {
        filled(3, 12).truncateBefore(7);
        MemoryWalDirectory after = directory.afterKill();

        SegmentedLog wal = begun(after, new WalOptions(4096, 3), new Random(2)::nextLong, NEVER);

        assertThat(after.creates()).isZero();
        assertThat(wal.spareCount()).isEqualTo(1);
        wal.truncateBefore(wal.nextLsn());
        assertThat(after.list().stream().filter(WalFileNames::isSpare))
                .as("two more, under other names")
                .hasSize(3);
    }

    @Test
    void nameOfASpareIsDurableBeforeAStartUsesIt() throws IOException {
        SegmentedLog wal = filled(3, 9);
        directory.beforeEach(() -> {
            if (!names(".spare").isEmpty()) {
                throw new AssertionError("killed");
            }
        });
        assertThatThrownBy(() -> wal.truncateBefore(7)).hasMessage("killed");
        MemoryWalDirectory after = directory.afterKill();
        List<MemoryWalDirectory> left = new ArrayList<>();
        int seed = Seeds.one(SegmentFilesTest.class, 5);
        Random powerLoss = new Random(seed);
        after.beforeEach(() -> left.add(after.afterPowerLoss(powerLoss)));

        begun(after, new WalOptions(4096, 3), new Random(2)::nextLong, NEVER);

        for (MemoryWalDirectory disk : left) {
            assertThat(replayed(disk)).as("seed %d", seed).hasSizeBetween(6, 9);
        }
    }

    @Test
    void aPowerLossWhileManySegmentsGoLeavesNoGap() throws IOException {
        SegmentedLog wal = filled(2, 18);
        int[] seeds = Seeds.of(SegmentFilesTest.class, 20);
        List<MemoryWalDirectory> left = new ArrayList<>();
        directory.beforeEach(() -> {
            for (int seed : seeds) {
                left.add(directory.afterPowerLoss(Seeds.random(seed)));
            }
        });

        wal.truncateBefore(wal.nextLsn());

        assertThat(left).hasSizeGreaterThan(5 * seeds.length);
        for (int i = 0; i < left.size(); i++) {
            assertThat(replayed(left.get(i)))
                    .as("seed %d", seeds[i % seeds.length])
                    .last()
                    .asString()
                    .startsWith("18:");
        }
    }

    @Test
    void sparesThatTheSettingsHaveNoUseForAreDeletedAtStart() throws IOException {
        for (int i = 1; i <= 4; i++) {
            directory.put(WalFileNames.spare(i), new byte[i == 1 ? 8192 : 4096]);
        }

        SegmentedLog wal = SegmentedLog.open(directory, new WalOptions(4096, 2), () -> 7, NEVER);

        assertThat(wal.spareCount()).isEqualTo(2);
        assertThat(names(".spare")).containsExactly(WalFileNames.spare(2), WalFileNames.spare(3));
    }

    @Test
    void spareThatSomebodyDeletedIsNotMissed() throws IOException {
        SegmentedLog wal = filled(3, 9);
        wal.truncateBefore(7);
        for (String spare : names(".spare")) {
            directory.delete(spare);
        }

        append(wal, TEXT);
        wal.force();

        assertThat(wal.failure()).isNull();
        assertThat(replayed(directory.afterKill())).hasSize(4);
    }

    @Test
    void segmentOfALongRecordIsNeverRecycled() throws IOException {
        SegmentedLog wal = begun(directory, new WalOptions(4096, 2), () -> 7, NEVER);
        append(wal, "y".repeat(10_000));
        append(wal, TEXT);
        wal.force();

        wal.truncateBefore(2);

        assertThat(wal.spareCount()).as("the one before it").isEqualTo(1);
        assertThat(directory.bytes(names(".spare").get(0))).hasSize(4096);
    }

    @Test
    void segmentThatWasCutIsNeverRecycled() throws IOException {
        filled(2, 2);
        byte[] bytes = directory.bytes(WalFileNames.segment(1));
        bytes[bytes.length / 3] ^= 1;
        directory.put(WalFileNames.segment(1), bytes);
        SegmentedLog wal = begun(directory, new WalOptions(4096, 2), new Random(3)::nextLong, NEVER);
        assertThat(names(".torn")).hasSize(1);

        wal.truncateBefore(wal.nextLsn());

        assertThat(wal.segmentCount()).isEqualTo(1);
        assertThat(wal.spareCount()).isZero();
    }

    @Test
    void segmentThatWasCutToTheSizeOfNewOnesIsNeverRecycled() throws IOException {
        append(begun(directory, new WalOptions(8192, 2), () -> 7, NEVER), "lost");
        String first = WalFileNames.segment(1);
        directory.put(first, Arrays.copyOf(directory.bytes(first), 4096));
        directory.put(first + WalFileNames.TORN, new byte[0]);
        SegmentedLog wal = begun(directory, new WalOptions(4096, 2), new Random(3)::nextLong, NEVER);

        wal.truncateBefore(wal.nextLsn());

        assertThat(directory.list()).doesNotContain(first);
        assertThat(wal.spareCount()).isZero();
    }

    @Test
    void realDirectoryUsesAFewFilesAgainAndAgain(@TempDir Path path) throws IOException {
        Path log = path.resolve("wal");
        Set<Object> inodes = new HashSet<>();
        try (SegmentedLog wal =
                begun(WalDirectory.open(log), SegmentedLogTest.OPTIONS, new Random(1)::nextLong, Runnable::run)) {
            for (int i = 0; i < 300; i++) {
                append(wal, TEXT);
                wal.force();
                wal.truncateBefore(wal.lastLsn());
                inodes.add(Files.getAttribute(log.resolve(current(log)), "unix:ino"));
            }
            assertThat(wal.spareCount()).isBetween(1, 2);
        }

        assertThat(inodes).hasSizeBetween(2, 4);
        try (var files = Files.list(log)) {
            assertThat(files.map(Path::toString)).noneMatch(name -> name.endsWith(".new"));
        }
        List<String> replayed = replayed(WalDirectory.open(log));
        assertThat(replayed.get(replayed.size() - 1)).startsWith("300:head-xxx");
    }

    @Test
    void sizesOutOfRangeAreRefusedByName() {
        assertThatThrownBy(() -> new WalOptions(4095, 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("wal_segment_bytes = 4095, must be 4096 to 1073741824");
        assertThatThrownBy(() -> new WalOptions(4096, 65))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("wal_spare_segments = 65, must be 0 to 64");
    }

    private SegmentedLog filled(int spares, int records) throws IOException {
        SegmentedLog wal = begun(directory, new WalOptions(4096, spares), new Random(1)::nextLong, NEVER);
        for (int i = 0; i < records; i++) {
            append(wal, TEXT);
        }
        wal.force();
        return wal;
    }

    private List<String> names(String suffix) {
        return directory.list().stream().filter(name -> name.endsWith(suffix)).toList();
    }

    private static String current(Path log) throws IOException {
        try (var files = Files.list(log)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .filter(WalFileNames::isSegment)
                    .max(String::compareTo)
                    .orElseThrow();
        }
    }
}
