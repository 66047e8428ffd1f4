package io.tributary.frontend.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.util.ReferenceCountUtil;
import io.tributary.protocol.codec.OversizedPacket;
import io.tributary.protocol.codec.Packet;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

final class PendingPacketsTest {
    private final PendingPackets pending = new PendingPackets();

    @Test
    void emptyPacketsFillTheQueueToo() {
        assertThat(added(() -> new Packet(Unpooled.EMPTY_BUFFER, 0)))
                .isEqualTo(PendingPackets.BYTES_MAX / PendingPackets.PACKET_BYTES + 1);
    }

    @Test
    void packetsThatWereSkippedFillTheQueueToo() {
        assertThat(added(() -> new OversizedPacket(5, 4, 1)))
                .isEqualTo(PendingPackets.BYTES_MAX / PendingPackets.PACKET_BYTES + 1);
    }

    @Test
    void contentCountsAndWhatIsTakenMakesRoomAgain() {
        Packet large = new Packet(Unpooled.wrappedBuffer(new byte[PendingPackets.BYTES_MAX]), 0);
        pending.add(large);
        assertThat(pending.isFull()).isTrue();

        assertThat(pending.remove()).isSameAs(large);

        assertThat(pending.isFull()).isFalse();
        assertThat(pending.isEmpty()).isTrue();
        large.release();
    }

    @Test
    void clearingReleasesAllAndMakesRoom() {
        ByteBuf content = Unpooled.buffer().writeZero(PendingPackets.BYTES_MAX);
        pending.add(new Packet(content, 0));

        pending.clear(ReferenceCountUtil::release);

        assertThat(content.refCnt()).isZero();
        assertThat(pending.isFull()).isFalse();
    }

    private int added(Supplier<Object> packet) {
        int count = 0;
        while (!pending.isFull()) {
            pending.add(packet.get());
            count++;
        }
        return count;
    }
}
