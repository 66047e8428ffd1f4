package io.tributary.frontend.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One connection: what it reads and when, and what becomes of requests that are answered early. */
final class HttpConnectionTest {
    private final List<Recorded> exchanges = new ArrayList<>();
    private final ReadCount reads = new ReadCount();
    private final EmbeddedChannel channel = open();

    /** Notes what it is told and answers when a test says so. */
    private static final class Recorded implements Exchange {
        private final HttpReply reply;
        private final StringBuilder body = new StringBuilder();
        private boolean wantsAll;
        private boolean ended;
        private boolean abandoned;

        Recorded(HttpReply reply) {
            this.reply = reply;
        }

        @Override
        public void begin() {}

        @Override
        public void content(ByteBuf piece, boolean last) {
            body.append(piece.toString(StandardCharsets.UTF_8));
            piece.release();
            ended = last;
            if (wantsAll && !last) {
                reply.more();
            }
        }

        @Override
        public void abandon() {
            abandoned = true;
        }

        void answer(String text) {
            reply.answer(HttpResponseStatus.OK, "text/plain", text, Map.of());
        }
    }

    /** How often the socket is asked for more. */
    private static final class ReadCount extends ChannelOutboundHandlerAdapter {
        private int count;

        @Override
        public void read(ChannelHandlerContext context) {
            count++;
        }
    }

    private EmbeddedChannel open() {
        EmbeddedChannel made = new EmbeddedChannel();
        made.config().setAutoRead(false);
        made.pipeline()
                .addLast(reads)
                .addLast(new HttpServerCodec())
                .addLast(new HttpConnection((request, context, loads, reply) -> {
                    Recorded exchange = new Recorded(reply);
                    exchanges.add(exchange);
                    return exchange;
                }));
        made.pipeline().fireChannelActive();
        return made;
    }

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    private void send(String text) {
        channel.writeInbound(Unpooled.copiedBuffer(text, StandardCharsets.UTF_8));
    }

    private String received() {
        StringBuilder text = new StringBuilder();
        for (ByteBuf part = channel.readOutbound(); part != null; part = channel.readOutbound()) {
            text.append(part.toString(StandardCharsets.UTF_8));
            part.release();
        }
        return text.toString();
    }

    private static String put(String headers) {
        return "PUT /load HTTP/1.1\r\n" + headers + "\r\n\r\n";
    }

    @Test
    void theBodyIsReadPieceByPieceAndOnlyWhenItIsWanted() {
        send(put("Content-Length: 6"));
        Recorded load = exchanges.get(0);
        int before = reads.count;

        send("abc");
        assertThat(load.body).isEmpty();
        assertThat(reads.count).as("nobody wants more").isEqualTo(before);

        load.reply.more();
        assertThat(load.body).hasToString("abc");
        assertThat(reads.count).isEqualTo(before);

        load.reply.more();
        assertThat(reads.count).as("the piece that is wanted now").isEqualTo(before + 1);
        send("def");
        assertThat(load.body).hasToString("abcdef");
        assertThat(load.ended).isTrue();

        load.answer("done");
        assertThat(received())
                .startsWith("HTTP/1.1 200 OK")
                .endsWith("\r\n\r\ndone")
                .doesNotContain("close");
        assertThat(channel.isOpen()).isTrue();
    }

    @Test
    void aHundredThousandChunksOfOneReadNeedNoStackEach() {
        send(put("Transfer-Encoding: chunked"));
        Recorded load = exchanges.get(0);
        load.wantsAll = true;

        load.reply.more();
        send("1\r\nx\r\n".repeat(100_000) + "0\r\n\r\n");

        assertThat(load.body).hasSize(100_000);
        assertThat(load.ended).isTrue();
    }

    @Test
    void theClientIsAskedForItsBodyOnceIfItWaitsForThat() {
        send(put("Content-Length: 2\r\nExpect: 100-continue"));
        assertThat(received()).isEmpty();

        exchanges.get(0).reply.proceed();
        exchanges.get(0).reply.proceed();

        assertThat(received()).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
    }

    @Test
    void pipelinedRequestsAreAnsweredInTheirOrder() {
        send(put("Content-Length: 1") + "1" + put("Content-Length: 0") + "GET /health HTTP/1.1\r\n\r\n");
        assertThat(exchanges).as("one at a time").hasSize(1);

        exchanges.get(0).reply.more();
        exchanges.get(0).answer("first");
        assertThat(exchanges).hasSize(2);
        exchanges.get(1).answer("second");
        assertThat(exchanges).hasSize(3);
        exchanges.get(2).answer("third");

        assertThat(received().split("HTTP/1.1 200 OK")).hasSize(4);
        assertThat(exchanges.get(0).body).hasToString("1");
        assertThat(channel.isOpen()).isTrue();
    }

    @Test
    void whoReadsNoAnswersIsAskedForNoMore() {
        setWritable(false);
        send("GET /a HTTP/1.1\r\n\r\nGET /b HTTP/1.1\r\n\r\n");
        exchanges.get(0).answer("first");
        assertThat(exchanges).hasSize(1);

        setWritable(true);

        assertThat(exchanges).hasSize(2);
    }

    private void setWritable(boolean writable) {
        Objects.requireNonNull(channel.unsafe().outboundBuffer()).setUserDefinedWritability(1, writable);
        channel.runPendingTasks();
    }

    @Test
    void anAnswerBeforeTheBodysEndDropsTheRestAndCloses() {
        send(put("Content-Length: 6") + "abc");

        exchanges.get(0).answer("no");

        assertThat(received()).contains("connection: close").endsWith("no");
        assertThat(channel.isOpen()).as("the client is still sending").isTrue();
        send("def");
        assertThat(channel.isOpen()).isFalse();
        assertThat(exchanges.get(0).body).isEmpty();
    }

    @Test
    void aClientThatSendsOnWithoutAnEndIsHungUpOn() {
        send(put("Transfer-Encoding: chunked"));
        exchanges.get(0).answer("no");

        String chunk = "100000\r\n" + "x".repeat(1 << 20) + "\r\n";
        for (long sent = 0; sent <= HttpConnection.DROPPED_BYTES_MAX && channel.isOpen(); sent += 1 << 20) {
            send(chunk);
        }

        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void aClientThatGoesAwayIsToldToTheExchangeAndWhatItSentIsReleased() {
        send(put("Content-Length: 6") + "abc");

        var unused = channel.close().syncUninterruptibly();

        assertThat(exchanges.get(0).abandoned).isTrue();
        assertThat(exchanges.get(0).body).isEmpty();
    }

    @Test
    void aBodyThatMakesNoSenseIsAnswered400AndEndsTheConnection() {
        send(put("Transfer-Encoding: chunked"));
        exchanges.get(0).reply.more();

        send("zz\r\nabc");

        assertThat(exchanges.get(0).abandoned).isTrue();
        assertThat(received()).startsWith("HTTP/1.1 400");
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void aHeadThatIsTooLongIsAnsweredWithItsLimit() {
        send("PUT /api/x HTTP/1.1\r\nX: " + "x".repeat(9_000));
        assertThat(received()).startsWith("HTTP/1.1 431").contains("HTTP header is larger than 8192 bytes");
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void aLengthThatIsNoNumberIsAnswered400() {
        send("PUT /api/x HTTP/1.1\r\nContent-Length: abc\r\n\r\n");

        assertThat(received()).startsWith("HTTP/1.1 400").contains("abc");
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void aHeadThatNeverEndsIsHungUpOn() {
        channel.freezeTime();
        send("PUT /api/x HTTP/1.1\r\n");
        for (int i = 0; i < 4; i++) {
            assertThat(channel.isOpen()).isTrue();
            send("X: y\r\n");
            channel.advanceTimeBy(HttpConnection.HEAD_SECONDS_MAX / 4, TimeUnit.SECONDS);
        }
        channel.advanceTimeBy(HttpConnection.HEAD_SECONDS_MAX / 4, TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();

        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void whoSendsOnByteByByteBehindAnAnswerIsHungUpOn() {
        channel.freezeTime();
        send(put("Content-Length: 1000000") + "abc");
        exchanges.get(0).answer("no");

        int seconds = 0;
        while (seconds < 2 * HttpConnection.DROPPING_SECONDS_MAX && channel.isOpen()) {
            send("x");
            channel.advanceTimeBy(HttpConnection.HEAD_SECONDS_MAX / 4, TimeUnit.SECONDS);
            channel.runScheduledPendingTasks();
            seconds += HttpConnection.HEAD_SECONDS_MAX / 4;
        }

        assertThat(seconds)
                .isBetween(
                        HttpConnection.DROPPING_SECONDS_MAX,
                        HttpConnection.DROPPING_SECONDS_MAX + HttpConnection.HEAD_SECONDS_MAX);
    }

    @Test
    void whatIsNoRequestIsAnswered400() {
        send("BLAH\r\n\r\n");

        assertThat(received()).startsWith("HTTP/1.1 400");
        assertThat(exchanges).isEmpty();
        assertThat(channel.isOpen()).isFalse();
    }
}
