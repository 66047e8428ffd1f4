package io.tributary.frontend;

import static io.tributary.frontend.FrontendFixture.rows;
import static io.tributary.frontend.FrontendFixture.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Stream Load over HTTP: what is stored, and what is answered. */
final class StreamLoadTest {
    private static final String PATH = "/api/ads/t/_stream_load";
    private static final String ROOT = basic("root", "");

    private static final List<String> UNKNOWN =
            List.of("\"Outcome\": \"UNKNOWN\"", "\"ErrorCode\": 1180", "\"SqlState\": \"08007\"");

    private final HttpClient client = HttpClient.newHttpClient();
    private FrontendFixture frontend;
    private Connection connection;

    @BeforeEach
    void start() throws Exception {
        frontend = new FrontendFixture();
        connection = frontend.withTable("");
        frontend.backend.forgetCalls();
    }

    @AfterEach
    void stop() throws Exception {
        connection.close();
        frontend.close();
    }

    private static String basic(String user, String password) {
        byte[] pair = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(pair);
    }

    private HttpResponse<String> put(String path, String authorization, String body, String... headers)
            throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri(path))
                .PUT(BodyPublishers.ofString(body))
                .header("column_separator", ",");
        if (!authorization.isEmpty()) {
            request.header("Authorization", authorization);
        }
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + frontend.server.httpPort() + path);
    }

    private String load(String body, String... headers) throws Exception {
        HttpResponse<String> response = put(PATH, ROOT, body, headers);
        assertThat(response.statusCode()).isEqualTo(200);
        return response.body();
    }

    private List<String> stored() throws SQLException {
        frontend.backend.commitBatches();
        return rows(connection, "SELECT * FROM t");
    }

    @Test
    void aLoadOfGroupCommitIsAnsweredWithTheManualsKeys() throws Exception {
        String answer = load("6,Amy,60\n7,Ross,98\n", "group_commit", "async_mode");

        assertThat(answer.replaceAll("(\"[A-Za-z]+Ms\": )\\d+", "$1…")
                        .replaceAll("group_commit_[0-9a-f_]+", "group_commit_…"))
                .isEqualTo(
                        """
                        {
                            "TxnId": 101,
                            "Label": "group_commit_…",
                            "Comment": "",
                            "GroupCommit": true,
                            "Status": "Success",
                            "Message": "OK",
                            "NumberTotalRows": 2,
                            "NumberLoadedRows": 2,
                            "NumberFilteredRows": 0,
                            "NumberUnselectedRows": 0,
                            "LoadBytes": 19,
                            "LoadTimeMs": …,
                            "StreamLoadPutTimeMs": …,
                            "ReadDataTimeMs": …,
                            "WriteDataTimeMs": …,
                            "GroupCommitMode": "async_mode"
                        }
                        """);
        assertThat(stored()).containsExactly("6|Amy|60", "7|Ross|98");
    }

    @Test
    void aLoadWithoutGroupCommitIsATransactionOfItsOwnAndSaysWhy() throws Exception {
        run(connection, "SET GLOBAL group_commit = async_mode");

        assertThat(load("1,a,1"))
                .contains(
                        "\"GroupCommit\": false", "\"TwoPhaseCommit\": \"false\"", "\"FallbackReason\": \"MODE_OFF\"");
        assertThat(load("2,b,2", "label", "mine", "group_commit", "sync_mode", "comment", "für\u00a0uns"))
                .contains(
                        "\"Label\": \"mine\"",
                        "\"FallbackReason\": \"EXPLICIT_LABEL\"",
                        "\"GroupCommitMode\": \"off_mode\"");
        assertThat(stored()).containsExactly("1|a|1", "2|b|2");
    }

    @Test
    void aLoadThatNeedNotBeOnTheDiskSaysSoWhereTheLogTookIt() throws Exception {
        assertThat(load("1,a,1", "group_commit", "async_mode", "group_commit_durability", "OS"))
                .contains("\"GroupCommitMode\": \"async_mode\",\n    \"Durability\": \"os\"");
        assertThat(frontend.backend.calls()).anyMatch(call -> call.equals("append ads.t ASYNC_MODE 1 os"));

        for (String mode : List.of("sync_mode", "off_mode")) {
            assertThat(load("1,a,1", "group_commit", mode, "group_commit_durability", "os"))
                    .contains("\"Status\": \"Success\"")
                    .doesNotContain("Durability");
        }
        assertThat(load("1,a,1", "group_commit", "async_mode", "group_commit_durability", "fsync"))
                .doesNotContain("Durability");
    }

    @Test
    void aQuestionWhoseParameterIsNoTextIs400() throws Exception {
        HttpRequest question = HttpRequest.newBuilder(uri("/api/ads/get_load_state?label=%ff"))
                .header("Authorization", ROOT)
                .build();
        assertThat(client.send(question, HttpResponse.BodyHandlers.ofString()).statusCode())
                .isEqualTo(200);

        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), frontend.server.httpPort())) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream()
                    .write("GET /api/ads/get_load_state?label=%zz HTTP/1.1\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.UTF_8));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("HTTP/1.1 400")
                    .contains("no UTF-8 after its %");
        }
    }

    @Test
    void aProxyMayNameTheServerBeforeThePath() throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), frontend.server.httpPort())) {
            String request = "PUT http://example.com" + PATH + " HTTP/1.1\r\nAuthorization: " + ROOT
                    + "\r\ncolumn_separator: ,\r\nContent-Length: 5\r\nConnection: close\r\n\r\n1,a,1";
            socket.setSoTimeout(30_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .contains("\"Status\": \"Success\"");
        }
    }

    @Test
    void onlyAnAccountWithItsPasswordMayLoad() throws Exception {
        run(connection, "CREATE USER writer IDENTIFIED BY 'pass:word'");

        for (String refused :
                List.of("", basic("root", "x"), basic("nobody", ""), basic("writer", ""), "Basic %", "Bearer x")) {
            HttpResponse<String> response = put(PATH, refused, "1,a,1");
            assertThat(response.statusCode()).as(refused).isEqualTo(401);
            assertThat(response.headers().firstValue("WWW-Authenticate")).hasValue("Basic realm=\"Tributary\"");
            assertThat(response.body()).contains("no valid Basic authorization");
        }
        assertThat(put(PATH, basic("writer", "pass:word"), "1,a,1").body()).contains("\"Status\": \"Success\"");
        assertThat(stored()).containsExactly("1|a|1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "group_commit|x|[INVALID_ARGUMENT]group_commit can only be [async_mode, sync_mode, off_mode], it is"
                        + " 'x'",
                "group_commit_durability|never|[INVALID_ARGUMENT]group_commit_durability can only be [fsync, os], it"
                        + " is 'never'",
                "max_filter_ratio|2|[INVALID_ARGUMENT]max_filter_ratio is '2', it must be 0 to 1",
                "skip_lines|-1|[INVALID_ARGUMENT]Invalid 'skip_lines': -1",
                "enclose|ab|[INVALID_ARGUMENT]enclose must be single-char, actually is ab",
                "strict_mode|maybe|[INVALID_ARGUMENT]Invalid strict mode format. Must be bool type",
                "timezone|Mars|[INVALID_ARGUMENT]timezone: 'Mars' is no time zone",
                "merge_type|x|[INVALID_ARGUMENT]Invalid merge type X",
                "merge_type|MERGE|[INVALID_ARGUMENT]Excepted DELETE ON clause when merge type is MERGE.",
                "delete|id=1|[INVALID_ARGUMENT]Not support DELETE ON clause when merge type is not MERGE.",
                "merge_type|DELETE|[ANALYSIS_ERROR]load by merge type MERGE or DELETE is only supported in unique"
                        + " tables",
                "line_delimiter|\\x0|[INVALID_ARGUMENT]line_delimiter: '\\\\x0' is no sequence of",
                "trim_double_quotes|maybe|[INVALID_ARGUMENT]trim_double_quotes is 'maybe', it must be true or false",
                "format|xml|[INTERNAL_ERROR]unknown data format, format=xml",
                "columns|id,,name|[ANALYSIS_ERROR]columns has an empty name",
                "columns|id,ID|[ANALYSIS_ERROR]Column 'ID' specified twice",
                "columns|x,y|[ANALYSIS_ERROR]columns names none of the columns of table t: x, y",
                "partitions|p1|[ANALYSIS_ERROR]PARTITION () clause on non partitioned table t",
                "function_column.sequence_col|id|[ANALYSIS_ERROR]Table t has no sequence column",
                "two_phase_commit|perhaps|[INVALID_ARGUMENT]two_phase_commit is 'perhaps', it must be true or false",
                "timeout|soon|[INVALID_ARGUMENT]Invalid timeout format, timeout is 'soon', it must be 1 to 259200"
                        + " seconds",
                "columns|id,tmp,scor=tmp*2|[ANALYSIS_ERROR]columns has an expression for 'scor', which is no column of"
                        + " table t",
                "columns|id,score=(tmp|[ANALYSIS_ERROR]columns: id,score=(tmp: You have an error in your SQL syntax",
                "where|id > 1, 2|[ANALYSIS_ERROR]where: id > 1, 2: You have an error in your SQL syntax",
                "where|id IN (FROM u)|[NOT_IMPLEMENTED_ERROR]This version of Tributary doesn't yet support 'a subquery"
                        + " in where of a load'",
                "columns|id,x,name=(TABLE u)|[NOT_IMPLEMENTED_ERROR]This version of Tributary doesn't yet support 'a"
                        + " subquery in columns of a load'",
                "where|id IN (SELECT 1)|[NOT_IMPLEMENTED_ERROR]This version of Tributary doesn't yet support 'a"
                        + " subquery in where of a load'",
                "partial_columns|true|[ANALYSIS_ERROR]Only unique key merge on write support partial update",
                "partial_columns|maybe|[INVALID_ARGUMENT]partial_columns is 'maybe', it must be true or false",
                "unique_key_update_mode|UPDATE_FIXED_COLUMNS|[ANALYSIS_ERROR]Only unique key merge on write support"
                        + " partial update",
                "unique_key_update_mode|UPDATE_FLEXIBLE_COLUMNS|[NOT_IMPLEMENTED_ERROR]",
                "unique_key_update_mode|x|[INVALID_ARGUMENT]Invalid unique_key_partial_mode X, must be one of",
                "partial_update_new_key_behavior|x|[INVALID_ARGUMENT]Invalid partial_update_new_key_behavior X, must"
                        + " be one of",
                "negative|true|[NOT_IMPLEMENTED_ERROR]",
                "temporary_partitions|p|[NOT_IMPLEMENTED_ERROR]",
                "compress_type|lzo|[NOT_IMPLEMENTED_ERROR]",
                "Content-Encoding|br|[INVALID_ARGUMENT]content-encoding is 'br', it must be gz, bz2, lz4, zstd,"
                        + " deflate or plain",
                "format|orc|[NOT_IMPLEMENTED_ERROR]",
            })
    void aHeaderThatMakesNoSenseOrIsNotThereYetStoresNothing(String header, String value, String message)
            throws Exception {
        assertThat(load("1,a,1", header, value, "label", "mine"))
                .contains("\"Status\": \"Fail\"", "\"Label\": \"mine\"", "\"Message\": \"" + message, "\"TxnId\": -1");
        assertThat(stored()).isEmpty();
    }

    @Test
    void anUnknownTableIsToldInDorisWords() throws Exception {
        assertThat(put("/api/ads/nope/_stream_load", ROOT, "1").body())
                .contains("[ANALYSIS_ERROR]unknown table, tableName=nope");
        assertThat(put("/api/nope/t/_stream_load", ROOT, "1").body())
                .contains("[ANALYSIS_ERROR]unknown database, database=nope");
        assertThat(put("/api/ads/_stream_load", ROOT, "1").statusCode()).isEqualTo(404);
    }

    @Test
    void theTimeoutOfALoadCoversItsCommit() throws Exception {
        frontend.backend.hold();

        String answer = load("1,a,1\n", "timeout", "1", "label", "late");

        assertThat(answer)
                .contains("\"Status\": \"Fail\"", "\"Label\": \"late\"")
                .contains("[OUTCOME_UNKNOWN]the load took longer than its timeout of 1 s; it was being committed then");
        frontend.backend.release();
        assertThat(load("2,b,2\n", "group_commit", "async_mode")).contains("\"Status\": \"Success\"");
    }

    @Test
    void anAccidentWhileALoadIsBeingStoredIsAnUnknownOutcome() throws Exception {
        frontend.backend.failNext("append", new IllegalStateException("nobody foresaw this"));

        assertThat(load("1,a,1\n", "group_commit", "async_mode"))
                .contains("\"Message\": \"[OUTCOME_UNKNOWN]it was being committed, and may be stored or not:")
                .doesNotContain("nobody foresaw this", "IllegalStateException")
                .contains(UNKNOWN);
    }

    @Test
    void aSecondPhaseWhoseAnswerIsLostIsAnUnknownOutcome() throws Exception {
        frontend.backend.failNext("decide", new TributaryException(ErrorCode.OUTCOME_UNKNOWN, "the answer was lost"));
        frontend.backend.failNext("decide", new TributaryException(ErrorCode.LIMIT_OR_LOCK_WAIT, "too busy"));
        String[] commit = {"txn_id", "7", "txn_operation", "commit"};

        assertThat(put("/api/ads/_stream_load_2pc", ROOT, "", commit).body())
                .contains("\"status\": \"OUTCOME_UNKNOWN\"", "\"msg\": \"the answer was lost\"")
                .contains(UNKNOWN);
        assertThat(put("/api/ads/_stream_load_2pc", ROOT, "", commit).body())
                .contains("\"status\": \"INTERNAL_ERROR\"", "\"msg\": \"too busy\"")
                .doesNotContain("Outcome");
    }

    @Test
    void badRowsAreLeftOutUpToTheRatioAndFoundAtErrorUrl() throws Exception {
        String body =
                "1,a,1\n99999999999,b,2\n7,a name of more than twenty characters,2\n3,c\n4,d,5,6\n5,e,word\n6,\\N,1\n";

        assertThat(load(body))
                .contains(
                        "\"Status\": \"Fail\"",
                        "[DATA_QUALITY_ERROR]too many filtered rows, ",
                        "\"NumberTotalRows\": 7",
                        "\"NumberLoadedRows\": 3",
                        "\"NumberFilteredRows\": 4",
                        "\"ErrorURL\"");
        String answer = load(body, "max_filter_ratio", "0.7", "group_commit", "async_mode");

        assertThat(answer).contains("\"Status\": \"Success\"", "\"NumberLoadedRows\": 3", "\"NumberFilteredRows\": 4");
        assertThat(stored()).containsExactly("1|a|1", "null|b|2", "5|e|null");
        assertThat(errors(answer).lines())
                .hasSize(4)
                .anyMatch(line ->
                        line.matches("Reason: Data too long for column 'name' at row 3.* src line \\[7,a name .*,2]; "))
                .anyMatch(line -> line.contains("is less than schema column number") && line.contains("[3,c]"))
                .anyMatch(line -> line.contains("is more than schema column number") && line.contains("[4,d,5,6]"))
                .anyMatch(line -> line.contains("Column 'name' cannot be null") && line.contains("[6,\\N,1]"));
        assertThat(load("5,e,word\n", "strict_mode", "true", "max_filter_ratio", "1"))
                .contains("\"NumberFilteredRows\": 1");
    }

    private String errors(String answer) throws Exception {
        Matcher url = Pattern.compile("\"ErrorURL\": \"http://[^/]+(/[^\"]+)\"").matcher(answer);
        assertThat(url.find()).isTrue();
        HttpRequest get = HttpRequest.newBuilder(uri(url.group(1))).build();
        return client.send(get, HttpResponse.BodyHandlers.ofString()).body();
    }

    @Test
    void columnsAreMappedByNameAndThoseOfNobodyAreLeftOut() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(uri(PATH))
                .PUT(BodyPublishers.ofString("id\u0001name\nBob\u00011\u0001x|\"A|l\"\u00012\u0001|"))
                .headers("Authorization", ROOT, "columns", "name, `id`, tmp", "column_separator", "\\x01")
                .headers("line_delimiter", "|", "enclose", "\"", "max_filter_ratio", "0.5")
                .build();
        assertThat(client.send(request, HttpResponse.BodyHandlers.ofString()).body())
                .contains("\"NumberTotalRows\": 2");
        assertThat(stored()).containsExactly("2|A|l|7");
    }

    @Test
    void linesAreSkippedAndEmptyFieldsMayBeNull() throws Exception {
        load("id,name,score\nnote\n1,a,\n", "skip_lines", "2", "empty_field_as_null", "true");

        assertThat(stored()).containsExactly("1|a|null");
    }

    @Test
    void aBodyInChunksOrWithoutRowsIsLoaded() throws Exception {
        HttpRequest chunked = HttpRequest.newBuilder(uri(PATH))
                .PUT(BodyPublishers.ofInputStream(() -> InputStream.nullInputStream()))
                .headers("Authorization", ROOT, "group_commit", "async_mode")
                .build();

        assertThat(client.send(chunked, HttpResponse.BodyHandlers.ofString()).body())
                .contains("\"Status\": \"Success\"", "\"NumberTotalRows\": 0", "\"TxnId\": 0");
        assertThat(load("")).contains("\"Status\": \"Success\"", "\"NumberTotalRows\": 0");
        assertThat(stored()).isEmpty();
    }

    @Test
    void aClientThatGoesAwayInTheMiddleStoresNothingAndHoldsNothing() throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), frontend.server.httpPort())) {
            String request = "PUT " + PATH + " HTTP/1.1\r\nAuthorization: " + ROOT
                    + "\r\ncolumn_separator: ,\r\ngroup_commit: async_mode\r\nContent-Length: 100000\r\n\r\n";
            socket.getOutputStream().write((request + "1,a,1\n".repeat(5_000)).getBytes(StandardCharsets.UTF_8));
        }

        Awaitility.await().until(() -> frontend.server.httpConnections.isEmpty());
        assertThat(stored()).isEmpty();
        assertThat(load("2,b,2")).contains("\"Status\": \"Success\"");
    }
}
