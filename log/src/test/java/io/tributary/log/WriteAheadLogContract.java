package io.tributary.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What every write-ahead log does, whatever it lies upon. */
public abstract class WriteAheadLogContract {
    private static final byte TYPE = 3;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
    private static final ByteBuffer HEAD = bytes("head-");

    private @Nullable WriteAheadLog open;

    /** The log of this test, of small segments; it is closed before it is opened again. */
    protected abstract WriteAheadLog open() throws IOException;

    /** Takes the files of the open log away beneath it. */
    protected abstract void takeAway() throws IOException;

    @AfterEach
    void close() throws IOException {
        WriteAheadLog last = open;
        open = null;
        if (last != null) {
            last.close();
        }
    }

    @Test
    void newLogHasNoRecord() throws IOException {
        WriteAheadLog log = reopened();

        assertThat(replayed(log)).isEmpty();
        assertThat(List.of(log.lastLsn(), log.forcedLsn(), log.nextLsn())).containsExactly(0L, 0L, 1L);
        assertThat(log.isBegun()).isFalse();
        assertThat(log.restBytes()).isZero();
    }

    @Test
    void recordsComeBackInOrderAfterReopening() throws IOException {
        WriteAheadLog log = begun();
        append(log, "one");
        append(log, "two");
        log.force();

        assertThat(replayed(reopened())).containsExactly("1:head-one", "2:head-two");
    }

    @Test
    void recordComesBackWithItsTypeAndItsTaggedFields() throws IOException {
        WriteAheadLog log = begun();
        ByteBuffer tags = ByteBuffer.allocate(6).order(ByteOrder.LITTLE_ENDIAN);
        tags.putShort((short) 5).putShort((short) 2).putShort((short) 77).flip();
        log.append(TYPE, tags, HEAD, bytes("tagged"));
        log.force();

        List<Integer> found = new ArrayList<>();
        reopened().replay(record -> {
            assertThat(record.type()).isEqualTo(TYPE);
            ByteBuffer field = record.field(5);
            found.add(field == null ? -1 : (int) field.getShort());
        });
        assertThat(found).containsExactly(77);
    }

    @Test
    void nothingIsAppendedBeforeItIsBegun() throws IOException {
        WriteAheadLog log = reopened();

        assertThatThrownBy(() -> append(log, "early")).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void logIsBegunOnceAndBeyondEveryUsedLsn() throws IOException {
        append(begun(), "one");
        WriteAheadLog log = reopened();

        assertThatThrownBy(() -> log.tryBegin(log.lastLsn())).isInstanceOf(IllegalStateException.class);
        assertThat(log.tryBegin(500)).isTrue();
        assertThatThrownBy(() -> log.tryBegin(600)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void lsnIsNotUsedAgainAfterARestart() throws IOException {
        WriteAheadLog first = begun();
        append(first, "one");
        first.force();
        WriteAheadLog log = reopened();
        log.tryBegin(500);

        assertThat(log.nextLsn()).isEqualTo(500);
        assertThat(append(log, "two")).isEqualTo(500);
        log.force();

        assertThat(replayed(reopened())).containsExactly("1:head-one", "500:head-two");
    }

    @Test
    void epochStaysForTheLifeOfTheLog() throws IOException {
        long epoch = begun().epoch();

        assertThat(epoch).isNotZero();
        assertThat(reopened().epoch()).isEqualTo(epoch);
    }

    @Test
    void forceCoversWhatWasAppendedAndNothingIsForcedTwice() throws IOException {
        WriteAheadLog log = begun();
        append(log, "one");
        append(log, "two");
        long before = log.forcedLsn();

        log.force();
        long forces = log.forces();
        log.force();

        assertThat(before).isZero();
        assertThat(log.forcedLsn()).isEqualTo(2);
        assertThat(log.forces()).isEqualTo(forces);
    }

    @Test
    void buffersThatWereAppendedAreLeftAsTheyWere() throws IOException {
        WriteAheadLog log = begun();
        ByteBuffer body = bytes("..body..").position(2).limit(6);

        log.append(TYPE, NOTHING, HEAD, body);
        log.force();

        assertThat(List.of(HEAD.position(), body.position(), body.limit())).containsExactly(0, 2, 6);
        assertThat(replayed(reopened())).containsExactly("1:head-body");
    }

    @Test
    void roomShrinksByEachRecordUntilAnotherSegmentBegins() throws IOException {
        WriteAheadLog log = begun();
        long rest = log.restBytes();
        assertThat(rest).isEqualTo(log.recordBytesMax()).isLessThan(log.segmentBytes());

        append(log, "x".repeat(1000));
        assertThat(rest - log.restBytes()).isEqualTo(log.bytesWritten()).isGreaterThan(1000);
        assertThat(log.allocatedBytes()).isGreaterThanOrEqualTo(log.restBytes());

        append(log, "x".repeat((int) log.restBytes() - 50));
        assertThat(log.segmentCount()).isEqualTo(1);
        append(log, "x".repeat(1000));
        assertThat(log.segmentCount()).isEqualTo(2);
    }

    @Test
    void recordLongerThanASegmentGetsOneOfItsOwn() throws IOException {
        WriteAheadLog log = begun();
        append(log, "before");
        long made = log.bytesMade();

        append(log, "y".repeat(3 << 20));
        append(log, "after");
        log.force();

        assertThat(log.bytesMade() - made).isGreaterThan(3 << 20);
        List<String> replayed = replayed(reopened());
        assertThat(replayed).hasSize(3);
        assertThat(replayed.get(1)).hasSize("2:head-".length() + (3 << 20));
        assertThat(replayed.get(2)).isEqualTo("3:head-after");
    }

    @Test
    void recordIsReadBackAtItsAddress() throws IOException {
        WriteAheadLog log = begun();
        List<Long> addresses = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            append(log, "record " + i);
            addresses.add(log.lastAddress());
        }
        log.force();

        try (RecordReader.Cursor cursor = log.reader().cursor()) {
            assertThat(text(cursor.read(addresses.get(150), 151))).isEqualTo("head-record 150");
            assertThat(text(cursor.read(addresses.get(3), 4))).isEqualTo("head-record 3");
            assertThatThrownBy(() -> cursor.read(addresses.get(3), 5)).isInstanceOf(LogDamagedException.class);
        }
    }

    @Test
    void truncationKeepsEveryRecordFromItsLsnOnAndTheNewestSegment() throws IOException {
        WriteAheadLog log = begun();
        for (int i = 0; i < 100; i++) {
            append(log, "z".repeat(200));
        }
        log.force();
        assertThat(log.isTruncatable(50)).isTrue();
        assertThat(log.bytesBelow(50)).isPositive().isLessThan(log.bytesBelow(101));

        truncate(log, 50);

        assertThat(log.bytesBelow(50)).isZero();
        assertThat(log.isTruncatable(50)).isFalse();
        WriteAheadLog next = reopened();
        List<String> kept = replayed(next);
        assertThat(kept).hasSizeBetween(51, 70);
        assertThat(kept.get(kept.size() - 1)).startsWith("100:head-zzz");
        next.tryBegin(101);
        truncate(next, 1_000);
        assertThat(next.segmentCount()).isEqualTo(1);
    }

    @Test
    void logThatIsNotBegunLetsGoOfWhatWasFound() throws IOException {
        WriteAheadLog first = begun();
        for (int i = 0; i < 10; i++) {
            append(first, "z".repeat(1000));
        }
        first.force();
        WriteAheadLog log = reopened();
        int segments = log.segmentCount();

        truncate(log, 1_000);

        assertThat(segments).isGreaterThan(1);
        assertThat(log.segmentCount()).isEqualTo(1);
        assertThat(log.tryBegin(11)).isTrue();
    }

    @Test
    void afterAFailureNothingIsTakenUntilItIsOpenedAnew() throws IOException {
        WriteAheadLog log = begun();
        append(log, "one");
        log.force();
        append(log, "two");
        takeAway();
        long usable = log.usableBytes();

        assertThat(usable).isNotNegative();
        assertThatThrownBy(log::force).isInstanceOf(LogFailedException.class);
        assertThatThrownBy(log::force)
                .isInstanceOf(LogFailedException.class)
                .hasMessageContaining("takes nothing more until a restart");
        assertThatThrownBy(log::write).isInstanceOf(LogFailedException.class);
        assertThatThrownBy(() -> append(log, "three")).isInstanceOf(LogFailedException.class);
        assertThatThrownBy(() -> log.truncateBefore(1)).isInstanceOf(LogFailedException.class);
        assertThat(log.forcedLsn()).isEqualTo(1);
    }

    private WriteAheadLog begun() throws IOException {
        WriteAheadLog log = reopened();
        assertThat(log.tryBegin(log.lastLsn() + 1)).isTrue();
        return log;
    }

    private WriteAheadLog reopened() throws IOException {
        close();
        WriteAheadLog log = open();
        open = log;
        return log;
    }

    private static void truncate(WriteAheadLog log, long lsn) throws LogFailedException {
        while (log.truncateBefore(lsn)) {}
    }

    private static long append(WriteAheadLog log, String text) throws LogFailedException {
        return log.append(TYPE, NOTHING, HEAD, bytes(text));
    }

    private static List<String> replayed(WriteAheadLog log) throws IOException {
        List<String> records = new ArrayList<>();
        log.replay(record -> records.add(record.lsn() + ":" + text(record)));
        return records;
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static String text(WalRecord record) {
        return StandardCharsets.US_ASCII.decode(record.payload().duplicate()).toString();
    }
}
