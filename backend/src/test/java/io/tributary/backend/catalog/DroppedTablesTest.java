package io.tributary.backend.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.testing.Seeds;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DroppedTablesTest {
    @Test
    void idsThatFollowEachOtherAreOneRange() {
        DroppedTables dropped = new DroppedTables();
        dropped.add(3);
        dropped.add(1);
        dropped.add(7);
        assertThat(dropped).hasToString("1,3,7");

        dropped.add(2);
        dropped.add(8);

        assertThat(dropped).hasToString("1-3,7-8");
        assertThat(dropped.contains(2)).isTrue();
        assertThat(dropped.contains(4)).isFalse();
        assertThat(dropped.contains(0)).isFalse();
        assertThat(dropped.rangeCount()).isEqualTo(2);
    }

    @Test
    void anyOrderGivesTheSameAndTheTextIsReadAgain() {
        for (int seed : Seeds.of(DroppedTablesTest.class, 200)) {
            SplittableRandom random = new SplittableRandom(seed);
            DroppedTables dropped = new DroppedTables();
            Set<Long> model = new HashSet<>();
            for (int i = 0; i < 60; i++) {
                long id = random.nextLong(1, 80);
                dropped.add(id);
                model.add(id);
            }
            DroppedTables again = DroppedTables.of(dropped.toString());
            for (long id = 0; id < 82; id++) {
                assertThat(dropped.contains(id)).as("seed %d id %d", seed, id).isEqualTo(model.contains(id));
                assertThat(again.contains(id)).as("seed %d id %d", seed, id).isEqualTo(model.contains(id));
            }
            assertThat(again).as("seed %d", seed).hasToString(dropped.toString());
        }
    }

    @Test
    void nothingIsNoRange() {
        assertThat(DroppedTables.of("").rangeCount()).isZero();
        assertThat(DroppedTables.of("5-9,12")).hasToString("5-9,12");
    }
}
