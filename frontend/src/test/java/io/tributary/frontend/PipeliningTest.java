package io.tributary.frontend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.channel.Channel;
import io.tributary.frontend.mysql.MySqlChannelInitializer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Clients that send commands ahead, and what the server keeps for them. */
final class PipeliningTest {
    private static final int EXECUTIONS = 10_000;
    private static final int ANSWER_BYTES = 4_000;

    private FrontendFixture frontend;

    @BeforeEach
    void start() throws Exception {
        frontend = new FrontendFixture();
    }

    @AfterEach
    void stop() {
        frontend.close();
    }

    private RawClient client() throws IOException {
        return new RawClient(frontend.server.mysqlPort()).login(RawClient.PLUGIN_AUTH);
    }

    /** The answers say how many rows each brought, and the number of each execution. */
    @Test
    void tenThousandExecutesSentWithoutReadingAreAnsweredInTheirOrder() throws Exception {
        try (Connection setup = frontend.withTable("");
                RawClient client = client()) {
            assertThat(setup.isValid(1)).isTrue();
            client.send(0, RawClient.query("SET group_commit = async_mode"));
            assertThat(client.readAnswer()).isZero();
            int[] handles = {
                client.prepare("INSERT INTO ads.u VALUES (1)"),
                client.prepare("INSERT INTO ads.u VALUES (1), (2)"),
                client.prepare("INSERT INTO ads.u VALUES (1), (2), (3)")
            };
            byte[][] executions = new byte[EXECUTIONS][];
            for (int i = 0; i < EXECUTIONS; i++) {
                executions[i] = RawClient.execute(handles[i % handles.length]);
            }
            client.pipeline(executions);

            for (int i = 0; i < EXECUTIONS; i++) {
                byte[] answer = client.read();
                assertThat((int) answer[0]).isZero();
                assertThat((int) answer[1]).isEqualTo(i % handles.length + 1);
                assertThat(RawClient.text(answer)).contains(String.format("-%016x'", i + 1));
            }
            frontend.backend.commitBatches();
            assertThat(frontend.backend.visibleRows("ads", "u")).isEqualTo(EXECUTIONS / 3 * 6 + 1);
        }
    }

    @Test
    void aClientThatReadsNothingIsNotReadFromAndLosesNothing() throws Exception {
        try (RawClient client = client()) {
            client.send(0, RawClient.query("SET @x = '" + "x".repeat(ANSWER_BYTES) + "'"));
            assertThat(client.readAnswer()).isZero();
            AtomicInteger sent = new AtomicInteger();
            Channel connection = frontend.server.mysqlConnections.iterator().next();
            AtomicBoolean enough = new AtomicBoolean();
            CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> {
                while (!enough.get()) {
                    send(client, sent);
                }
            });
            await().until(() -> !connection.config().isAutoRead());
            enough.set(true);

            assertThat(connection.unsafe().outboundBuffer().totalPendingWriteBytes())
                    .isLessThan(MySqlChannelInitializer.UNREAD_BYTES_MAX + 2 * ANSWER_BYTES);

            int next = 0;
            while (!sending.isDone() || next < sent.get()) {
                if (next == sent.get()) {
                    Thread.onSpinWait();
                    continue;
                }
                client.read(); // the number of columns
                client.read(); // their definitions
                client.read();
                client.read();
                String row = RawClient.text(client.read());
                assertThat(row).hasSizeGreaterThan(ANSWER_BYTES).endsWith("#" + next++);
                client.read();
            }
            sending.get(10, TimeUnit.SECONDS);
        }
    }

    /** A few queries, each of them with its number, and so long that few of them fill the buffers of the system. */
    private static void send(RawClient client, AtomicInteger sent) {
        byte[][] queries = new byte[10][];
        for (int i = 0; i < queries.length; i++) {
            queries[i] = RawClient.query("SELECT @x, '#" + (sent.get() + i) + "'" + " ".repeat(ANSWER_BYTES));
        }
        sent.addAndGet(queries.length);
        try {
            client.pipeline(queries);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
