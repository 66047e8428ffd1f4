package io.tributary.frontend;

import static io.tributary.frontend.FrontendFixture.rows;
import static io.tributary.frontend.FrontendFixture.run;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Headers of Stream Load as Doris' connectors and scripts send them. */
final class DorisLoadTest {
    private final HttpClient client = HttpClient.newHttpClient();
    private FrontendFixture frontend;
    private Connection connection;

    @BeforeEach
    void start() throws Exception {
        frontend = new FrontendFixture();
        connection = frontend.withTable("");
    }

    @AfterEach
    void stop() throws Exception {
        connection.close();
        frontend.close();
    }

    private String load(String table, String body, String... headers) throws Exception {
        return load(table, body.getBytes(StandardCharsets.UTF_8), headers);
    }

    private String load(String table, byte[] body, String... headers) throws Exception {
        return load(table, BodyPublishers.ofByteArray(body), headers);
    }

    private String load(String table, HttpRequest.BodyPublisher body, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(
                        "http://127.0.0.1:" + frontend.server.httpPort() + "/api/ads/" + table + "/_stream_load"))
                .PUT(body)
                .headers("Authorization", "Basic cm9vdDo=", "column_separator", ",", "group_commit", "async_mode");
        if (headers.length > 0) {
            request.headers(headers);
        }
        HttpResponse<String> response = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(200);
        return response.body();
    }

    private List<String> stored() throws SQLException {
        frontend.backend.commitBatches();
        return rows(connection, "SELECT * FROM t");
    }

    private List<String> evaluations() {
        return frontend.backend.calls().stream()
                .filter(call -> call.startsWith("evaluate"))
                .toList();
    }

    private static String times(List<@Nullable String> cells, int cell, int factor) {
        return Long.toString(factor * Long.parseLong(Objects.requireNonNull(cells.get(cell))));
    }

    @Test
    void nothingButExpressionsAreOfTheTablesColumns() throws Exception {
        frontend.backend.computing(new RowEngine(cells -> List.of(times(cells, 2, 10))));

        assertThat(load("t", "1,a,1\n", "columns", "score = score * 10")).contains("\"Status\": \"Success\"");
        assertThat(load(
                        "t",
                        "{\"a\":[2,\"b\"],\"s\":2}",
                        "format",
                        "json",
                        "jsonpaths",
                        "[\"$.a[0]\", \"$.a[1]\", \"$.s\"]",
                        "columns",
                        "score = score * 10"))
                .contains("\"Status\": \"Success\"");

        assertThat(evaluations()).containsExactly("evaluate [score * 10] where ''", "evaluate [score * 10] where ''");
        assertThat(stored()).containsExactly("1|a|10", "2|b|20");
    }

    @Test
    void anExpressionMayBeForOthersAlone() throws Exception {
        frontend.backend.computing(new RowEngine(cells -> List.of(times(cells, 0, 2))));

        assertThat(load(
                        "t",
                        "1,a\n",
                        "columns",
                        "id, name, `twice` = id * 2, again = twice, score = again + 1",
                        "where",
                        "twice < 9"))
                .contains("\"Status\": \"Success\"", "\"GroupCommit\": true");

        assertThat(evaluations()).containsExactly("evaluate [((id * 2)) + 1] where '(id * 2) < 9'");
        assertThat(stored()).containsExactly("1|a|2");
        assertThat(load("t", "1,a\n", "columns", "id, name, twice = id * 2"))
                .contains("columns has an expression for 'twice', which is no column of table t and is used nowhere");
    }

    @Test
    void hiddenColumnsBesideColumnsChangeNothing() throws Exception {
        run(connection, "CREATE TABLE k (id INT, v INT) UNIQUE KEY(id) DISTRIBUTED BY HASH(id) BUCKETS 1");

        assertThat(load(
                        "k",
                        "1,2,1\n",
                        "columns",
                        "`id`,`v`,`__DORIS_DELETE_SIGN__`",
                        "hidden_columns",
                        "__DORIS_DELETE_SIGN__"))
                .contains("\"Status\": \"Success\"");
        assertThat(load("k", "3,4\n", "columns", "id, v", "hidden_columns", "__DORIS_DELETE_SIGN__"))
                .contains("\"Status\": \"Success\"");
        assertThat(load("k", "5,6,1\n", "hidden_columns", "__DORIS_DELETE_SIGN__"))
                .contains("\"Status\": \"Success\"");

        frontend.backend.commitBatches();
        assertThat(frontend.backend.deletes("ads", "k")).containsExactly(true, false, true);
    }

    @Test
    void aFormatWithNamesHasItsOwnLinesToSkip() throws Exception {
        assertThat(load("t", "id,name,score\n1,a,1\n2,b,2\n", "format", "csv_with_names", "skip_lines", "2"))
                .contains("\"NumberLoadedRows\": 2");
        assertThat(load(
                        "t",
                        "id,name,score\nINT,STRING,INT\n3,c,3\n",
                        "format",
                        "csv_with_names_and_types",
                        "skip_lines",
                        "1"))
                .contains("\"NumberLoadedRows\": 1");
        assertThat(load("t", "x\n4,d,4\n", "skip_lines", "1")).contains("\"NumberLoadedRows\": 1");

        assertThat(stored()).containsExactly("1|a|1", "2|b|2", "3|c|3", "4|d|4");
    }

    @Test
    void anEnclosureThatIsNotClosedFailsTheLoad() throws Exception {
        assertThat(load("t", "1,a,1\n2,\"b,2\n", "enclose", "\"", "max_filter_ratio", "1"))
                .contains(
                        "\"Status\": \"Fail\"",
                        "[ANALYSIS_ERROR]row 2 has a field that begins with the enclosure \\\" and is not closed",
                        "\"NumberLoadedRows\": 0");
        assertThat(stored()).isEmpty();
    }

    @Test
    void theOnePartitionOfATableThatHasNoneIsNamedAsTheTable() throws Exception {
        assertThat(load("t", "1,a,1\n", "partitions", "T"))
                .contains("\"Status\": \"Success\"", "\"GroupCommit\": true");
        assertThat(load("t", "2,b,2\n", "partitions", "t, p1"))
                .contains("\"Status\": \"Fail\"", "PARTITION () clause on non partitioned table t");

        assertThat(stored()).containsExactly("1|a|1");
    }

    @Test
    void aBodyTellsItsCompressionWhereNoHeaderDoes() throws Exception {
        ByteArrayOutputStream gzip = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(gzip)) {
            out.write("1,a,1\n".getBytes(StandardCharsets.UTF_8));
        }

        assertThat(load("t", gzip.toByteArray())).contains("\"NumberLoadedRows\": 1");
        List<byte[]> pieces = new ArrayList<>();
        for (byte each : gzip.toByteArray()) {
            pieces.add(new byte[] {each});
        }
        assertThat(load("t", BodyPublishers.ofByteArrays(pieces))).contains("\"NumberLoadedRows\": 1");
        assertThat(load("t", gzip.toByteArray(), "compress_type", "plain")).contains("\"Status\": \"Fail\"");
        assertThat(load("t", "2")).contains("\"NumberTotalRows\": 1", "\"Status\": \"Fail\"");

        assertThat(stored()).containsExactly("1|a|1", "1|a|1");
    }
}
