package io.tributary.test.crash;

import io.tributary.cli.lineitem.JdbcUrl;
import io.tributary.test.process.Sql;
import io.tributary.test.process.TributaryProcess;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** Inserts by JDBC, in one of the ways there are. */
final class InsertWitness implements Witness {
    private static final int ROWS_MAX = 20;

    /** How it inserts. */
    enum Way {
        ASYNC("async_mode"),
        SYNC("sync_mode"),
        /** An INSERT into a table with {@code group_commit_policy = on_read}. */
        BOUND("sync_mode"),
        OFF("off_mode"),
        /** An INSERT under an idempotency key; repeats after the restart what had no answer, and something that had one. */
        KEYED("async_mode"),
        /** A transaction that inserts into two tables, and commits. */
        TRANSACTION("off_mode");

        private final String mode;

        Way(String mode) {
            this.mode = mode;
        }
    }

    private final Way way;
    private final String properties;
    private final String[] tables;
    private final WitnessedLoads loads;
    private final Random random;

    /** @param number makes its tables' names its own */
    InsertWitness(Way way, int number, String properties, long seed) {
        this.way = way;
        this.properties = properties;
        String table = way.name().toLowerCase(Locale.ROOT) + number;
        tables = way == Way.TRANSACTION ? new String[] {table + "a", table + "b"} : new String[] {table};
        loads = new WitnessedLoads(way == Way.BOUND, tables);
        random = new Random(seed);
    }

    @Override
    public void create(TributaryProcess server) throws SQLException {
        try (Sql sql = Sql.connect(server.mysqlPort(), PowerLossIT.DATABASE)) {
            loads.create(sql, properties);
        }
    }

    private Connection connect(TributaryProcess server) throws SQLException {
        return DriverManager.getConnection(
                JdbcUrl.groupCommit("127.0.0.1", server.mysqlPort(), PowerLossIT.DATABASE, way.mode)
                        + "&connectTimeout=10000&socketTimeout=60000",
                "root",
                "");
    }

    @Override
    public void write(TributaryProcess server) throws SQLException {
        try (Connection connection = connect(server)) {
            connection.setAutoCommit(way != Way.TRANSACTION);
            while (!Thread.currentThread().isInterrupted()) {
                long key = loads.sent(1 + random.nextInt(ROWS_MAX));
                insert(connection, key);
                loads.is(key, WitnessedLoads.State.ACKNOWLEDGED);
            }
        }
    }

    private void insert(Connection connection, long key) throws SQLException {
        if (way == Way.KEYED) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("SET idempotency_key = 'load-" + key + "'");
            }
        }
        for (int number = 0; number < tables.length; number++) {
            try (PreparedStatement insert =
                    connection.prepareStatement("INSERT INTO " + tables[number] + " VALUES (?, ?, ?)")) {
                for (int row = number; row < loads.load(key).rows(); row += tables.length) {
                    insert.setLong(1, key);
                    insert.setInt(2, row);
                    insert.setString(3, WitnessedLoads.payload(key, row));
                    insert.addBatch();
                }
                insert.executeBatch();
            }
        }
        if (way == Way.TRANSACTION) {
            connection.commit();
        }
    }

    @Override
    public List<String> check(TributaryProcess server, boolean all) throws SQLException {
        if (way == Way.KEYED) {
            repeat(server);
        }
        try (Sql sql = Sql.connect(server.mysqlPort(), PowerLossIT.DATABASE)) {
            return loads.check(sql, all);
        }
    }

    private void repeat(TributaryProcess server) throws SQLException {
        List<Long> acknowledged = loads.in(WitnessedLoads.State.ACKNOWLEDGED);
        try (Connection connection = connect(server)) {
            for (long key : loads.in(WitnessedLoads.State.SENT)) {
                insert(connection, key);
                loads.is(key, WitnessedLoads.State.ACKNOWLEDGED);
            }
            if (!acknowledged.isEmpty()) {
                insert(connection, acknowledged.get(acknowledged.size() - 1));
                insert(connection, acknowledged.get(random.nextInt(acknowledged.size())));
            }
        }
    }

    @Override
    public Counts counts() {
        return loads.counts();
    }
}
