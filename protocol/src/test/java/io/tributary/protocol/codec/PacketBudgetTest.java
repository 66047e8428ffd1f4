package io.tributary.protocol.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class PacketBudgetTest {
    private static final int LARGE = 3 << 20;
    private static final long WAIT_MILLIS = 1_000;

    private final PacketBudget budget = new PacketBudget(5 << 20, WAIT_MILLIS);

    @Test
    void aLargePacketWaitsUntilAnotherIsAnsweredAndSmallOnesDoNot() {
        EmbeddedChannel first = connection();
        EmbeddedChannel second = connection();
        EmbeddedChannel third = connection();
        first.writeInbound(packet(LARGE));
        Packet running = Objects.requireNonNull(first.readInbound());
        assertThat(running.reservedBytes()).isEqualTo(LARGE);

        second.writeInbound(packet(LARGE));
        third.writeInbound(packet(PacketBudget.FREE_BYTES));

        Object early = second.readInbound();
        assertThat(early).isNull();
        assertThat(second.config().isAutoRead()).isFalse();
        third.<Packet>readInbound().release();
        running.release();
        budget.release(running.reservedBytes());
        second.runPendingTasks();
        Packet waited = Objects.requireNonNull(second.readInbound());
        assertThat(waited.content().readableBytes()).isEqualTo(LARGE);
        assertThat(second.config().isAutoRead()).isTrue();
        waited.release();
        budget.release(waited.reservedBytes());
        assertThat(budget.reserved()).isZero();
    }

    @Test
    void oneThatFindsNoRoomInTimeIsSkippedAndToldAndTheNextIsRead() {
        EmbeddedChannel first = connection();
        EmbeddedChannel second = connection();
        first.writeInbound(packet(LARGE));
        second.freezeTime();
        second.writeInbound(packet(LARGE), packet(10));

        second.advanceTimeBy(WAIT_MILLIS, TimeUnit.MILLISECONDS);
        second.runScheduledPendingTasks();

        RefusedPacket refused = Objects.requireNonNull(second.readInbound());
        assertThat(refused.message()).contains("packet of " + LARGE, "large_packet_bytes_max", "nothing was done");
        second.<Packet>readInbound().release();
        Packet running = Objects.requireNonNull(first.readInbound());
        running.release();
        budget.release(running.reservedBytes());
        assertThat(budget.reserved()).isZero();
    }

    @Test
    void aConnectionThatEndsGivesItsRoomBackAndItsPlaceInTheLine() {
        EmbeddedChannel first = connection();
        EmbeddedChannel second = connection();
        EmbeddedChannel third = connection();
        ByteBuf half = packet(LARGE);
        first.writeInbound(half.readSlice(LARGE / 2).retain());
        half.release();
        second.writeInbound(packet(LARGE));
        third.writeInbound(packet(LARGE));
        assertThat(budget.reserved()).isEqualTo(LARGE);

        second.finishAndReleaseAll();
        first.finishAndReleaseAll();
        third.runPendingTasks();

        Packet running = Objects.requireNonNull(third.readInbound());
        running.release();
        budget.release(running.reservedBytes());
        assertThat(budget.reserved()).isZero();
    }

    private EmbeddedChannel connection() {
        PacketDecoder decoder = new PacketDecoder(new PacketWriter());
        decoder.startCommands(4 << 20);
        decoder.budget(budget);
        return new EmbeddedChannel(decoder);
    }

    private static ByteBuf packet(int bytes) {
        return Unpooled.buffer(bytes + 4).writeMediumLE(bytes).writeByte(0).writeZero(bytes);
    }
}
