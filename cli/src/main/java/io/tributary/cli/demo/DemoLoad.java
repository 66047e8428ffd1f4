package io.tributary.cli.demo;

import com.mysql.cj.jdbc.StatementImpl;
import io.tributary.cli.lineitem.JdbcUrl;
import io.tributary.cli.lineitem.LineItemRow;
import io.tributary.cli.lineitem.LineItemTable;
import io.tributary.cli.lineitem.LineItems;
import java.io.PrintStream;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Loads lineitem rows over several connections in {@code async_mode}, a hundred a statement, and waits until all of
 * them can be read.
 */
public final class DemoLoad {
    private static final String DATABASE = "demo";
    private static final int ROWS_PER_STATEMENT = 100;
    private static final int STATEMENTS_AHEAD = 256;
    private static final long PROGRESS_MILLIS = 1_000;
    private static final Pattern LABEL = Pattern.compile("'label':'([^']*)'");

    private final String host;
    private final int port;
    private final int rows;
    private final int connections;
    private final PrintStream out;

    private final BlockingQueue<List<LineItemRow>> statements = new ArrayBlockingQueue<>(STATEMENTS_AHEAD);
    private final AtomicLong acknowledged = new AtomicLong();

    /**
     * @param rows 1 or more
     * @param connections 1 or more
     * @param out takes the progress
     */
    public DemoLoad(String host, int port, int rows, int connections, PrintStream out) {
        this.host = host;
        this.port = port;
        this.rows = rows;
        this.connections = connections;
        this.out = out;
    }

    /**
     * What came of it.
     *
     * @param acknowledgedNanos from the first statement to the last OK
     * @param visibleNanos from the first statement to the end of SYNC
     * @param label of the batch that took the last row
     */
    public record Outcome(long rows, long counted, long acknowledgedNanos, long visibleNanos, String label) {
        public boolean isComplete() {
            return rows == counted;
        }

        public double rowsPerSecond() {
            return rows * 1e9 / acknowledgedNanos;
        }
    }

    public Outcome run() throws SQLException, InterruptedException {
        createTable();
        long start = System.nanoTime();
        loadAllButOne();
        try (Connection connection = connect()) {
            String label = loadLastRow(connection);
            long acknowledgedAt = System.nanoTime();
            try (Statement statement = connection.createStatement()) {
                statement.execute("SYNC " + DATABASE + "." + LineItemTable.NAME);
            }
            long visibleAt = System.nanoTime();
            return new Outcome(rows, LineItemTable.count(connection), acknowledgedAt - start, visibleAt - start, label);
        }
    }

    private void createTable() throws SQLException {
        try (Connection connection = DriverManager.getConnection(JdbcUrl.plain(host, port, ""), "root", "");
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE IF EXISTS " + DATABASE);
            statement.execute("CREATE DATABASE " + DATABASE);
            statement.execute("USE " + DATABASE);
            statement.execute(LineItemTable.CREATE);
        }
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(JdbcUrl.groupCommit(host, port, DATABASE, "async_mode"), "root", "");
    }

    private void loadAllButOne() throws SQLException, InterruptedException {
        AtomicInteger number = new AtomicInteger();
        ExecutorService threads = Executors.newFixedThreadPool(
                connections + 1, task -> new Thread(task, "demo-" + number.getAndIncrement()));
        try {
            CompletionService<@Nullable Void> running = new ExecutorCompletionService<>(threads);
            List<Future<@Nullable Void>> tasks = new ArrayList<>();
            tasks.add(running.submit(this::generate));
            for (int i = 0; i < connections; i++) {
                tasks.add(running.submit(this::load));
            }
            awaitAll(running, tasks.size());
        } finally {
            threads.shutdownNow();
        }
    }

    private void awaitAll(CompletionService<@Nullable Void> running, int count)
            throws SQLException, InterruptedException {
        long start = System.nanoTime();
        for (int left = count; left > 0; ) {
            Future<@Nullable Void> done = running.poll(PROGRESS_MILLIS, TimeUnit.MILLISECONDS);
            if (done == null) {
                printProgress(System.nanoTime() - start);
                continue;
            }
            try {
                done.get();
                left--;
            } catch (ExecutionException failed) {
                Throwable cause = failed.getCause();
                throw new SQLException(
                        "after " + acknowledged + " of " + rows + " rows: "
                                + (cause == null ? failed.getMessage() : cause.getMessage()),
                        failed);
            }
        }
        printProgress(System.nanoTime() - start);
    }

    private void printProgress(long nanos) {
        long loaded = acknowledged.get();
        out.printf(Locale.ROOT, "loaded %,d of %,d rows, %,.0f rows/s%n", loaded, rows, loaded * 1e9 / nanos);
    }

    private @Nullable Void generate() throws InterruptedException {
        LineItems items = new LineItems(rows);
        for (int left = rows - 1; left > 0; left -= ROWS_PER_STATEMENT) {
            statements.put(items.next(Math.min(left, ROWS_PER_STATEMENT)));
        }
        for (int i = 0; i < connections; i++) {
            statements.put(List.of());
        }
        return null;
    }

    private @Nullable Void load() throws SQLException, InterruptedException {
        try (Connection connection = connect();
                PreparedStatement insert = connection.prepareStatement(LineItemTable.INSERT)) {
            List<LineItemRow> batch = statements.take();
            while (!batch.isEmpty()) {
                for (LineItemRow row : batch) {
                    row.bind(insert);
                    insert.addBatch();
                }
                insert.executeBatch();
                acknowledged.addAndGet(batch.size());
                batch = statements.take();
            }
        }
        return null;
    }

    /** A statement of its own, because the driver keeps the server's answer to a batch to itself. */
    private String loadLastRow(Connection connection) throws SQLException {
        StringBuilder sql = new StringBuilder("INSERT INTO " + LineItemTable.NAME + " VALUES ");
        new LineItems(1).next(1).get(0).appendLiterals(sql);
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql.toString());
            acknowledged.incrementAndGet();
            String info =
                    statement.unwrap(StatementImpl.class).getResultSetInternal().getServerInfo();
            Matcher label = LABEL.matcher(info == null ? "" : info);
            return label.find() ? label.group(1) : "(none)";
        }
    }
}
