package io.tributary.test.crash;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tributary.test.process.Sql;
import io.tributary.test.process.TributaryProcess;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real log of several segments, with rows that only it has, is damaged in one way after another: each start is refused
 * with file and offset, and after {@code tributary wal skip} everything is in the table once that did not stand there.
 */
@Tag("crash")
final class DamagedLogIT {
    private static final String SMALL_SEGMENTS = "wal_segment_bytes=" + (1 << 20);
    private static final int LOADS = 40;
    private static final int LOAD_ROWS = 100;
    private static final String PAYLOAD = "x".repeat(1_000);
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Pattern LOST = Pattern.compile("lost: lsn (\\d+) to (\\d+)");
    private static final Pattern UP_TO = Pattern.compile("up to lsn (\\d+)");
    private static final int HEADER_BYTES = 64;

    @TempDir
    private Path directory = Path.of("set by JUnit");

    private final Map<Long, Long> rowsByLsn = new TreeMap<>();
    private final Map<Long, String> segmentByLsn = new TreeMap<>();
    private int copies;

    @Test
    void eachDamageIsRefusedByNameAndCanBeSkipped() throws Exception {
        Path whole = directory.resolve("data");
        fill(whole);
        dump(whole);
        List<String> segments = segments(whole);
        assertThat(segments).hasSizeGreaterThanOrEqualTo(4);
        String first = segments.get(0);
        String middle = segments.get(1);
        String last = segments.get(segments.size() - 1);

        Path flipped = copy(whole);
        flip(log(flipped, middle), 300_000);
        long offset = damagedAt(flipped, middle);
        assertThat(refused(flipped)).contains(middle, "offset=" + offset);
        expectTheRest(flipped, middle, skip(flipped, middle, offset));

        Path cut = copy(whole);
        try (RandomAccessFile file = new RandomAccessFile(log(cut, middle).toFile(), "rw")) {
            file.setLength(400_000);
        }
        offset = damagedAt(cut, middle);
        assertThat(refused(cut)).contains(middle, "offset=" + offset);
        skip(cut, middle, offset);

        Path missing = copy(whole);
        Files.delete(log(missing, middle));
        // The gap shows at the segment behind it.
        assertThat(refused(missing)).contains(segments.get(2), "offset=0");
        expectTheRest(missing, middle, skip(missing, middle, 0));

        Path headless = copy(whole);
        flip(log(headless, first), 20);
        assertThat(refused(headless)).contains(first, "offset=0");
        skip(headless, first, 0);

        Path duplicated = copy(whole);
        String next = String.format("%016x.wal", segments.size() + 1);
        Files.copy(log(duplicated, first), log(duplicated, next));
        assertThat(refused(duplicated)).contains(next, "offset=0");
        expectTheRest(duplicated, next, skip(duplicated, next, 0));

        Path foreign = copy(whole);
        header(log(foreign, last), 16, 0x0123456789abcdefL);
        assertThat(refused(foreign)).contains(last, "offset=0", "0123456789abcdef");

        Path newer = copy(whole);
        header(log(newer, middle), 8, 2L | 64L << 32);
        assertThat(refused(newer)).contains(middle, "offset=0", "format version 2");
        assertThat(tool(newer, 1, "wal", "skip", "--segment", middle, "--offset", "0", "--yes"))
                .contains("format version 2");
    }

    @Test
    void aReplayUpToALsnCommitsWhatIsBeforeItAndTheNextStartTheRest() throws Exception {
        Path data = directory.resolve("data");
        fill(data);
        dump(data);
        long middle =
                rowsByLsn.keySet().stream().skip(LOADS / 2 - 1).findFirst().orElseThrow();
        Path aside = copy(data);

        assertThat(tool(data, 0, "wal", "replay", "--to", Long.toString(middle)))
                .contains((long) LOADS / 2 * LOAD_ROWS + " rows committed");
        assertThat(tool(data, 0, "wal", "replay", "--to", Long.toString(middle)))
                .contains(" 0 rows committed");
        expectLoads(data, LOADS);

        assertThat(tool(aside, 1, "wal", "replay", "--to", Long.toString(middle), "--set-aside"))
                .contains("--yes");
        assertThat(tool(aside, 0, "wal", "replay", "--to", Long.toString(middle), "--set-aside", "--yes"))
                .contains("set aside");
        expectLoads(aside, LOADS / 2);
    }

    private void expectLoads(Path data, int loads) throws Exception {
        try (TributaryProcess server = TributaryProcess.startBoth(directory, data, SMALL_SEGMENTS);
                Sql sql = Sql.connect(server.mysqlPort(), LoadCheck.DATABASE)) {
            assertThat(sql.query("SELECT COUNT(*), COUNT(DISTINCT load_key), MAX(load_key) FROM seldom"))
                    .containsExactly(loads * LOAD_ROWS + "|" + loads + "|" + (loads - 1));
            server.kill();
        }
    }

    private long damagedAt(Path data, String segment) {
        String verified = tool(data, 1, "wal", "verify");
        Matcher place =
                Pattern.compile(Pattern.quote(segment) + " offset (\\d+)").matcher(verified);
        assertThat(place.find()).as(verified).isTrue();
        return Long.parseLong(place.group(1));
    }

    /** Skips this place, first without saying yes. @return what the tool says is lost */
    private String skip(Path data, String segment, long offset) {
        List<String> skip = List.of("wal", "skip", "--segment", segment, "--offset", Long.toString(offset));
        String told = tool(data, 1, skip.toArray(new String[0]));
        assertThat(told).contains("nothing was changed");
        List<String> really = new ArrayList<>(skip);
        really.add("--yes");
        assertThat(tool(data, 0, really.toArray(new String[0]))).contains("done");
        assertThat(tool(data, 0, "wal", "verify")).contains(" 0 damaged places");
        return told;
    }

    private void expectTheRest(Path data, String segment, String told) throws Exception {
        long rows = (long) LOADS * LOAD_ROWS - lost(told, segment);
        try (TributaryProcess server = TributaryProcess.startBoth(directory, data, SMALL_SEGMENTS);
                Sql sql = Sql.connect(server.mysqlPort(), LoadCheck.DATABASE)) {
            assertThat(sql.number("SELECT COUNT(*) FROM seldom")).as(told).isEqualTo(rows);
            assertThat(sql.number("SELECT COUNT(*) FROM (SELECT DISTINCT load_key, row_no FROM seldom) AS d"))
                    .isEqualTo(rows);
            sql.run("SET group_commit = sync_mode", "INSERT INTO seldom VALUES (1000000, 0, '')");
            server.kill();
        }
    }

    /** Rows of the records that the tool says are lost. */
    private long lost(String told, String segment) {
        Matcher range = LOST.matcher(told);
        if (range.find()) {
            return sum(Long.parseLong(range.group(1)), Long.parseLong(range.group(2)));
        }
        return UP_TO.matcher(told).find()
                ? rowsByLsn.entrySet().stream()
                        .filter(entry -> segment.equals(segmentByLsn.get(entry.getKey())))
                        .mapToLong(Map.Entry::getValue)
                        .sum()
                : 0;
    }

    private long sum(long first, long last) {
        return rowsByLsn.entrySet().stream()
                .filter(entry -> entry.getKey() >= first && entry.getKey() <= last)
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    private void fill(Path data) throws Exception {
        try (TributaryProcess server = TributaryProcess.startBoth(directory, data, SMALL_SEGMENTS)) {
            try (Sql sql = Sql.connect(server.mysqlPort(), "")) {
                sql.run(
                        "CREATE DATABASE " + LoadCheck.DATABASE,
                        "USE " + LoadCheck.DATABASE,
                        "CREATE TABLE seldom (load_key BIGINT NOT NULL, row_no INT NOT NULL, payload VARCHAR(2000))"
                                + " DUPLICATE KEY(load_key) PROPERTIES ('group_commit_interval_ms' = '3600000')",
                        "SET group_commit = async_mode");
                for (int load = 0; load < LOADS; load++) {
                    StringBuilder insert = new StringBuilder("INSERT INTO seldom VALUES ");
                    for (int row = 0; row < LOAD_ROWS; row++) {
                        insert.append(row == 0 ? "" : ", ").append("(" + load + ", " + row + ", '" + PAYLOAD + "')");
                    }
                    sql.run(insert.toString());
                }
            }
            String running = tool(data, 1, "wal", "list");
            assertThat(running).contains("in use by another process: pid " + server.pid());
            server.kill();
        }
    }

    private void dump(Path data) throws Exception {
        ObjectMapper mapper = new ObjectMapper();
        for (String line :
                tool(data, 0, "wal", "dump", "--json", "--rows").lines().toList()) {
            JsonNode record = mapper.readTree(line);
            if (record.path("type").asText().equals("APPEND")) {
                assertThat(record.path("table").asText()).isEqualTo(LoadCheck.DATABASE + ".seldom");
                assertThat(record.path("values")).hasSize(record.get("rows").intValue());
                assertThat(record.path("values").get(0).has("load_key")).isTrue();
                rowsByLsn.put(record.get("lsn").asLong(), record.get("rows").asLong());
                segmentByLsn.put(
                        record.get("lsn").asLong(), record.get("segment").asText());
            }
        }
        assertThat(rowsByLsn.values().stream().mapToLong(Long::longValue).sum()).isEqualTo((long) LOADS * LOAD_ROWS);
        assertThat(tool(data, 0, "wal", "list")).contains(segments(data).get(0), "clean");
        assertThat(tool(data, 0, "wal", "verify")).contains(" 0 damaged places");
    }

    /** Starts it in vain. @return the one line that says why */
    private String refused(Path data) {
        try (TributaryProcess server = TributaryProcess.run(
                directory,
                "backend",
                "--data-dir",
                data.toString(),
                "--set",
                "grpc_port=0",
                "--set",
                "webserver_port=0",
                "--set",
                SMALL_SEGMENTS)) {
            assertThat(server.awaitExit(LIMIT)).as(server.errorText()).isEqualTo(1);
            assertThat(server.outputText()).isEmpty();
            List<String> told = server.errorText()
                    .lines()
                    .filter(line -> line.startsWith("tributary: "))
                    .toList();
            assertThat(told).as(server.errorText()).hasSize(1);
            assertThat(told.get(0)).contains("tributary wal skip");
            return told.get(0);
        }
    }

    /** Runs a tool on this directory. @return all that it says */
    private String tool(Path data, int exitCode, String... command) {
        List<String> arguments = new ArrayList<>(List.of(command));
        arguments.addAll(List.of("--data-dir", data.toString()));
        try (TributaryProcess tool = TributaryProcess.run(directory, arguments.toArray(new String[0]))) {
            int exit = tool.awaitExit(LIMIT);
            String said = tool.outputText() + tool.errorText();
            assertThat(exit).as(arguments + ": " + said).isEqualTo(exitCode);
            return exitCode == 0 ? tool.outputText() : said;
        }
    }

    private static Path log(Path data, String segment) {
        return data.resolve("wal").resolve(segment);
    }

    private static List<String> segments(Path data) throws IOException {
        try (Stream<Path> files = Files.list(data.resolve("wal"))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".wal"))
                    .sorted()
                    .toList();
        }
    }

    private Path copy(Path data) throws IOException, InterruptedException {
        Path target = directory.resolve("copy-" + ++copies);
        int exit = new ProcessBuilder("cp", "-r", data.toString(), target.toString())
                .start()
                .waitFor();
        assertThat(exit).isZero();
        return target;
    }

    private static void flip(Path file, long offset) throws IOException {
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            bytes.seek(offset);
            int old = bytes.read();
            bytes.seek(offset);
            bytes.write(old ^ 4);
        }
    }

    /** Writes eight bytes into a segment's header, and makes its checksum right. */
    private static void header(Path file, int offset, long value) throws IOException {
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            byte[] header = new byte[HEADER_BYTES];
            bytes.readFully(header);
            ByteBuffer fields = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN);
            fields.putLong(offset, value);
            CRC32C crc = new CRC32C();
            crc.update(header, 0, HEADER_BYTES - Integer.BYTES);
            fields.putInt(HEADER_BYTES - Integer.BYTES, (int) crc.getValue());
            bytes.seek(0);
            bytes.write(header);
        }
    }
}
