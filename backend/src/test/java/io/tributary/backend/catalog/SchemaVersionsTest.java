package io.tributary.backend.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SchemaVersionsTest {
    @Test
    void aThousandVersionsInARowDifferWhateverChanceGives() {
        for (long chance : new long[] {0, -1}) {
            SchemaVersions versions = new SchemaVersions(() -> chance);
            Set<Integer> seen = new HashSet<>();
            int version = 1;
            for (int i = 0; i < 1 << SchemaVersions.COUNT_BITS; i++) {
                assertThat(version).isNotNegative();
                assertThat(seen.add(version)).isTrue();
                version = versions.after(version);
            }
        }
    }

    @Test
    void twoProcessesGiveTheSameTableOthers() {
        SchemaVersions one = new SchemaVersions(new Random(1)::nextLong);
        SchemaVersions other = new SchemaVersions(new Random(2)::nextLong);
        int first = 1;
        int second = 1;
        for (int i = 0; i < 1000; i++) {
            first = one.after(first);
            second = other.after(second);
            assertThat(first).isNotEqualTo(second);
        }
    }

    @Test
    void countedOnesFollowEachOther() {
        SchemaVersions versions = new SchemaVersions(() -> 0);

        assertThat(versions.after(1)).isEqualTo(2);
        assertThat(versions.after(7)).isEqualTo(8);
    }
}
