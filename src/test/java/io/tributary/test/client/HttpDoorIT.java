package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tributary.test.process.Sql;
import io.tributary.test.process.Tables;
import io.tributary.test.process.TributaryProcess;
import io.tributary.testing.Seeds;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What goes by HTTP beside a plain Stream Load: two phases, questions, the command line, and clients that go away. */
@Tag("clients")
final class HttpDoorIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String ROOT =
            "Basic " + Base64.getEncoder().encodeToString("root:".getBytes(StandardCharsets.US_ASCII));
    private static final int UPLOADS = 1_000;
    /** One in so many is sent to its end. */
    private static final int WHOLE_EACH = 40;

    private static final int ROWS_OF_AN_UPLOAD = 2_000;

    @RegisterExtension
    static final Server SERVER = Server.own();

    @TempDir
    private Path directory = Path.of("set by JUnit");

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private String database = "";

    @BeforeEach
    void createTable() throws SQLException {
        database = SERVER.newDatabase();
        try (Sql sql = Sql.connect(SERVER.port(), database)) {
            sql.run(Tables.DT);
        }
    }

    private HttpResponse<String> ask(String method, String path, String body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + SERVER.httpPort() + "/api/" + path))
                .header("Authorization", ROOT)
                .method(
                        method,
                        body.isEmpty()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(body));
        for (int i = 0; i < headers.length; i += 2) {
            request.setHeader(headers[i], headers[i + 1]);
        }
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private JsonNode json(String method, String path, String body, String... headers)
            throws IOException, InterruptedException {
        HttpResponse<String> response = ask(method, path, body, headers);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return JSON.readTree(response.body());
    }

    private long count() throws SQLException {
        try (Sql sql = Sql.connect(SERVER.port(), database)) {
            return sql.run("SYNC " + database + ".dt").number("SELECT COUNT(*) FROM dt");
        }
    }

    private JsonNode firstPhase(String label) throws IOException, InterruptedException {
        JsonNode kept = json(
                "PUT",
                database + "/dt/_stream_load",
                "1,Amy,60\n2,Ross,98\n",
                "two_phase_commit",
                "true",
                "label",
                label,
                "column_separator",
                ",",
                "group_commit",
                "async_mode");
        assertThat(kept.path("Status").asText()).as(kept.toString()).isEqualTo("Success");
        assertThat(kept.path("TwoPhaseCommit").asText()).isEqualTo("true");
        assertThat(kept.path("GroupCommit").asBoolean()).isFalse();
        assertThat(kept.path("FallbackReason").asText()).isEqualTo("TWO_PHASE_COMMIT");
        return kept;
    }

    @Test
    void aLoadInTwoPhasesIsVisibleAfterTheSecond() throws Exception {
        long txnId = firstPhase("by_id").path("TxnId").asLong();
        assertThat(count()).isZero();
        assertThat(json("GET", database + "/get_load_state?label=by_id", "")
                        .path("data")
                        .asText())
                .isEqualTo("PRECOMMITTED");
        JsonNode again =
                json("PUT", database + "/dt/_stream_load", "3,Eve,1\n", "label", "by_id", "column_separator", ",");
        assertThat(again.path("Status").asText()).isEqualTo("Label Already Exists");
        assertThat(again.path("ExistingJobStatus").asText()).isEqualTo("PRECOMMITTED");

        String second = database + "/_stream_load_2pc";
        JsonNode committed = json("PUT", second, "", "txn_id", Long.toString(txnId), "txn_operation", "commit");

        assertThat(committed.path("status").asText()).isEqualTo("Success");
        assertThat(committed.path("msg").asText()).isEqualTo("transaction [" + txnId + "] commit successfully.");
        assertThat(count()).isEqualTo(2);
        assertThat(json("GET", database + "/get_load_state?label=by_id", "")
                        .path("data")
                        .asText())
                .isEqualTo("VISIBLE");
        assertThat(json("PUT", second, "", "txn_id", Long.toString(txnId), "txn_operation", "commit")
                        .path("msg")
                        .asText())
                .isEqualTo("errCode = 2, detailMessage = transaction [" + txnId
                        + "] is already visible, not pre-committed.");

        firstPhase("by_label");
        assertThat(json("PUT", database + "/dt/_stream_load_2pc", "", "label", "by_label", "txn_operation", "abort")
                        .path("msg")
                        .asText())
                .isEqualTo("label [by_label] abort successfully.");
        assertThat(count()).isEqualTo(2);
        assertThat(json("PUT", second, "", "label", "by_label", "txn_operation", "stop")
                        .path("msg")
                        .asText())
                .isEqualTo("transaction operation should be 'commit' or 'abort'");
    }

    /** Whatever way curl has to send a body, but for those of {@link StreamLoadIT}. */
    static Stream<List<String>> waysOfCurl() {
        return Stream.of(
                List.of("-u", "root:", "-T", "rows.csv"),
                List.of("-u", "root:", "-T", "rows.csv", "-H", "Expect:100-continue"),
                List.of("-u", "root:", "-T", "rows.csv", "-H", "Expect:"),
                List.of("-u", "root:", "-T", "rows.csv", "-H", "Transfer-Encoding: chunked"),
                List.of("-u", "root:", "-XPUT", "--data-binary", "@rows.csv"),
                List.of("-u", "root:", "--location", "-T", "rows.csv"),
                List.of("-u", "root:", "--anyauth", "-T", "rows.csv"),
                List.of("-u", "root:", "--http2", "-T", "rows.csv"),
                List.of("-u", "root:", "--http1.0", "-T", "rows.csv", "-H", "Connection: close"));
    }

    @ParameterizedTest
    @MethodSource("waysOfCurl")
    void everyWayOfCurlStoresItsRowsOnce(List<String> way) throws Exception {
        StringBuilder rows = new StringBuilder();
        // More than curl sends without Expect.
        for (int row = 0; row < 100_000; row++) {
            rows.append(row).append(",a name,").append(row).append('\n');
        }
        Files.writeString(directory.resolve("rows.csv"), rows);
        List<String> command = new ArrayList<>(List.of("curl", "-sS", "-H", "column_separator:,"));
        command.addAll(way);
        command.add("http://127.0.0.1:" + SERVER.httpPort() + "/api/" + database + "/dt/_stream_load");
        assumeTrue(CommandLine.find("curl").isPresent(), "curl is not on the PATH");

        CommandLine.Result result = CommandLine.run(directory, Map.of(), "", LIMIT, command);

        assertThat(result.exitCode()).as(result.text()).isZero();
        assertThat(result.text()).contains("\"Status\": \"Success\"", "\"NumberLoadedRows\": 100000");
        assertThat(count()).isEqualTo(100_000);
    }

    @Test
    void requestsOfPython() {
        ClientProgram.pythonIn(SERVER, database, "with_requests.py");
    }

    @Test
    void questionsAreAnsweredAsByDoris() throws Exception {
        JsonNode unknown = json("GET", database + "/get_load_state?label=nobody", "");
        assertThat(unknown.path("msg").asText()).isEqualTo("success");
        assertThat(unknown.path("data").asText()).isEqualTo("UNKNOWN");
        assertThat(json("GET", database + "/get_load_state", "").path("data").asText())
                .isEqualTo("No label selected.");

        count();
        JsonNode size = json("GET", "get_wal_size", "");
        assertThat(size.path("code").asInt(-1)).isZero();
        assertThat(size.path("data").get(0).asText()).matches("127\\.0\\.0\\.1:\\d+:0");
        JsonNode detail =
                json("GET", "get_wal_size?detail=true", "").path("data").get(0);
        assertThat(detail.path("segments").asInt()).isPositive();
        assertThat(detail.path("wals").asInt(-1)).isZero();
        assertThat(json("GET", "get_wal_size?host_ports=10.0.0.1:9050", "")
                        .path("data")
                        .asText())
                .startsWith("Backend does not exist[10.0.0.1:9050]");
        assertThat(ask("GET", "get_wal_size", "", "Authorization", "Basic eDp5").statusCode())
                .isEqualTo(401);
    }

    @Test
    void theCommandLoadsAFileOnceUnderAKeyAndNamesAPieceThatFails() throws Exception {
        StringBuilder lines = new StringBuilder();
        for (int row = 0; row < 100_000; row++) {
            lines.append(row).append(",name ").append(row).append(",1\n");
        }
        Path file = Files.writeString(directory.resolve("rows.csv"), lines);

        for (int time = 0; time < 2; time++) {
            TributaryProcess load = load(file, "--key", "nightly", "--chunk-bytes", "200000", "--parallel", "3");
            assertThat(load.awaitExit(LIMIT))
                    .as(load.outputText() + load.errorText())
                    .isZero();
            assertThat(load.outputText())
                    .contains(
                            time == 0
                                    ? "100,000 rows stored, 0 left out"
                                    : "10 loads were there before (100,000 rows), 0 are new");
            assertThat(count()).isEqualTo(100_000);
        }

        Files.writeString(file, "1,a,1\n2,b,not a number\n");
        TributaryProcess refused = load(file);
        assertThat(refused.awaitExit(LIMIT)).isEqualTo(1);
        assertThat(refused.errorText()).contains("rows.csv from byte 0: Fail: ", "score", "see http");
        assertThat(count()).isEqualTo(100_000);
    }

    @Test
    void theCommandLoadsFilesThatCannotBeCutAsTheyAre() throws Exception {
        Path quoted = Files.writeString(directory.resolve("quoted.csv"), "1,\"a\nb\",1\n");
        Path array = Files.writeString(directory.resolve("array.json"), "[{\"id\": 2},\n {\"id\": 3}]");
        Path zipped = directory.resolve("rows.csv.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(zipped))) {
            out.write("4,d,4\n5,e,5\n".getBytes(StandardCharsets.US_ASCII));
        }
        Path parquet = directory.resolve("rows.parquet");
        try (Connection engine = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = engine.createStatement()) {
            statement.execute("COPY (SELECT 6 AS id, 'f' AS name, 6 AS score) TO '" + parquet + "' (FORMAT parquet)");
        }

        for (TributaryProcess load : List.of(
                load(quoted, "-H", "enclose:\""),
                load(array, "--format", "json", "-H", "strip_outer_array:true"),
                load(zipped, "-H", "compress_type:gz"),
                load(parquet, "--format", "parquet"))) {
            assertThat(load.awaitExit(LIMIT)).as(load.errorText()).isZero();
            assertThat(load.outputText()).contains("in 1 loads");
        }
        assertThat(count()).isEqualTo(6);
    }

    private TributaryProcess load(Path file, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "load",
                file.toString(),
                "--table",
                database + ".dt",
                "--url",
                "http://127.0.0.1:" + SERVER.httpPort(),
                "-H",
                "strict_mode:true"));
        arguments.addAll(List.of(more));
        return TributaryProcess.run(directory, arguments.toArray(new String[0]));
    }

    /** All of them are under way at once, cut at any byte of their bodies; somebody else loads into another table meanwhile. */
    @Test
    void ofAThousandUploadsAtOnceThatAreCutOffNothingIsStoredAndNobodyElseWaits() throws Exception {
        try (Sql sql = Sql.connect(SERVER.port(), database)) {
            sql.run("CREATE TABLE calm LIKE dt");
        }
        int seed = Seeds.one(HttpDoorIT.class, 6);
        Random random = new Random(seed);
        byte[] body = upload();
        List<Upload> uploads = new ArrayList<>();
        AtomicBoolean over = new AtomicBoolean();
        ExecutorService bystander = Executors.newSingleThreadExecutor();
        try {
            Future<List<Long>> others = bystander.submit(() -> loadMeanwhile(over));
            for (int i = 0; i < UPLOADS; i++) {
                int cut = random.nextInt(body.length + 1);
                uploads.add(Upload.begin(SERVER.httpPort(), database, body, i % WHOLE_EACH == 0 ? body.length : cut));
            }
            Collections.shuffle(uploads, random);
            long stored = 0;
            for (Upload upload : uploads) {
                stored += upload.end(random.nextBoolean()) ? 1 : 0;
            }
            over.set(true);

            assertThat(stored).as("seed %d", seed).isGreaterThanOrEqualTo(UPLOADS / WHOLE_EACH);
            assertThat(count()).as("seed %d", seed).isEqualTo(stored * ROWS_OF_AN_UPLOAD);
            List<Long> millis = others.get().stream().sorted().toList();
            assertThat(millis).isNotEmpty();
            assertThat(millis.get(millis.size() / 2)).as("median of %s", millis).isLessThan(500L);
            assertThat(millis.get(millis.size() - 1)).as("longest").isLessThan(5_000L);
        } finally {
            over.set(true);
            bystander.shutdownNow();
            for (Upload upload : uploads) {
                upload.close();
            }
        }
        Awaitility.await("the room of loads that were cut off is given back")
                .atMost(LIMIT)
                .until(() -> http.send(
                                        HttpRequest.newBuilder(URI.create(
                                                        "http://127.0.0.1:" + SERVER.httpPort() + "/metrics"))
                                                .build(),
                                        HttpResponse.BodyHandlers.ofLines())
                                .body()
                                .filter(
                                        List.of("tributary_staged_bytes 0.0", "tributary_load_memory_bytes 0.0")
                                                ::contains)
                                .count()
                        == 2);
    }

    /** Loads of one row in {@code sync_mode}, each as long as its batch takes, in milliseconds. */
    private List<Long> loadMeanwhile(AtomicBoolean over) throws IOException, InterruptedException {
        List<Long> millis = new ArrayList<>();
        while (!over.get()) {
            long begun = System.nanoTime();
            JsonNode loaded = json(
                    "PUT",
                    database + "/calm/_stream_load",
                    "1,a,1\n",
                    "group_commit",
                    "sync_mode",
                    "column_separator",
                    ",");
            assertThat(loaded.path("Status").asText()).as(loaded.toString()).isEqualTo("Success");
            millis.add(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun));
        }
        return millis;
    }

    private static byte[] upload() {
        StringBuilder rows = new StringBuilder();
        for (int row = 0; row < ROWS_OF_AN_UPLOAD; row++) {
            rows.append(row).append(",name,").append(row).append('\n');
        }
        return rows.toString().getBytes(StandardCharsets.US_ASCII);
    }

    /** One upload, of which the last byte is held back until its end. */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares uploads
    private record Upload(Socket socket, byte[] body, int sent) implements AutoCloseable {
        /** @param bytes of the body that are ever sent; all of it: it is loaded */
        static Upload begin(int port, String database, byte[] body, int bytes) throws IOException {
            Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setSoTimeout((int) LIMIT.toMillis());
            OutputStream out = socket.getOutputStream();
            out.write(("PUT /api/" + database + "/dt/_stream_load HTTP/1.1\r\nHost: localhost\r\nAuthorization: " + ROOT
                            + "\r\ngroup_commit: async_mode\r\ncolumn_separator: ,\r\nContent-Length: " + body.length
                            + "\r\nConnection: close\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            out.write(body, 0, Math.min(bytes, body.length - 1));
            out.flush();
            return new Upload(socket, body, bytes);
        }

        /**
         * Returns whether the load was acknowledged; one that is cut off cannot be.
         *
         * @param reset whether the connection is reset rather than closed
         */
        boolean end(boolean reset) throws IOException {
            if (sent < body.length) {
                if (reset) {
                    socket.setSoLinger(true, 0);
                }
                socket.close();
                return false;
            }
            socket.getOutputStream().write(body, body.length - 1, 1);
            String said = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(said).contains("\"Status\": \"Success\"");
            return true;
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
