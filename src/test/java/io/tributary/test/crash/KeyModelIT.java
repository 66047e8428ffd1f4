package io.tributary.test.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.cli.lineitem.JdbcUrl;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.RowBlockReader;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.engine.port.EngineCapability;
import io.tributary.log.SegmentedLog;
import io.tributary.log.WalDirectory;
import io.tributary.log.WalOptions;
import io.tributary.log.WalRecord;
import io.tributary.log.WriteAheadLog;
import io.tributary.test.process.Sql;
import io.tributary.test.process.TableServer;
import io.tributary.testing.Seeds;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.ObjIntConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Rows of eight connections over few keys, a tenth of them deletes, into a table where the last row stays, one where the
 * highest sequence does and one that aggregates; then the backend is killed with rows that only the log has. After the
 * restart every table holds what a map holds that was filled, row by row, with the log's records in their order.
 *
 * <p>Another number of rows a table: {@code -Dtributary.upserts=1000000}; there are a tenth as many keys.
 */
@Tag("crash")
final class KeyModelIT {
    private static final int ROWS = Integer.getInteger("tributary.upserts", 16_000);
    private static final int SEED = Seeds.one(KeyModelIT.class, 20261122);
    private static final int KEYS = ROWS / 10;
    private static final int WRITERS = 8;
    private static final int STATEMENT_ROWS = 250;
    private static final int SEQUENCES = 500;

    private static final boolean AGGREGATES = TableServer.can(EngineCapability.AGGREGATED_TABLES);
    private static final List<String> TABLES =
            AGGREGATES ? List.of("latest", "highest", "totals") : List.of("latest", "highest");

    private static final byte APPEND = 2;
    private static final int APPEND_HEAD_BYTES = 24;

    /** A batch of it stays open, so that nothing of the log is deleted. */
    private static final String ANCHOR = "CREATE TABLE anchor (k INT) DUPLICATE KEY(k) PROPERTIES ("
            + "'group_commit_interval_ms' = '2147483647', 'group_commit_policy' = 'interval')";

    private static final String KEYED = " DISTRIBUTED BY HASH(k) BUCKETS 1 PROPERTIES ('replication_num' = '1'";

    @TempDir
    private Path directory = Path.of("set by JUnit");

    /** What became of a key: its row, or no row, and by which sequence. */
    private record State(String row, boolean deleted, long sequence) {}

    @Test
    void tablesHoldWhatASequentialModelOfTheLogHolds() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
        try (Cluster cluster = new Cluster(directory)) {
            try (Sql sql = Sql.connect(cluster.mysqlPort(), "")) {
                sql.run(
                        "CREATE DATABASE " + LoadCheck.DATABASE + TableServer.databaseClause(cluster.mysqlPort()),
                        "USE " + LoadCheck.DATABASE,
                        ANCHOR);
                sql.run("CREATE TABLE latest (k INT NOT NULL, n BIGINT) UNIQUE KEY(k)" + KEYED + ")");
                sql.run("CREATE TABLE highest (k INT NOT NULL, n BIGINT) UNIQUE KEY(k)" + KEYED
                        + ", 'function_column.sequence_type' = 'bigint')");
                if (AGGREGATES) {
                    sql.run(
                            "CREATE TABLE totals (k INT NOT NULL, total BIGINT SUM, most BIGINT MAX, last BIGINT REPLACE)"
                                    + " AGGREGATE KEY(k)" + KEYED + ")");
                }
                sql.run("SET group_commit = async_mode", "INSERT INTO anchor VALUES (1)");
            }
            List<Future<?>> writers = new ArrayList<>();
            for (int writer = 0; writer < WRITERS; writer++) {
                int number = writer;
                writers.add(threads.submit(() -> {
                    write(cluster.mysqlPort(), number, ROWS / WRITERS);
                    return null;
                }));
            }
            for (Future<?> writer : writers) {
                writer.get();
            }
            // Acknowledged, and nobody waits for their commit.
            write(cluster.mysqlPort(), WRITERS, STATEMENT_ROWS);
            cluster.kill();
            Path log = copyOfLog();
            cluster.start();
            assertThat(cluster.replayedRows()).isGreaterThanOrEqualTo((long) TABLES.size() * STATEMENT_ROWS);
            check(cluster, log);
            System.out.println("crash keys rows=" + ROWS + " keys=" + KEYS + " replayed=" + cluster.replayedRows());
        } finally {
            threads.shutdownNow();
        }
    }

    private static void write(int port, int writer, int rows) throws SQLException {
        String mode = writer % 2 == 0 ? "async_mode" : "sync_mode";
        String url = JdbcUrl.groupCommit("127.0.0.1", port, LoadCheck.DATABASE, mode) + "&socketTimeout=60000";
        Random random = new Random(SEED + writer);
        try (Connection connection = DriverManager.getConnection(url, "root", "");
                PreparedStatement latest = connection.prepareStatement(
                        "INSERT INTO latest (k, n, __DORIS_DELETE_SIGN__) VALUES (?, ?, ?)");
                PreparedStatement highest = connection.prepareStatement(
                        "INSERT INTO highest (k, n, __DORIS_DELETE_SIGN__, __DORIS_SEQUENCE_COL__) VALUES (?, ?, ?,"
                                + " ?)");
                @Nullable
                        PreparedStatement totals = AGGREGATES
                                ? connection.prepareStatement("INSERT INTO totals VALUES (?, ?, ?, ?)")
                                : null) {
            for (int row = 0; row < rows; row += STATEMENT_ROWS) {
                for (int i = 0; i < STATEMENT_ROWS; i++) {
                    long number = writer * 1_000_000_000L + row + i;
                    keyed(latest, random, number);
                    latest.addBatch();
                    keyed(highest, random, number);
                    if (random.nextInt(50) == 0) {
                        highest.setNull(4, Types.BIGINT);
                    } else {
                        highest.setLong(4, random.nextInt(SEQUENCES));
                    }
                    highest.addBatch();
                    if (totals != null) {
                        totals.setInt(1, random.nextInt(KEYS));
                        totals.setLong(2, random.nextInt(2_000_000) - 1_000_000);
                        totals.setLong(3, random.nextInt());
                        totals.setLong(4, number);
                        totals.addBatch();
                    }
                }
                latest.executeBatch();
                highest.executeBatch();
                if (totals != null) {
                    totals.executeBatch();
                }
            }
        }
    }

    private static void keyed(PreparedStatement insert, Random random, long number) throws SQLException {
        insert.setInt(1, random.nextInt(KEYS));
        insert.setLong(2, number);
        insert.setInt(3, random.nextInt(10) == 0 ? 1 : 0);
    }

    /** The backend is dead: these are the bytes that its restart begins with. */
    private Path copyOfLog() throws IOException {
        Path copy = Files.createDirectory(directory.resolve("log"));
        try (Stream<Path> files = Files.list(directory.resolve("data").resolve("wal"))) {
            for (Path file : files.toList()) {
                Files.copy(file, copy.resolve(file.getFileName()));
            }
        }
        return copy;
    }

    private static void check(Cluster cluster, Path log) throws IOException, SQLException {
        // Ids are given in the order in which tables are made.
        List<Map<Integer, State>> models = new ArrayList<>(models(log).values());
        assertThat(models).hasSize(1 + TABLES.size());
        try (Connection connection = Sql.open(cluster.mysqlPort(), LoadCheck.DATABASE, "socketTimeout=60000")) {
            for (int i = 0; i < TABLES.size(); i++) {
                String table = TABLES.get(i);
                Map<Integer, String> expected = new HashMap<>();
                models.get(i + 1).forEach((key, state) -> {
                    if (!state.deleted()) {
                        expected.put(key, state.row());
                    }
                });
                try (Statement statement = connection.createStatement()) {
                    statement.execute("SYNC " + table);
                    try (ResultSet rows = statement.executeQuery("SELECT * FROM " + table)) {
                        assertThat(rows(rows)).as("seed %d: %s", SEED, table).isEqualTo(expected);
                    }
                }
            }
        }
    }

    private static Map<Integer, String> rows(ResultSet result) throws SQLException {
        Map<Integer, String> rows = new HashMap<>();
        while (result.next()) {
            StringBuilder row = new StringBuilder();
            for (int i = 2; i <= result.getMetaData().getColumnCount(); i++) {
                row.append(result.getLong(i)).append('|');
            }
            assertThat(rows.put(result.getInt(1), row.toString()))
                    .as("key %d once", result.getInt(1))
                    .isNull();
        }
        return rows;
    }

    /** Returns by table id what the rows in the log leave, in its order. */
    private static SortedMap<Long, Map<Integer, State>> models(Path log) throws IOException {
        SortedMap<Long, Map<Integer, State>> models = new TreeMap<>();
        try (WriteAheadLog wal =
                SegmentedLog.open(WalDirectory.open(log), WalOptions.defaults(), () -> 1, Runnable::run)) {
            wal.replay(record -> {
                if (record.type() == APPEND) {
                    models.put(tableId(record), new HashMap<>());
                }
            });
            List<Long> ids = List.copyOf(models.keySet());
            List<Map<Integer, State>> ofIds = List.copyOf(models.values());
            wal.replay(record -> {
                if (record.type() == APPEND) {
                    int table = ids.indexOf(tableId(record));
                    apply(table, block(record), ofIds.get(table));
                }
            });
        }
        return models;
    }

    private static long tableId(WalRecord append) {
        return append.payload().getLong(append.payload().position());
    }

    private static RowBlock block(WalRecord append) {
        ByteBuffer payload = append.payload();
        byte[] bytes = new byte[payload.remaining() - APPEND_HEAD_BYTES];
        payload.slice(payload.position() + APPEND_HEAD_BYTES, bytes.length).get(bytes);
        return RowBlock.of(bytes);
    }

    /** @param table its place among the tables, which is also the number of its values */
    private static void apply(int table, RowBlock block, Map<Integer, State> model) {
        List<ColumnType> types = new ArrayList<>(List.of(ColumnType.of(Kind.INT)));
        for (int i = 0; i < table; i++) {
            types.add(ColumnType.of(Kind.BIGINT));
        }
        RowBlockReader reader = new RowBlockReader(types);
        reader.reset(block);
        ObjIntConsumer<State> put = (state, row) -> model.put((int) reader.getLong(0, row), state);
        for (int row = 0; row < reader.rowCount() && table > 0; row++) {
            State before = model.get((int) reader.getLong(0, row));
            String value = reader.getLong(1, row) + "|";
            switch (table) {
                case 1 -> put.accept(new State(value, reader.isDeleted(row), 0), row);
                case 2 -> {
                    long sequence = reader.isNull(2, row) ? -1 : reader.getLong(2, row);
                    if (before == null || sequence >= before.sequence()) {
                        put.accept(new State(value, reader.isDeleted(row), sequence), row);
                    }
                }
                default -> put.accept(total(before, reader, row), row);
            }
        }
    }

    private static State total(@Nullable State before, RowBlockReader reader, int row) {
        String[] is = before == null
                ? new String[] {"0", Long.toString(Long.MIN_VALUE)}
                : before.row().split("\\|", -1);
        long total = Long.parseLong(is[0]) + reader.getLong(1, row);
        long most = Math.max(Long.parseLong(is[1]), reader.getLong(2, row));
        return new State(total + "|" + most + "|" + reader.getLong(3, row) + "|", false, 0);
    }
}
