package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tributary.test.process.Sql;
import io.tributary.test.process.Tables;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What Doris' connectors and scripts ask before a load, what they send, and what they are answered. */
@Tag("clients")
final class ConnectorHttpIT {
    private static final ObjectMapper JSON =
            new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
    private static final String ROOT =
            "Basic " + Base64.getEncoder().encodeToString("root:".getBytes(StandardCharsets.US_ASCII));

    @RegisterExtension
    static final Server SERVER = Server.shared();

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

    private JsonNode json(String method, String address, String path, String body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://" + address + path))
                .header("Authorization", ROOT)
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        HttpResponse<String> response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return JSON.readTree(response.body());
    }

    private JsonNode get(String path) throws IOException, InterruptedException {
        return json("GET", frontend(), path, "").path("data");
    }

    private static String frontend() {
        return "127.0.0.1:" + SERVER.httpPort();
    }

    private List<String> stored() throws SQLException {
        try (Sql sql = Sql.connect(SERVER.port(), database)) {
            return sql.run("SYNC " + database + ".dt").rows("SELECT * FROM dt ORDER BY id");
        }
    }

    private void load(String body, String... headers) throws IOException, InterruptedException {
        JsonNode backend = get("/api/backends?is_alive=true").path("backends").path(0);
        String address =
                backend.path("ip").asText() + ":" + backend.path("http_port").asInt();
        JsonNode answer = json("PUT", address, "/api/" + database + "/dt/_stream_load", body, headers);
        assertThat(answer.path("Status").asText()).as(answer.toString()).isEqualTo("Success");
    }

    @Test
    void aConnectorFindsColumnsAndBackendsAndLoadsThere() throws Exception {
        JsonNode schema = get("/api/" + database + "/dt/_schema");
        assertThat(schema.path("keysType").asText()).isEqualTo("DUP_KEYS");
        assertThat(schema.path("properties").findValuesAsText("type")).containsExactly("INT", "VARCHAR", "INT");

        load("1,a,1\n", "column_separator", ",", "columns", "score = score * 10");
        load(
                "{\"id\":2,\"name\":\"b\",\"x\":3}",
                "format",
                "json",
                "columns",
                "id, name, x, twice = x * 2, score = twice + 1",
                "hidden_columns",
                "__DORIS_DELETE_SIGN__",
                "partitions",
                "dt");
        load("id,name,score\n3,c,3\n", "column_separator", ",", "format", "csv_with_names", "skip_lines", "3");

        assertThat(stored()).containsExactly("1|a|10", "2|b|7", "3|c|3");
        assertThat(get("/api/" + database + "/dt/_count").path("size").asLong()).isEqualTo(3);
        assertThat(get("/api/rowcount?db=" + database + "&table=dt").path("dt").asLong())
                .isEqualTo(3);
        assertThat(get("/api/_get_ddl?db=" + database + "&table=dt")
                        .path("TABLE")
                        .path(0)
                        .asText())
                .startsWith("CREATE TABLE `dt`");
        for (String path : List.of(
                "/rest/v2/manager/node/frontends",
                "/rest/v2/manager/node/backends",
                "/rest/v1/system?path=//backends")) {
            assertThat(get(path).path("rows")).as(path).hasSize(1);
        }
    }

    @Test
    void valuesOfEveryTypeAreAnsweredToAStatement() throws Exception {
        try (Sql sql = Sql.connect(SERVER.port(), database)) {
            sql.run("CREATE TABLE v (k BIGINT, b BOOLEAN, d DECIMAL(27,9), f DOUBLE, day DATE, at DATETIME(3), j JSON,"
                    + " a ARRAY<INT>, s STRING) DUPLICATE KEY(k) DISTRIBUTED BY HASH(k) BUCKETS 1");
            sql.run("INSERT INTO v VALUES (9007199254740993, true, 123456789012345678.000000001, 1.5, '2024-01-31',"
                    + " '2024-01-31 10:20:30.456', '{\"a\": 1}', '[1, 2]', 'ü')");
            sql.run("SYNC " + database + ".v");
        }

        JsonNode answer = json(
                "POST",
                frontend(),
                "/api/query/internal/" + database,
                "{\"stmt\": \"SELECT k, b, d, f, day, at, s, NULL, TIMEDIFF('10:00:00', '09:00:00'), X'FF', COUNT(*)"
                        + " OVER () FROM v\"}");

        assertThat(answer.path("msg").asText()).as(answer.toString()).isEqualTo("success");
        assertThat(answer.path("data").path("data").path(0).toString())
                .isEqualTo("[9007199254740993,1,123456789012345678.000000001,1.5,\"2024-01-31\","
                        + "\"2024-01-31 10:20:30.456\",\"ü\",null,\"01:00:00\",\"0xff\",1]");
        for (String change :
                List.of("WITH c AS (SELECT 1) DELETE FROM v", "SELECT 1 INTO OUTFILE 'x'", "TRUNCATE TABLE v")) {
            assertThat(json("POST", frontend(), "/api/query/internal/" + database, "{\"stmt\": \"" + change + "\"}")
                            .path("code")
                            .asInt())
                    .as(change)
                    .isEqualTo(1);
        }
        assertThat(get("/api/" + database + "/v/_count").path("size").asLong()).isEqualTo(1);
        JsonNode many = json(
                "POST", frontend(), "/api/query/internal/" + database, "{\"stmt\": \"SELECT REPEAT('x', 5000000)\"}");
        assertThat(many.path("code").asInt()).isEqualTo(1);
        assertThat(many.path("data").asText()).contains("have more than 4194304 bytes");
    }
}
