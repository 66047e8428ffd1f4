package io.tributary.cli.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the command does with answers, against a server that gives one after the other. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class FileLoadTest {
    private static final String REPEATED =
            "{\"Status\": \"Success\", \"Message\": \"OK\", \"NumberLoadedRows\": 2, \"Repeated\": true}";
    private static final String STORED =
            "{\"Status\": \"Success\", \"Message\": \"OK\", \"NumberLoadedRows\": 2, \"NumberFilteredRows\": 0}";
    private static final String RUNNING = "{\"Status\": \"Label Already Exists\", \"ExistingJobStatus\": \"RUNNING\"}";
    private static final String FINISHED =
            "{\"Status\": \"Label Already Exists\", \"ExistingJobStatus\": \"FINISHED\"}";

    @TempDir
    Path directory;

    private final List<String> answers = Collections.synchronizedList(new ArrayList<>());
    private final List<String> requests = Collections.synchronizedList(new ArrayList<>());
    private volatile int code = 200;
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        requests.add(exchange.getRequestHeaders().getFirst("label") + " "
                + exchange.getRequestHeaders().getFirst("idempotency_key") + " " + body);
        byte[] said = answers.remove(0).getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(code, said.length);
        exchange.getResponseBody().write(said);
        exchange.close();
    }

    private LoadTarget target() {
        return new LoadTarget(
                "http://127.0.0.1:" + server.getAddress().getPort() + "/",
                "db",
                "t",
                "root",
                "",
                Duration.ofSeconds(30));
    }

    private FileLoad load(Map<String, String> headers) throws IOException {
        return load(headers, 3);
    }

    private FileLoad load(Map<String, String> headers, int retries) throws IOException {
        Path file = Files.writeString(directory.resolve("rows"), "1\n2\n");
        return new FileLoad(
                target(),
                List.of(LoadSource.of(file.toString(), file, headers)),
                new FileLoad.Settings(1024, 1, retries, "k"),
                InputStream.nullInputStream());
    }

    @Test
    void aLabelWhoseLoadStillRunsIsAskedForAgain() throws Exception {
        answers.addAll(List.of(RUNNING, FINISHED));

        FileLoad load = load(Map.of("group_commit", "off_mode"));

        assertThat(load.run()).isEmpty();
        assertThat(load.progress()).isEqualTo(new FileLoad.Progress(4, 0, 0, 1, 1, 0, 0));
        assertThat(requests).hasSize(2).allMatch(request -> request.startsWith("k:") && request.endsWith(" 1\n2\n"));
    }

    @Test
    void aLabelThatRunsForEverIsNotTakenForStored() throws Exception {
        answers.addAll(Collections.nCopies(4, RUNNING));

        assertThat(load(Map.of("group_commit", "off_mode")).run())
                .singleElement()
                .asString()
                .contains("rows from byte 0: Label Already Exists");
    }

    @Test
    void whatWasThereUnderItsKeyIsCountedApart() throws Exception {
        answers.add(REPEATED);

        FileLoad load = load(Map.of("group_commit", "async_mode"));

        assertThat(load.run()).isEmpty();
        assertThat(load.progress()).isEqualTo(new FileLoad.Progress(4, 0, 0, 1, 1, 2, 0));
    }

    @Test
    void whatIsSentAgainSinceNobodyKnewIsCountedAsNew() throws Exception {
        answers.addAll(List.of("{\"Status\": \"Fail\", \"Message\": \"[OUTCOME_UNKNOWN]lost\"}", REPEATED));

        FileLoad load = load(Map.of("group_commit", "async_mode"));

        assertThat(load.run()).isEmpty();
        assertThat(load.progress()).isEqualTo(new FileLoad.Progress(4, 2, 0, 1, 0, 0, 0));
    }

    @Test
    void afterATimeoutThePieceIsSentAgainUnderItsKey() throws Exception {
        answers.addAll(List.of("{\"Status\": \"Fail\", \"Message\": \"[TIMEOUT]it took long\"}", STORED));

        FileLoad load = load(Map.of("group_commit", "async_mode"));

        assertThat(load.run()).isEmpty();
        assertThat(load.progress()).isEqualTo(new FileLoad.Progress(4, 2, 0, 1, 0, 0, 0));
        assertThat(requests).hasSize(2).allMatch(request -> request.startsWith("null k:"));
    }

    @Test
    void whatCannotBeCutGoesAsOneLoadUnderALabel() throws Exception {
        for (Map<String, String> headers : List.of(
                Map.of("format", "parquet"),
                Map.of("format", "csv", "enclose", "\""),
                Map.of("format", "csv", "compress_type", "gz"),
                Map.of("format", "json", "strip_outer_array", "true"))) {
            answers.add(STORED);
            assertThat(load(headers).run()).isEmpty();
        }

        assertThat(requests).hasSize(4).allMatch(request -> request.matches("(?s)k:[0-9a-f]+:0 null 1\n2\n"));
    }

    @Test
    void aWrongPasswordIsToldInOneShortLine() throws Exception {
        code = 401;
        answers.add("{\"Status\": \"Fail\", \"Message\": \"[NOT_AUTHORIZED]no such user\"}");

        FileLoad load = load(Map.of());

        assertThat(load.run()).containsExactly("user 'root' is refused with this password (401)");
        assertThat(load.isRefused()).isTrue();
        assertThat(requests).hasSize(1);
    }

    @Test
    void aTableThatIsNotThereIsToldWithoutThePieces() throws Exception {
        answers.add("{\"Status\": \"Fail\", \"Message\": \"[ANALYSIS_ERROR]Table 'db.t' doesn't exist\"}");

        FileLoad load = load(Map.of());

        assertThat(load.run()).containsExactly("Table 'db.t' doesn't exist");
        assertThat(load.isRefused()).isTrue();
    }

    @Test
    void badRowsAreToldWithTheirPiece() throws Exception {
        answers.add(
                "{\"Status\": \"Fail\", \"Message\": \"[DATA_QUALITY_ERROR]too many\", \"ErrorURL\": \"http://e\"}");

        FileLoad load = load(Map.of());

        assertThat(load.run())
                .containsExactly(
                        directory.resolve("rows") + " from byte 0: Fail: [DATA_QUALITY_ERROR]too many, see http://e");
        assertThat(load.isRefused()).isFalse();
        assertThat(load.progress().unanswered()).isZero();
    }

    @Test
    void aLoadOfUnknownOutcomeIsNotCountedAndNotForgotten() throws Exception {
        answers.add("{\"Status\": \"Fail\", \"Message\": \"[OUTCOME_UNKNOWN]the engine is gone\"}");

        FileLoad load = load(Map.of(), 0);

        assertThat(load.run()).hasSize(1);
        assertThat(load.progress()).isEqualTo(new FileLoad.Progress(0, 0, 0, 0, 0, 0, 1));
    }

    @Test
    void whatComesThroughAPipeHasARunningKey() throws Exception {
        answers.addAll(List.of(STORED, STORED));
        String lines = "x".repeat(1000) + "\n";
        FileLoad load = new FileLoad(
                target(),
                List.of(LoadSource.of("-", null, Map.of())),
                new FileLoad.Settings(1024, 1, 0, "k"),
                new ByteArrayInputStream((lines + lines).getBytes(StandardCharsets.US_ASCII)));

        assertThat(load.run()).isEmpty();
        assertThat(requests).containsExactly("null k:-:0 " + lines, "null k:-:1001 " + lines);
    }

    @Test
    void theColumnsOfATableAreAskedForWhereTheServerTellsThem() throws Exception {
        answers.add("{\"data\": {\"properties\": [{\"name\": \"id\"}, {\"name\": \"score\"}]}}");
        assertThat(target().columns()).containsExactly("id", "score");

        code = 404;
        answers.add("");
        assertThat(target().columns()).isEmpty();
    }
}
