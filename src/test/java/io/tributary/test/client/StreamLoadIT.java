package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tributary.test.process.Sql;
import io.tributary.test.process.Tables;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import net.jpountz.lz4.LZ4FrameOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The manual's Stream Load commands, by curl. */
@Tag("clients")
final class StreamLoadIT {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    @RegisterExtension
    static final Server SERVER = Server.shared();

    @TempDir
    private Path directory = Path.of("set by JUnit");

    private String database = "";

    @BeforeEach
    void createTable() throws SQLException, IOException {
        database = SERVER.newDatabase();
        try (Sql sql = Sql.connect(SERVER.port(), database)) {
            sql.run(Tables.DT);
        }
        Files.writeString(directory.resolve("data.csv"), "6,Amy,60\n7,Ross,98\n");
    }

    private String curl(String... arguments) {
        return curlTo("/api/" + database + "/dt/_stream_load", arguments);
    }

    private String curlTo(String path, String... arguments) {
        Optional<Path> curl = CommandLine.find("curl");
        assumeTrue(curl.isPresent(), "curl is not on the PATH");
        List<String> command =
                new ArrayList<>(List.of(curl.orElseThrow().toString(), "-sS", "--location-trusted", "-u", "root:"));
        command.addAll(List.of(arguments));
        command.add("http://127.0.0.1:" + SERVER.httpPort() + path);
        CommandLine.Result result = CommandLine.run(directory, Map.of(), "8,Eve,1\n", LIMIT, command);
        assertThat(result.exitCode()).as(result.text()).isZero();
        return result.text();
    }

    private List<String> stored() throws SQLException {
        try (Sql sql = Sql.connect(SERVER.port(), database)) {
            return sql.run("SYNC " + database + ".dt").rows("SELECT * FROM dt ORDER BY id");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"async_mode", "sync_mode"})
    void theManualsCommand(String mode) throws SQLException {
        String said = curl("-T", "data.csv", "-H", "group_commit:" + mode, "-H", "column_separator:,");

        assertThat(said)
                .contains(
                        "\"GroupCommit\": true",
                        "\"Label\": \"group_commit_",
                        "\"Status\": \"Success\"",
                        "\"NumberLoadedRows\": 2",
                        "\"LoadBytes\": 19");
        assertThat(stored()).containsExactly("6|Amy|60", "7|Ross|98");
    }

    @Test
    void bodiesInChunksAndWithoutExpectAreLoadedAndALabelOnce() throws SQLException {
        assertThat(curl("-T", "-", "-H", "column_separator:,", "-H", "label:once"))
                .contains("\"Status\": \"Success\"");
        assertThat(curl("-T", "data.csv", "-H", "column_separator:,", "-H", "label:once"))
                .contains("\"Status\": \"Label Already Exists\"", "\"ExistingJobStatus\": \"FINISHED\"");
        assertThat(curl("-XPUT", "--data-binary", "@data.csv", "-H", "Expect:", "-H", "column_separator:,"))
                .contains("\"Status\": \"Success\"");

        assertThat(stored()).containsExactly("6|Amy|60", "7|Ross|98", "8|Eve|1");
    }

    @Test
    void aLoadThatWasThereUnderItsKeySaysSo() throws SQLException {
        String[] load = {"-T", "data.csv", "-H", "column_separator:,", "-H", "group_commit:async_mode"};
        List<String> keyed = new ArrayList<>(List.of(load));
        keyed.addAll(List.of("-H", "idempotency_key:k"));

        String first = curl(keyed.toArray(load));
        String again = curl(keyed.toArray(load));

        assertThat(first).contains("\"NumberLoadedRows\": 2").doesNotContain("Repeated");
        assertThat(again).contains("\"Status\": \"Success\"", "\"NumberLoadedRows\": 2", "\"Repeated\": true");
        assertThat(stored()).containsExactly("6|Amy|60", "7|Ross|98");
    }

    @Test
    void framesOfLz4AreLoadedAsTheStreamLoaderSendsThem() throws SQLException, IOException {
        String[] headers = {
            "Transfer-Encoding: chunked",
            "Content-Encoding: lz4",
            "compress_type: LZ4",
            "Group_commit: async_mode",
            "Column_separator: ,",
            "Content-Type: text/plain",
            "Expect: 100-continue"
        };
        try (OutputStream frame = new LZ4FrameOutputStream(Files.newOutputStream(directory.resolve("data.lz4")))) {
            Files.copy(directory.resolve("data.csv"), frame);
        }
        Files.write(directory.resolve("empty.lz4"), new byte[] {0x04, 0x22, 0x4D, 0x18, 0x60, 0x70, 0x73, 0, 0, 0, 0});

        String loaded = curl(withHeaders("data.lz4", headers));
        String empty = curl(withHeaders("empty.lz4", headers));

        assertThat(loaded).contains("\"Status\": \"Success\"", "\"NumberLoadedRows\": 2", "\"GroupCommit\": true");
        assertThat(empty).contains("\"Status\": \"Success\"", "\"NumberTotalRows\": 0");
        assertThat(stored()).containsExactly("6|Amy|60", "7|Ross|98");
    }

    private static String[] withHeaders(String file, String... headers) {
        List<String> arguments = new ArrayList<>(List.of("-T", file));
        for (String header : headers) {
            arguments.addAll(List.of("-H", header));
        }
        return arguments.toArray(String[]::new);
    }

    @Test
    void jsonParquetAndCompressedFilesAreLoaded() throws SQLException, IOException {
        Files.writeString(directory.resolve("lines.json"), "{\"id\":1,\"name\":\"a\"}\n{\"id\":2,\"name\":\"b\"}\n");
        Files.writeString(directory.resolve("array.json"), "[{\"user\":{\"id\":3},\"tags\":[\"c\", \"d\"]}]");
        try (OutputStream zipped = new GZIPOutputStream(Files.newOutputStream(directory.resolve("data.csv.gz")))) {
            Files.copy(directory.resolve("data.csv"), zipped);
        }
        try (Connection engine = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = engine.createStatement()) {
            statement.execute("COPY (SELECT 4 AS id, 'e' AS name, 9 AS score) TO '" + directory.resolve("data.parquet")
                    + "' (FORMAT parquet)");
        }

        List<String> answers = List.of(
                curl(withHeaders(
                        "lines.json",
                        "format: json",
                        "read_json_by_line: true",
                        "columns: id, name, score = id * 2",
                        "where: id < 2")),
                curl(withHeaders(
                        "array.json",
                        "format: json",
                        "strip_outer_array: true",
                        "jsonpaths: [\"$.user.id\", \"$.tags[1]\"]",
                        "columns: id, name")),
                curl("-T", "data.csv.gz", "-H", "compress_type:gz", "-H", "column_separator:,"),
                // What it is compressed with is told by its first bytes alone.
                curl(
                        "-T",
                        "data.csv.gz",
                        "-H",
                        "column_separator:,",
                        "-H",
                        "columns:id, name, score",
                        "-H",
                        "where:id = 6"),
                curl("-T", "data.parquet", "-H", "format: parquet", "-H", "group_commit:sync_mode"));

        assertThat(answers).allMatch(said -> said.contains("\"Status\": \"Success\""));
        assertThat(stored()).containsExactly("1|a|2", "3|d|null", "4|e|9", "6|Amy|60", "6|Amy|60", "7|Ross|98");
    }

    @Test
    void oneConnectionCarriesSeveralLoadsAndAWrongPasswordIs401() throws SQLException {
        String url = "http://127.0.0.1:" + SERVER.httpPort() + "/api/" + database + "/dt/_stream_load";

        String said = curl("-v", "-T", "data.csv", "-H", "column_separator:,", url, "-T", "data.csv");
        String refused = curl("-T", "data.csv", "-u", "root:wrong", "-w", "%{http_code}");

        assertThat(said).contains("Re-using existing connection");
        assertThat(refused).endsWith("401");
        assertThat(stored()).hasSize(4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"async_mode", "sync_mode"})
    void theManualsHttpStream(String mode) throws SQLException {
        String said = curlTo(
                "/api/_http_stream",
                "-T",
                "data.csv",
                "-H",
                "group_commit:" + mode,
                "-H",
                "sql:insert into " + database
                        + ".dt select * from http_stream('column_separator'=',', 'format' = 'CSV')");

        assertThat(said)
                .contains(
                        "\"GroupCommit\": true",
                        "\"Label\": \"group_commit_",
                        "\"Status\": \"Success\"",
                        "\"NumberLoadedRows\": 2",
                        "\"LoadBytes\": 19");
        assertThat(stored()).containsExactly("6|Amy|60", "7|Ross|98");
    }

    @Test
    void valuesAreComputedAndRowsChosenByTheEngine() throws SQLException, IOException {
        Files.writeString(directory.resolve("data.csv"), "1,Amy,6\n2,Ross,x\n3,Zoe,9\n4,Bo,10\n");
        String said = curl(
                "-T",
                "data.csv",
                "-H",
                "column_separator:,",
                "-H",
                "group_commit:async_mode",
                "-H",
                "columns: id, tmp, points, name = CONCAT(UPPER(tmp), '-', id), score = points * 10 + id",
                "-H",
                "where: score < 100 AND points <> 9",
                "-H",
                "max_filter_ratio:0.5");
        String streamed = curlTo(
                "/api/_http_stream",
                "-T",
                "data.csv",
                "-H",
                "group_commit:async_mode",
                "-H",
                "sql:insert into " + database + ".dt (id, score, name) select c1 + 10, LENGTH(c2), c3 from"
                        + " http_stream(\"format\" = \"csv\", \"column_separator\"=\",\") where c1 >= 3");

        assertThat(said)
                .contains(
                        "\"GroupCommit\": true",
                        "\"NumberTotalRows\": 4",
                        "\"NumberLoadedRows\": 1",
                        "\"NumberFilteredRows\": 1",
                        "\"NumberUnselectedRows\": 2",
                        "\"ErrorURL\"");
        assertThat(streamed).contains("\"GroupCommit\": true", "\"NumberLoadedRows\": 2");
        Files.writeString(
                directory.resolve("data.json"), "{\"id\":20,\"name\":\"J\",\"n\":1.5}\n{\"id\":21,\"n\":9}\n");
        assertThat(curlTo(
                        "/api/_http_stream",
                        "-T",
                        "data.json",
                        "-H",
                        "sql:insert into " + database + ".dt (id, name, score) select id, name, n * 2 from"
                                + " http_stream(\"format\" = \"json\") where n < 5"))
                .contains("\"Status\": \"Success\"", "\"NumberLoadedRows\": 1");
        assertThat(stored()).containsExactly("1|AMY-1|61", "13|9|3", "14|10|2", "20|J|3");
    }

    @Test
    void anHttpStreamMakesARowOfSeveral() throws SQLException, IOException {
        Files.writeString(directory.resolve("data.csv"), "1,Amy,6\n2,Ross,3\n3,Amy,10\n4,Bo,100\n5,Bo,x\n");
        Files.writeString(
                directory.resolve("data.json"),
                "{\"who\":\"a\",\"day\":\"2024-01-02\"}\n{\"who\":\"b\",\"day\":\"2024-01-09\"}\n{\"who\":\"a\",\"day\":\"2024-02-01\"}\n");

        String grouped = insert(
                "data.csv",
                "(id, name, score) select max(cast(s.c1 as signed)), s.c2 name, sum(s.c3) total from"
                        + " http_stream('column_separator'=',') as s where s.c1 < 5 group by name having total > 5"
                        + " order by total desc limit 2");
        String months = insert(
                "data.json",
                "select month(day) + 10 mon, group_concat(distinct who order by who), count(*)"
                        + " from http_stream('format'='json') group by mon");
        String firsts = insert("data.csv", "(id) select c1 + 90 from (select 1) http_stream('column_separator'=',') x");

        assertThat(grouped).contains("\"Status\": \"Success\"", "\"GroupCommit\": true", "\"NumberTotalRows\": 2");
        assertThat(months).contains("\"Status\": \"Success\"", "\"NumberLoadedRows\": 2");
        assertThat(firsts).contains("\"Status\": \"Fail\"", "error in your SQL syntax");
        assertThat(insert("data.csv", "select c1, c2, sum(c3) from http_stream('column_separator'=',') group by 1, 2"))
                .contains("\"Status\": \"Fail\"", "'x'");
        assertThat(insert("data.csv", "(id) select sum(c1) + from http_stream('column_separator'=',')"))
                .contains("\"Status\": \"Fail\"", "error in your SQL syntax")
                .doesNotContain("$");
        assertThat(stored()).containsExactly("3|Amy|16", "4|Bo|100", "11|a,b|2", "12|a|1");
    }

    private String insert(String file, String select) {
        return curlTo(
                "/api/_http_stream",
                "-T",
                file,
                "-H",
                "group_commit:async_mode",
                "-H",
                "sql:insert into " + database + ".dt " + select);
    }

    @Test
    void valuesOfEveryTypeStayWhatTheyAreBesideComputedOnes() throws SQLException, IOException {
        String line = "1|true|170141183460469231731687303715884105727|-1234567890123456789.12345|1.50|0.1|1e-7"
                + "|2024-02-29|2024-02-29 23:59:59.123456|ü,'|{\"a\": [1, \"x\"]}|[1, null]|4000000000|2024-01-01 00:00:01\n";
        Files.writeString(directory.resolve("data.csv"), line + line.replace("1|true", "2|\\N"));
        try (Sql sql = Sql.connect(SERVER.port(), database)) {
            sql.run("CREATE TABLE v (id INT, b BOOLEAN, l LARGEINT, w DECIMAL(30,5), n DECIMAL(9,2), f FLOAT, g DOUBLE,"
                    + " d DATE, t DATETIME(6), c VARCHAR(9), j JSON, a ARRAY<INT>, u INT UNSIGNED, s DATETIME,"
                    + " x VARCHAR(200)) DUPLICATE KEY(id) DISTRIBUTED BY HASH(id) BUCKETS 1");
            String path = "/api/" + database + "/v/_stream_load";
            String names = "columns:id,b,l,w,n,f,g,d,t,c,j,a,u,s";
            String plain = curlTo(path, "-T", "data.csv", "-H", "column_separator:|", "-H", names);
            String computed = curlTo(
                    path,
                    "-T",
                    "data.csv",
                    "-H",
                    "column_separator:|",
                    "-H",
                    names + ",x=CONCAT_WS(' ', l - 1, w + n, d, t, u - 1, JSON_UNQUOTE(JSON_EXTRACT(j, '$.a[1]')), c)",
                    "-H",
                    "where:id = 1 AND d > '2024-01-01' AND t < '2025-01-01' AND u > 5 AND f < 1 AND b");

            assertThat(plain).contains("\"NumberLoadedRows\": 2");
            assertThat(computed).contains("\"NumberLoadedRows\": 1", "\"NumberUnselectedRows\": 1");
            List<String> rows = sql.rows("SELECT * FROM v WHERE id = 1 ORDER BY x");
            assertThat(rows).hasSize(2);
            assertThat(rows.get(0)).endsWith("|null");
            assertThat(rows.get(1))
                    .isEqualTo(rows.get(0).replaceAll("null$", "")
                            + "170141183460469231731687303715884105726 -1234567890123456787.62345 2024-02-29"
                            + " 2024-02-29 23:59:59.123456 3999999999 x ü,'");
        }
    }

    @Test
    void rowsMergeIntoATableWithAKey() throws SQLException, IOException {
        String path = "/api/" + database + "/m/_stream_load";
        Files.writeString(directory.resolve("data.csv"), "1,10\n2,20\n3,30\n4,0\n");
        try (Sql sql = Sql.connect(SERVER.port(), database)) {
            sql.run("CREATE TABLE m (id INT, v INT, w VARCHAR(9) NOT NULL DEFAULT 'none') UNIQUE KEY(id)"
                    + " DISTRIBUTED BY HASH(id) BUCKETS 1 PROPERTIES ('replication_num' = '1')");
            sql.run("INSERT INTO m VALUES (1, 1, 'one'), (4, 4, 'four')");

            String partial = curlTo(
                    path,
                    "-T",
                    "data.csv",
                    "-H",
                    "column_separator:,",
                    "-H",
                    "columns:id,v",
                    "-H",
                    "partial_columns:true",
                    "-H",
                    "group_commit:async_mode");
            assertThat(partial).contains("\"Status\": \"Success\"", "\"FallbackReason\": \"PARTIAL_UPDATE\"");
            assertThat(sql.rows("SELECT * FROM m ORDER BY id"))
                    .containsExactly("1|10|one", "2|20|none", "3|30|none", "4|0|four");

            String merged = curlTo(
                    path,
                    "-T",
                    "data.csv",
                    "-H",
                    "column_separator:,",
                    "-H",
                    "group_commit:async_mode",
                    "-H",
                    "merge_type:MERGE",
                    "-H",
                    "delete:v > 20 OR n = 0",
                    "-H",
                    "columns:id,n,v=n+1,w='m'");
            assertThat(merged).contains("\"Status\": \"Success\"", "\"GroupCommit\": true");
            sql.run("SYNC " + database + ".m");
            assertThat(sql.rows("SELECT * FROM m ORDER BY id")).containsExactly("1|11|m");
        }
    }
}
