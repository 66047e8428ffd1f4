package io.tributary.frontend;

import static io.tributary.frontend.FrontendFixture.rows;
import static io.tributary.frontend.FrontendFixture.run;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import net.jpountz.lz4.LZ4FrameOutputStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bodies of Stream Load that are compressed, or no CSV, over HTTP. */
final class LoadFormatTest {
    private static final long BODY_BYTES_MAX = 4L << 20;
    private static final long MEMORY_BYTES_MAX = 3L << 20;
    private static final String ROOT = "Basic cm9vdDo=";

    private final HttpClient client = HttpClient.newHttpClient();
    private FrontendFixture frontend;
    private Connection connection;

    @BeforeEach
    void start() throws Exception {
        frontend = new FrontendFixture(FrontendFixture.bodiesOf(BODY_BYTES_MAX, MEMORY_BYTES_MAX));
        connection = frontend.withTable("");
    }

    @AfterEach
    void stop() throws Exception {
        connection.close();
        frontend.close();
    }

    private String load(BodyPublisher body, String... headers) throws Exception {
        return put("/api/ads/t/_stream_load", body, headers);
    }

    private String put(String path, BodyPublisher body, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + frontend.server.httpPort() + path))
                .PUT(body)
                .headers("Authorization", ROOT, "column_separator", ",");
        if (headers.length > 0) {
            request.headers(headers);
        }
        HttpResponse<String> response = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(200);
        return response.body();
    }

    private String load(byte[] body, String... headers) throws Exception {
        return load(BodyPublishers.ofByteArray(body), headers);
    }

    private List<String> stored() throws SQLException {
        frontend.backend.commitBatches();
        return rows(connection, "SELECT * FROM t");
    }

    private static byte[] gzip(String body) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            out.write(body.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    private static byte[] lz4(String body) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new LZ4FrameOutputStream(bytes)) {
            out.write(body.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    @Test
    void aBodyIsGroupedUpToTheMemoryOfALoadAndALongerOneIsCommittedAlone() throws Exception {
        String row = "1,a,2\n";
        int rowsInMemory = (int) MEMORY_BYTES_MAX / 64;
        assertThat(load(BodyPublishers.ofString(row.repeat(rowsInMemory)), "group_commit", "async_mode"))
                .contains("\"NumberLoadedRows\": " + rowsInMemory + ",")
                .doesNotContain("FallbackReason");

        int rows = (int) BODY_BYTES_MAX / row.length();
        assertThat(load(BodyPublishers.ofString(row.repeat(rows)), "group_commit", "async_mode"))
                .contains("\"NumberLoadedRows\": " + rows + ",", "\"FallbackReason\": \"TOO_LARGE\"");
    }

    @Test
    void framesOfLz4InChunksAreLoadedAsTheStreamLoaderSendsThem() throws Exception {
        byte[] frame = lz4("1,a,1\n2,b,2\n");
        String[] headers = {
            "Content-Encoding",
            "lz4",
            "compress_type",
            "LZ4",
            "Group_commit",
            "async_mode",
            "Content-Type",
            "text/plain"
        };

        String answer = load(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(frame)), headers);
        String empty = load(
                BodyPublishers.ofInputStream(() ->
                        new ByteArrayInputStream(new byte[] {0x04, 0x22, 0x4D, 0x18, 0x60, 0x70, 0x73, 0, 0, 0, 0})),
                headers);
        String nothing = load(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(new byte[0])), headers);

        assertThat(answer)
                .contains("\"Status\": \"Success\"", "\"NumberLoadedRows\": 2", "\"LoadBytes\": " + frame.length + ",");
        assertThat(List.of(empty, nothing))
                .allMatch(said -> said.contains("\"Status\": \"Success\"") && said.contains("\"NumberTotalRows\": 0"));
        assertThat(stored()).containsExactly("1|a|1", "2|b|2");
    }

    @Test
    void anHttpStreamNamesItsCompressionAmongItsProperties() throws Exception {
        String sql = "insert into ads.t select c1, c2, c3 from http_stream('column_separator'=',', 'format'='";

        assertThat(put(
                        "/api/_http_stream",
                        BodyPublishers.ofByteArray(gzip("1,a,1\n")),
                        "sql",
                        sql + "csv', 'compress_type'='gz')"))
                .contains("\"Status\": \"Success\"", "\"NumberLoadedRows\": 1");
        assertThat(stored()).containsExactly("1|a|1");
    }

    @Test
    void aLongCompressedBodyIsOneLoad() throws Exception {
        int count = 60_000;
        StringBuilder body = new StringBuilder();
        for (int i = 0; i < count; i++) {
            body.append(i).append(",name").append(i % 1000).append(",\\N\n");
        }

        for (byte[] compressed : List.of(gzip(body.toString()), lz4(body.toString()))) {
            assertThat(load(compressed, "compress_type", compressed[0] == 0x1f ? "gz" : "lz4frame"))
                    .contains("\"Status\": \"Success\"", "\"NumberLoadedRows\": " + count);
        }
        assertThat(stored()).hasSize(2 * count);
    }

    @Test
    void aBodyThatIsDamagedOrCutStoresNothingAndTheConnectionGoesOn() throws Exception {
        byte[] whole = gzip("1,a,1\n".repeat(1000));
        byte[] damaged = whole.clone();
        damaged[whole.length - 6] ^= 1;

        assertThat(load(damaged, "compress_type", "gz"))
                .contains("\"Status\": \"Fail\"", "the gzip body is damaged: ", "\"NumberLoadedRows\": 0");
        assertThat(load(Arrays.copyOf(whole, whole.length - 9), "Content-Encoding", "gzip"))
                .contains("\"Status\": \"Fail\"", "the gzip body ends before its end mark: it was cut");
        assertThat(load("1,a,1\n".getBytes(StandardCharsets.UTF_8), "compress_type", "zstd"))
                .contains("\"Status\": \"Fail\"", "the zstd body is damaged: ");
        assertThat(stored()).isEmpty();
        assertThat(load(whole, "Content-Encoding", "gzip")).contains("\"NumberLoadedRows\": 1000");
    }

    @Test
    void aBodyBeyondTheLimitEndsThereHoweverSmallItCame() throws Exception {
        String limit = "the body has more bytes than stream_load_body_bytes_max " + BODY_BYTES_MAX;

        assertThat(load(gzip("\n".repeat(16 << 20)), "compress_type", "gz")).contains("\"Status\": \"Fail\"", limit);
        assertThat(load(new byte[(int) BODY_BYTES_MAX + 1])).contains("\"Status\": \"Fail\"", limit);
        byte[] rows = "1,a,1\n".repeat(1_000_000).getBytes(StandardCharsets.UTF_8);
        assertThat(load(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(rows))))
                .contains("\"Status\": \"Fail\"", limit);
        assertThat(stored()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Content-Encoding|gzip|compress_type|lz4|compress_type: lz4 and Content-Encoding: gzip do not agree",
                "compress_type|snappy|format|csv|doesn't yet support 'compress_type: snappy'",
                "compress_type|rar|format|csv|compress_type is 'rar', it must be gz",
                "format|json|jsonpaths|$.id|Invalid json path: jsonpaths is '$.id'",
                "format|json|jsonpaths|[\"$.a[*]\"]|Invalid json path: jsonpaths: '$.a[*]'",
                "format|json|json_root|a.b|Invalid json path: json_root: 'a.b' does not begin with $",
                "format|json|strip_outer_array|1|strip_outer_array is '1', it must be true or false",
            })
    void headersThatMakeNoSenseAreRefused(String name, String value, String other, String with, String message)
            throws Exception {
        assertThat(load("1,a,1".getBytes(StandardCharsets.UTF_8), name, value, other, with))
                .contains("\"Status\": \"Fail\"", message.replace("\"", "\\\""));
    }

    @Test
    void jsonIsLoadedByNamesAndByPaths() throws Exception {
        String lines = "{\"id\":1,\"name\":\"a\"}\n{\"NAME\":\"b\",\"id\":2,\"score\":null}\n";
        String array = "[{\"x\":{\"id\":3},\"tags\":[\"c\"]}, {\"x\":{\"id\":4},\"tags\":[\"d\"]}]";

        assertThat(load(lines.getBytes(StandardCharsets.UTF_8), "format", "json", "group_commit", "async_mode"))
                .contains("\"Status\": \"Success\"", "\"GroupCommit\": true", "\"NumberLoadedRows\": 2");
        assertThat(load(
                        gzip(array),
                        "format",
                        "JSON",
                        "strip_outer_array",
                        "true",
                        "jsonpaths",
                        "[\"$.x.id\", \"$.nothing\", \"$.tags[0]\"]",
                        "columns",
                        "id, tmp, name",
                        "fuzzy_parse",
                        "true",
                        "compress_type",
                        "gz"))
                .contains("\"Status\": \"Success\"", "\"NumberLoadedRows\": 2");
        assertThat(stored()).containsExactlyInAnyOrder("1|a|7", "2|b|null", "3|c|7", "4|d|7");
    }

    @Test
    void aBadLineOfJsonIsFilteredAndABrokenDocumentFails() throws Exception {
        String lines = "{\"id\":1,\"name\":\"a\"}\n{\"id\":2\n{\"id\":3}\n";

        assertThat(load(lines.getBytes(StandardCharsets.UTF_8), "format", "json"))
                .contains("\"Status\": \"Fail\"", "[DATA_QUALITY_ERROR]too many filtered rows", "\"ErrorURL\"");
        assertThat(load(lines.getBytes(StandardCharsets.UTF_8), "format", "json", "max_filter_ratio", "0.7"))
                .contains("\"Status\": \"Success\"", "\"NumberLoadedRows\": 1", "\"NumberFilteredRows\": 2");
        assertThat(load("[{\"id\":1".getBytes(StandardCharsets.UTF_8), "format", "json", "strip_outer_array", "true"))
                .contains("\"Status\": \"Fail\"", "the JSON body is broken: the body ends within a value");
        assertThat(stored()).containsExactly("1|a|7");
    }

    @Test
    void aParquetFileOfSeveralBlocksIsOneLoadAndLeavesNothingBehind(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("body.parquet");
        try (Connection engine = DriverManager.getConnection("jdbc:duckdb:")) {
            run(
                    engine,
                    "COPY (SELECT i AS id, repeat('x', 20) AS name FROM range(700000) AS r(i)) TO '" + file
                            + "' (FORMAT parquet)");
        }

        assertThat(load(Files.readAllBytes(file), "format", "parquet", "group_commit", "sync_mode"))
                .contains("\"Status\": \"Success\"", "\"NumberLoadedRows\": 700000");
        assertThat(load("no such file".getBytes(StandardCharsets.UTF_8), "format", "parquet"))
                .contains("\"Status\": \"Fail\"", "the body cannot be read as parquet: ")
                .contains("No magic bytes found at end of the body")
                .doesNotContain("spool");
        frontend.backend.commitBatches();
        assertThat(rows(connection, "SELECT count(*) FROM t")).containsExactly("700000");
        Awaitility.await().until(() -> spooled().isEmpty());
    }

    @Test
    void rowsOfAFileOfSeveralBlocksAreChosenAndComputed(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("body.parquet");
        try (Connection engine = DriverManager.getConnection("jdbc:duckdb:")) {
            run(
                    engine,
                    "COPY (SELECT i AS id, repeat('x', 20) AS name FROM range(500000) AS r(i)) TO '" + file
                            + "' (FORMAT parquet)");
        }
        frontend.backend.computing(
                new RowEngine(cells -> String.valueOf(cells.get(0)).endsWith("7") ? List.of("7") : null));

        String computed = load(
                Files.readAllBytes(file),
                "format",
                "parquet",
                "columns",
                "id, name, score = id % 10",
                "where",
                "score = 7",
                "group_commit",
                "sync_mode");
        String streamed = put(
                "/api/_http_stream",
                BodyPublishers.ofFile(file),
                "sql",
                "insert into ads.t (name, id) select name, id from http_stream('format'='parquet')");

        assertThat(computed)
                .contains(
                        "\"NumberTotalRows\": 500000",
                        "\"NumberLoadedRows\": 50000",
                        "\"NumberUnselectedRows\": 450000",
                        "\"GroupCommit\": true");
        assertThat(streamed).contains("\"Status\": \"Success\"", "\"NumberLoadedRows\": 500000");
        assertThat(frontend.backend.calls().stream().filter(call -> call.startsWith("evaluate")))
                .hasSizeGreaterThan(1)
                .containsOnly("evaluate [id % 10] where '(id % 10) = 7'");
        frontend.backend.commitBatches();
        assertThat(rows(connection, "SELECT count(*) FROM t")).containsExactly("550000");
        Awaitility.await().until(() -> spooled().isEmpty());
    }

    private static List<Path> spooled() throws Exception {
        try (Stream<Path> files = Files.list(FrontendConfig.defaults().spool().directory())) {
            return files.filter(file -> file.toString()
                            .contains("load-" + ProcessHandle.current().pid() + "-"))
                    .toList();
        }
    }

    @Test
    void aClientThatGoesAwayInACompressedBodyStoresNothing() throws Exception {
        byte[] body = gzip("1,a,1\n".repeat(500_000));
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), frontend.server.httpPort())) {
            String head = "PUT /api/ads/t/_stream_load HTTP/1.1\r\nAuthorization: " + ROOT
                    + "\r\ncolumn_separator: ,\r\ncompress_type: gz\r\nContent-Length: 100000\r\n\r\n";
            OutputStream out = socket.getOutputStream();
            out.write(head.getBytes(StandardCharsets.UTF_8));
            out.write(body);
        }

        Awaitility.await().until(() -> frontend.server.httpConnections.isEmpty());
        assertThat(stored()).isEmpty();
        run(connection, "INSERT INTO t VALUES (1, 'a', 1)");
        assertThat(stored()).hasSize(1);
    }
}
