import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;

/**
 * Flink in one process, which writes by Apache Doris' connector into tables of database {@code flink}.
 *
 * <p>{@code daily}: rows in each way that the connector has, counted. {@code job}: a stream of rows in two phases with a checkpoint
 * every second, begun from the last one that it finds, so that it can be killed and started again.
 */
public final class Flink {
    private static final String COLUMNS = "(id INT, name STRING, score INT, PRIMARY KEY (id) NOT ENFORCED)";
    private static final String ROWS = " SELECT * FROM (VALUES (1, 'it''s a', 1), (2, 'b', 2)) AS v (id, name, score)";

    private static String http;
    private static String mysql;

    public static void main(String[] arguments) throws Exception {
        http = arguments[1];
        mysql = arguments[2];
        if (arguments[0].equals("job")) {
            job(Path.of(arguments[3]), Integer.parseInt(arguments[4]), Integer.parseInt(arguments[5]));
        } else {
            daily();
        }
    }

    private static void daily() throws Exception {
        run("CREATE TABLE IF NOT EXISTS flink.k (id INT, name VARCHAR(50), score INT) UNIQUE KEY(id)");
        run("CREATE TABLE IF NOT EXISTS flink.d (id INT, name VARCHAR(50), score INT) DUPLICATE KEY(id)");
        run("CREATE TABLE IF NOT EXISTS flink.types (id BIGINT, t TINYINT, s SMALLINT, i INT, f FLOAT, d DOUBLE,"
                + " amount DECIMAL(18, 4), yes BOOLEAN, day DATE, at DATETIME(3), c CHAR(5), v VARCHAR(60), j JSON)"
                + " UNIQUE KEY(id)");
        TableEnvironment batch = TableEnvironment.create(EnvironmentSettings.inBatchMode());

        write(batch, "k", "as it is", "");
        write(batch, "k", "json", ", 'sink.properties.format' = 'json', 'sink.properties.read_json_by_line' = 'true'");
        holds("k", "2 3", "a key replaces its row");
        String[] ways = {
            "as it is", "",
            "one phase", ", 'sink.enable-2pc' = 'false'",
            "batches", ", 'sink.enable.batch-mode' = 'true'",
            "group commit", ", 'sink.enable.batch-mode' = 'true', 'sink.properties.group_commit' = 'sync_mode'",
            "gzip", ", 'sink.properties.compress_type' = 'gz', 'sink.properties.format' = 'csv', 'sink.properties.column_separator' = ','",
            "to the node that it is told", ", 'auto-redirect' = 'false'"
        };
        for (int i = 0; i < ways.length; i += 2) {
            write(batch, "d", ways[i], ways[i + 1]);
            holds("d", (i + 2) + " " + 3 * (i / 2 + 1), ways[i]);
        }

        TableEnvironment stream = TableEnvironment.create(EnvironmentSettings.inStreamingMode());
        table(stream, "k", "");
        run("INSERT INTO flink.k VALUES (7, 'old', 7)");
        // A count that goes from 1 to 2 takes its row back.
        stream.executeSql("CREATE TEMPORARY VIEW changes AS SELECT id, 'z' name, CAST(COUNT(*) AS INT) score"
                + " FROM (VALUES (7), (7), (8)) AS v (id) GROUP BY id");
        stream.executeSql("INSERT INTO sink_k SELECT * FROM changes WHERE score < 2").await();
        holds("k", "3 4", "rows that delete");

        stream.executeSql("CREATE CATALOG dc WITH ('type' = 'doris', 'fenodes' = '" + http + "', 'jdbc-url' = 'jdbc:mysql://127.0.0.1:"
                + mysql + "', 'default-database' = 'flink', 'username' = 'root', 'password' = '', 'sink.label-prefix' = '" + label() + "')");
        stream.executeSql("INSERT INTO dc.flink.d SELECT 9, 'by the catalog', 9").await();
        holds("d", "13 27", "by the catalog");
        stream.executeSql("INSERT INTO dc.flink.types SELECT CAST(1 AS BIGINT), CAST(-128 AS TINYINT), CAST(2 AS SMALLINT), 3,"
                + " CAST(0.5 AS FLOAT), CAST(0.1 AS DOUBLE), CAST(12345.6789 AS DECIMAL(18, 4)), TRUE, DATE '2024-02-29',"
                + " TIMESTAMP '2024-02-29 12:34:56.789', 'fives', 'v', '{\"a\": 1}'").await();
        expect("1 -128 2 3 0.5 0.1 12345.6789 1 2024-02-29 2024-02-29 12:34:56.789 fives v 1",
                text("SELECT CONCAT_WS(' ', id, t, s, i, f, d, amount, yes, day, at, c, v, j->'$.a') FROM flink.types"), "types");
        System.out.println("two phases, one phase, batches, group commit, json, gzip, rows that delete, by its catalog: all rows there");
    }

    private static void write(TableEnvironment environment, String name, String what, String options) throws Exception {
        try {
            environment.executeSql("DROP TEMPORARY TABLE IF EXISTS sink_" + name);
            table(environment, name, options);
            environment.executeSql("INSERT INTO sink_" + name + ROWS).await();
        } catch (Exception e) {
            throw new AssertionError(what, e);
        }
    }

    private static void table(TableEnvironment environment, String name, String options) {
        environment.executeSql("CREATE TEMPORARY TABLE sink_" + name + " " + COLUMNS + sink(name, label(), options));
    }

    private static String sink(String table, String label, String options) {
        return " WITH ('connector' = 'doris', 'fenodes' = '" + http + "', 'table.identifier' = 'flink." + table
                + "', 'username' = 'root', 'password' = '', 'sink.label-prefix' = '" + label + "'" + options + ")";
    }

    private static String label() {
        return "flink" + Long.toHexString(System.nanoTime());
    }

    /** Rows 1 to {@code rows}, so many a second, in two phases: those of a checkpoint are there when it is over. */
    private static void job(Path checkpoints, int rows, int rowsPerSecond) throws Exception {
        Configuration configuration = new Configuration();
        configuration.setString("execution.checkpointing.interval", "1 s");
        configuration.setString("execution.checkpointing.externalized-checkpoint-retention", "RETAIN_ON_CANCELLATION");
        configuration.setString("state.checkpoints.dir", checkpoints.toUri().toString());
        configuration.setString("restart-strategy.type", "none");
        configuration.setString("parallelism.default", "1");
        Optional<Path> last = last(checkpoints);
        if (last.isPresent()) {
            configuration.setString("execution.savepoint.path", last.get().toUri().toString());
        }
        System.out.println("begins from " + last);
        TableEnvironment environment = TableEnvironment.create(
                EnvironmentSettings.newInstance().inStreamingMode().withConfiguration(configuration).build());
        environment.executeSql("CREATE TEMPORARY TABLE source (id INT) WITH ('connector' = 'datagen', 'rows-per-second' = '" + rowsPerSecond
                + "', 'fields.id.kind' = 'sequence', 'fields.id.start' = '1', 'fields.id.end' = '" + rows + "')");
        environment.executeSql("CREATE TEMPORARY TABLE sink (id INT, name STRING, score INT)" + sink("job", "job", ", 'sink.enable-delete' = 'false'"));
        environment.executeSql("INSERT INTO sink SELECT id, CONCAT('n', CAST(id AS STRING)), MOD(id, 10) FROM source").await();
        System.out.println("job over");
    }

    /** The newest checkpoint that is whole. */
    private static Optional<Path> last(Path checkpoints) throws IOException {
        if (!Files.isDirectory(checkpoints)) {
            return Optional.empty();
        }
        try (Stream<Path> files = Files.walk(checkpoints)) {
            return files.filter(file -> file.endsWith("_metadata"))
                    .max(Comparator.comparing(file -> file.toFile().lastModified()))
                    .map(Path::getParent);
        }
    }

    /** Whether a table has so many rows, of this sum of scores. */
    private static void holds(String table, String countAndSum, String what) throws SQLException {
        run("SYNC flink." + table);
        expect(countAndSum, text("SELECT CONCAT(COUNT(*), ' ', SUM(score)) FROM flink." + table), what);
    }

    private static String url() {
        return "jdbc:mysql://127.0.0.1:" + mysql + "/flink?createDatabaseIfNotExist=true";
    }

    private static void run(String statement) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url(), "root", "");
                Statement sent = connection.createStatement()) {
            sent.execute(statement);
        }
    }

    private static String text(String query) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url(), "root", "");
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getString(1);
        }
    }

    private static void expect(Object expected, Object found, String what) {
        if (!Objects.equals(expected, found)) {
            throw new AssertionError(what + ": found " + found + ", expected " + expected);
        }
    }
}
