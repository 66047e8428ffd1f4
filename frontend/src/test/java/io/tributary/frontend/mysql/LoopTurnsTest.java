package io.tributary.frontend.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.ReferenceCountUtil;
import java.net.InetAddress;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class LoopTurnsTest {
    private static final int TASKS = 10 * LoopTurns.TURN_MAX;

    private final MultiThreadIoEventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final List<String> order = new CopyOnWriteArrayList<>();

    @AfterEach
    void stop() {
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }

    @Test
    void aSocketIsReadBetweenTwoTurnsOfManyTasks() throws Exception {
        CountDownLatch connected = new CountDownLatch(1);
        Channel server = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInboundHandlerAdapter() {
                    @Override
                    public void channelActive(ChannelHandlerContext context) {
                        connected.countDown();
                    }

                    @Override
                    public void channelRead(ChannelHandlerContext context, Object message) {
                        ReferenceCountUtil.release(message);
                        order.add("read");
                    }
                })
                .bind(InetAddress.getLoopbackAddress(), 0)
                .sync()
                .channel();
        try (Socket client = new Socket()) {
            client.connect(server.localAddress());
            connected.await();
            Executor turns = turns();
            CountDownLatch held = new CountDownLatch(1);
            CountDownLatch ended = new CountDownLatch(1);
            loops.execute(() -> await(held));
            client.getOutputStream().write(1);
            for (int i = 0; i < TASKS; i++) {
                turns.execute(() -> order.add("task"));
            }
            turns.execute(ended::countDown);
            held.countDown();
            ended.await();
        }

        assertThat(order).hasSize(TASKS + 1);
        assertThat(order.indexOf("read")).isBetween(0, 2 * LoopTurns.TURN_MAX);
    }

    @Test
    void tasksKeepTheirOrderAndSurviveOneThatFails() throws Exception {
        Executor turns = turns();
        CountDownLatch ended = new CountDownLatch(1);
        for (int i = 0; i < TASKS; i++) {
            String name = "" + i;
            turns.execute(() -> {
                order.add(name);
                if (order.size() % 7 == 0) {
                    throw new StackOverflowError("meant to fail");
                }
            });
        }
        turns.execute(ended::countDown);
        ended.await();

        for (int i = 0; i < TASKS; i++) {
            assertThat(order.get(i)).isEqualTo("" + i);
        }
    }

    private Executor turns() throws Exception {
        return loops.submit(() -> LoopTurns.of(loops.next())).get();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
