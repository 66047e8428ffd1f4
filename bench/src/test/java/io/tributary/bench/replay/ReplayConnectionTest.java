package io.tributary.bench.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.tributary.cli.lineitem.LineItems;
import io.tributary.protocol.ServerPacket;
import io.tributary.protocol.codec.PacketWriter;
import io.tributary.protocol.response.ErrPacket;
import io.tributary.protocol.response.OkPacket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ReplayConnectionTest {
    private static final ServerPacket OK = new OkPacket(1, 0, 2, 0, "{'label':'group_commit_x', 'status':'PREPARE'}");

    private final PacketPool pool = PacketPool.prepared(new LineItems(3).next(3), 1);
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final ReplayConnection connection =
            new ReplayConnection(channel, pool, List.of(StatementHead.execute(1), StatementHead.execute(2)), 2);
    private final Tally endless = new Tally(System.nanoTime() + TimeUnit.HOURS.toNanos(1), 3, 1);

    ReplayConnectionTest() {
        channel.pipeline().addLast(connection);
    }

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
        pool.close();
    }

    @Test
    void aStatementIsSentWhenTheOneBeforeWasAnswered() {
        connection.start(endless);
        assertSent(1);
        assertThat(channel.<Object>readOutbound()).isNull();

        channel.writeInbound(bytes(OK));

        assertSent(2);
        assertThat(endless.answeredByBody()).containsExactly(0, 0, 1);
        channel.writeInbound(bytes(OK));
        assertSent(1);
        assertThat(endless.answeredByBody()).containsExactly(1, 0, 1);
        assertThat(endless.latencies().total()).isEqualTo(2);
    }

    @Test
    void aReplyMayArriveByteByByte() {
        connection.start(endless);
        assertSent(1);
        ByteBuf reply = bytes(OK);

        while (reply.isReadable()) {
            channel.writeInbound(reply.readRetainedSlice(1));
        }

        reply.release();
        assertSent(2);
        assertThat(endless.answeredByBody()).containsExactly(0, 0, 1);
    }

    @Test
    void afterTheTimeTheLastAnswerEndsThePhase() {
        Tally over = new Tally(System.nanoTime() - 1, 3, 1);
        connection.start(over);
        assertSent(1);
        assertThat(over.ended()).isNotDone();

        channel.writeInbound(bytes(OK));

        assertThat(over.ended()).isCompleted();
        assertThat(over.answeredByBody()).containsExactly(0, 0, 1);
        assertThat(channel.<Object>readOutbound()).isNull();
    }

    @Test
    void anErrorFailsThePhaseWithTheServersMessageAndCountsNothing() {
        connection.start(endless);
        assertSent(1);

        channel.writeInbound(bytes(new ErrPacket(1366, "HY000", "Incorrect integer value")));

        assertFailed("INSERT: error 1366: Incorrect integer value");
        assertThat(endless.answeredByBody()).containsExactly(0, 0, 0);
    }

    @Test
    void aLostConnectionFailsThePhase() {
        connection.start(endless);
        assertSent(1);

        channel.close().syncUninterruptibly();

        assertFailed("was closed by the server while a statement waited for its answer");
    }

    @Test
    void aConnectionLostBetweenPhasesFailsTheNext() {
        channel.close().syncUninterruptibly();

        connection.start(endless);

        assertFailed("was closed by the server between two phases");
    }

    private void assertFailed(String message) {
        assertThat(endless.ended())
                .failsWithin(Duration.ofSeconds(1))
                .withThrowableOfType(ExecutionException.class)
                .havingCause()
                .withMessageContaining(message);
    }

    private void assertSent(int statementId) {
        ByteBuf head = channel.readOutbound();
        ByteBuf body = channel.readOutbound();
        assertThat(head.getUnsignedMediumLE(0)).isEqualTo(head.readableBytes() - 4 + body.readableBytes());
        assertThat(head.getIntLE(5)).isEqualTo(statementId);
        head.release();
        body.release();
    }

    private static ByteBuf bytes(ServerPacket packet) {
        PacketWriter writer = new PacketWriter();
        writer.startReply(1);
        ByteBuf out = Unpooled.buffer();
        writer.write(out, packet);
        return out;
    }
}
