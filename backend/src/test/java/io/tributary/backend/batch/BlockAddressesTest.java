package io.tributary.backend.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.testing.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BlockAddressesTest {
    @Test
    void whatWasAddedIsFoundInAnyOrder() {
        Seeds.check(BlockAddressesTest.class, 50, random -> {
            int count = 1 + random.nextInt(1_000);
            long[] lsns = new long[count];
            long[] addresses = new long[count];
            BlockAddresses places = new BlockAddresses();
            long lsn = random.nextInt(100);
            long address = random.nextInt(100);
            for (int i = 0; i < count; i++) {
                lsn += 1 + random.nextInt(random.nextInt(10) == 0 ? 1 << 30 : 3);
                address += 1 + (random.nextInt(50) == 0 ? random.nextLong() >>> 12 : random.nextInt(500));
                places.add(lsn, address);
                lsns[i] = lsn;
                addresses[i] = address;
            }
            for (int i = 0; i < count; i++) {
                assertThat(places.lsn(i)).isEqualTo(lsns[i]);
                assertThat(places.address(i)).isEqualTo(addresses[i]);
            }
            for (int i = 0; i < count; i++) {
                int block = random.nextInt(count);
                assertThat(places.address(block)).isEqualTo(addresses[block]);
                assertThat(places.lsn(block)).isEqualTo(lsns[block]);
            }
            assertThat(places.count()).isEqualTo(count);
        });
    }

    @Test
    void aRowThatWasLoadedAloneTakesAFewBytes() {
        BlockAddresses places = new BlockAddresses();
        for (int i = 1; i <= 1_000_000; i++) {
            places.add(3L * i, (7L << 32) + 150L * i);
        }

        assertThat(places.bytes()).isLessThan(6_000_000);
    }

    @Test
    void placesComeInTheLogsOrder() {
        BlockAddresses places = new BlockAddresses();
        places.add(5, 500);

        assertThatThrownBy(() -> places.add(5, 600)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> places.lsn(1)).isInstanceOf(IndexOutOfBoundsException.class);
    }
}
