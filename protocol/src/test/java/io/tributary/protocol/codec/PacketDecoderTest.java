package io.tributary.protocol.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.tributary.protocol.MalformedPacketException;
import io.tributary.testing.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class PacketDecoderTest {
    private static final int FRAME = PacketWriter.FRAME_BYTES_MAX;

    private final PacketWriter writer = new PacketWriter();
    private final PacketDecoder decoder = new PacketDecoder(writer);
    private final EmbeddedChannel channel = new EmbeddedChannel(decoder);

    @AfterEach
    void closeChannel() {
        channel.finishAndReleaseAll();
    }

    @Test
    void everySplitOfTwoPacketsGivesTheSamePackets() {
        byte[] stream = concat(frame(0, bytes(5)), frame(0, new byte[0]), frame(0, bytes(300)));
        for (int cut = 0; cut <= stream.length; cut++) {
            EmbeddedChannel fresh = commandChannel(1024);

            fresh.writeInbound(Unpooled.copiedBuffer(stream, 0, cut));
            fresh.writeInbound(Unpooled.copiedBuffer(stream, cut, stream.length - cut));

            assertThat(payloads(fresh)).containsExactly(bytes(5), new byte[0], bytes(300));
            fresh.finishAndReleaseAll();
        }
    }

    @Test
    void bytesThatComeOneByOneGiveThePacket() {
        decoder.startCommands(1024);

        for (byte b : concat(frame(0, bytes(70)), frame(0, bytes(3)))) {
            channel.writeInbound(Unpooled.wrappedBuffer(new byte[] {b}));
        }

        assertThat(payloads(channel)).containsExactly(bytes(70), bytes(3));
    }

    @Test
    void noPrefixOfAPacketGivesAPacket() {
        byte[] stream = frame(0, bytes(40));
        for (int length = 0; length < stream.length; length++) {
            EmbeddedChannel fresh = commandChannel(1024);

            fresh.writeInbound(Unpooled.copiedBuffer(stream, 0, length));

            assertThat(payloads(fresh)).isEmpty();
            fresh.finishAndReleaseAll();
        }
    }

    @ParameterizedTest
    @CsvSource({"16777214, 1", "16777215, 2", "16777216, 2", "33554430, 3", "33554431, 3"})
    void framesAreJoinedAtSixteenMebibytes(int length, int replySequence) {
        decoder.startCommands(1 << 26);
        byte[] payload = bytes(length);

        int seed = Seeds.one(PacketDecoderTest.class, length);
        Random random = new Random(seed);
        ByteBuf stream = framed(payload);
        while (stream.isReadable()) {
            channel.writeInbound(
                    stream.readRetainedSlice(Math.min(stream.readableBytes(), 1 + random.nextInt(1 << 20))));
        }
        stream.release();

        Packet packet = channel.readInbound();
        assertThat(packet.replySequence()).as("seed %d", seed).isEqualTo(replySequence);
        assertThat(Arrays.equals(ByteBufUtil.getBytes(packet.content()), payload))
                .as("seed %d", seed)
                .isTrue();
        packet.release();
        assertThat(channel.inboundMessages()).isEmpty();
    }

    @Test
    void theHandshakeSequenceGoesOnWhereTheWriterStands() {
        writer.startReply(0);
        writer.write(Unpooled.buffer(), (out, capabilities) -> out.writeByte(1));

        channel.writeInbound(Unpooled.wrappedBuffer(frame(1, bytes(3))));

        Packet packet = channel.readInbound();
        assertThat(packet.replySequence()).isEqualTo(2);
        packet.release();
        assertThatThrownBy(() -> channel.writeInbound(Unpooled.wrappedBuffer(frame(3, bytes(3)))))
                .isInstanceOf(PacketsOutOfOrderException.class)
                .hasMessage("packets out of order: sequence id 3, expected 1");
    }

    @Test
    void everyCommandStartsAtSequenceZero() {
        decoder.startCommands(1024);
        writer.startReply(5);

        channel.writeInbound(Unpooled.wrappedBuffer(concat(frame(0, bytes(1)), frame(0, bytes(2)))));

        assertThat(payloads(channel)).containsExactly(bytes(1), bytes(2));
        assertThatThrownBy(() -> channel.writeInbound(Unpooled.wrappedBuffer(frame(1, bytes(3)))))
                .isInstanceOf(PacketsOutOfOrderException.class);
    }

    @Test
    void frameOfALargePacketOutOfSequenceIsRefused() {
        decoder.startCommands(1 << 26);
        channel.writeInbound(Unpooled.wrappedBuffer(frame(0, bytes(FRAME))));

        assertThatThrownBy(() -> channel.writeInbound(Unpooled.wrappedBuffer(frame(2, bytes(1)))))
                .isInstanceOf(PacketsOutOfOrderException.class)
                .hasMessage("packets out of order: sequence id 2, expected 1");
    }

    @Test
    void nothingIsReadAfterTheStreamIsOutOfStep() {
        decoder.startCommands(1024);
        assertThatThrownBy(() -> channel.writeInbound(Unpooled.wrappedBuffer(frame(9, bytes(1)))))
                .isInstanceOf(MalformedPacketException.class);

        channel.writeInbound(Unpooled.wrappedBuffer(frame(0, bytes(1))));

        assertThat(payloads(channel)).isEmpty();
    }

    @Test
    void packetOfExactlyTheLimitIsTakenAndOneByteMoreIsReportedInItsTurn() {
        decoder.startCommands(100);

        channel.writeInbound(
                Unpooled.wrappedBuffer(concat(frame(0, bytes(100)), frame(0, bytes(101)), frame(0, bytes(7)))));

        Packet first = channel.readInbound();
        OversizedPacket oversized = channel.readInbound();
        Packet last = channel.readInbound();
        assertThat(first.content().readableBytes()).isEqualTo(100);
        assertThat(oversized).isEqualTo(new OversizedPacket(101, 100, 1));
        assertThat(oversized.message()).isEqualTo("packet of 101 bytes exceeds max_allowed_packet 100");
        assertThat(last.content().readableBytes()).isEqualTo(7);
        first.release();
        last.release();
    }

    @Test
    void oversizedPacketOfSeveralFramesIsSkippedWhole() {
        decoder.startCommands(FRAME + 10);

        channel.writeInbound(framed(bytes(2 * FRAME + 5)));
        channel.writeInbound(Unpooled.wrappedBuffer(frame(0, bytes(7))));

        OversizedPacket oversized = channel.readInbound();
        assertThat(oversized).isEqualTo(new OversizedPacket(2L * FRAME + 5, FRAME + 10, 3));
        assertThat(payloads(channel)).containsExactly(bytes(7));
    }

    @Test
    void beforeAuthenticationTheHeaderOfALargePacketIsEnoughToFail() {
        byte[] header = {1, 0, 1, 0}; // 65537 bytes, sequence 0

        assertThatThrownBy(() -> channel.writeInbound(Unpooled.wrappedBuffer(header)))
                .isInstanceOf(PacketTooLargeException.class)
                .hasMessage("packet of 65537 bytes exceeds max_allowed_packet 65536");
    }

    @Test
    void skippingEndsAtOneGibibyte() {
        decoder.startCommands(10);
        ByteBuf frame = Unpooled.wrappedBuffer(new byte[FRAME]);

        // 64 whole frames are 64 bytes short of a gibibyte: the header of the next one exceeds it.
        for (int sequence = 0; sequence < 64; sequence++) {
            channel.writeInbound(header(FRAME, sequence));
            channel.writeInbound(frame.retainedDuplicate());
        }

        assertThatThrownBy(() -> channel.writeInbound(header(65, 64))).isInstanceOf(PacketTooLargeException.class);
        frame.release();
    }

    @Test
    void aClaimedLengthAllocatesNothing() {
        CountingAllocator allocator = new CountingAllocator();
        channel.config().setAllocator(allocator);
        decoder.startCommands(1 << 30);

        channel.writeInbound(header(FRAME, 0));
        int arrived = 0;
        for (int i = 0; i < 100; i++) {
            channel.writeInbound(Unpooled.wrappedBuffer(bytes(1000)));
            arrived += 1000;
            assertThat(allocator.largestCapacity()).isLessThanOrEqualTo(2 * arrived + 256);
        }
    }

    @Test
    void limitRaisedByAHandlerIsInForceForTheNextPacketOfTheSameRead() {
        channel.pipeline().addLast(new ChannelInboundHandlerAdapter() {
            @Override
            public void channelRead(ChannelHandlerContext context, Object message) {
                decoder.startCommands(1 << 20);
                context.fireChannelRead(message);
            }
        });

        channel.writeInbound(Unpooled.wrappedBuffer(concat(frame(0, bytes(3)), frame(0, bytes(100_000)))));

        assertThat(payloads(channel)).containsExactly(bytes(3), bytes(100_000));
    }

    @Test
    void bytesBehindAnSslRequestGoToTheHandlerThatTakesTheDecodersPlace() {
        List<byte[]> raw = new ArrayList<>();
        channel.pipeline().addLast(new ChannelInboundHandlerAdapter() {
            @Override
            public void channelRead(ChannelHandlerContext context, Object message) {
                ((Packet) message).release();
                channel.pipeline().replace(decoder, "tls", new ChannelInboundHandlerAdapter() {
                    @Override
                    public void channelRead(ChannelHandlerContext tls, Object bytes) {
                        ByteBuf buffer = (ByteBuf) bytes;
                        raw.add(ByteBufUtil.getBytes(buffer));
                        buffer.release();
                    }
                });
            }
        });

        channel.writeInbound(Unpooled.wrappedBuffer(concat(frame(0, bytes(32)), new byte[] {0x16, 3, 1, 2, 0, 1})));

        assertThat(raw).containsExactly(new byte[] {0x16, 3, 1, 2, 0, 1});
    }

    static int[] seeds() {
        return Seeds.of(PacketDecoderTest.class, 8);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void anyBytesGivePacketsOrAMalformedPacket(int seed) {
        Random random = Seeds.random(seed);
        for (int round = 0; round < 300; round++) {
            EmbeddedChannel fresh = commandChannel(1 + random.nextInt(1 << 16));
            byte[] stream = new byte[random.nextInt(600)];
            random.nextBytes(stream);
            for (int i = 0; i + 3 < stream.length; i += 1 + random.nextInt(80)) {
                stream[i + 1] = 0; // shorter frames, and sequence 0 now and then
                stream[i + 2] = 0;
                stream[i + 3] = 0;
            }
            try {
                fresh.writeInbound(Unpooled.wrappedBuffer(stream));
            } catch (MalformedPacketException e) {
                assertThat(e).hasMessageMatching("packets out of order: .*|packet of .* exceeds .*");
            }
            assertThat(payloads(fresh).stream().mapToInt(p -> p.length).sum()).isLessThanOrEqualTo(stream.length);
            fresh.finishAndReleaseAll();
        }
    }

    @Test
    void aPacketThatHasBegunBeforeItsFileWasAskedForIsOutOfOrder() {
        decoder.startCommands(1 << 20);
        decoder.startFile();
        channel.writeInbound(Unpooled.wrappedBuffer(frame(0, new byte[0])));
        channel.writeInbound(header(10, 0).writeBytes(new byte[3]));

        assertThatThrownBy(decoder::startFile).isInstanceOf(PacketsOutOfOrderException.class);
    }

    @Test
    void limitsOutsideTheProtocolAreRefused() {
        assertThatThrownBy(() -> decoder.startCommands(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("max_allowed_packet 0, allowed: 1 to 1073741824");
    }

    static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (i * 31 + (i >> 8) + length);
        }
        return bytes;
    }

    private static byte[] frame(int sequence, byte[] payload) {
        return concat(ByteBufUtil.getBytes(header(payload.length, sequence)), payload);
    }

    private static ByteBuf header(int length, int sequence) {
        return Unpooled.buffer(4).writeMediumLE(length).writeByte(sequence);
    }

    private static ByteBuf framed(byte[] payload) {
        ByteBuf stream = Unpooled.buffer(payload.length + 64);
        int at = 0;
        for (int sequence = 0; ; sequence++) {
            int length = Math.min(FRAME, payload.length - at);
            stream.writeMediumLE(length).writeByte(sequence).writeBytes(payload, at, length);
            at += length;
            if (length < FRAME) {
                return stream;
            }
        }
    }

    private static byte[] concat(byte[]... parts) {
        return ByteBufUtil.getBytes(Unpooled.wrappedBuffer(parts));
    }

    private static EmbeddedChannel commandChannel(int limit) {
        PacketDecoder decoder = new PacketDecoder(new PacketWriter());
        decoder.startCommands(limit);
        return new EmbeddedChannel(decoder);
    }

    private static List<byte[]> payloads(EmbeddedChannel channel) {
        List<byte[]> payloads = new ArrayList<>();
        for (Object message = channel.readInbound(); message != null; message = channel.readInbound()) {
            if (message instanceof Packet packet) {
                payloads.add(ByteBufUtil.getBytes(packet.content()));
                packet.release();
            }
        }
        return payloads;
    }
}
