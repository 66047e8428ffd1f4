package io.tributary.bench.jmh;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.ReferenceCountUtil;
import io.tributary.protocol.Capability;
import io.tributary.protocol.ServerStatus;
import io.tributary.protocol.codec.Packet;
import io.tributary.protocol.codec.PacketDecoder;
import io.tributary.protocol.codec.PacketEncoder;
import io.tributary.protocol.codec.PacketWriter;
import io.tributary.protocol.command.CommandDecoder;
import io.tributary.protocol.command.StmtExecute;
import io.tributary.protocol.response.OkPacket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One COM_STMT_EXECUTE from the bytes that were read to its command, and the OK with a load's label back to bytes.
 * {@code harness} is what the channel of the measurement costs by itself.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
        value = 1,
        jvmArgsAppend = {EventLoopThreads.EXECUTOR, EventLoopThreads.EXECUTOR_CLASS})
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 3, time = 2)
public class PacketCodecBenchmark {
    private static final int MAX_ALLOWED_PACKET_BYTES = 64 << 20;
    private static final byte STMT_EXECUTE = 0x17;
    private static final String LOAD_INFO = "{'label':'group_commit_0123456789abcdef_0000000000001234', "
            + "'status':'PREPARE', 'txnId':'4660', 'query_id':'0000000000000007-000000000000002a', "
            + "'reuse_group_commit_plan':'true'}";

    /** Takes packets as the command handler does, and answers each at once. */
    private static final class Answers extends ChannelInboundHandlerAdapter {
        private final PacketWriter writer;
        private int bodyBytes;

        Answers(PacketWriter writer) {
            this.writer = writer;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            Packet packet = (Packet) message;
            try {
                writer.startReply(packet.replySequence());
                StmtExecute command = (StmtExecute)
                        CommandDecoder.decode(packet.content(), writer.capabilities(), StandardCharsets.UTF_8);
                bodyBytes += command.body().length;
                var unused = context.write(
                        new OkPacket(100, 0, ServerStatus.AUTOCOMMIT, 0, LOAD_INFO), context.voidPromise());
            } finally {
                packet.release();
            }
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext context) {
            context.flush();
        }
    }

    /** A connection in the command phase whose client repeats a pool of packets. */
    private static final class Connection {
        private final PacketWriter writer = new PacketWriter();
        private final Answers answers = new Answers(writer);
        private final EmbeddedChannel channel;
        private final ByteBuf[] packets;
        private int index;

        Connection(int rows) {
            PacketDecoder decoder = new PacketDecoder(writer);
            decoder.startCommands(MAX_ALLOWED_PACKET_BYTES);
            writer.capabilities(Capability.PROTOCOL_41 | Capability.DEPRECATE_EOF);
            channel = new EmbeddedChannel(decoder, new PacketEncoder(writer), answers);
            byte[][] bodies = LineItemStatements.executeBodies(rows);
            packets = new ByteBuf[bodies.length];
            for (int i = 0; i < bodies.length; i++) {
                packets[i] = packet(bodies[i]);
            }
        }

        //   0        3     4      5              9       10           14
        //   | length | 0   | 0x17 | statement id | flags | iterations | body …
        private static ByteBuf packet(byte[] body) {
            int length = 10 + body.length;
            return Unpooled.directBuffer(4 + length)
                    .writeMediumLE(length)
                    .writeByte(0)
                    .writeByte(STMT_EXECUTE)
                    .writeIntLE(1)
                    .writeByte(0)
                    .writeIntLE(1)
                    .writeBytes(body);
        }

        int inOneRead() {
            ByteBuf packet = next();
            channel.pipeline().fireChannelRead(packet.retainedDuplicate());
            return answered();
        }

        int inTwoReads() {
            ByteBuf packet = next();
            int half = packet.readableBytes() / 2;
            channel.pipeline().fireChannelRead(packet.retainedSlice(0, half));
            channel.pipeline().fireChannelRead(packet.retainedSlice(half, packet.readableBytes() - half));
            return answered();
        }

        private int answered() {
            channel.pipeline().fireChannelReadComplete();
            ByteBuf reply = channel.readOutbound();
            int bytes = reply.readableBytes();
            reply.release();
            return bytes + answers.bodyBytes;
        }

        private ByteBuf next() {
            index = LineItemStatements.next(index);
            return packets[index];
        }

        void close() {
            channel.finishAndReleaseAll();
            for (ByteBuf packet : packets) {
                packet.release();
            }
        }
    }

    @State(Scope.Thread)
    public static class HundredRows {
        private final Connection connection = new Connection(100);

        @TearDown
        public void close() {
            connection.close();
        }
    }

    @State(Scope.Thread)
    public static class OneRow {
        private final Connection connection = new Connection(1);

        @TearDown
        public void close() {
            connection.close();
        }
    }

    /** The same channel and buffers without the codec. */
    @State(Scope.Thread)
    public static class Harness {
        private final ByteBuf packet = Unpooled.directBuffer().writeZero(256);
        private final EmbeddedChannel channel = new EmbeddedChannel(new ChannelInboundHandlerAdapter() {
            @Override
            public void channelRead(ChannelHandlerContext context, Object message) {
                var unused = context.write(message, context.voidPromise());
            }

            @Override
            public void channelReadComplete(ChannelHandlerContext context) {
                context.flush();
            }
        });

        @TearDown
        public void close() {
            channel.finishAndReleaseAll();
            packet.release();
        }
    }

    @Benchmark
    @OperationsPerInvocation(100)
    public int hundredRows(HundredRows state) {
        return state.connection.inOneRead();
    }

    @Benchmark
    @OperationsPerInvocation(100)
    public int hundredRowsInTwoReads(HundredRows state) {
        return state.connection.inTwoReads();
    }

    @Benchmark
    public int oneRow(OneRow state) {
        return state.connection.inOneRead();
    }

    @Benchmark
    public boolean harness(Harness state) {
        state.channel.pipeline().fireChannelRead(state.packet.retainedDuplicate());
        state.channel.pipeline().fireChannelReadComplete();
        return ReferenceCountUtil.release(state.channel.readOutbound());
    }
}
