package io.tributary.bench.replay;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Many connections on few event loops, which replay a {@link PacketPool}. One thread calls this; the loops do the work.
 */
public final class ReplayClient implements AutoCloseable {
    /** Connections that are being set up at the same time; a server's backlog is not endless. */
    private static final int LOGINS_AT_ONCE = 64;

    private static final long SETUP_SECONDS_MAX = 60;
    /** How long after the end of a phase the last replies may come: longer than any commit interval in use. */
    private static final long REPLY_SECONDS_MAX = 120;

    private final ReplayTarget target;
    private final EventLoops loops;
    private final List<ReplayConnection> connections = new ArrayList<>();
    private final List<Channel> channels = new ArrayList<>();
    private final Semaphore logins = new Semaphore(LOGINS_AT_ONCE);
    private int bodies;

    /** @param threads event loops, 1 or more */
    public ReplayClient(ReplayTarget target, int threads) {
        this.target = target;
        this.loops = new EventLoops(threads);
    }

    /**
     * What connections that write prepare or say.
     *
     * @param pool that they send, which outlives this client
     * @param isText whether it holds literals
     * @param inserts by connection and table: to PREPARE, or of COM_QUERY everything before the rows
     */
    public record Writers(PacketPool pool, boolean isText, List<List<String>> inserts) {}

    /**
     * Opens connections that write when they are told to.
     *
     * @throws ReplayException if one of them cannot log in or prepare
     */
    public void open(Writers writers) throws ReplayException, InterruptedException {
        int count = writers.inserts().size();
        bodies = writers.pool().size();
        List<CompletableFuture<ReplayConnection>> opened = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            List<String> inserts = writers.inserts().get(i);
            int firstBody = (int) ((long) i * writers.pool().size() / count);
            opened.add(open(writers.isText() ? List.of() : inserts).thenApply(login -> {
                List<StatementHead> heads = writers.isText()
                        ? inserts.stream().map(StatementHead::query).toList()
                        : login.heads();
                ReplayConnection connection = new ReplayConnection(login.channel(), writers.pool(), heads, firstBody);
                login.channel().pipeline().addLast(connection);
                return connection;
            }));
        }
        for (CompletableFuture<ReplayConnection> connection : opened) {
            connections.add(await(connection));
        }
    }

    /** Opens connections that log in and are silent from then on. */
    public void openIdle(int count) throws ReplayException, InterruptedException {
        List<CompletableFuture<Opened>> opened = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            opened.add(open(List.of()));
        }
        for (CompletableFuture<Opened> connection : opened) {
            await(connection);
        }
    }

    private record Opened(Channel channel, List<StatementHead> heads) {}

    /** Waits until a login may begin, not until it is done. */
    private CompletableFuture<Opened> open(List<String> toPrepare) throws InterruptedException {
        logins.acquire();
        Setup setup = new Setup(target, toPrepare);
        ChannelFuture connecting = loops.bootstrap(setup).connect(target.host(), target.port());
        Channel channel = connecting.channel();
        channels.add(channel);
        var unused = connecting.addListener(connected -> {
            if (!connected.isSuccess()) {
                setup.done().completeExceptionally(connected.cause());
            }
        });
        return setup.done()
                .whenComplete((heads, failed) -> logins.release())
                .thenApply(heads -> new Opened(channel, heads));
    }

    /**
     * Lets all writers write, and waits for the last answer.
     *
     * @throws ReplayException if a statement was refused, or a connection was lost
     */
    public ReplayResult run(int seconds) throws ReplayException, InterruptedException {
        long start = System.nanoTime();
        long until = start + TimeUnit.SECONDS.toNanos(seconds);
        Map<EventLoop, List<ReplayConnection>> byLoop = connections.stream()
                .collect(
                        Collectors.groupingBy(connection -> connection.channel().eventLoop()));
        List<Tally> tallies = new ArrayList<>();
        byLoop.forEach((loop, own) -> {
            Tally tally = new Tally(until, bodies, own.size());
            tallies.add(tally);
            loop.execute(() -> own.forEach(connection -> connection.start(tally)));
        });
        for (Tally tally : tallies) {
            EventLoops.await(tally.ended(), seconds + REPLY_SECONDS_MAX, "the answers to the last statements");
        }
        requireOpen();
        return ReplayResult.of(tallies, bodies, System.nanoTime() - start);
    }

    private void requireOpen() throws ReplayException {
        long closed = channels.stream().filter(channel -> !channel.isActive()).count();
        if (closed > 0) {
            throw new ReplayException(target + " closed " + closed + " of " + channels.size() + " connections");
        }
    }

    private static <T> T await(CompletableFuture<T> future) throws ReplayException, InterruptedException {
        return EventLoops.await(future, SETUP_SECONDS_MAX, "a login");
    }

    @Override
    public void close() {
        channels.forEach(channel -> channel.close().awaitUninterruptibly());
        loops.close();
    }
}
