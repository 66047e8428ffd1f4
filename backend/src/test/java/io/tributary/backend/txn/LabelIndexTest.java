package io.tributary.backend.txn;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.testing.Seeds;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LabelIndexTest {
    private static final long KEPT = 64_000;

    @Test
    void whatWasUsedIsFoundInItsTimeAndNothingElseIs() {
        LabelIndex index = new LabelIndex(KEPT);
        int seed = Seeds.one(LabelIndexTest.class, 1);
        SplittableRandom hashes = new SplittableRandom(seed);
        for (int i = 0; i < 300_000; i++) {
            index.add(hashes.nextLong() >>> 4, i / 1000);
        }

        SplittableRandom again = new SplittableRandom(seed);
        for (int i = 0; i < 300_000; i++) {
            LabelIndex.Time time = index.find(again.nextLong() >>> 4).orElseThrow();
            assertThat(time.from()).as("seed %d", seed).isLessThanOrEqualTo(i / 1000);
            assertThat(time.until()).as("seed %d", seed).isGreaterThanOrEqualTo(i / 1000);
        }
        int wrong = 0;
        for (int i = 0; i < 10_000; i++) {
            wrong += index.find(hashes.nextLong() >>> 4).isPresent() ? 1 : 0;
        }
        assertThat(wrong).as("seed %d", seed).isLessThan(20);
        assertThat(index.size()).as("seed %d", seed).isBetween(299_900L, 300_000L);
    }

    @Test
    void aGenerationEndsWithItsTimeAndGoesWhole() {
        LabelIndex index = new LabelIndex(KEPT);
        index.add(0x100, 5_000);
        index.add(0x200, 5_999);
        index.add(0x300, 6_000);

        assertThat(index.nextEnd(Long.MIN_VALUE, 5_998)).isEmpty();
        assertThat(index.nextEnd(Long.MIN_VALUE, 7_000)).isEqualTo(OptionalLong.of(5_999));
        assertThat(index.nextEnd(5_999, 7_000)).isEqualTo(OptionalLong.of(6_000));
        index.removeUntil(5_999);

        assertThat(index.find(0x100)).isEmpty();
        assertThat(index.find(0x200)).isEmpty();
        assertThat(index.find(0x300)).isEqualTo(Optional.of(new LabelIndex.Time(6_000, 6_000)));
        assertThat(index.size()).isEqualTo(1);
    }

    @Test
    void aClockThatWentBackBeginsAGeneration() {
        LabelIndex index = new LabelIndex(KEPT);
        index.add(0x100, 50_000);
        index.add(0x200, 10_000);

        assertThat(index.find(0x200)).isEqualTo(Optional.of(new LabelIndex.Time(10_000, 10_000)));
        index.removeUntil(10_000);

        assertThat(index.find(0x100)).isPresent();
        assertThat(index.size()).isEqualTo(1);
    }

    @Test
    void aLabelUsedTwiceIsFoundInBothTimes() {
        LabelIndex index = new LabelIndex(KEPT);
        index.add(0x100, 5_000);
        index.add(0x100, 5_500);
        index.add(0x100, 90_000);

        assertThat(index.find(0x100)).isEqualTo(Optional.of(new LabelIndex.Time(5_000, 90_000)));
        assertThat(index.find(0x100, 5_500)).isEqualTo(Optional.of(new LabelIndex.Time(5_000, 5_500)));
        assertThat(index.size()).isEqualTo(2);
    }

    @Test
    void whatWasReadLaterIsOlder() {
        LabelIndex index = new LabelIndex(KEPT);
        index.add(0x100, 90_000);
        LabelIndex before = new LabelIndex(KEPT);
        before.add(0x200, 5_000);
        index.addOlder(before);
        index.add(0x300, 90_500);

        assertThat(index.size()).isEqualTo(3);
        assertThat(index.find(0x300)).isEqualTo(Optional.of(new LabelIndex.Time(90_000, 90_500)));
        index.removeUntil(5_000);
        assertThat(index.find(0x200)).isEmpty();
        assertThat(index.find(0x100)).isPresent();
    }
}
