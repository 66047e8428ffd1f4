package io.tributary.frontend;

import static io.tributary.frontend.FrontendFixture.run;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What Doris' programs ask by HTTP beside loads. */
final class HttpQuestionsTest {
    private static final String ROOT = "Basic cm9vdDo=";

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

    private HttpResponse<String> ask(String method, String path, String authorization, String body)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + frontend.server.httpPort() + path))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (!authorization.isEmpty()) {
            request.header("Authorization", authorization);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /** The answer without the blanks that lay it out. */
    private String get(String path) throws Exception {
        HttpResponse<String> response = ask("GET", path, ROOT, "");
        assertThat(response.statusCode()).isEqualTo(200);
        return response.body().replaceAll("[\\s\n]+", "");
    }

    private String query(String body) throws Exception {
        HttpResponse<String> response = ask("POST", "/api/query/internal/ads", ROOT, body);
        assertThat(response.statusCode()).isEqualTo(200);
        return response.body().replaceAll("\\s*\n\\s*", "");
    }

    private static String stated(String sql) {
        return "{\"stmt\": \"" + sql + "\", \"is_sync\": 1}";
    }

    @Test
    void theSchemaOfATableHasItsColumnsAndItsKind() throws Exception {
        run(
                connection,
                "CREATE TABLE k (id BIGINT COMMENT 'the key', d DECIMAL(18,4), at DATETIME, n LARGEINT SUM)"
                        + " AGGREGATE KEY(id, d, at) DISTRIBUTED BY HASH(id) BUCKETS 1");

        assertThat(get("/api/ads/k/_schema"))
                .isEqualTo("{\"msg\":\"success\",\"code\":0,\"data\":{\"keysType\":\"AGG_KEYS\",\"properties\":["
                        + "{\"name\":\"id\",\"type\":\"BIGINT\",\"comment\":\"thekey\",\"aggregation_type\":\"\"},"
                        + "{\"name\":\"d\",\"type\":\"DECIMAL\",\"precision\":\"18\",\"scale\":\"4\",\"comment\":\"\",\"aggregation_type\":\"\"},"
                        + "{\"name\":\"at\",\"type\":\"DATETIME\",\"comment\":\"\",\"aggregation_type\":\"\"},"
                        + "{\"name\":\"n\",\"type\":\"LARGEINT\",\"comment\":\"\",\"aggregation_type\":\"SUM\"}],"
                        + "\"status\":200},\"count\":0}");
        assertThat(get("/api/ads/t/_schema")).contains("\"DUP_KEYS\"", "\"aggregation_type\":\"NONE\"");
        assertThat(get("/api/ads/nope/_schema"))
                .contains("\"msg\":\"Error\",\"code\":1", "Table'ads.nope'doesn'texist");
        assertThat(get("/api/nope/t/_schema")).contains("Unknowndatabase'nope'");
    }

    @Test
    void rowsAreCounted() throws Exception {
        run(connection, "INSERT INTO t VALUES (1, 'a', 1), (2, 'b', 2)");

        assertThat(get("/api/ads/t/_count")).contains("\"data\":{\"status\":200,\"size\":2}");
        assertThat(get("/api/rowcount?db=ads&table=t")).contains("\"data\":{\"t\":2}");
        assertThat(get("/api/rowcount?db=ads")).contains("\"msg\":\"BadRequest\",\"code\":403", "Notableselected");
    }

    @Test
    void theTextOfATableIsThatOfShowCreateTable() throws Exception {
        assertThat(get("/api/_get_ddl?db=ads&table=t"))
                .contains("\"data\":{\"TABLE\":[\"CREATETABLE`t`(", "\"PARTITION\":[],\"ROLLUP\":[]");
        assertThat(get("/api/_get_ddl?db=ads&table=x%60y")).contains("\"msg\":\"Error\"");
        assertThat(get("/api/_get_ddl?table=t")).contains("Nodatabaseselected");
    }

    @Test
    void nodesLeadBackToTheAddressThatWasAsked() throws Exception {
        String port = Integer.toString(frontend.server.httpPort());

        assertThat(get("/api/backends?is_alive=true"))
                .contains("{\"backends\":[{\"ip\":\"127.0.0.1\",\"http_port\":" + port + ",\"is_alive\":true}]}");
        assertThat(get("/rest/v2/manager/node/frontends"))
                .contains("\"columnNames\":[\"Name\",\"Host\",", "\",\"127.0.0.1\",null,\"" + port + "\"");
        assertThat(get("/rest/v2/manager/node/backends"))
                .contains("\"column_names\":[\"BackendId\",\"Host\",", "\"rows\":[[\"1\",\"127.0.0.1\",");
        assertThat(get("/rest/v1/system?path=//backends"))
                .contains("\"Host\":\"127.0.0.1\"", "\"HttpPort\":\"" + port + "\"", "\"Alive\":\"true\"");
        assertThat(get("/rest/v1/system?path=//frontends")).contains("\"QueryPort\":", "\"Role\":\"FOLLOWER\"");
        assertThat(get("/api/show_proc?path=/backends")).contains("\"data\":[[\"1\",\"127.0.0.1\",");
        assertThat(get("/api/show_proc?path=/transactions"))
                .contains("\"msg\":\"BadRequest\"", "Nosuchprocpath[/transactions]");
    }

    @Test
    void aPortThatIsMappedIsTheOneThatNodesHave() throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), frontend.server.httpPort())) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream()
                    .write(("GET /api/backends HTTP/1.1\r\nHost: doris.example.com:18030\r\nAuthorization: " + ROOT
                                    + "\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.UTF_8));

            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .contains("\"ip\": \"doris.example.com\"", "\"http_port\": 18030");
        }
    }

    @Test
    void aPlanIsRefusedWithTheWayThatThereIs() throws Exception {
        assertThat(get("/api/ads/t/_query_plan")).contains("\"code\":1", "\"status\":501", "theMySQLprotocol");
        assertThat(ask("POST", "/api/ads/t/_query_plan", ROOT, "{\"sql\":\"SELECT 1\"}")
                        .body())
                .contains("\"status\": 501");
    }

    @Test
    void aStatementIsAnsweredWithTypedRows() throws Exception {
        run(connection, "INSERT INTO t VALUES (1, 'a', NULL), (2, 'b', 2), (3, 'c', 3)");
        frontend.backend.commitBatches();

        assertThat(query(stated("SELECT * FROM t")))
                .contains("\"type\": \"result_set\"", "\"name\": \"id\"", "\"type\": \"INT\"")
                .contains("[ [ 1, \"a\", null ], [ 2, \"b\", 2 ], [ 3, \"c\", 3 ] ]");
        assertThat(query("{\"stmt\": \"SELECT * FROM t\", \"limit\": 2}"))
                .contains("[ [ 1, \"a\", null ], [ 2, \"b\", 2 ] ]");
        assertThat(query(stated("SHOW TABLES"))).contains("[ [ \"t\" ], [ \"u\" ] ]");
        assertThat(query("{\"stmt\": \"SHOW TABLES\", \"limit\": \"1\"}")).contains("[ [ \"t\" ] ]");
        assertThat(query(stated("SELECT DATABASE(), USER()"))).contains("\"ads\"", "\"root@");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INSERT INTO t VALUES (1, 'a', 1)",
                "WITH c AS (SELECT 1) INSERT INTO t SELECT 1, 'a', 1 FROM c",
                "UPDATE t SET score = 1",
                "DROP TABLE t",
                "SET GLOBAL group_commit = async_mode",
                "USE ads",
                "EXECUTE s",
                "CREATE USER x",
                "LOAD DATA LOCAL INFILE 'x' INTO TABLE t"
            })
    void aStatementThatIsNoQueryIsRefused(String sql) throws Exception {
        assertThat(query(stated(sql)))
                .contains("\"msg\": \"Error\"", "only a statement that answers with rows and changes nothing");
        assertThat(frontend.backend.calls()).noneMatch(call -> call.startsWith("append"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}|Missing statement request body",
                "[]|the body is no JSON object",
                "{\"stmt\": \"SELECT 1\", \"limit\": 10001}|limit is '10001', it must be 1 to 10000 rows",
                "{\"stmt\": \"SELECT 1\", \"limit\": 0}|limit is '0', it must be 1 to 10000 rows",
                "{\"stmt\": \"SELECT 1; SELECT 2\"}|You have an error in your SQL syntax",
                "{\"stmt\": \"SELECT * FROM nope.x\"}|nope",
            })
    void aRequestThatMakesNoSenseIsToldWhy(String body, String message) throws Exception {
        assertThat(query(body)).contains("\"code\": ", message).doesNotContain("\"code\": 0");
    }

    @Test
    void anUnknownDatabaseOrCatalogIsToldAsOne() throws Exception {
        assertThat(ask("POST", "/api/query/internal/nope", ROOT, stated("SELECT 1"))
                        .body())
                .contains("Unknown database 'nope'");
        assertThat(ask("POST", "/api/query/hive/ads", ROOT, stated("SELECT 1")).body())
                .contains("Unknown catalog 'hive'");
        assertThat(ask("POST", "/api/query/internal/ads", ROOT, "x".repeat(2 << 20))
                        .body())
                .contains("the body has more than 1048576 bytes");
    }

    @Test
    void whoGoesAwayEndsTheQuery() throws Exception {
        frontend.backend.holdQueries();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), frontend.server.httpPort())) {
            OutputStream out = socket.getOutputStream();
            String body = stated("SELECT * FROM t");
            out.write(("POST /api/query/internal/ads HTTP/1.1\r\nHost: x\r\nAuthorization: " + ROOT
                            + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body)
                    .getBytes(StandardCharsets.UTF_8));
            Awaitility.await()
                    .until(() -> frontend.backend.calls().stream().anyMatch(call -> call.startsWith("query")));
        }

        Awaitility.await().until(() -> frontend.backend.calls().contains("cancel"));
    }

    @Test
    void nothingButReadinessIsToldWithoutAnAccount() throws Exception {
        for (String path : List.of(
                "/api/ads/t/_schema",
                "/api/ads/t/_count",
                "/api/rowcount?db=ads&table=t",
                "/api/_get_ddl?db=ads&table=t",
                "/api/ads/t/_query_plan",
                "/api/backends",
                "/api/show_proc?path=/backends",
                "/rest/v1/system?path=//backends",
                "/rest/v2/manager/node/frontends",
                "/rest/v2/manager/node/backends")) {
            assertThat(ask("GET", path, "", "").statusCode()).as(path).isEqualTo(401);
            assertThat(ask("GET", path, "Basic cm9vdDp4", "").statusCode())
                    .as(path)
                    .isEqualTo(401);
        }
        assertThat(ask("POST", "/api/query/internal/ads", "", stated("SELECT 1"))
                        .statusCode())
                .isEqualTo(401);
        assertThat(ask("GET", "/api/bootstrap", "", "").body()).contains("\"msg\": \"success\"", "\"data\": null");
    }
}
