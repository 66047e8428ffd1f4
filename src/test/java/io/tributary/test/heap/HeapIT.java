package io.tributary.test.heap;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.process.PlainClient;
import io.tributary.test.process.PlainClient.Reply;
import io.tributary.test.process.Sql;
import io.tributary.test.process.TributaryProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Clients that together ask for more than a small heap: some are refused by the name of a budget, nobody else notices, and
 * afterwards everything is free again. {@code bin/prove heap}; not in {@code bin/test}, for it takes gigabytes.
 */
@Tag("proof")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
final class HeapIT {
    private static final Duration FREE = Duration.ofSeconds(60);
    private static final int WIDE_BYTES = 60_000;
    private static final int READERS = 16;
    private static final long HEAP_BYTES = 1L << 30;
    private static final long ENGINE_BYTES = 512L << 20;

    /** Code, stacks, Netty's and Arrow's buffers. */
    private static final long OTHER_BYTES = 1L << 30;

    @TempDir
    private Path directory = Path.of("set by JUnit");

    private final List<PlainClient> clients = new ArrayList<>();

    @AfterEach
    void close() throws IOException {
        for (PlainClient client : clients) {
            client.close();
        }
        clients.clear();
    }

    @Test
    void preparedStatementsThatNobodyClosesAreRefusedByBytes() throws Exception {
        try (TributaryProcess server = server("-Xmx512m")) {
            prepare(server);
            Map<Integer, Integer> told = new TreeMap<>();
            String padding = "x".repeat(12_000);
            for (int connection = 0; connection < 320; connection++) {
                PlainClient client = connected(server);
                for (int i = 0; i < 60; i++) {
                    // A DELETE has no columns and parameters, so its answer is one packet.
                    String text = "DELETE FROM t WHERE v = '" + connection + "." + i + padding + "'";
                    count(told, client.command(PlainClient.PREPARE, text));
                }
            }
            System.out.println("crash heap prepared statements: " + told + ", " + resident(server));

            assertThat(told).containsOnlyKeys(0, 1041);
            requireWell(server);
            close();
            awaitPrepared(server);
            requireWell(server);
        }
    }

    /** A new statement is refused until those of closed connections are gone. */
    private void awaitPrepared(TributaryProcess server) {
        Awaitility.await("room for another prepared statement").atMost(FREE).until(() -> {
            try (PlainClient client = new PlainClient(server.mysqlPort())) {
                String text = "DELETE FROM h.t WHERE v = '" + "y".repeat(1_000_000) + "'";
                return client.command(PlainClient.PREPARE, text) instanceof Reply.Began;
            }
        });
    }

    @Test
    void resultsOfWideRowsThatNobodyReadsAreRefusedByBytes() throws Exception {
        try (TributaryProcess server = server("-Xmx1g", "duckdb_memory_limit_bytes=" + ENGINE_BYTES)) {
            prepare(server);
            try (PlainClient client = new PlainClient(server.mysqlPort())) {
                for (int part = 0; part < 20; part++) {
                    assertThat(insertWide(client, 100, part * 100)).isInstanceOf(Reply.Began.class);
                }
            }
            Map<Integer, Integer> told = new TreeMap<>();
            for (int reader = 0; reader < READERS; reader++) {
                PlainClient client = connected(server);
                Reply reply = client.command(PlainClient.QUERY, "SELECT v FROM h.t");
                count(told, reply instanceof Reply.Began ? client.firstRow() : reply);
            }
            // Nobody reads; everything that would be fetched ahead is there after a while.
            long[] most = {0};
            Awaitility.await("unread results")
                    .during(Duration.ofSeconds(10))
                    .atMost(FREE)
                    .until(() -> {
                        most[0] = Math.max(most[0], residentMegabytes(server));
                        return server.isAlive();
                    });
            System.out.println(
                    "crash heap unread results: " + told + ", at most " + most[0] + " MB, " + resident(server));

            assertThat(told).containsOnlyKeys(0, 1205);
            assertThat(most[0])
                    .as("MB: the heap, the engine's memory, and what is neither")
                    .isLessThan((HEAP_BYTES + ENGINE_BYTES + OTHER_BYTES) >> 20);
            requireWell(server);
            try (PlainClient client = new PlainClient(server.mysqlPort())) {
                assertThat(client.command(PlainClient.QUERY, "SELECT v FROM h.t WHERE a >= 0"))
                        .isInstanceOf(Reply.Began.class);
                long rows = client.rest();
                System.out.println("crash heap unread results: " + told + ", RSS at most " + most[0]
                        + " MB, one that reads beside them got " + rows);
                assertThat(rows).isIn(2_000L, -1205L);
            }
            close();
            Awaitility.await("a result of wide rows").atMost(FREE).until(() -> {
                try (PlainClient client = new PlainClient(server.mysqlPort())) {
                    return client.command(PlainClient.QUERY, "SELECT v FROM h.t WHERE a >= 0") instanceof Reply.Began
                            && client.rest() == 2_000;
                }
            });
            requireWell(server);
        }
    }

    @Test
    void largeInsertsAtOnceWaitForRoomAndThoseWithoutAreRefused() throws Exception {
        try (TributaryProcess server = server("-Xmx1g")) {
            prepare(server);
            Map<Integer, Integer> told = new TreeMap<>();
            ExecutorService threads = Executors.newFixedThreadPool(15);
            try {
                List<Future<Reply>> inserts = new ArrayList<>();
                for (int writer = 0; writer < 15; writer++) {
                    PlainClient client = connected(server);
                    int first = writer * 1_000;
                    inserts.add(threads.submit(() -> insertWide(client, 1_000, first)));
                }
                for (Future<Reply> insert : inserts) {
                    count(told, insert.get(FREE.toSeconds() * 4, TimeUnit.SECONDS));
                }
            } finally {
                threads.shutdownNow();
            }
            System.out.println("crash heap large inserts: " + told + ", " + resident(server));

            assertThat(told).containsKey(0);
            assertThat(told.keySet()).isSubsetOf(0, 1041, 1205);
            requireWell(server);
            try (Sql sql = Sql.connect(server.mysqlPort(), "h")) {
                sql.run("SYNC t");
                assertThat(sql.number("SELECT count(*) FROM t WHERE a >= 0"))
                        .as("rows of those that were answered with OK")
                        .isEqualTo(told.getOrDefault(0, 0) * 1_000L);
            }
        }
    }

    private TributaryProcess server(String heap, String... settings) {
        return TributaryProcess.startBothWith(heap, directory, directory.resolve("data"), settings);
    }

    private static void prepare(TributaryProcess server) throws SQLException {
        try (Sql sql = Sql.connect(server.mysqlPort(), "")) {
            sql.run(
                    "CREATE DATABASE h",
                    "CREATE TABLE h.t (a INT NOT NULL, v STRING) DUPLICATE KEY(a)"
                            + " PROPERTIES ('group_commit_interval_ms' = '100', 'group_commit_mode' = 'sync_mode')");
        }
    }

    private PlainClient connected(TributaryProcess server) throws IOException {
        PlainClient client = new PlainClient(server.mysqlPort());
        clients.add(client);
        client.command(PlainClient.QUERY, "USE h");
        return client;
    }

    private static Reply insertWide(PlainClient client, int rows, int first) throws IOException {
        byte[] value = "w".repeat(WIDE_BYTES).getBytes(StandardCharsets.US_ASCII);
        byte[] insert = "INSERT INTO h.t VALUES ".getBytes(StandardCharsets.US_ASCII);
        int numberBytes = 8;
        int bytes = insert.length + rows * (1 + numberBytes + 2 + WIDE_BYTES + 2) + rows - 1;
        return client.command(PlainClient.QUERY, bytes, to -> {
            to.write(insert);
            for (int row = 0; row < rows; row++) {
                String head = (row == 0 ? "(" : ",(") + String.format("%08d", first + row) + ",'";
                to.write(head.getBytes(StandardCharsets.US_ASCII));
                to.write(value);
                to.write("')".getBytes(StandardCharsets.US_ASCII));
            }
        });
    }

    /** 0: it was answered with OK, or a result. */
    private static void count(Map<Integer, Integer> told, Reply reply) {
        told.merge(reply instanceof Reply.Refused refused ? refused.code() : 0, 1, Integer::sum);
    }

    /** Others are served as ever. */
    private static void requireWell(TributaryProcess server) throws Exception {
        assertThat(server.isAlive()).isTrue();
        URI uri = URI.create("http://127.0.0.1:" + server.httpPort() + "/api/health");
        HttpResponse<String> health = HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).timeout(FREE).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(health.statusCode() + " " + health.body()).startsWith("200 ");
        try (Sql sql = Sql.connect(server.mysqlPort(), "h")) {
            for (String mode : List.of("async_mode", "sync_mode", "off_mode")) {
                sql.run("SET group_commit = " + mode, "INSERT INTO t VALUES (-1, 'small')");
            }
            assertThat(sql.number("SELECT count(*) > 0 FROM t")).isEqualTo(1);
        }
        assertThat(server.errorText()).doesNotContain("OutOfMemoryError");
        assertThat(server.outputText()).doesNotContain("OutOfMemoryError");
    }

    private static String resident(TributaryProcess server) throws IOException {
        return "RSS " + residentMegabytes(server) + " MB";
    }

    private static long residentMegabytes(TributaryProcess server) throws IOException {
        String pages =
                Files.readString(Path.of("/proc/" + server.pid() + "/statm")).split(" ", -1)[1];
        return Long.parseLong(pages) * 4 / 1_024;
    }
}
