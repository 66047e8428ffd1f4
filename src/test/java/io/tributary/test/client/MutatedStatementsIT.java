package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.process.Sql;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * No statement makes the server hang or answers with anything but a result or MySQL's error, and 1235 names what is not
 * supported: those of the planner's tests and of the list below, whole, and with words left out, doubled, swapped, cut off,
 * or replaced by words of others.
 *
 * <p>Another number of mutations, or other ones: {@code -Dtributary.mutations=50000 -Dtributary.mutations.seed=7}; where
 * {@code CI} is true each run draws others and prints their seed.
 */
@Tag("clients")
final class MutatedStatementsIT {
    private static final int MUTATIONS = Integer.getInteger("tributary.mutations", 2_000);
    private static final long SEED =
            Long.getLong("tributary.mutations.seed", "true".equals(System.getenv("CI")) ? System.nanoTime() : 1);
    private static final int CHANGES_MAX = 3;
    private static final int SOCKET_TIMEOUT_MILLIS = 30_000;
    private static final int ENGINE_ERROR = 1105;
    private static final int NOT_SUPPORTED = 1235;
    /** What is not supported, between quotes. */
    private static final Pattern NAMED = Pattern.compile("doesn't yet support '\\S.*'", Pattern.DOTALL);

    /** A server of its own: accounts, databases and global variables are not safe from what comes out. */
    @RegisterExtension
    static final Server SERVER = new Server();

    private static final Pattern TOKEN = Pattern.compile("'(?:[^'\\\\]|\\\\.|'')*'|\"(?:[^\"\\\\]|\\\\.)*\"|`[^`]*`"
            + "|[A-Za-z_@$][\\w@$.]*|\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?|<=>|<=|>=|<>|!=|:=|->>|->|\\|\\||&&|\\S");

    /** What waits on purpose, ends the connection, or keeps the test from coming back. */
    private static final Set<String> LEFT_OUT =
            Set.of("SLEEP", "BENCHMARK", "GET_LOCK", "KILL", "INFILE", "SHUTDOWN", "USER", "PASSWORD");

    /** What no answer may hold: the inside of the server. */
    private static final Pattern INSIDE = Pattern.compile(
            "Exception|java\\.|io\\.tributary|\\bat [a-z]+\\.[a-z]+\\.|INTERNAL Error|NullPointer|\\$store|tributary_|"
                    + "Binder Error|Parser Error|Catalog Error|Conversion Error|Invalid Input Error|Out of Range Error");

    private static final List<String> STATEMENTS = List.of(
            "SELECT a.id, COUNT(*) AS n, GROUP_CONCAT(DISTINCT b.name ORDER BY b.id SEPARATOR '|') FROM dt a LEFT JOIN ut b"
                    + " ON a.id = b.id WHERE a.score BETWEEN 1 AND 100 GROUP BY a.id WITH ROLLUP HAVING n > 0 ORDER BY 1 LIMIT 5",
            "WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r WHERE n < 10) SELECT SUM(n) FROM r",
            "SELECT id, ROW_NUMBER() OVER (PARTITION BY name ORDER BY score DESC) AS k, LAG(score, 1, 0) OVER w FROM dt"
                    + " WINDOW w AS (ORDER BY id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)",
            "SELECT DATE_FORMAT(NOW(), '%Y-%m-%d %H:%i:%s'), DATE_ADD('2024-01-31', INTERVAL 1 MONTH), DATEDIFF('2024-03-01',"
                    + " '2024-02-01'), UNIX_TIMESTAMP('2024-01-01'), FROM_UNIXTIME(0), LAST_DAY('2024-02-01')",
            "SELECT IF(score > 3, 'x', NULL), IFNULL(name, ''), NULLIF(id, 1), CASE id WHEN 1 THEN 'a' ELSE 'b' END, id <=> 1,"
                    + " CAST(score AS SIGNED), CONVERT(id, CHAR), name LIKE 'a%' ESCAPE '|', name REGEXP '^a' FROM dt",
            "SELECT JSON_EXTRACT('{\"a\": [1, 2]}', '$.a[1]'), '{\"a\": 1}' ->> '$.a', JSON_UNQUOTE('\"x\"'), SUBSTRING_INDEX('a.b.c', '.', -2)",
            "SELECT * FROM dt WHERE id IN (SELECT id FROM ut WHERE EXISTS (SELECT 1 FROM dt d WHERE d.id = ut.id)) UNION ALL"
                    + " (SELECT * FROM ut LIMIT 2, 3) ORDER BY id DESC",
            "INSERT INTO ut (id, name) VALUES (1, 'a'), (2, CONCAT('b', 'c')) ON DUPLICATE KEY UPDATE name = CONCAT(name, VALUES(name))",
            "INSERT IGNORE INTO ut SELECT id, name, score FROM dt WHERE id > 1",
            "REPLACE INTO ut VALUES (1, 'x', 2), (3, DEFAULT, NULL)",
            "UPDATE dt SET score = score * 2, name = UPPER(name) WHERE id = 1 ORDER BY score DESC LIMIT 1",
            "DELETE FROM dt WHERE score IS NULL OR name NOT IN ('a', 'b') LIMIT 3",
            "CREATE TABLE c1 (k INT NOT NULL, v BIGINT SUM DEFAULT '0', d DATETIME(3) DEFAULT CURRENT_TIMESTAMP(3), a ARRAY<INT>)"
                    + " AGGREGATE KEY(k) PARTITION BY RANGE(k) (PARTITION p1 VALUES LESS THAN ('10'), PARTITION p2 VALUES LESS THAN"
                    + " (MAXVALUE)) DISTRIBUTED BY HASH(k) BUCKETS 1 PROPERTIES ('replication_num' = '1')",
            "ALTER TABLE dt ADD COLUMN extra DECIMAL(10, 2) NOT NULL DEFAULT '1.5' AFTER name, DROP COLUMN extra",
            "ALTER TABLE dt SET ('group_commit_interval_ms' = '100', \"group_commit_mode\" = \"async_mode\")",
            "SET SESSION sql_mode = 'ANSI_QUOTES', @a = 1 + 1, time_zone = '+08:00'",
            "SHOW FULL COLUMNS FROM dt LIKE 'n%'",
            "SHOW TABLES WHERE Tables_in_x > 'a'",
            "EXPLAIN INSERT INTO dt VALUES (1, 'a', 2)",
            "PREPARE p FROM 'SELECT ? + 1'",
            "EXECUTE p USING @a",
            "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = DATABASE() ORDER BY 1, 2",
            "BEGIN WITH LABEL l1",
            "SELECT JSON_REMOVE('[1e999,2]','$[1]'), JSON_CONTAINS('1e999','1e999'), JSON_VALID('1e999')",
            "SELECT YEARWEEK(DATE_ADD('9999-12-31', INTERVAL 1 DAY)), FROM_UNIXTIME(253402300800,'%X %V')",
            "SELECT JSON_CONTAINS_PATH('{}', 'one', CONCAT('$.\"', REPEAT('a', 20000), '\"'))",
            "SELECT HEX(CONCAT(x'FF', 'a')), UPPER(UNHEX('FF')), x'FF' LIKE '%xFF%', BIT_COUNT(b'101010'), HEX(2.5), SUM('5')",
            "COMMIT",
            "ROLLBACK");

    @Test
    void everyStatementIsAnsweredInMySqlsTerms() throws IOException, SQLException {
        List<String> whole = statements();
        List<String> words = whole.stream().flatMap(sql -> tokens(sql).stream()).toList();
        Random random = new Random(SEED);
        TreeMap<String, String> bad = new TreeMap<>();
        int run = 0;
        @Nullable Connection connection = null;
        try {
            for (int i = 0; i < whole.size() + MUTATIONS; i++) {
                String sql = i < whole.size() ? whole.get(i) : mutated(whole, words, random);
                if (isLeftOut(sql)) {
                    continue;
                }
                if (connection == null || connection.isClosed() || run % 200 == 0) {
                    connection = reopened(connection);
                }
                run++;
                String wrong = wrongAnswer(connection, sql);
                if (wrong != null) {
                    bad.putIfAbsent(wrong, sql);
                }
            }
        } finally {
            if (connection != null) {
                connection.close();
            }
        }
        System.out.println("mutated statements run=" + run + " seed=" + SEED);
        assertThat(bad).isEmpty();
    }

    private static Connection reopened(@Nullable Connection before) throws SQLException {
        if (before != null) {
            before.close();
        }
        String database = SERVER.newDatabase();
        Connection connection = Sql.open(
                SERVER.port(),
                database,
                "socketTimeout=" + SOCKET_TIMEOUT_MILLIS + "&queryTimeoutKillsConnection=false");
        try (Statement statement = connection.createStatement()) {
            for (String table : List.of("dt", "nn")) {
                statement.execute(
                        "CREATE TABLE " + table + " (id INT NOT NULL, name VARCHAR(50), score INT) DUPLICATE KEY(id)");
            }
            statement.execute("CREATE TABLE ut (id INT NOT NULL, name VARCHAR(50), score INT) UNIQUE KEY(id)");
            statement.execute("INSERT INTO dt VALUES (1, 'a', 10), (2, 'b', NULL), (3, NULL, 30)");
            statement.execute("INSERT INTO ut SELECT * FROM dt");
        }
        return connection;
    }

    /** Null for a result, and for an error that a client can make something of. */
    private static @Nullable String wrongAnswer(Connection connection, String sql) {
        try (Statement statement = connection.createStatement()) {
            if (statement.execute(sql)) {
                try (ResultSet rows = statement.getResultSet()) {
                    int columns = rows.getMetaData().getColumnCount();
                    while (rows.next()) {
                        rows.getString(columns);
                    }
                }
            }
            return null;
        } catch (SQLException e) {
            String message = String.valueOf(e.getMessage());
            Matcher inside = INSIDE.matcher(message);
            if (e.getErrorCode() == 0) {
                return "no MySQL error: " + message.lines().findFirst().orElse("");
            }
            if (e.getErrorCode() == NOT_SUPPORTED && !NAMED.matcher(message).find()) {
                return "1235 without a name: " + message;
            }
            if (inside.find()) {
                return e.getErrorCode() + " tells " + inside.group() + ": " + message;
            }
            return e.getErrorCode() == ENGINE_ERROR && message.startsWith("engine") ? message : null;
        }
    }

    private static String mutated(List<String> whole, List<String> words, Random random) {
        List<String> tokens = new ArrayList<>(tokens(whole.get(random.nextInt(whole.size()))));
        int changes = 1 + random.nextInt(CHANGES_MAX);
        for (int i = 0; i < changes && !tokens.isEmpty(); i++) {
            int at = random.nextInt(tokens.size());
            String other = words.get(random.nextInt(words.size()));
            switch (random.nextInt(6)) {
                case 0 -> tokens.remove(at);
                case 1 -> tokens.add(at, tokens.get(at));
                case 2 -> tokens.add(at, other);
                case 3 -> tokens.set(at, other);
                case 4 -> {
                    String moved = tokens.remove(at);
                    tokens.add(random.nextInt(tokens.size() + 1), moved);
                }
                default -> tokens.subList(at, tokens.size()).clear();
            }
        }
        return String.join(" ", tokens);
    }

    private static List<String> tokens(String sql) {
        return TOKEN.matcher(sql).results().map(found -> found.group()).toList();
    }

    private static boolean isLeftOut(String sql) {
        String upper = sql.toUpperCase(Locale.ROOT);
        return sql.isBlank() || LEFT_OUT.stream().anyMatch(upper::contains);
    }

    private static List<String> statements() throws IOException {
        // The tests run in src/test.
        String plans = Files.readString(Path.of("../../planner/src/test/resources/io/tributary/planner/plans.txt"));
        Stream<String> planned = Stream.of(plans.split("\n\n")).map(block -> block.split("\n----", 2)[0].strip());
        return Stream.concat(STATEMENTS.stream(), planned)
                .map(sql -> sql.replaceAll("\\bdb\\.", ""))
                .toList();
    }
}
