package io.tributary.frontend;

import static io.tributary.frontend.FrontendFixture.info;
import static io.tributary.frontend.FrontendFixture.rows;
import static io.tributary.frontend.FrontendFixture.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.tributary.dialect.token.RewrittenText;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class StatementsTest {
    private FrontendFixture frontend;
    private Connection connection;

    @BeforeEach
    void start() throws Exception {
        frontend = new FrontendFixture();
        connection = frontend.withTable("");
    }

    @AfterEach
    void stop() throws Exception {
        connection.close();
        frontend.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    SET group_commit = abc                    | 1231 | 42000 | Variable 'group_commit' can't be set to the value of 'abc'
                    SET no_such_thing = 1                     | 1193 | HY000 | Unknown system variable 'no_such_thing'
                    SET version = 'x'                         | 1238 | HY000 | Variable 'version' is a read only variable
                    SET init_connect = 'x'                    | 1229 | HY000 | is a GLOBAL variable and should be set with SET GLOBAL
                    SET GLOBAL show_hidden_columns = 1        | 1228 | HY000 | is a SESSION variable and can't be used with SET GLOBAL
                    SET wait_timeout = 'abc'                  | 1232 | 42000 | Incorrect argument type to variable 'wait_timeout'
                    SET wait_timeout = 0                      | 1231 | 42000 | Variable 'wait_timeout' can't be set to the value of '0'
                    SET GLOBAL port = 1                       | 1238 | HY000 | Variable 'port' is a read only variable
                    SELECT @@session.port                     | 1238 | HY000 | Variable 'port' is a GLOBAL variable
                    SELECT @@global.last_insert_id            | 1238 | HY000 | Variable 'last_insert_id' is a SESSION variable
                    SHOW VARIABLES WHERE nothing = 1          | 1054 | 42S22 | Unknown column 'nothing' in 'where clause'
                    SHOW GRANTS FOR nobody                    | 1141 | 42000 | There is no such grant defined for user 'nobody'
                    SHOW BINARY LOGS                          | 1381 | HY000 | You are not using binary logging
                    SHOW CREATE VIEW t                        | 1347 | HY000 | 'ads.t' is not VIEW
                    SHOW CREATE PROCEDURE p                   | 1305 | 42000 | PROCEDURE p does not exist
                    DESCRIBE information_schema.nothing       | 1109 | 42S02 | Unknown table 'nothing' in information_schema
                    SET time_zone = 'Nowhere/City'            | 1298 | HY000 | Unknown or incorrect time zone: 'Nowhere/City'
                    SET NAMES koi8r                           | 1115 | 42000 | Unknown character set: 'koi8r'
                    SET sql_mode = 'NO_SUCH_MODE'             | 1231 | 42000 | can't be set to the value of 'NO_SUCH_MODE'
                    SELECT @@no_such_thing                    | 1193 | HY000 | Unknown system variable
                    USE nowhere                               | 1049 | 42000 | Unknown database 'nowhere'
                    DESCRIBE nowhere                          | 1146 | 42S02 | doesn't exist
                    KILL 4000000                              | 1094 | HY000 | Unknown thread id: 4000000
                    CREATE DATABASE ads                       | 1007 | HY000 | database exists
                    DESCRIBE ads.`no such`                    | 1146 | 42S02 | doesn't exist
                    """)
    void refusalsHaveMySqlsNumberStateAndText(String sql, int number, String state, String text) {
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> run(connection, sql))
                .withMessageContaining(text)
                .matches(e -> e.getErrorCode() == number)
                .matches(e -> e.getSQLState().equals(state));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    SET autocommit = OFF                                   | SELECT @@autocommit             | 0
                    SET @@session.autocommit = 0                           | SELECT @@session.autocommit     | 0
                    SET NAMES latin1                                       | SELECT @@character_set_client   | latin1
                    SET NAMES 'utf8mb4' COLLATE 'utf8mb4_0900_ai_ci'       | SELECT @@collation_connection   | utf8mb4_0900_ai_ci
                    SET character_set_results = NULL                       | SELECT @@character_set_results  | null
                    SET SESSION group_commit=SYNC_MODE,SESSION sql_mode='ANSI_QUOTES' | SELECT @@group_commit    | sync_mode
                    SET sql_mode=CONCAT(@@sql_mode,',ANSI_QUOTES'),NAMES utf8mb4 | SELECT @@sql_mode LIKE '%x'  | -
                    SET time_zone = '+08:00'                               | SELECT @@time_zone              | +08:00
                    SET @a = 'x', @b = 3                                   | SELECT @A, @b, @c               | x,3,null
                    SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED | SELECT @@transaction_isolation  | READ-COMMITTED
                    SET SESSION TRANSACTION READ ONLY                      | SELECT @@session.tx_read_only   | 1
                    SET wait_timeout = DEFAULT                             | SELECT @@wait_timeout           | 28800
                    """)
    void aSettingIsSeen(String set, String select, String expected) throws Exception {
        run(connection, set);
        if (!expected.equals("-")) {
            assertThat(rows(connection, select)).containsExactly(expected.replace(',', '|'));
        } else {
            assertThat(rows(connection, "SELECT @@sql_mode").get(0)).endsWith(",ANSI_QUOTES");
        }
    }

    @Test
    void foundRowsAreThoseOfTheLastResult() throws Exception {
        int databases = rows(connection, "SHOW DATABASES").size();

        assertThat(rows(connection, "SELECT FOUND_ROWS()")).containsExactly(Integer.toString(databases));
        assertThat(rows(connection, "SELECT FOUND_ROWS()")).containsExactly("1");

        rows(connection, "SELECT 7 + 1");
        assertThat(rows(connection, "SELECT FOUND_ROWS(), ROW_COUNT()")).containsExactly("1|-1");

        rows(connection, "SELECT SQL_CALC_FOUND_ROWS 7 + 1 LIMIT 1");
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> rows(connection, "SELECT FOUND_ROWS()"))
                .withMessageContaining("SQL_CALC_FOUND_ROWS")
                .matches(e -> e.getErrorCode() == 1235);
    }

    @Test
    void sleepWaitsAndSaysZero() throws Exception {
        long before = System.nanoTime();
        assertThat(rows(connection, "SELECT SLEEP(0.1) AS a, 7, SLEEP(0.1)")).containsExactly("0|7|0");
        run(connection, "DO SLEEP(0.1), 7, @a");
        assertThat(System.nanoTime() - before).isGreaterThan(300_000_000L);
        run(connection, "SET max_execution_time = 50");
        assertThat(rows(connection, "SELECT SLEEP(60)")).containsExactly("1");
    }

    /** Connector/J sends KILL QUERY by a connection of its own. */
    @Test
    void aSleepThatIsKilledEndsAndTheTransactionGoesOn() throws Exception {
        run(connection, "BEGIN");
        run(connection, "INSERT INTO t VALUES (1, 'a', 2)");
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(1);
            assertThatExceptionOfType(SQLTimeoutException.class)
                    .isThrownBy(() -> statement.executeQuery("SELECT SLEEP(600)"));
        }
        assertThat(info(connection, "COMMIT")).contains("VISIBLE");
    }

    @Test
    void whatIsSetInVainIsSaid() throws Exception {
        run(connection, "SET experimental_enable_sql_cache = true, exec_mem_limit = 2147483648");
        assertThat(rows(connection, "SHOW WARNINGS"))
                .containsExactly("Note|1235|'enable_sql_cache' is kept and shown, and has no effect here");
        assertThat(rows(connection, "SELECT @@enable_sql_cache, @@experimental_enable_sql_cache"))
                .containsExactly("1|1");
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> run(connection, "SET experimental_group_size = 1"))
                .withMessageContaining("Unknown system variable 'experimental_group_size'");
    }

    @Test
    void aSetThatFailsHalfWayHasSetNothing() throws Exception {
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> run(connection, "SET autocommit = 0, group_commit = nonsense"));

        assertThat(rows(connection, "SELECT @@autocommit")).containsExactly("1");
    }

    @Test
    void aGlobalValueIsReadAtConnectAndDefaultTakesItUnsetIncluded() throws Exception {
        run(connection, "SET GLOBAL group_commit = async_mode");
        assertThat(rows(connection, "SELECT @@group_commit, @@global.group_commit"))
                .containsExactly("off_mode|async_mode");
        try (Connection later = frontend.connect("root", "", "ads", "")) {
            assertThat(rows(later, "SELECT @@group_commit")).containsExactly("async_mode");
            assertThat(rows(later, "EXPLAIN INSERT INTO t VALUES (1, 'a', 2)")).contains("decided_by|global");
            run(later, "SET group_commit = off_mode");
            assertThat(rows(later, "EXPLAIN INSERT INTO t VALUES (1, 'a', 2)"))
                    .contains("decided_by|session", "reason|MODE_OFF");
            run(connection, "SET GLOBAL group_commit = DEFAULT");
            run(later, "SET group_commit = DEFAULT");
            assertThat(rows(later, "EXPLAIN INSERT INTO t VALUES (1, 'a', 2)")).contains("decided_by|default");
        }
    }

    @Test
    void showTellsOfDatabasesTablesColumnsAndVariables() throws Exception {
        assertThat(rows(connection, "SHOW DATABASES"))
                .containsExactly("ads", "information_schema", "mysql", "tributary");
        assertThat(rows(connection, "SHOW TABLES")).containsExactly("t", "u");
        assertThat(rows(connection, "SHOW FULL TABLES FROM ads LIKE 't%'")).containsExactly("t|BASE TABLE");
        assertThat(rows(connection, "DESC t"))
                .containsExactly("id|int|YES||null|", "name|varchar(20)|NO||null|", "score|int|YES||7|");
        assertThat(rows(connection, "SHOW VARIABLES LIKE 'group_commit'")).containsExactly("group_commit|off_mode");
        assertThat(rows(connection, "SHOW VARIABLES WHERE Variable_name = 'autocommit'"))
                .containsExactly("autocommit|ON");
        assertThat(rows(connection, "SHOW VARIABLES LIKE 'innodb_lock_wait_timeout'"))
                .hasSize(1);
        assertThat(rows(connection, "SHOW CREATE TABLE t").get(0)).startsWith("t|CREATE TABLE `t`");
        assertThat(rows(connection, "SHOW PROCESSLIST")).anyMatch(row -> row.contains("SHOW PROCESSLIST"));
        assertThat(rows(connection, "SHOW ENGINES")).hasSize(1);
        assertThat(rows(connection, "SHOW INDEX FROM t")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    SHOW VARIABLES WHERE Variable_name LIKE 'auto_inc%' AND NOT Variable_name = 'auto_increment_offset' | auto_increment_increment=1
                    SHOW VARIABLES WHERE Variable_name IN ('port', 'autocommit') AND Value <> 'OFF' AND Value > 'A'     | autocommit=ON
                    SHOW VARIABLES WHERE Variable_name LIKE 'auto_inc%' AND Value BETWEEN 2 AND 9                       | -
                    SHOW VARIABLES WHERE (Variable_name = 'license' OR Variable_name LIKE 'version_c%nt') AND Value NOT LIKE 'Apache%' | version_comment=Tributary
                    SHOW COLUMNS FROM t WHERE `Default` IS NOT NULL                                                     | score=int=YES==7=
                    SHOW COLUMNS FROM t WHERE NOT (`Default` > 5) OR Field = 'name'                                     | name=varchar(20)=NO==null=
                    SHOW COLLATION WHERE Charset = 'binary' OR `Default` = 'no'                                         | binary=binary=63=Yes=Yes=1=NO PAD
                    """)
    void showTakesTheConditionsOfWhere(String show, String expected) throws Exception {
        List<String> rows = rows(connection, show);
        if (expected.equals("-")) {
            assertThat(rows).isEmpty();
        } else {
            assertThat(rows).containsExactly(expected.replace('=', '|'));
        }
    }

    @Test
    void theSystemsDatabasesCanBeUsedAndShownButNotChanged() throws Exception {
        run(connection, "USE INFORMATION_SCHEMA");
        assertThat(rows(connection, "SELECT DATABASE()")).containsExactly("information_schema");
        assertThat(rows(connection, "SHOW FULL TABLES LIKE 'TABLES'")).containsExactly("TABLES|SYSTEM VIEW");
        assertThat(rows(connection, "SHOW COLUMNS FROM schemata LIKE 'SCHEMA_NAME'"))
                .containsExactly("SCHEMA_NAME|varchar(64)|NO||null|");
        for (String sql : new String[] {
            "INSERT INTO information_schema.tables VALUES (1)",
            "DELETE FROM mysql.user",
            "UPDATE mysql.user SET Host = 'x'",
            "TRUNCATE TABLE tables"
        }) {
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> run(connection, sql))
                    .matches(e -> e.getErrorCode() == 1044, sql);
        }
    }

    @Test
    void showStatusCountsDecisionsByTheirPublicNames() throws Exception {
        run(connection, "INSERT INTO t VALUES (1, 'a', 2)");
        run(connection, "SET group_commit = async_mode");
        run(connection, "INSERT INTO t VALUES (1, 'a', 2)");

        assertThat(rows(connection, "SHOW STATUS LIKE 'Group_commit%'"))
                .contains("Group_commit_async_mode|1", "Group_commit_fallback_MODE_OFF|1");
    }

    @Test
    void showStatusTellsOfTheSessionsPlanCacheAndOfAll() throws Exception {
        for (int i = 0; i < 3; i++) {
            run(connection, "INSERT INTO t VALUES (" + i + ", 'a', 2)");
        }
        try (Connection other = frontend.connect("")) {
            run(other, "INSERT INTO ads.t VALUES (1, 'a', 2)");
        }

        assertThat(rows(connection, "SHOW STATUS LIKE 'plan_cache%'"))
                .containsExactly("plan_cache_entries|1", "plan_cache_hits|2", "plan_cache_misses|1");
        assertThat(rows(connection, "SHOW GLOBAL STATUS LIKE 'plan_cache%'"))
                .contains("plan_cache_entries|2", "plan_cache_hits|2", "plan_cache_misses|2");
        assertThat(rows(connection, "SHOW STATUS WHERE Variable_name IN ('Compression', 'Ssl_cipher')"))
                .containsExactly("Compression|OFF", "Ssl_cipher|");
    }

    @Test
    void aSessionThatAlternatesBetweenAThousandShapesStaysWithinItsBound() throws Exception {
        for (int round = 0; round < 2; round++) {
            for (int shape = 0; shape < 1_000; shape++) {
                run(connection, "INSERT INTO t /* " + shape + " */ (id, name) VALUES (1, 'a')");
            }
        }

        List<String> status = rows(connection, "SHOW STATUS LIKE 'plan_cache_entries'");
        int entries = Integer.parseInt(status.get(0).substring("plan_cache_entries|".length()));
        assertThat(entries).isBetween(1, 512);
        assertThat(rows(connection, "SHOW GLOBAL STATUS LIKE 'plan_cache_misses'"))
                .containsExactly("plan_cache_misses|1000");
    }

    @Test
    void showWarningsRepeatsTheLastError() throws Exception {
        assertThatExceptionOfType(SQLException.class).isThrownBy(() -> run(connection, "USE nowhere"));
        assertThat(rows(connection, "SHOW WARNINGS")).containsExactly("Error|1049|Unknown database 'nowhere'");
        run(connection, "SET @x = 1");
        assertThat(rows(connection, "SHOW WARNINGS")).isEmpty();
    }

    @Test
    void showErrorsLeavesOutWhatIsOnlyAWarning() throws Exception {
        run(connection, "DROP TABLE IF EXISTS nowhere");
        assertThat(rows(connection, "SHOW ERRORS")).isEmpty();
        assertThat(rows(connection, "SHOW COUNT(*) ERRORS")).containsExactly("0");
        assertThat(rows(connection, "SELECT @@error_count, @@warning_count")).containsExactly("0|1");

        assertThatExceptionOfType(SQLException.class).isThrownBy(() -> run(connection, "USE nowhere"));
        assertThat(rows(connection, "SHOW ERRORS")).containsExactly("Error|1049|Unknown database 'nowhere'");
        assertThat(rows(connection, "SHOW COUNT(*) ERRORS")).containsExactly("1");
        assertThat(rows(connection, "SELECT @@error_count, @@warning_count")).containsExactly("1|1");
    }

    @Test
    void showIndexAndTableStatusTellOfKeysInTheirOrder() throws Exception {
        run(
                connection,
                "CREATE TABLE k (a INT NOT NULL, b INT NOT NULL, v INT, PRIMARY KEY (b, a), KEY i (v)) COMMENT 'pairs'");
        run(connection, "CREATE TABLE n (a INT NOT NULL, v INT, UNIQUE KEY by_a (a))");

        assertThat(rows(connection, "SHOW INDEX FROM k"))
                .containsExactly(
                        "k|0|PRIMARY|1|b|A|null|null|null||BTREE|||YES|null",
                        "k|0|PRIMARY|2|a|A|null|null|null||BTREE|||YES|null",
                        "k|1|i|1|v|null|null|null|null|YES|BTREE|||YES|null");
        assertThat(rows(connection, "SHOW KEYS FROM n IN ads WHERE Key_name = 'by_a'"))
                .containsExactly("n|0|by_a|1|a|A|null|null|null||BTREE|||YES|null");
        assertThat(rows(connection, "SHOW COLUMNS FROM n")).containsExactly("a|int|NO|PRI|null|", "v|int|YES||null|");
        assertThat(rows(connection, "SHOW CREATE TABLE k").get(0)).contains("PRIMARY KEY (`b`, `a`)");
        assertThat(rows(connection, "SHOW CREATE TABLE n").get(0)).contains("UNIQUE KEY `by_a` (`a`)");
        assertThat(rows(connection, "SHOW TABLE STATUS LIKE 'k'"))
                .containsExactly("k|TRIBUTARY|10|Dynamic|" + "null|".repeat(10) + "utf8mb4_0900_bin|null||pairs");
        assertThat(rows(connection, "SHOW TABLE STATUS FROM ads WHERE Name = 'u'"))
                .hasSize(1);
    }

    @Test
    void functionsOfTheSessionAreAnsweredHere() throws Exception {
        assertThat(rows(connection, "SELECT DATABASE(), USER(), VERSION(), 1, 'x' AS y"))
                .containsExactly("ads|root@127.0.0.1|8.0.36-tributary|1|x");
        assertThat(rows(connection, "SELECT @@version_comment LIMIT 1")).containsExactly("Tributary");
    }

    @Test
    void tokensOfTheSessionAreReplacedInQueriesForTheEngine() throws Exception {
        run(connection, "SET @id = 5");
        frontend.backend.forgetCalls();
        rows(connection, "SELECT * FROM t WHERE id = @id AND name = DATABASE()");
        assertThat(frontend.backend.calls())
                .containsExactly("query SELECT * FROM t WHERE id = " + RewrittenText.instead("@id", "5")
                        + " AND name = " + RewrittenText.instead("DATABASE()", "'ads'") + " in 0");
    }

    @Test
    void aChangeOfRowsPlannedForAnOlderTableIsPlannedAnew() throws Exception {
        try (Connection preparing = frontend.connect("root", "", "ads", FrontendFixture.MANUAL);
                PreparedStatement delete = preparing.prepareStatement("DELETE FROM t WHERE id = ?")) {
            delete.setInt(1, 5);
            frontend.backend.raiseSchemaVersion("ads", "t");
            frontend.backend.forgetCalls();
            assertThat(run(connection, "UPDATE t SET id = 1")).isEqualTo(7);
            frontend.backend.raiseSchemaVersion("ads", "t");
            assertThat(delete.executeUpdate()).isEqualTo(7);
        }

        assertThat(frontend.backend.calls())
                .containsExactly(
                        "catalog",
                        "execute UPDATE t SET id = 1 in 0",
                        "catalog",
                        "execute DELETE FROM t WHERE id = 5 in 0");
    }

    @Test
    void syncWaitsForTheTablesThisSessionWrote() throws Exception {
        run(connection, "SET group_commit = async_mode");
        run(connection, "SYNC");
        run(connection, "INSERT INTO t VALUES (1, 'a', 2)");
        run(connection, "INSERT INTO u VALUES (1)");
        run(connection, "SYNC");
        run(connection, "SYNC");
        run(connection, "SYNC ads.t");

        assertThat(frontend.backend.calls().stream().filter(call -> call.startsWith("sync")))
                .containsExactly("sync 2 within 60000", "sync 1 within 60000");
        assertThat(rows(connection, "SELECT count(*) FROM t")).containsExactly("1");
    }

    @Test
    void severalStatementsInOneCommandAreAnsweredInOrderAndStopAtAnError() throws Exception {
        try (Connection multi = frontend.connect("root", "", "ads", "allowMultiQueries=true");
                Statement statement = multi.createStatement()) {
            assertThat(statement.execute("SET @a = 1; SELECT @a; INSERT INTO u VALUES (4); SELECT count(*) FROM u"))
                    .isFalse();
            assertThat(statement.getMoreResults()).isTrue();
            try (ResultSet one = statement.getResultSet()) {
                assertThat(one.next()).isTrue();
                assertThat(one.getInt(1)).isEqualTo(1);
            }
            assertThat(statement.getMoreResults()).isFalse();
            assertThat(statement.getUpdateCount()).isEqualTo(1);
            assertThat(statement.getMoreResults()).isTrue();
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> {
                        statement.execute("SET @a = 2; USE nowhere; SET @a = 3");
                        statement.getMoreResults();
                    })
                    .matches(e -> e.getErrorCode() == 1049);
        }
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> run(connection, "SET @a = 2; SET @a = 3"))
                .matches(e -> e.getErrorCode() == 1064);
    }

    @Test
    void sqlSelectLimitEndsTheQuery() throws Exception {
        run(connection, "INSERT INTO u VALUES (1), (2), (3), (4)");
        try (Statement statement = connection.createStatement()) {
            statement.setMaxRows(2);
            try (ResultSet result = statement.executeQuery("SELECT * FROM u")) {
                assertThat(result.next()).isTrue();
                assertThat(result.next()).isTrue();
                assertThat(result.next()).isFalse();
            }
        }
        assertThat(rows(connection, "SELECT * FROM u")).hasSize(4);
    }

    @Test
    void wholeNumbersBeyond64BitsKeepTheirDigits() throws Exception {
        assertThat(rows(connection, "SELECT 18446744073709551615, -9223372036854775808, 99999999999999999999999"))
                .containsExactly("18446744073709551615|-9223372036854775808|99999999999999999999999");
        run(connection, "SET @big = 99999999999999999999999");
        assertThat(rows(connection, "SELECT @big")).containsExactly("99999999999999999999999");
    }

    @Test
    void killEndsAnotherConnection() throws Exception {
        try (Connection victim = frontend.connect("root", "", "ads", "")) {
            String id = rows(victim, "SELECT CONNECTION_ID()").get(0);
            run(connection, "KILL " + id);
            await().until(() -> !victim.isValid(1));
        }
    }

    @Test
    void aLatin1ClientReadsAndWritesItsOwnCharacters() throws Exception {
        run(connection, "SET @probe = 'é'");
        assertThat(rows(connection, "SELECT @probe")).containsExactly("é");
        try (Connection latin1 =
                frontend.connect("root", "", "ads", "connectionCollation=latin1_swedish_ci&useServerPrepStmts=true")) {
            run(latin1, "INSERT INTO t VALUES (1, 'é', 2)");
            try (var insert = latin1.prepareStatement("INSERT INTO t VALUES (?, ?, 2)")) {
                insert.setInt(1, 2);
                insert.setString(2, "ü");
                insert.execute();
            }
            assertThat(rows(latin1, "SELECT * FROM t")).containsExactly("1|é|2", "2|ü|2");
        }
        assertThat(rows(connection, "SELECT * FROM t")).containsExactly("1|é|2", "2|ü|2");
    }
}
