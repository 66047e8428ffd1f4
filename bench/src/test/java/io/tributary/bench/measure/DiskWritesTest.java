package io.tributary.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class DiskWritesTest {
    @Test
    void ofAProcessTheBytesWrittenAreReadByName() {
        Stream<String> lines =
                Stream.of("rchar: 1", "wchar: 2", "read_bytes: 3", "write_bytes: 4096", "cancelled_write_bytes: 5");

        assertThat(DiskWrites.bytes(lines)).isEqualTo(4_096);
    }

    @Test
    void ofADiskTheSeventhNumberIsSectors() {
        String stat =
                "  415629    40885 14199450   448070  4714549   284423 332073952  1659122        0   559784 2426346\n";

        assertThat(DiskWrites.diskBytes(stat)).isEqualTo(332_073_952L * 512);
    }
}
