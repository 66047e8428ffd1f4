package io.tributary.test.crash;

import io.tributary.test.process.Sql;
import io.tributary.test.process.TributaryProcess;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** Rows of a table with a UNIQUE KEY, which are written over, updated and deleted, in statements of several rows. */
final class RowWitness implements Witness {
    private static final int IDS = 40;
    private static final int ROWS_MAX = 6;

    private final String table;
    private final Random random;
    private TreeMap<Integer, Long> rows = new TreeMap<>();
    /** The rows as they are if the statement under way takes place. */
    private TreeMap<Integer, Long> next = rows;

    private long version;
    private long acknowledged;
    private long unknown;

    RowWitness(int number, long seed) {
        table = "rows" + number;
        random = new Random(seed);
    }

    @Override
    public void create(TributaryProcess server) throws SQLException {
        try (Sql sql = Sql.connect(server.mysqlPort(), PowerLossIT.DATABASE)) {
            sql.run("CREATE TABLE " + table + " (id INT NOT NULL, version BIGINT NOT NULL) UNIQUE KEY(id)"
                    + " PROPERTIES ('group_commit_interval_ms' = '300')");
        }
    }

    @Override
    public void write(TributaryProcess server) throws SQLException {
        try (Sql sql = Sql.connect(server.mysqlPort(), PowerLossIT.DATABASE)) {
            while (!Thread.currentThread().isInterrupted()) {
                String statement = draw();
                sql.run(
                        "SET group_commit = '" + (random.nextInt(3) == 0 ? "sync_mode" : "async_mode") + "'",
                        statement);
                rows = next;
                acknowledged++;
            }
        }
    }

    private String draw() {
        next = new TreeMap<>(rows);
        version++;
        int first = random.nextInt(IDS);
        int end = first + 1 + random.nextInt(ROWS_MAX);
        switch (random.nextInt(8)) {
            case 0 -> {
                next.subMap(first, end).clear();
                return "DELETE FROM " + table + " WHERE id >= " + first + " AND id < " + end;
            }
            case 1 -> {
                next.subMap(first, end).replaceAll((id, old) -> old + 1_000_000);
                return "UPDATE " + table + " SET version = version + 1000000 WHERE id >= " + first + " AND id < " + end;
            }
            default -> {
                List<String> values = new ArrayList<>();
                for (int id = first; id < end; id++) {
                    next.put(id, version);
                    values.add("(" + id + ", " + version + ")");
                }
                return "INSERT INTO " + table + " VALUES " + String.join(", ", values);
            }
        }
    }

    @Override
    public List<String> check(TributaryProcess server, boolean all) throws SQLException {
        List<String> found;
        try (Sql sql = Sql.connect(server.mysqlPort(), PowerLossIT.DATABASE)) {
            sql.run("SYNC " + table);
            found = sql.query("SELECT id, version FROM " + table + " ORDER BY id");
        }
        boolean done = found.equals(texts(next));
        if (!next.equals(rows)) {
            unknown++;
        }
        if (!done && !found.equals(texts(rows))) {
            return List.of(table + ": has " + found + ", acknowledged is " + texts(rows) + ", without an answer is "
                    + texts(next));
        }
        rows = done ? next : rows;
        next = rows;
        return List.of();
    }

    private static List<String> texts(Map<Integer, Long> rows) {
        return rows.entrySet().stream()
                .map(row -> row.getKey() + "|" + row.getValue())
                .toList();
    }

    @Override
    public Counts counts() {
        return new Counts(acknowledged, unknown);
    }
}
