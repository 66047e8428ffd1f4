package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.process.Sql;
import io.tributary.test.process.Tables;
import java.net.URL;
import java.net.URLClassLoader;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** HikariCP over each driver: as it is, and with every setting that makes it send statements of its own. */
@Tag("clients")
@ExtendWith(SharedServers.class)
final class HikariIT {
    private static final int THREADS = 8;
    private static final int POOL = 3;
    private static final int BATCHES = 5;
    private static final int BATCH = 10;

    @EachJdbcDriver
    void moreThreadsThanConnectionsWriteTheirBatches(JdbcDriver driver, Server server) throws Exception {
        write(driver, server, new Properties(), THREADS * BATCHES * BATCH);
    }

    @EachJdbcDriver
    void poolsThatTestIsolateAndTurnAutocommitOff(JdbcDriver driver, Server server) throws Exception {
        Properties settings = new Properties();
        settings.setProperty("autoCommit", "false");
        settings.setProperty("connectionTestQuery", "SELECT 1");
        settings.setProperty("connectionInitSql", "SET insert_timeout = 600");
        settings.setProperty("transactionIsolation", "TRANSACTION_READ_COMMITTED");
        settings.setProperty("readOnly", "false");
        write(driver, server, settings, THREADS * BATCHES);
    }

    /** @param expected loads: one a row, since no driver joins rows unasked, or one a COMMIT */
    private static void write(JdbcDriver driver, Server server, Properties settings, long expected) throws Exception {
        String database = server.newDatabase();
        try (Sql sql = Sql.connect(server.port(), database)) {
            sql.run(Tables.DT);
            // The table sets the mode, so that a pool as it is groups as well.
            sql.run("ALTER TABLE dt SET (\"group_commit_mode\" = \"sync_mode\")");
            LoadCounts loads = LoadCounts.of(server);
            settings.setProperty("jdbcUrl", driver.url(server.port(), database, ""));
            settings.setProperty("driverClassName", driver.driverClass());
            settings.setProperty("username", "root");
            settings.setProperty("password", "");
            settings.setProperty("maximumPoolSize", Integer.toString(POOL));
            ExecutorService writers = Executors.newFixedThreadPool(THREADS);
            try (URLClassLoader loader = loader(driver)) {
                DataSource pool = pool(loader, settings);
                try {
                    List<Future<?>> all = new ArrayList<>();
                    for (int thread = 0; thread < THREADS; thread++) {
                        int first = thread * BATCHES * BATCH;
                        all.add(writers.submit(() -> {
                            for (int batch = 0; batch < BATCHES; batch++) {
                                insert(pool, first + batch * BATCH);
                            }
                            return true;
                        }));
                    }
                    for (Future<?> one : all) {
                        one.get(60, TimeUnit.SECONDS);
                    }
                } finally {
                    ((AutoCloseable) pool).close();
                }
            } finally {
                writers.shutdownNow();
            }

            int rows = THREADS * BATCHES * BATCH;
            assertThat(sql.query("SELECT count(*), count(distinct id) FROM dt")).containsExactly(rows + "|" + rows);
            assertThat(loads.sinceThen()).isEqualTo(Map.of("sync_mode", expected));
        }
    }

    private static void insert(DataSource pool, int first) throws Exception {
        try (Connection connection = pool.getConnection();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO dt VALUES (?, ?, ?)")) {
            for (int i = 0; i < BATCH; i++) {
                insert.setInt(1, first + i);
                insert.setString(2, "name");
                insert.setInt(3, i);
                insert.addBatch();
            }
            insert.executeBatch();
            if (!connection.getAutoCommit()) {
                connection.commit();
            }
        }
    }

    /** The classes of the driver and of the pool. */
    static URLClassLoader loader(JdbcDriver driver) {
        List<URL> jars = new ArrayList<>(driver.jars());
        jars.addAll(JdbcDriver.jars("hikari"));
        jars.addAll(JdbcDriver.jars("slf4j"));
        return new URLClassLoader(jars.toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
    }

    /** A pool, to be closed. */
    static DataSource pool(ClassLoader loader, Properties settings) throws ReflectiveOperationException {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            Class<?> config = loader.loadClass("com.zaxxer.hikari.HikariConfig");
            return loader.loadClass("com.zaxxer.hikari.HikariDataSource")
                    .asSubclass(DataSource.class)
                    .getConstructor(config)
                    .newInstance(config.getConstructor(Properties.class).newInstance(settings));
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
