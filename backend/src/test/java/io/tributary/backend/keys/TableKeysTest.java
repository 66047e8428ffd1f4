package io.tributary.backend.keys;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.backend.keys.TableKeys.Kept;
import io.tributary.testing.Seeds;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TableKeysTest {
    private static Kept kept(long millis) {
        return new Kept(millis * 3, millis * 5, millis % 3, millis * 7, millis);
    }

    @Test
    void keysAreFoundUntilTheirTimeWhateverTheirHashes() {
        Seeds.check(TableKeysTest.class, 20, random -> {
            // Few different low bits, so that keys stand in each other's places.
            long lowBits = 1L << random.nextInt(2, 12);
            TableKeys keys = new TableKeys();
            Map<TableKeys.Id, Kept> model = new LinkedHashMap<>();
            for (int millis = 1; millis < 3000; millis++) {
                TableKeys.Id id = new TableKeys.Id(random.nextLong(500), random.nextLong(lowBits));
                int more = keys.put(id, kept(millis));
                assertThat(more).isEqualTo(model.remove(id) == null ? 1 : 0);
                model.put(id, kept(millis));
                if (random.nextInt(10) == 0) {
                    long until = millis - random.nextLong(400);
                    int removed = keys.removeUntil(until);
                    assertThat(removed).isEqualTo(removeUntil(model, until));
                }
                TableKeys.Id asked = new TableKeys.Id(random.nextLong(500), random.nextLong(lowBits));
                assertThat(keys.find(asked)).isEqualTo(model.get(asked));
                assertThat(keys.size()).isEqualTo(model.size());
            }
            model.forEach((id, kept) -> assertThat(keys.find(id)).isEqualTo(kept));
            keys.removeUntil(3000);
            assertThat(keys.size()).isZero();
        });
    }

    private static int removeUntil(Map<TableKeys.Id, Kept> model, long until) {
        int removed = 0;
        for (Iterator<Kept> oldest = model.values().iterator(); oldest.hasNext(); ) {
            if (oldest.next().committedMillis() <= until) {
                oldest.remove();
                removed++;
            }
        }
        return removed;
    }
}
