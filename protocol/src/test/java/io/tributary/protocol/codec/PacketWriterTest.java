package io.tributary.protocol.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.embedded.EmbeddedChannel;
import io.tributary.protocol.ServerPacket;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PacketWriterTest {
    private static final int FRAME = PacketWriter.FRAME_BYTES_MAX;
    private static final ServerPacket THREE_BYTES = (out, capabilities) -> out.writeMedium(0x010203);
    private static final ServerPacket BROKEN = (out, capabilities) -> {
        out.writeByte(1);
        throw new IllegalStateException("broken packet");
    };

    private final PacketWriter writer = new PacketWriter();

    @Test
    void packetsOfOneReplyAreNumberedFromTheCommandOn() {
        ByteBuf out = Unpooled.buffer();
        writer.startReply(1);

        writer.write(out, THREE_BYTES);
        writer.begin(out);
        out.writeByte(0xAA);
        writer.end(out);

        assertThat(ByteBufUtil.hexDump(out)).isEqualTo("03000001" + "010203" + "01000002" + "aa");
        assertThat(writer.nextSequence()).isEqualTo(3);
    }

    @Test
    void sequenceWrapsAt256() {
        ByteBuf out = Unpooled.buffer();
        writer.startReply(255);

        writer.write(out, THREE_BYTES);
        writer.write(out, THREE_BYTES);

        assertThat(out.getUnsignedByte(3)).isEqualTo((short) 255);
        assertThat(out.getUnsignedByte(10)).isZero();
    }

    @ParameterizedTest
    @CsvSource({"16777214, 1", "16777215, 2", "16777216, 2", "16777217, 2", "33554430, 3", "33554432, 3"})
    void largePacketsAreSplitAndJoinedAgain(int length, int frames) {
        byte[] payload = PacketDecoderTest.bytes(length);
        ByteBuf out = Unpooled.buffer(length + 64);
        out.writeInt(0xCAFE);
        writer.begin(out);
        out.writeBytes(payload);

        writer.end(out);

        assertThat(out.readInt()).isEqualTo(0xCAFE);
        assertThat(out.readableBytes()).isEqualTo(length + 4 * frames);
        assertThat(writer.nextSequence()).isEqualTo(frames);
        for (int at = out.readerIndex(), frame = 0; frame < frames; frame++) {
            int frameLength = Math.min(FRAME, length - frame * FRAME);
            assertThat(out.getUnsignedMediumLE(at)).isEqualTo(frameLength);
            assertThat(out.getUnsignedByte(at + 3)).isEqualTo((short) frame);
            at += 4 + frameLength;
        }
        PacketDecoder decoder = new PacketDecoder(new PacketWriter());
        decoder.startCommands(1 << 26);
        EmbeddedChannel channel = new EmbeddedChannel(decoder);
        channel.writeInbound(out);
        Packet packet = channel.readInbound();
        assertThat(Arrays.equals(ByteBufUtil.getBytes(packet.content()), payload))
                .isTrue();
        packet.release();
        channel.finishAndReleaseAll();
    }

    @Test
    void abandonedPacketLeavesNothingBehind() {
        ByteBuf out = Unpooled.buffer();
        writer.write(out, THREE_BYTES);

        assertThatThrownBy(() -> writer.write(out, BROKEN)).hasMessage("broken packet");
        writer.write(out, THREE_BYTES);

        assertThat(ByteBufUtil.hexDump(out)).isEqualTo("03000000" + "010203" + "03000001" + "010203");
    }

    @Test
    void packetWithinAPacketIsRefused() {
        ByteBuf out = Unpooled.buffer();
        writer.begin(out);

        assertThatThrownBy(() -> writer.begin(out)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void encoderFramesPacketsAndPassesFramedBuffers() {
        EmbeddedChannel channel = new EmbeddedChannel(new PacketEncoder(writer));
        writer.startReply(1);
        ByteBuf framed = Unpooled.wrappedBuffer(new byte[] {1, 2});

        channel.writeOutbound(THREE_BYTES, framed);

        ByteBuf first = channel.readOutbound();
        assertThat(ByteBufUtil.hexDump(first)).isEqualTo("03000001010203");
        ByteBuf second = channel.readOutbound();
        assertThat(second).isSameAs(framed);
        first.release();
        channel.finishAndReleaseAll();
    }

    @Test
    void packetThatCannotBeEncodedFailsItsPromise() {
        EmbeddedChannel channel = new EmbeddedChannel(new PacketEncoder(writer));

        ChannelFuture written = channel.write(BROKEN);

        assertThat(written.cause()).hasMessage("broken packet");
        assertThat(channel.outboundMessages()).isEmpty();
        channel.finishAndReleaseAll();
    }
}
