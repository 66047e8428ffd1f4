package io.tributary.backend.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.IdempotencyKey;
import io.tributary.engine.port.Rows;
import io.tributary.log.MemoryWalDirectory;
import io.tributary.log.SegmentedLog;
import io.tributary.log.WalOptions;
import io.tributary.log.WriteAheadLog;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class LogRecordsTest {
    private static final WalOptions OPTIONS = new WalOptions(4096, 0);

    /** Where the first record's tagged fields begin: behind the segment's header and its own frame. */
    private static final int TAGS_AT = 64 + 40;

    private final MemoryWalDirectory directory = new MemoryWalDirectory();

    private WriteAheadLog begun() throws IOException {
        WriteAheadLog wal = SegmentedLog.open(directory, OPTIONS, () -> 7, Runnable::run);
        wal.tryBegin(1);
        return wal;
    }

    @Test
    void theKeyOfALoadIsATaggedFieldOfItsLastRecord() throws IOException {
        RowBlock block = Rows.block(5);
        IdempotencyKey key = new IdempotencyKey("kü", 0x1122_3344_5566_7788L, 9);
        try (WriteAheadLog wal = begun()) {
            LogRecords records = new LogRecords(wal);
            records.append(1, LogRecords.SINGLE, 3, LogRecords.SYNC, block, key);
            records.append(1, 2, 3, LogRecords.ASYNC, block, null);
            records.loadEnd(1, 2, 1, LogRecords.SYNC, key);
            wal.force();
        }

        byte[] tags = Arrays.copyOfRange(directory.bytes("0000000000000001.wal"), TAGS_AT, TAGS_AT + 23);
        assertThat(HexFormat.of().formatHex(tags))
                .isEqualTo("01001300" + "8877665544332211" + "0900000000000000" + "6bc3bc");
        List<IdempotencyKey> keys = new ArrayList<>();
        List<Long> rows = new ArrayList<>();
        List<Boolean> sync = new ArrayList<>();
        try (WriteAheadLog wal = SegmentedLog.open(directory.afterKill(), OPTIONS, () -> 7, Runnable::run)) {
            wal.replay(record -> {
                keys.add(LogRecords.key(record));
                sync.add(LogRecords.isSync(record.payload()));
                if (record.type() == LogRecords.APPEND) {
                    rows.addAll(Rows.values(LogRecords.block(record.payload())));
                }
            });
        }
        assertThat(keys).containsExactly(key, null, key);
        assertThat(rows).containsExactly(5L, 5L);
        assertThat(sync).containsExactly(true, false, true);
    }

    /** Not a record type of its own: a program of before takes it for a batch of no table, in which nothing is. */
    @Test
    void aNoteIsAnOpenOfNoTableWithATaggedField() throws IOException {
        try (WriteAheadLog wal = begun()) {
            new LogRecords(wal).note(0x1122_3344_5566_7788L);
            wal.force();
        }

        byte[] bytes = Arrays.copyOfRange(directory.bytes("0000000000000001.wal"), TAGS_AT, TAGS_AT + 28);
        assertThat(HexFormat.of().formatHex(bytes))
                .isEqualTo("02000800" + "8877665544332211" + "0000000000000000" + "0000000000000000");
        List<Long> commits = new ArrayList<>();
        try (WriteAheadLog wal = SegmentedLog.open(directory.afterKill(), OPTIONS, () -> 7, Runnable::run)) {
            wal.replay(record -> commits.add(LogRecords.commits(record)));
        }
        assertThat(commits).containsExactly(0x1122_3344_5566_7788L);
    }

    @Test
    void aLoadWithoutAKeyTakesNoByteMore() throws IOException {
        RowBlock block = Rows.block(5);
        try (WriteAheadLog wal = begun()) {
            long position = new LogRecords(wal).append(1, LogRecords.SINGLE, 3, LogRecords.ASYNC, block, null);

            assertThat(position).isEqualTo(1);
            assertThat(wal.bytesWritten()).isEqualTo(40 + LogRecords.APPEND_HEAD_BYTES + block.length());
        }
    }
}
