import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Spark in one process, which writes by Apache Doris' connector into tables of database {@code spark}.
 *
 * <p>{@code daily}: rows in each way that the connector has, counted. {@code slow}: one job of two phases, which takes a while, so
 * that it can be killed in the middle.
 */
public final class Spark {
    private static final int ROWS = 1_000;

    private static String http;
    private static String mysql;

    public static void main(String[] arguments) throws Exception {
        http = arguments[1];
        mysql = arguments[2];
        // One task at a time, so that the first is over long before the last.
        try (SparkSession spark = SparkSession.builder()
                .master(arguments[0].equals("slow") ? "local[1]" : "local[2]")
                .config("spark.ui.enabled", "false")
                .getOrCreate()) {
            if (arguments[0].equals("slow")) {
                slow(spark, Integer.parseInt(arguments[3]));
            } else {
                daily(spark);
            }
        }
    }

    private static void daily(SparkSession spark) throws SQLException {
        run("CREATE DATABASE IF NOT EXISTS spark");
        Dataset<Row> rows = spark.sql("SELECT CAST(id AS INT) id, concat(\"it's \", id) name, CAST(id * 10 AS INT) score,"
                + " CAST(id / 8 AS DECIMAL(10, 3)) amount, TIMESTAMP '2024-02-29 12:34:56' at FROM range(0, " + ROWS + ")");

        for (String format : new String[] {"csv", "json"}) {
            table("t", "DUPLICATE KEY(id)");
            append(writer(rows, "t").option("doris.sink.properties.format", format));
            holds("t", ROWS, format);
        }

        table("t", "DUPLICATE KEY(id)");
        append(writer(rows, "t"));
        holds("t", ROWS, "as it is");

        long grouped = grouped();
        append(writer(rows, "t").option("doris.sink.properties.group_commit", "sync_mode"));
        holds("t", 2 * ROWS, "group commit");
        expect(true, grouped() > grouped, "loads that were grouped");

        append(writer(rows, "t").option("doris.sink.enable-2pc", "true"));
        holds("t", 3 * ROWS, "two phases");

        table("k", "UNIQUE KEY(id)");
        append(writer(rows, "k"));
        append(writer(rows.withColumn("__DORIS_DELETE_SIGN__", org.apache.spark.sql.functions.expr("CAST(id % 2 AS INT)")), "k")
                .option("doris.sink.properties.columns", "id,name,score,amount,at,__DORIS_DELETE_SIGN__")
                .option("doris.sink.properties.hidden_columns", "__DORIS_DELETE_SIGN__"));
        holds("k", ROWS / 2, "rows that delete");

        writer(rows.limit(10), "k").mode("overwrite").save();
        holds("k", 10, "overwritten");

        spark.conf().set("spark.sql.catalog.dc", "org.apache.doris.spark.catalog.DorisTableCatalog");
        spark.conf().set("spark.sql.catalog.dc.doris.fenodes", http);
        spark.conf().set("spark.sql.catalog.dc.doris.query.port", mysql);
        spark.conf().set("spark.sql.catalog.dc.doris.user", "root");
        spark.conf().set("spark.sql.catalog.dc.doris.password", "");
        // The connector names the columns of the load as the query does.
        spark.sql("INSERT INTO dc.spark.k SELECT -1 id, 'by the catalog' name, 1 score, 1.5 amount,"
                + " TIMESTAMP '2024-01-01 00:00:00' at");
        holds("k", 11, "by the catalog");

        expect(11L, spark.read()
                .format("jdbc")
                .option("url", url())
                .option("dbtable", "k")
                .option("user", "root")
                .option("password", "")
                .load()
                .count(), "read by JDBC");
        System.out.println("csv, json, group commit, two phases, rows that delete, overwritten, by its catalog: "
                + "all rows there; read by JDBC");
    }

    /** Four tasks, each a load of its own that is decided about when all are over. */
    private static void slow(SparkSession spark, int rows) throws SQLException {
        Dataset<Row> made = spark.sql("SELECT CAST(id AS INT) id, concat('n', id) name, CAST(id % 10 AS INT) score,"
                + " CAST(1 AS DECIMAL(10, 3)) amount, TIMESTAMP '2024-02-29 12:34:56' at FROM range(0, " + rows + ", 1, 4)");
        append(writer(made, "slow").option("doris.sink.enable-2pc", "true").option("doris.sink.batch.size", "1000000"));
        System.out.println("job over");
    }

    private static DataFrameWriter<Row> writer(Dataset<Row> rows, String table) {
        return rows.write()
                .format("doris")
                .option("doris.fenodes", http)
                .option("doris.query.port", mysql)
                .option("doris.table.identifier", "spark." + table)
                .option("user", "root")
                .option("password", "");
    }

    private static void append(DataFrameWriter<Row> writer) {
        writer.mode("append").save();
    }

    private static void table(String name, String key) throws SQLException {
        run("DROP TABLE IF EXISTS spark." + name);
        run("CREATE TABLE spark." + name + " (id INT, name VARCHAR(50), score INT, amount DECIMAL(10, 3), at DATETIME) " + key);
    }

    /** Whether a table has so many rows, all as they were. */
    private static void holds(String table, long rows, String what) throws SQLException {
        run("SYNC spark." + table);
        expect(rows + " " + rows, text("SELECT CONCAT(COUNT(*), ' ', SUM(name IN (CONCAT('it''s ', id), 'by the catalog')"
                + " AND at >= '2024-01-01' AND amount IN (id / 8, 1.5))) FROM spark." + table), what);
    }

    private static long grouped() throws SQLException {
        try (Connection connection = DriverManager.getConnection(url(), "root", "");
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW STATUS LIKE 'Group_commit_sync_mode'")) {
            return row.next() ? row.getLong(2) : 0;
        }
    }

    private static String url() {
        return "jdbc:mysql://127.0.0.1:" + mysql + "/spark?createDatabaseIfNotExist=true";
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
