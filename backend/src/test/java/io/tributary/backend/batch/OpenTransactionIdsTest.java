package io.tributary.backend.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.calls.TransactionIds;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class OpenTransactionIdsTest {
    @Test
    void eachIdNamesItsBackendAndComesOnce() {
        for (int backend : new int[] {0, 3, TransactionIds.BACKENDS_MAX - 1}) {
            OpenTransactionIds ids = new OpenTransactionIds(backend, new Random(7));
            Set<Long> given = new TreeSet<>();

            for (int i = 0; i < 100; i++) {
                given.add(ids.getAsLong());
            }

            assertThat(given).hasSize(100).allMatch(id -> id > 0 && TransactionIds.backendOf(id) == backend);
        }
    }

    @Test
    void anIdFromBeforeARestartNamesNoneAfterIt() {
        Set<Long> given = new TreeSet<>();

        for (int start = 0; start < 100; start++) {
            OpenTransactionIds ids = new OpenTransactionIds(0, new Random(start));
            for (int i = 0; i < 100; i++) {
                given.add(ids.getAsLong());
            }
        }

        assertThat(given).hasSize(100 * 100);
    }
}
