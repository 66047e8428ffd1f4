package io.tributary.frontend;

import static io.tributary.frontend.FrontendFixture.rows;
import static io.tributary.frontend.FrontendFixture.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.calls.EvaluatedRows;
import io.tributary.contract.calls.Evaluation;
import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Loads over HTTP whose values the engine computes, and Http Stream. */
final class ComputedLoadTest {
    private final HttpClient client = HttpClient.newHttpClient();
    private FrontendFixture frontend;
    private Connection connection;

    @BeforeEach
    void start() throws Exception {
        frontend = new FrontendFixture();
        connection = frontend.withTable("");
        run(connection, "CREATE TABLE k (id INT, v INT, w INT NOT NULL) UNIQUE KEY(id) DISTRIBUTED BY HASH(id)");
        frontend.backend.forgetCalls();
    }

    @AfterEach
    void stop() throws Exception {
        connection.close();
        frontend.close();
    }

    private String put(String path, String body, String... headers) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(uri(path))
                .PUT(BodyPublishers.ofString(body))
                .header("Authorization", "Basic cm9vdDo=")
                .headers(headers)
                .build();
        HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(200);
        return response.body();
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + frontend.server.httpPort() + path);
    }

    private String load(String table, String body, String... headers) throws Exception {
        String[] all = new String[headers.length + 2];
        System.arraycopy(headers, 0, all, 0, headers.length);
        all[headers.length] = "column_separator";
        all[headers.length + 1] = ",";
        return put("/api/ads/" + table + "/_stream_load", body, all);
    }

    private String stream(String sql, String body) throws Exception {
        return put("/api/_http_stream", body, "sql", sql, "group_commit", "async_mode");
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

    private static String tenfold(List<String> cells, int cell) {
        return Long.toString(10 * Long.parseLong(Objects.requireNonNull(cells.get(cell))));
    }

    @Test
    void columnsAreComputedAndTheLoadIsGrouped() throws Exception {
        frontend.backend.computing(new RowEngine(cells -> List.of(tenfold(cells, 2))));

        String answer =
                load("t", "1,a,1\n2,b,2\n", "columns", "id, name, tmp, score = tmp * 10", "group_commit", "async_mode");

        assertThat(answer).contains("\"Status\": \"Success\"", "\"GroupCommit\": true", "\"NumberLoadedRows\": 2");
        assertThat(evaluations()).containsExactly("evaluate [tmp * 10] where ''");
        assertThat(stored()).containsExactly("1|a|10", "2|b|20");
    }

    @Test
    void aMemberThatIsMissingIsItsColumnsDefaultBesideComputedOnes() throws Exception {
        run(
                connection,
                "CREATE TABLE d (id INT, v INT DEFAULT '7', w INT NOT NULL DEFAULT '5', s VARCHAR(9), c INT)"
                        + " DUPLICATE KEY(id) DISTRIBUTED BY HASH(id)");
        frontend.backend.computing(new RowEngine(cells -> List.of(tenfold(cells, 1))));

        String answer = put(
                "/api/ads/d/_stream_load",
                "{\"id\":1}\n{\"id\":2,\"v\":3,\"w\":4,\"s\":\"x\"}\n",
                "format",
                "json",
                "columns",
                "id, v, w, s, other, c = v * 10");

        assertThat(answer).contains("\"Status\": \"Success\"", "\"NumberLoadedRows\": 2");
        assertThat(rows(connection, "SELECT * FROM d")).containsExactly("1|7|5|null|70", "2|3|4|x|30");
    }

    @Test
    void rowsThatWhereLeavesOutAreUnselectedAndCountInNoRatio() throws Exception {
        frontend.backend.computing(new RowEngine(cells -> "2".equals(cells.get(0)) ? null : List.of()));

        String answer = load("t", "1,a,1\n2,b,2\n3,c\n", "where", "id <> 2", "max_filter_ratio", "0.5");

        assertThat(answer)
                .contains(
                        "\"Status\": \"Success\"",
                        "\"NumberTotalRows\": 3",
                        "\"NumberLoadedRows\": 1",
                        "\"NumberFilteredRows\": 1",
                        "\"NumberUnselectedRows\": 1");
        assertThat(evaluations()).containsExactly("evaluate [] where 'id <> 2'");
        assertThat(stored()).containsExactly("1|a|1");
        assertThat(load("t", "2,b,2\n", "where", "id <> 2"))
                .contains("\"Status\": \"Success\"", "\"NumberUnselectedRows\": 1", "\"TxnId\": 0");
    }

    @Test
    void inWhereAColumnIsWhatIsStoredInAnExpressionWhatCame() throws Exception {
        frontend.backend.computing(new RowEngine(cells -> List.of("5")));

        load(
                "t",
                "1,a,1,2",
                "columns",
                "id, name, score, score = score + text, text",
                "where",
                "score > 3 AND text < 5");
        load("k", "1,2,3", "columns", "id, v, w, v = v + 1", "merge_type", "MERGE", "delete", "v = 1");

        assertThat(evaluations())
                .containsExactly(
                        "evaluate [score + text] where '(score + text) > 3 AND text < 5'",
                        "evaluate [v + 1, CASE WHEN v = 1 THEN 1 ELSE 0 END] where ''");
    }

    @Test
    void aRowWhoseExpressionFailsIsABadOneWithItsReason() throws Exception {
        frontend.backend.computing(new RowEngine(cells -> {
            if ("2".equals(cells.get(0))) {
                throw new TributaryException(ErrorCode.WRONG_ARGUMENTS, "no such power");
            }
            return List.of("3".equals(cells.get(0)) ? "99999999999" : "7");
        }));

        String answer = load(
                "t", "1,a,1\nx\n2,b,\\N\n3,c,3\n", "columns", "id,name,tmp,score=f(tmp)", "max_filter_ratio", "0.8");

        assertThat(answer).contains("\"Status\": \"Success\"", "\"NumberLoadedRows\": 2", "\"NumberFilteredRows\": 2");
        assertThat(errors(answer))
                .contains("src line [x]", "no such power; row 2 of those computed. src line [2,b,\\N]");
        assertThat(stored()).as("what is out of range is NULL").containsExactly("1|a|7", "3|c|null");
        assertThat(load("t", "2,b,1\n", "columns", "id,name,tmp,score=f(tmp)"))
                .contains("\"Status\": \"Fail\"", "too many filtered rows, no such power");
    }

    private String errors(String answer) throws Exception {
        Matcher url = Pattern.compile("\"ErrorURL\": \"http://[^/]+(/[^\"]+)\"").matcher(answer);
        assertThat(url.find()).isTrue();
        HttpRequest get = HttpRequest.newBuilder(uri(url.group(1))).build();
        return client.send(get, HttpResponse.BodyHandlers.ofString()).body();
    }

    @Test
    void whatTheEngineRefusesAsAWholeEndsTheLoad() throws Exception {
        frontend.backend.failNext(
                "evaluate", new TributaryException(ErrorCode.UNKNOWN_COLUMN, "Unknown column 'x' in 'where clause'"));

        assertThat(load("t", "1,a,1", "where", "x > 1", "max_filter_ratio", "1"))
                .contains("\"Status\": \"Fail\"", "[ANALYSIS_ERROR]Unknown column 'x' in 'where clause'");
        assertThat(stored()).isEmpty();
    }

    @Test
    void manyRowsGoToTheEngineBlockByBlock() throws Exception {
        frontend.backend.computing(new RowEngine(cells -> List.of(tenfold(cells, 2))));
        String body = ("1," + "x".repeat(20) + ",7," + "y".repeat(1_000) + "\n").repeat(20_000);

        String answer = load("t", body, "columns", "id,name,tmp,unused,score=tmp*10", "group_commit", "async_mode");

        assertThat(answer).contains("\"NumberLoadedRows\": 20000", "\"GroupCommit\": true");
        assertThat(evaluations()).hasSize(3);
        assertThat(stored()).hasSize(20_000).containsOnly("1|" + "x".repeat(20) + "|70");
    }

    @Test
    void aPartialUpdateIsMergedByTheBackend() throws Exception {
        String answer = load("k", "1,2\n", "columns", "id,v", "partial_columns", "true", "group_commit", "async_mode");

        assertThat(answer)
                .contains(
                        "\"Status\": \"Success\"", "\"FallbackReason\": \"PARTIAL_UPDATE\"", "\"NumberLoadedRows\": 1");
        assertThat(frontend.backend.calls())
                .anyMatch(call -> call.startsWith("insertQuery ads.k '' 1 rows OnDuplicateKey[action=PARTIAL,"));
        assertThat(load("k", "1,2\n", "columns", "v,w", "unique_key_update_mode", "UPDATE_FIXED_COLUMNS"))
                .contains("[ANALYSIS_ERROR]Partial update should include all key columns, missing: id");
        assertThat(load("k", "1,2,3\n", "partial_columns", "true", "label", "whole", "group_commit", "sync_mode"))
                .contains("\"Status\": \"Success\"", "\"FallbackReason\": \"PARTIAL_UPDATE\"", "\"Label\": \"whole\"");
    }

    @Test
    void theManualsHttpStreamIsGroupedLikeAnyLoad() throws Exception {
        String answer = stream(
                "insert into ads.t select * from http_stream('column_separator'=',', 'format' = 'CSV')",
                "6,Amy,60\n7,Ross,98\n");

        assertThat(answer)
                .contains(
                        "\"GroupCommit\": true",
                        "\"Label\": \"group_commit_",
                        "\"Status\": \"Success\"",
                        "\"NumberLoadedRows\": 2",
                        "\"LoadBytes\": 19",
                        "\"GroupCommitMode\": \"async_mode\"");
        assertThat(evaluations()).isEmpty();
        assertThat(stored()).containsExactly("6|Amy|60", "7|Ross|98");
    }

    @Test
    void anHttpStreamComputesValuesAndChoosesRows() throws Exception {
        frontend.backend.computing(
                new RowEngine(cells -> "1".equals(cells.get(0)) ? null : List.of(tenfold(cells, 2))));

        String answer = stream(
                "insert into ads.t (score, id, name) select c3 * 10, c1, c2 from http_stream(\"format\"=\"csv\","
                        + " \"column_separator\" = \"\\x01\") where c1 > 1",
                "1\u0001a\u00011\n2\u0001b\u00012\n3\u0001c\u00013\n");

        assertThat(answer).contains("\"NumberLoadedRows\": 2", "\"NumberUnselectedRows\": 1");
        assertThat(evaluations()).containsExactly("evaluate [c3 * 10] where 'c1 > 1'");
        frontend.backend.computing(new RowEngine(cells -> List.of()));
        stream(
                "insert into ads.t (score, id, name) select points, ID, `full name` from http_stream("
                        + "\"format\"=\"csv_with_names\", \"column_separator\" = \",\") where id > 1",
                "full name,points,id\nb,2,2\n");
        assertThat(stored()).containsExactly("2|b|20", "3|c|30", "2|b|2");
    }

    @Test
    void anHttpStreamOfJsonHasTheMembersThatItsStatementNames() throws Exception {
        frontend.backend.computing(
                new RowEngine(cells -> "2".equals(cells.get(1)) ? null : List.of("n-" + cells.get(0))));
        stream(
                "insert into ads.t (name, id) select concat('n-', tag), ID from http_stream('format'='json')"
                        + " where id <> 2",
                "{\"id\":1,\"tag\":\"a\"}\n{\"id\":2,\"tag\":\"b\"}\n");
        stream(
                "insert into ads.t select * from http_stream('format'='JSON', 'strip_outer_array' = 'true')",
                "[{\"score\":5,\"name\":\"x\",\"id\":3}]");
        stream(
                "insert into ads.t select * from http_stream(\"format\"=\"json\","
                        + " \"jsonpaths\" = \"[\\\"$.a.n\\\",\\\"$.l[0]\\\",\\\"$.s\\\"]\")",
                "{\"a\":{\"n\":4},\"l\":[\"y\"],\"s\":6}");

        assertThat(evaluations()).containsExactly("evaluate [concat('n-', tag)] where 'id <> 2'");
        assertThat(stored()).containsExactly("1|n-a|7", "3|x|5", "4|y|6");
    }

    private static EvaluatedRows counted(Evaluation evaluation) {
        RowBlockWriter writer = new RowBlockWriter(List.of(
                Column.of("a", ColumnType.of(ColumnType.Kind.STRING), true),
                Column.of("n", ColumnType.of(ColumnType.Kind.BIGINT), true)));
        for (String text : List.of("1", "x")) {
            writer.beginRow();
            writer.putText(0, text.getBytes(StandardCharsets.US_ASCII), 0, 1);
            writer.putLong(1, evaluation.rowCount());
            writer.endRow();
        }
        return new EvaluatedRows(
                List.of(
                        new ResultColumn("a", ColumnType.of(ColumnType.Kind.STRING), true),
                        new ResultColumn("n", ColumnType.of(ColumnType.Kind.BIGINT), true)),
                List.of(writer.finish()),
                List.of());
    }

    @Test
    void whatMakesARowOfSeveralIsAskedOfTheWholeBody() throws Exception {
        run(connection, "CREATE TABLE g (id INT, n INT) DUPLICATE KEY(id) DISTRIBUTED BY HASH(id)");
        List<String> asked = new ArrayList<>();
        frontend.backend.computing(evaluation -> {
            asked.add(evaluation.query());
            return counted(evaluation);
        });

        String answer = put(
                "/api/_http_stream",
                "a,1\nb,2\na,30\n",
                "sql",
                "insert into ads.g select s.c1 k, count(*) from http_stream('column_separator'=',') s"
                        + " where s.c2 > 1 group by k order by s.c2 limit 3",
                "group_commit",
                "async_mode",
                "max_filter_ratio",
                "0.5",
                "strict_mode",
                "true");

        assertThat(asked)
                .containsExactly(
                        "SELECT c1 AS `k`, count(*) FROM `$source` WHERE (c2 > 1)" + " group by k order by c2 limit 3");
        assertThat(answer)
                .contains(
                        "\"Status\": \"Success\"",
                        "\"GroupCommit\": true",
                        "\"NumberTotalRows\": 2",
                        "\"NumberLoadedRows\": 1",
                        "\"NumberFilteredRows\": 1");
        assertThat(errors(answer)).contains("src line [x,3]");
        frontend.backend.commitBatches();
        assertThat(rows(connection, "SELECT * FROM g")).containsExactly("1|3");

        frontend.backend.computing(evaluation -> counted(evaluation));
        assertThat(stream(
                        "insert into ads.g (id, n) select distinct * from" + " http_stream('column_separator'=',')",
                        "a,1\n"))
                .contains("\"Status\": \"Success\"", "\"NumberLoadedRows\": 2");
        assertThat(stream(
                        "insert into ads.g (n, id) select name, count(*) c from http_stream('format'='json')"
                                + " group by name having c > 0",
                        ("{\"name\":\"" + "x".repeat(1_000) + "\"}\n").repeat(70_000)))
                .contains("a statement that makes a row of several reads at most 67108864 encoded bytes");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "insert into t select * from http_stream()             | [ANALYSIS_ERROR]parse db and tb with wrong sql",
                "insert into ads.nope select * from http_stream()      | [ANALYSIS_ERROR]unknown table, tableName=nope",
                "insert into ads.t (x) select c1 from http_stream()    | [ANALYSIS_ERROR]Unknown column 'x' in 'field list'",
                "insert into ads.t (id,ID) select 1, 2 from http_stream() | [ANALYSIS_ERROR]Column 'ID' specified twice",
                "insert into ads.t select c1 from http_stream()        | [ANALYSIS_ERROR]Column count doesn't match value count",
                "insert into ads.t select * from http_stream('column_separator'=',') | [ANALYSIS_ERROR]Column count doesn't match value count",
                "insert into ads.t select * from http_stream('format'='xml') | [INTERNAL_ERROR]unknown data format, format=xml",
                "insert into ads.t select c1 from http_stream(), ads.k | [NOT_IMPLEMENTED_ERROR]",
                "select 1                                              | [ANALYSIS_ERROR]You have an error in your SQL syntax",
            })
    void aStatementThatMakesNoSenseStoresNothing(String sql, String message) throws Exception {
        assertThat(stream(sql, "1,a,1,1\n")).contains("\"Status\": \"Fail\"", message);
        assertThat(stored()).isEmpty();
    }

    @Test
    void anHttpStreamHasALabelAndBodiesWithoutRows() throws Exception {
        String sql = "insert into ads.t with label mine select * from http_stream('column_separator'=',')";

        assertThat(stream(sql, "")).contains("\"Status\": \"Success\"", "\"NumberTotalRows\": 0", "\"TxnId\": 0");
        assertThat(stream(sql, "1,a,1"))
                .contains("\"Label\": \"mine\"", "\"FallbackReason\": \"EXPLICIT_LABEL\"", "\"GroupCommit\": false");
        assertThat(put("/api/_http_stream", "1", "sql", " ")).contains("the header sql is missing or empty");
        assertThat(stored()).containsExactly("1|a|1");
    }
}
