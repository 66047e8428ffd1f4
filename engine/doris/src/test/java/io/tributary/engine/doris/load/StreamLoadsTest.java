package io.tributary.engine.doris.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.mysql.session.Credentials;
import io.tributary.engine.port.Rows;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Apache Doris and StarRocks answer by their documentation, and what becomes of it. */
class StreamLoadsTest {
    private static final TableSchema NUMBERS = table(Column.of("v", ColumnType.of(Kind.BIGINT), false));
    private static final TableSchema TEXTS =
            table(Column.of("id", ColumnType.of(Kind.INT), false), Column.of("it's", ColumnType.of(Kind.STRING), true));

    @TempDir
    private Path directory = Path.of("set by JUnit");

    private AnsweringServer frontend;
    private AnsweringServer backend;
    private LoadConnection connection;
    private StreamLoads loads;

    private static TableSchema table(Column... columns) {
        return new TableSchema(
                7,
                "d",
                "t 1",
                1,
                TableSchema.KeyModel.DUPLICATE,
                Arrays.asList(columns),
                TableProperties.defaults(),
                TableSchema.Layout.none());
    }

    @BeforeEach
    void start() throws IOException {
        frontend = new AnsweringServer();
        backend = new AnsweringServer();
        Path login = Files.writeString(directory.resolve("login"), "me\nsecret\n");
        connection =
                new LoadConnection(frontend.frontend(), new Credentials("file:" + login), () -> Set.of("10.0.0.9"));
        loads = new StreamLoads(connection, LoadWords.DORIS, 1_000);
    }

    @AfterEach
    void stop() {
        frontend.close();
        backend.close();
    }

    private void apply(String label) {
        loads.apply(label, NUMBERS, List.of(Rows.block(1, 2)));
    }

    private void assertFails(ErrorCode code, String words, ThrowingCallable call) {
        assertThatThrownBy(call)
                .hasMessageContaining(words)
                .hasMessageNotContaining("secret")
                .isInstanceOfSatisfying(
                        TributaryException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    @Test
    void aLoadOfNumbersIsCsvUnderItsLabel() {
        frontend.then("Success", "");
        apply("l1");

        AnsweringServer.Request request = frontend.requests.get(0);
        assertThat(request.path()).isEqualTo("/api/d/t%201/_stream_load");
        assertThat(request.body()).isEqualTo("1\n2\n");
        assertThat(request.header("label")).isEqualTo("l1");
        assertThat(request.header("format")).isEqualTo("csv");
        assertThat(request.header("strict_mode")).isEqualTo("true");
        assertThat(request.header("group_commit")).isEqualTo("off_mode");
        assertThat(request.header("Expect")).isEqualToIgnoringCase("100-continue");
        assertThat(request.header("Authorization")).isEqualTo("Basic bWU6c2VjcmV0");
    }

    @Test
    void textsAreJsonAndManyRowsAreCompressed() {
        RowBlockWriter writer = new RowBlockWriter(TEXTS.columns());
        for (int row = 0; row < 10_000; row++) {
            writer.beginRow();
            writer.putText(
                    0,
                    Integer.toString(row).getBytes(StandardCharsets.UTF_8),
                    0,
                    Integer.toString(row).length());
            byte[] text = (row == 0 ? "a\tb\n\"c\"\\N" : "\\N").getBytes(StandardCharsets.UTF_8);
            writer.putText(1, text, 0, text.length);
            writer.endRow();
        }
        RowBlock block = writer.finish();
        frontend.then("Success", "");
        loads.apply("l1", TEXTS, List.of(block));

        AnsweringServer.Request request = frontend.requests.get(0);
        assertThat(request.header("compress_type")).isEqualTo("gz");
        assertThat(request.header("format")).isEqualTo("json");
        assertThat(request.body().lines()).hasSize(10_000);
        assertThat(request.body()).startsWith("{\"id\":0,\"it's\":\"a\\u0009b\\u000a\\\"c\\\"\\\\N\"}\n");
    }

    @Test
    void theLastRowOfAKeyIsSentAlone() {
        TableSchema keyed = new TableSchema(
                8,
                "d",
                "k",
                1,
                TableSchema.KeyModel.UNIQUE,
                List.of(NUMBERS.columns().get(0).asKey()),
                TableProperties.defaults(),
                TableSchema.Layout.none());
        frontend.then("Success", "");
        loads.apply("l1", keyed, List.of(Rows.block(1, 2, 1), Rows.block(3, 2)));

        assertThat(frontend.requests.get(0).body()).isEqualTo("1\n3\n2\n");
    }

    @Test
    void itIsSentOnOnceWithItsCredentialsAndTheBackendIsRemembered() {
        frontend.thenSendOn("http://me:secret@127.0.0.1:" + backend.port() + "/api/d/t%201/_stream_load?x=1");
        backend.then("Success", "").then("Success", "");
        apply("l1");
        apply("l2");

        assertThat(frontend.requests).hasSize(1);
        assertThat(backend.requests).hasSize(2);
        assertThat(backend.requests.get(0).header("Authorization")).isEqualTo("Basic bWU6c2VjcmV0");
        assertThat(backend.requests.get(0).path()).isEqualTo("/api/d/t%201/_stream_load?x=1");
        assertThat(backend.requests.get(1).header("label")).isEqualTo("l2");
    }

    @Test
    void aBackendThatIsGoneIsForgotten() {
        frontend.thenSendOn("http://127.0.0.1:" + backend.port() + "/x");
        backend.then("Success", "");
        apply("l1");
        backend.close();
        frontend.then("Success", "");
        apply("l2");

        assertThat(frontend.requests).hasSize(2);
    }

    @Test
    void credentialsGoNowhereElse() {
        frontend.thenSendOn("http://192.0.2.1:80/x");
        assertFails(ErrorCode.ENGINE, "192.0.2.1, which SHOW BACKENDS does not name", () -> apply("l1"));
        frontend.thenSendOn("http://127.0.0.1:" + backend.port() + "/x");
        backend.thenSendOn("http://127.0.0.1:" + frontend.port() + "/x");
        assertFails(ErrorCode.ENGINE, "HTTP 307", () -> apply("l1"));
        frontend.thenSendOn("no address at all");
        assertFails(ErrorCode.ENGINE, "no address", () -> apply("l1"));
    }

    @Test
    void aLabelThatWasUsedIsDoneAndOneUnderWayIsWaitedFor() {
        frontend.then("Label Already Exists", ", \"ExistingJobStatus\": \"FINISHED\"");
        apply("l1");
        frontend.then("Label Already Exists", ", \"ExistingJobStatus\": \"RUNNING\"")
                .then("Label Already Exists", ", \"ExistingJobStatus\": \"PRECOMMITTED\"")
                .then("Label Already Exists", ", \"ExistingJobStatus\": \"VISIBLE\"");
        apply("l2");
        frontend.then("Label Already Exists", ", \"ExistingJobStatus\": \"CANCELLED\"")
                .then("Success", "");
        apply("l3");
        frontend.then("Publish Timeout", "");
        apply("l4");

        assertThat(frontend.requests).hasSize(7);
        assertThat(frontend.requests)
                .extracting(request -> request.header("label"))
                .containsExactly("l1", "l2", "l2", "l2", "l3", "l3", "l4");
    }

    @Test
    void refusedRowsAreToldApartFromAllElse() {
        String refused =
                ", \"Message\": \"[DATA_QUALITY_ERROR]too many filtered rows\", \"NumberFilteredRows\": 1, \"ErrorURL\": \"";
        frontend.then("Fail", refused + "http://127.0.0.1:" + backend.port() + "/log?file=x\"");
        backend.then(200, "Reason: too long. src line [..];\n");
        assertFails(ErrorCode.CONSTRAINT_VIOLATED, "Reason: too long.", () -> apply("l1"));
        assertThat(backend.requests.get(0).path()).isEqualTo("/log?file=x");
        assertThat(backend.requests.get(0).header("Authorization")).isEmpty();
        frontend.then("Fail", refused + "http://192.0.2.1:80/log\"");
        assertFails(ErrorCode.CONSTRAINT_VIOLATED, "too many filtered rows", () -> apply("l1"));
        frontend.then("Fail", ", \"Message\": \"[E-235]failed to init rowset builder, too many versions\"");
        assertFails(ErrorCode.WRITE_CONFLICT, "-235", () -> apply("l1"));
        frontend.then("Fail", ", \"Message\": \"cancelled\"");
        assertFails(ErrorCode.ENGINE, "load l1: cancelled", () -> apply("l1"));
        frontend.then(401, "");
        assertFails(ErrorCode.ENGINE, "engine.credentials", () -> apply("l1"));
        frontend.then(200, "<html>");
        assertFails(ErrorCode.ENGINE, "HTTP 200: <html>", () -> apply("l1"));
        frontend.close();
        assertFails(ErrorCode.ENGINE_DOWN, "no connection", () -> apply("l1"));
    }

    @Test
    void rowsAreTriedOutByALoadThatIsTakenBack() {
        frontend.then("Success", ", \"TwoPhaseCommit\": \"true\"")
                .then(200, "{\"status\": \"Success\", \"msg\": \"\"}");
        loads.tryOut(NUMBERS, List.of(Rows.block(1)));
        assertThat(frontend.requests.get(0).header("two_phase_commit")).isEqualTo("true");
        assertThat(frontend.requests.get(1).path()).isEqualTo("/api/d/_stream_load_2pc");
        assertThat(frontend.requests.get(1).header("txn_operation")).isEqualTo("abort");
        assertThat(frontend.requests.get(1).header("txn_id")).isEqualTo("7");

        frontend.then("Fail", ", \"Message\": \"too many filtered rows\", \"NumberFilteredRows\": 1");
        assertFails(ErrorCode.CONSTRAINT_VIOLATED, "too many", () -> loads.tryOut(NUMBERS, List.of(Rows.block(1))));
        assertThat(frontend.requests.get(0).header("label"))
                .startsWith("tributary_trial_")
                .isNotEqualTo(frontend.requests.get(2).header("label"));
    }

    /** A StarRocks would commit a load that only has the header of a Doris. */
    @Test
    void aStarRocksTriesInATransactionAndHasAnotherWordForCompression() {
        StreamLoads starRocks = new StreamLoads(connection, LoadWords.STARROCKS, 1_000);
        for (int i = 0; i < 4; i++) {
            frontend.then("OK", "");
        }
        starRocks.tryOut(NUMBERS, List.of(Rows.block(1)));
        assertThat(frontend.requests)
                .extracting(request -> request.method() + " " + request.path())
                .containsExactly(
                        "POST /api/transaction/begin",
                        "PUT /api/transaction/load",
                        "POST /api/transaction/prepare",
                        "POST /api/transaction/rollback");
        assertThat(frontend.requests)
                .allMatch(request -> request.header("two_phase_commit").isEmpty()
                        && request.header("label").startsWith("tributary_trial_")
                        && request.header("db").equals("d"));
        assertThat(frontend.requests.get(1).body()).isEqualTo("1\n");

        frontend.then("OK", "")
                .then("FAILED", ", \"Message\": \"too many\", \"NumberFilteredRows\": 1")
                .then("OK", "");
        assertFails(ErrorCode.CONSTRAINT_VIOLATED, "too many", () -> starRocks.tryOut(NUMBERS, List.of(Rows.block(1))));
        assertThat(frontend.requests.get(6).path()).isEqualTo("/api/transaction/rollback");

        frontend.then("Success", "");
        starRocks.apply(
                "l1", NUMBERS, List.of(Rows.block(LongStream.range(0, 20_000).toArray())));
        assertThat(frontend.requests.get(7).header("compression")).isEqualTo("gzip");
        assertThat(frontend.requests.get(7).header("compress_type")).isEmpty();
        assertThat(frontend.requests.get(7).body().lines()).hasSize(20_000);
    }
}
