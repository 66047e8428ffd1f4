package io.tributary.backend.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class TableIdsTest {
    @Test
    void idsOfOneProcessFollowEachOtherBehindAllThatWereUsed() {
        TableIds ids = new TableIds(new Random(1)::nextLong);
        ids.used(7);
        ids.used(3);

        long first = ids.next();

        assertThat(first).isGreaterThan(7);
        assertThat(ids.next()).isEqualTo(first + 1);
    }

    @Test
    void twoProcessesWithTheSameTablesGiveOthersAndSoDoTwoDirectories() {
        Random random = new Random(2);
        for (long used : new long[] {0, 1, 9L << 40}) {
            TableIds one = new TableIds(random::nextLong);
            TableIds other = new TableIds(random::nextLong);
            one.used(used);
            other.used(used);
            assertThat(Math.abs(one.next() - other.next())).isGreaterThanOrEqualTo(1 << 20);
        }
    }

    @Test
    void aQuarterOfAMillionProcessesFit() {
        long last = 0;
        for (int i = 0; i < 1 << 18; i++) {
            TableIds ids = new TableIds(() -> -1);
            ids.used(last);
            last = ids.next();
            assertThat(last).isPositive();
        }
    }
}
