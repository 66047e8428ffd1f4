package io.tributary.bench.replay;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Many HTTP connections on one event loop, which replay the bodies of a {@link PacketPool}. One thread calls this. */
public final class StreamLoadClient implements AutoCloseable {
    private static final int REPLY_BYTES_MAX = 64 << 10;
    /** How long after the end of a phase the last replies may come. */
    private static final long REPLY_SECONDS_MAX = 120;

    private final EventLoops loops = new EventLoops(1);
    private final PacketPool pool;
    private final List<StreamLoadConnection> connections = new ArrayList<>();

    /**
     * Where loads go.
     *
     * @param port of HTTP
     * @param headers lines {@code name:value} of each request
     */
    public record Target(String host, int port, String user, String password, String database, List<String> headers) {
        /** Never the password. */
        @Override
        public String toString() {
            return user + "@" + host + ":" + port + "/" + database;
        }

        private byte[] head(String table) {
            String login = Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
            StringBuilder head = new StringBuilder("PUT /api/" + database + "/" + table + "/_stream_load HTTP/1.1\r\n");
            head.append("Host: ").append(host).append(':').append(port).append("\r\n");
            head.append("Authorization: Basic ").append(login).append("\r\n");
            headers.forEach(line -> head.append(line).append("\r\n"));
            return head.append("Content-Length: ").toString().getBytes(StandardCharsets.US_ASCII);
        }
    }

    /**
     * Opens the connections.
     *
     * @param tables of each connection, by name
     * @param pool of bodies, which outlives this client
     */
    public StreamLoadClient(Target target, List<List<String>> tables, PacketPool pool) throws ReplayException {
        this.pool = pool;
        for (int i = 0; i < tables.size(); i++) {
            ChannelFuture connected = loops.bootstrap(new ChannelInitializer<>() {
                        @Override
                        protected void initChannel(Channel channel) {
                            channel.pipeline()
                                    .addLast(new HttpResponseDecoder(), new HttpObjectAggregator(REPLY_BYTES_MAX));
                        }
                    })
                    .connect(target.host(), target.port())
                    .awaitUninterruptibly();
            if (!connected.isSuccess()) {
                close();
                throw new ReplayException(
                        target + " cannot be reached: " + connected.cause().getMessage());
            }
            StreamLoadConnection connection = new StreamLoadConnection(
                    connected.channel(),
                    pool,
                    tables.get(i).stream().map(target::head).toList(),
                    (int) ((long) i * pool.size() / tables.size()));
            connected.channel().pipeline().addLast(connection);
            connections.add(connection);
        }
    }

    /**
     * Lets all of them send, and waits for the last answer.
     *
     * @throws ReplayException if a load failed, or a connection was lost
     */
    public ReplayResult run(int seconds) throws ReplayException, InterruptedException {
        long start = System.nanoTime();
        Tally tally = new Tally(start + TimeUnit.SECONDS.toNanos(seconds), pool.size(), connections.size());
        connections.get(0).channel().eventLoop().execute(() -> connections.forEach(one -> one.start(tally)));
        EventLoops.await(tally.ended(), seconds + REPLY_SECONDS_MAX, "the answers to the last loads");
        return ReplayResult.of(List.of(tally), pool.size(), System.nanoTime() - start);
    }

    @Override
    public void close() {
        connections.forEach(connection -> connection.channel().close().awaitUninterruptibly());
        loops.close();
    }
}
