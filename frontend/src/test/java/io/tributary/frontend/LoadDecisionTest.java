package io.tributary.frontend;

import static io.tributary.frontend.FrontendFixture.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How a load over HTTP is committed: header over table over off, and every reason for which it is not grouped. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class LoadDecisionTest {
    private final HttpClient client = HttpClient.newHttpClient();
    private FrontendFixture frontend;
    private Connection connection;

    @BeforeEach
    void start() throws Exception {
        frontend = new FrontendFixture();
        connection = frontend.withTable("");
        for (String properties : new String[] {
            "plain|'replication_num' = '1'",
            "sync|'group_commit_mode' = 'sync_mode'",
            "heavy|'group_commit_mode' = 'sync_mode', 'light_schema_change' = 'false'"
        }) {
            String[] parts = properties.split("\\|", -1);
            run(
                    connection,
                    "CREATE TABLE " + parts[0] + " (id INT, v INT) UNIQUE KEY(id) DISTRIBUTED BY HASH(id) BUCKETS 1"
                            + " PROPERTIES (" + parts[1] + ")");
        }
        run(
                connection,
                "CREATE TABLE parts (id INT, v INT) DUPLICATE KEY(id) PARTITION BY RANGE(id) (PARTITION p VALUES LESS"
                        + " THAN (100)) DISTRIBUTED BY HASH(id) BUCKETS 1 PROPERTIES ('group_commit_mode' = 'sync_mode')");
    }

    @AfterEach
    void stop() throws Exception {
        connection.close();
        frontend.close();
    }

    private String put(String path, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + frontend.server.httpPort() + path))
                .PUT(BodyPublishers.ofString("1,1\n"))
                .headers("Authorization", "Basic cm9vdDo=", "column_separator", ",");
        for (String header : headers) {
            int colon = header.indexOf(':');
            request.header(header.substring(0, colon), header.substring(colon + 1));
        }
        String said = client.send(request.build(), HttpResponse.BodyHandlers.ofString())
                .body();
        assertThat(said).contains("\"Status\": \"Success\"", "\"NumberLoadedRows\": 1");
        return said;
    }

    private static void assertDecided(String said, String decided) {
        boolean grouped = decided.endsWith("_mode");
        assertThat(said)
                .contains(
                        "\"GroupCommit\": " + grouped,
                        "\"GroupCommitMode\": \"" + (grouped ? decided : "off_mode") + "\"");
        if (grouped) {
            assertThat(said).doesNotContain("FallbackReason");
        } else {
            assertThat(said).contains("\"FallbackReason\": \"" + decided + "\"");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // table, headers divided by ;, decided
                "plain |                                                           | MODE_OFF",
                "plain | group_commit:async_mode                                   | async_mode",
                "plain | Group_Commit:SYNC_mode                                    | sync_mode",
                "sync  |                                                           | sync_mode",
                "sync  | group_commit:async_mode                                   | async_mode",
                "sync  | group_commit:off_mode                                     | MODE_OFF",
                "sync  | label:mine                                                | EXPLICIT_LABEL",
                "sync  | group_commit:off_mode;label:mine                          | EXPLICIT_LABEL,MODE_OFF",
                "plain | group_commit:async_mode;label:mine                        | EXPLICIT_LABEL",
                "plain | group_commit:async_mode;two_phase_commit:true             | TWO_PHASE_COMMIT",
                "plain | group_commit:async_mode;two_phase_commit:true;label:mine  | TWO_PHASE_COMMIT",
                "plain | group_commit:async_mode;merge_type:DELETE                 | async_mode",
                "heavy | group_commit:async_mode                                   | NO_LIGHT_SCHEMA_CHANGE",
                "heavy |                                                           | NO_LIGHT_SCHEMA_CHANGE",
                "parts |                                                           | sync_mode",
                "parts | partitions:p                                              | PARTITIONS",
                "parts | group_commit:async_mode;partitions:p;label:mine           | PARTITIONS",
            })
    void aStreamLoadIsCommittedAsHeaderOrTableSay(String table, String headers, String decided) throws Exception {
        String body =
                put("/api/ads/" + table + "/_stream_load", headers == null ? new String[0] : headers.split(";", -1));

        assertDecided(body, oneOf(body, decided));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "plain               |                           | MODE_OFF",
                "plain               | group_commit:async_mode   | async_mode",
                "sync                |                           | sync_mode",
                "sync                | group_commit:off_mode     | MODE_OFF",
                "sync WITH LABEL l   | group_commit:async_mode   | EXPLICIT_LABEL",
                "heavy               | group_commit:sync_mode    | NO_LIGHT_SCHEMA_CHANGE",
                "parts PARTITION (p) | group_commit:sync_mode    | PARTITIONS",
                "sync                | two_phase_commit:true     | TWO_PHASE_COMMIT",
            })
    void anHttpStreamIsCommittedTheSameWay(String target, String header, String decided) throws Exception {
        String sql = "sql:insert into ads." + target + " select * from http_stream('column_separator'=',')";

        assertDecided(header == null ? put("/api/_http_stream", sql) : put("/api/_http_stream", sql, header), decided);
    }

    /** Both are true; which of them is told is not promised. */
    private static String oneOf(String said, String decided) {
        for (String one : decided.split(",", -1)) {
            if (said.contains(one)) {
                return one;
            }
        }
        return decided;
    }

    @Test
    void whatTheLogDoesNotTakeIsCommittedAloneAndSaysWhy() throws Exception {
        for (ErrorCode refusal : new ErrorCode[] {ErrorCode.LOAD_TOO_LARGE, ErrorCode.LOG_SHORT}) {
            frontend.backend.failNext("append", new TributaryException(refusal, "refused by the test"));

            assertDecided(
                    put("/api/ads/plain/_stream_load", "group_commit:async_mode"),
                    refusal == ErrorCode.LOG_SHORT ? "LOG_SHORT" : "TOO_LARGE");
        }
    }
}
