package io.tributary.protocol.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.tributary.protocol.MalformedPacketException;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.Deflater;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompressedFrameTest {
    private static final int HEADER = CompressedFrameDecoder.HEADER_BYTES;

    private final EmbeddedChannel server = channel();
    /** Reads what the server writes: the frames of both directions look the same. */
    private final EmbeddedChannel client = channel();

    private static EmbeddedChannel channel() {
        return channel(new ZlibFrames());
    }

    private static EmbeddedChannel channel(FrameCompression compression) {
        CompressedFrameEncoder encoder = new CompressedFrameEncoder(compression);
        return new EmbeddedChannel(encoder, new CompressedFrameDecoder(encoder, compression));
    }

    @AfterEach
    void close() {
        server.finishAndReleaseAll();
        client.finishAndReleaseAll();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 49, 50, 51, 1_000, 65_535, 65_536, 65_537, 1_000_000})
    void whatIsWrittenIsReadWhetherItShrinksOrNot(int length) {
        for (byte[] bytes : new byte[][] {text(length), noise(length)}) {
            write(bytes);
            server.flushOutbound();

            assertThat(readBy(client, written(server))).isEqualTo(bytes);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 49, 50, 51, 1_000, 65_535, 65_536, 65_537, 1_000_000})
    void zstdIsReadWhetherItShrinksOrNot(int length) {
        for (byte[] bytes : new byte[][] {text(length), noise(length)}) {
            EmbeddedChannel writer = channel(new ZstdFrames(0));
            EmbeddedChannel reader = channel(new ZstdFrames(22));
            var unused = writer.writeOneOutbound(Unpooled.copiedBuffer(bytes), writer.voidPromise());
            writer.flushOutbound();
            byte[] frames = written(writer);

            assertThat(readBy(reader, frames)).isEqualTo(bytes);
            if (length == 1_000_000 && bytes[0] == 'a') {
                assertThat(frames.length).isLessThan(10_000);
            }
            writer.finishAndReleaseAll();
            reader.finishAndReleaseAll();
        }
    }

    /** Frames are packed upon an event loop. */
    @Test
    void zstdBeyondLevelSixPacksAsSixAndWithoutALevelAsThree() {
        byte[] words = words(60_000);

        assertThat(zstd(22, words)).isEqualTo(zstd(6, words)).isNotEqualTo(zstd(5, words));
        assertThat(zstd(7, words)).isEqualTo(zstd(6, words));
        assertThat(zstd(0, words)).isEqualTo(zstd(3, words)).isNotEqualTo(zstd(1, words));
    }

    private static byte[] zstd(int level, byte[] bytes) {
        ByteBuf frame = Unpooled.buffer();
        assertThat(new ZstdFrames(level).pack(Unpooled.wrappedBuffer(bytes), frame))
                .isTrue();
        return ByteBufUtil.getBytes(frame);
    }

    /** Compresses the better the longer one looks for what repeats. */
    private static byte[] words(int length) {
        Random random = new Random(7);
        byte[] bytes = new byte[length];
        for (int at = 0; at < length; at++) {
            bytes[at] = (byte) (random.nextInt(5) == 0 ? ' ' : 'a' + random.nextInt(4));
        }
        return bytes;
    }

    @Test
    void aFrameThatIsNoZstdEndsTheStream() {
        byte[] packed = Zstd.compress(text(300));
        byte[] broken = packed.clone();
        broken[0] ^= 0x55;
        for (ByteBuf wrong : new ByteBuf[] {
            frame(0, 299, packed), frame(0, 301, packed), frame(0, 300, broken), frame(0, 0xFFFFFF, new byte[20])
        }) {
            EmbeddedChannel each = channel(new ZstdFrames(3));
            assertThatThrownBy(() -> each.writeInbound(wrong))
                    .isInstanceOf(MalformedPacketException.class)
                    .hasMessageContaining("does not inflate to the");
            each.finishAndReleaseAll();
        }
    }

    /** A thousand frames of a few bytes are 16 GB of packets, if nobody stops. */
    @Test
    void framesAreLeftAloneWhileTheConnectionIsNotRead() {
        byte[] packed = Zstd.compress(new byte[1 << 20]);
        EmbeddedChannel each = channel(new ZstdFrames(3));
        each.config().setAutoRead(false);
        each.writeInbound(frame(0, 1 << 20, packed), frame(1, 1 << 20, packed));
        assertThat(each.inboundMessages()).isEmpty();

        each.config().setAutoRead(true);
        each.runPendingTasks();

        assertThat(inbound(each)).hasSize(2 << 20);
        each.finishAndReleaseAll();
    }

    @Test
    void allThatIsWrittenBeforeAFlushIsOneFrame() {
        for (int i = 0; i < 10; i++) {
            write(text(100));
        }
        assertThat(server.outboundMessages()).isEmpty();
        server.flushOutbound();

        assertThat(server.outboundMessages()).hasSize(1);
        byte[] frame = written(server);
        assertThat(frame.length).isLessThan(500);
        assertThat(medium(frame, 0)).isEqualTo(frame.length - HEADER);
        assertThat(medium(frame, 4)).isEqualTo(1_000);
    }

    /** mysql-connector-python looks for a packet in two frames at most, and for a packet's header in one. */
    @Test
    void aFrameEndsWhereAWriteEnds() {
        for (int length : new int[] {30_000, 30_000, 30_000, 200_000, 10, 0xFFFFFF + 5, 0}) {
            write(text(length));
        }
        server.flushOutbound();

        byte[] frames = written(server);
        List<Integer> lengths = new ArrayList<>();
        for (int at = 0; at < frames.length; at += HEADER + medium(frames, at)) {
            lengths.add(medium(frames, at + 4) == 0 ? medium(frames, at) : medium(frames, at + 4));
        }
        assertThat(lengths).containsExactly(60_000, 30_000, 200_000, 10, 0xFFFFFF, 5);
    }

    @Test
    void whatIsShortOrDoesNotShrinkTravelsAsItIs() {
        for (byte[] bytes : new byte[][] {text(CompressedFrameEncoder.DEFLATED_MIN - 1), noise(1_000)}) {
            write(bytes);
            server.flushOutbound();

            byte[] frame = written(server);
            assertThat(medium(frame, 0)).isEqualTo(bytes.length);
            assertThat(medium(frame, 4)).isZero();
            assertThat(frame).endsWith(bytes);
        }
    }

    @Test
    void theReplyGoesOnWithTheSequenceOfTheRequestAndWraps() {
        server.writeInbound(frame(254, 0, text(10)));
        server.<ByteBuf>readInbound().release();
        for (int expected : new int[] {255, 0, 1}) {
            write(text(10));
            server.flushOutbound();
            assertThat(written(server)[3] & 0xFF).isEqualTo(expected);
        }
    }

    @Test
    void framesMayArriveInAnyPieces() {
        byte[] first = text(300);
        byte[] second = noise(20);
        ByteBuf both = Unpooled.wrappedBuffer(frame(0, first.length, deflated(first)), frame(1, 0, second));
        byte[] stream = ByteBufUtil.getBytes(both);
        both.release();
        for (int split = 0; split <= stream.length; split++) {
            EmbeddedChannel each = channel();
            each.writeInbound(Unpooled.copiedBuffer(stream, 0, split));
            each.writeInbound(Unpooled.copiedBuffer(stream, split, stream.length - split));
            assertThat(inbound(each)).startsWith(first).endsWith(second).hasSize(320);
            each.finishAndReleaseAll();
        }
    }

    @Test
    void aFrameThatIsNotWhatItClaimsEndsTheStream() {
        byte[] bytes = text(300);
        byte[] broken = deflated(bytes);
        broken[broken.length / 2] ^= 0x55;
        for (ByteBuf wrong : new ByteBuf[] {
            frame(0, 299, deflated(bytes)),
            frame(0, 301, deflated(bytes)),
            frame(0, 300, broken),
            frame(0, 0xFFFFFF, new byte[20]),
        }) {
            EmbeddedChannel each = channel();
            assertThatThrownBy(() -> each.writeInbound(wrong))
                    .isInstanceOf(MalformedPacketException.class)
                    .hasMessageContaining("does not inflate to the");
            each.writeInbound(frame(0, 0, text(10)));
            assertThat(each.inboundMessages()).isEmpty();
            each.finishAndReleaseAll();
        }
    }

    /** The last packet of a connection is such a write: its writer closes the connection when it is out. */
    @Test
    void aWriteThatSomebodyWaitsForTakesAlongWhatCameBefore() {
        write(text(10));
        var last = server.writeOneOutbound(Unpooled.copiedBuffer(text(10)));
        server.flush();

        assertThat(last.isSuccess()).isTrue();
        assertThat(readBy(client, written(server))).hasSize(20);
    }

    /** Nobody waits for it. */
    private void write(byte[] bytes) {
        var unused = server.writeOneOutbound(Unpooled.copiedBuffer(bytes), server.voidPromise());
    }

    private static byte[] readBy(EmbeddedChannel reader, byte[] frames) {
        reader.writeInbound(Unpooled.copiedBuffer(frames));
        return inbound(reader);
    }

    private static byte[] inbound(EmbeddedChannel from) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (ByteBuf part = from.readInbound(); part != null; part = from.readInbound()) {
            all.writeBytes(ByteBufUtil.getBytes(part));
            part.release();
        }
        return all.toByteArray();
    }

    private static byte[] written(EmbeddedChannel from) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (ByteBuf part = from.readOutbound(); part != null; part = from.readOutbound()) {
            all.writeBytes(ByteBufUtil.getBytes(part));
            part.release();
        }
        return all.toByteArray();
    }

    private static ByteBuf frame(int sequence, int inflated, byte[] payload) {
        return Unpooled.buffer()
                .writeMediumLE(payload.length)
                .writeByte(sequence)
                .writeMediumLE(inflated)
                .writeBytes(payload);
    }

    private static byte[] deflated(byte[] bytes) {
        Deflater deflater = new Deflater();
        deflater.setInput(bytes);
        deflater.finish();
        byte[] buffer = new byte[bytes.length + 100];
        int length = deflater.deflate(buffer);
        deflater.end();
        return Arrays.copyOf(buffer, length);
    }

    private static int medium(byte[] bytes, int at) {
        return (bytes[at] & 0xFF) | ((bytes[at + 1] & 0xFF) << 8) | ((bytes[at + 2] & 0xFF) << 16);
    }

    private static byte[] text(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) ('a' + i % 7);
        }
        return bytes;
    }

    private static byte[] noise(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }
}
