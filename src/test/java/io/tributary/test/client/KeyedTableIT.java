package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tributary.engine.port.EngineCapability;
import io.tributary.test.process.Sql;
import io.tributary.test.process.TableServer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables with a key as MySQL's programs make and use them, on the real engine. */
@Tag("clients")
final class KeyedTableIT {
    @RegisterExtension
    static final Server SERVER = Server.shared();

    @RegisterExtension
    static final Server SERVER_57 = Server.shared57();

    private static final String CREATE =
            "CREATE TABLE kv (k VARCHAR(20) NOT NULL, v INT, note VARCHAR(20), PRIMARY KEY (k)) ENGINE=InnoDB";

    static Stream<Server> servers() {
        return Stream.of(SERVER, SERVER_57);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sync_mode", "async_mode", "off_mode"})
    void theLastRowOfAKeyStaysWhateverTheModeAndTheVerb(String mode) throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            sql.run(CREATE, "SET group_commit = " + mode);
            sql.run("INSERT INTO kv VALUES ('a', 1, 'one'), ('b', 2, 'two'), ('a', 3, 'three')");
            sql.run("REPLACE INTO kv (k, v) VALUES ('b', 4)");
            sql.run("INSERT INTO kv (k, v, note) VALUES ('c', 5, 'five') ON DUPLICATE KEY UPDATE v = VALUES(v),"
                    + " note = VALUES(note)");
            sql.run("INSERT INTO kv SELECT concat('c', ''), 6 + 1, 'computed'");
            sql.run("SYNC kv");

            assertThat(sql.query("SELECT * FROM kv ORDER BY k"))
                    .containsExactly("a|3|three", "b|4|null", "c|7|computed");
        }
    }

    /** The older row waits in the log while the newer one is committed by itself. */
    @ParameterizedTest
    @ValueSource(strings = {"SET group_commit = off_mode", "BEGIN", "SET autocommit = 0"})
    void aRowThatIsCommittedAloneIsNotReplacedByOneAcknowledgedBefore(String alone) throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            sql.run(CREATE, "SET group_commit = async_mode", "INSERT INTO kv VALUES ('a', 1, 'old')");
            sql.run(alone, "INSERT INTO kv VALUES ('a', 2, 'new')");
            sql.run("COMMIT");
            sql.run("SYNC kv");

            assertThat(sql.query("SELECT * FROM kv")).containsExactly("a|2|new");
        }
    }

    @ParameterizedTest
    @MethodSource("servers")
    void thousandsOfRowsThroughBothWaysOfTheEngineLeaveOneRowAKey(Server server) throws SQLException {
        String database = server.newDatabase();
        try (Sql sql = Sql.connect(server.port(), database);
                Connection batches = Sql.open(server.port(), database, "rewriteBatchedStatements=true")) {
            sql.run(CREATE);
            try (PreparedStatement insert = batches.prepareStatement("INSERT INTO kv VALUES (?, ?, ?)")) {
                for (int round = 0; round < 3; round++) {
                    for (int i = 0; i < 5_000; i++) {
                        insert.setString(1, "k" + i % 2_000);
                        insert.setInt(2, round * 5_000 + i);
                        insert.setString(3, "r" + round);
                        insert.addBatch();
                    }
                    insert.executeBatch();
                }
            }

            assertThat(sql.query("SELECT COUNT(*), COUNT(DISTINCT k), MIN(v), MAX(v) FROM kv"))
                    .containsExactly("2000|2000|13000|14999");
        }
    }

    @Test
    void aTransactionSeesWhatItReplacedAndConflictsWithARowOfItsKeyCommittedMeanwhile() throws SQLException {
        String database = SERVER.newDatabase();
        try (Sql own = Sql.connect(SERVER.port(), database);
                Sql other = Sql.connect(SERVER.port(), database)) {
            own.run(CREATE, "INSERT INTO kv VALUES ('a', 1, '')");
            own.run("BEGIN", "INSERT INTO kv VALUES ('a', 2, ''), ('new', 1, '')");
            assertThat(own.query("SELECT k, v FROM kv ORDER BY k")).containsExactly("a|2", "new|1");
            assertThat(other.query("SELECT k, v FROM kv")).containsExactly("a|1");
            if (!TableServer.can(EngineCapability.SNAPSHOT_CONFLICTS)) {
                // The server's locks: who comes second waits, and gives up.
                assertThatThrownBy(() -> other.run("INSERT INTO kv VALUES ('new', 9, '')"))
                        .hasMessageContaining("Lock wait timeout");
                own.run("COMMIT");
                assertThat(other.query("SELECT v FROM kv ORDER BY k")).containsExactly("2", "1");
                return;
            }
            other.run("INSERT INTO kv VALUES ('new', 9, '')");

            SQLException conflict = catchThrowableOfType(SQLException.class, () -> own.run("COMMIT"));

            assertThat(conflict.getErrorCode()).isEqualTo(1213);
            assertThat(conflict.getSQLState()).isEqualTo("40001");
            assertThat(own.query("SELECT k, v FROM kv ORDER BY k")).containsExactly("a|1", "new|9");
            own.run("BEGIN", "INSERT INTO kv VALUES ('mine', 1, '')");
            assertThat(own.number("SELECT COUNT(*) FROM kv")).isEqualTo(3);
            other.run("INSERT INTO kv VALUES ('theirs', 1, '')");
            own.run("COMMIT", "DELETE FROM kv WHERE k IN ('mine', 'theirs')");

            own.run("BEGIN", "INSERT INTO kv VALUES ('new', 10, '')");
            other.run("INSERT INTO kv VALUES ('new', 11, '')");
            own.run("COMMIT");
            assertThat(own.query("SELECT k, v FROM kv ORDER BY k")).containsExactly("a|1", "new|10");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INSERT INTO kv VALUES ('a', 2, '')",
                "DELETE FROM kv WHERE k = 'a'",
                "INSERT INTO kv SELECT k, v + 1, '' FROM kv"
            })
    void aTransactionThatWaitsForItsClientHoldsUpNobody(String change) throws SQLException {
        String database = SERVER.newDatabase();
        try (Sql own = Sql.connect(SERVER.port(), database);
                Sql other = Sql.connect(SERVER.port(), database)) {
            own.run(CREATE, "INSERT INTO kv VALUES ('a', 1, ''), ('b', 1, '')", "BEGIN");
            assertThat(own.number("SELECT COUNT(*) FROM kv")).isEqualTo(2);
            own.run(change);

            other.run("SET group_commit = sync_mode", "INSERT INTO kv VALUES ('a', 3, 'new')");

            assertThat(other.query("SELECT k, v FROM kv WHERE k = 'a'")).containsExactly("a|3");
            for (String statement :
                    List.of("SELECT COUNT(*) FROM kv", "INSERT INTO kv VALUES ('c', 1, '')", "COMMIT")) {
                SQLException conflict = catchThrowableOfType(SQLException.class, () -> own.run(statement));
                assertThat(conflict.getErrorCode()).as(statement).isEqualTo(1213);
            }
            own.run("ROLLBACK");
            assertThat(own.query("SELECT k, v FROM kv ORDER BY k")).containsExactly("a|3", "b|1");
        }
    }

    @Test
    void anUpdateWhoseRowIsReplacedMeanwhileIsNotLostInSilence() throws SQLException {
        String database = SERVER.newDatabase();
        try (Sql own = Sql.connect(SERVER.port(), database);
                Sql other = Sql.connect(SERVER.port(), database)) {
            own.run(CREATE, "INSERT INTO kv VALUES ('a', 1, ''), ('b', 1, '')");
            other.run("SET group_commit = sync_mode");
            own.run("BEGIN", "UPDATE kv SET v = v + 10 WHERE k = 'a'");
            other.run("INSERT INTO kv VALUES ('a', 3, 'new')");

            SQLException conflict = catchThrowableOfType(SQLException.class, () -> own.run("COMMIT"));

            assertThat(conflict.getErrorCode()).isEqualTo(1213);
            assertThat(own.query("SELECT k, v FROM kv ORDER BY k")).containsExactly("a|3", "b|1");
            own.run("BEGIN", "UPDATE kv SET v = v + 10 WHERE k = 'a'");
            other.run("INSERT INTO kv VALUES ('b', 4, 'new')");
            own.run("COMMIT");
            assertThat(own.query("SELECT k, v FROM kv ORDER BY k")).containsExactly("a|13", "b|4");
        }
    }

    @Test
    void aNumberThatAnInsertComputesIsNotGeneratedAgain() throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            sql.run(
                    "CREATE TABLE a (id INT AUTO_INCREMENT KEY, name VARCHAR(20))",
                    "INSERT INTO a (name) VALUES ('generated')",
                    "INSERT INTO a SELECT id + 1, 'selected' FROM a",
                    "INSERT INTO a VALUES (1 + 2, 'computed')",
                    "INSERT INTO a (name) VALUES ('generated')",
                    "BEGIN",
                    "INSERT INTO a SELECT 20000, 'in a transaction'",
                    "COMMIT",
                    "INSERT INTO a (name) VALUES ('generated')");

            assertThat(sql.query("SELECT * FROM a ORDER BY id"))
                    .containsExactly(
                            "1|generated",
                            "2|selected",
                            "3|computed",
                            "4|generated",
                            "20000|in a transaction",
                            "20001|generated");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sync_mode", "async_mode", "off_mode"})
    void theHighestSequenceStaysAndADeleteSignTakesARowAway(String mode) throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            String typedTable = "CREATE TABLE typed (k INT, v INT) UNIQUE KEY(k) DISTRIBUTED BY HASH(k) BUCKETS 1"
                    + " PROPERTIES ('function_column.sequence_type' = 'bigint')";
            sql.run(
                    typedTable,
                    "CREATE TABLE mapped (k INT, v DATE) UNIQUE KEY(k) DISTRIBUTED BY HASH(k) BUCKETS 1"
                            + " PROPERTIES ('function_column.sequence_col' = 'v')",
                    "CREATE TABLE plain (k INT, v INT) UNIQUE KEY(k) DISTRIBUTED BY HASH(k) BUCKETS 1",
                    "SET group_commit = " + mode);
            String typed = "INSERT INTO typed (k, v, __DORIS_SEQUENCE_COL__";
            sql.run(typed + ") VALUES (1, 1, 5), (1, 2, 4), (2, 1, NULL), (3, 1, 7)", "SYNC typed");
            sql.run(typed + ") VALUES (1, 3, 3), (2, 2, 0), (2, 3, 0)");
            sql.run(typed + ", __DORIS_DELETE_SIGN__) VALUES (3, 0, 9, 1), (4, 0, 2, 1)");
            sql.run(typed + ") VALUES (3, 2, 8), (4, 4, 2)");
            sql.run("INSERT INTO mapped VALUES (1, '2026-05-02'), (1, '2026-05-01')");
            sql.run("INSERT INTO mapped SELECT 1, '2026-04-30'");
            sql.run("INSERT INTO plain VALUES (1, 1), (2, 2), (3, 3)");
            sql.run("INSERT INTO plain (k, __DORIS_DELETE_SIGN__) VALUES (1, 1), (2, 1), (5, 1)");
            sql.run("INSERT INTO plain VALUES (2, 22)");
            sql.run("INSERT INTO plain (k, __DORIS_DELETE_SIGN__) SELECT 3, 1");
            sql.run("SYNC");

            assertThat(sql.query("SELECT * FROM typed ORDER BY k")).containsExactly("1|1", "2|3", "4|4");
            assertThat(sql.query("SELECT t.* FROM typed AS t JOIN mapped USING (k)"))
                    .containsExactly("1|1");
            assertThat(sql.query("SELECT * FROM mapped")).containsExactly("1|2026-05-02");
            assertThat(sql.query("SELECT * FROM plain")).containsExactly("2|22");
            if (TableServer.isUsed()) {
                // The text is the server's to read: a column that is named is there, and the sign is no column.
                assertThat(sql.query("SELECT k, v, __DORIS_SEQUENCE_COL__ FROM typed ORDER BY k"))
                        .containsExactly("1|1|5", "2|3|0", "4|4|2");
                return;
            }
            assertThat(sql.query("SELECT p.*, p.__doris_delete_sign__ FROM plain p WHERE __DORIS_DELETE_SIGN__ = 0"))
                    .containsExactly("2|22|0");
            sql.run("SET show_hidden_columns = true");
            assertThat(sql.query("SELECT * FROM typed ORDER BY k")).containsExactly("1|1|0|5", "2|3|0|0", "4|4|0|2");
            assertThat(sql.query("SELECT k, __DORIS_DELETE_SIGN__ FROM plain")).containsExactly("2|0");
        }
    }

    @Test
    void whatIsMergedStagedOrAlteredGoesByTheSequences() throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            String insert = "INSERT INTO s (k, v, note, q) VALUES ";
            sql.run(
                    "CREATE TABLE s (k INT NOT NULL, v INT, note VARCHAR(20), q BIGINT) UNIQUE KEY(k) DISTRIBUTED BY HASH(k) BUCKETS 1"
                            + " PROPERTIES ('function_column.sequence_col' = 'q')",
                    "SET group_commit = sync_mode",
                    insert + "(1, 1, 'one', 5), (2, 2, 'two', 5), (3, 3, 'three', 5)",
                    "INSERT INTO s (k, v, q) VALUES (1, 10, 9) ON DUPLICATE KEY UPDATE v = VALUES(v)",
                    "SET enable_unique_key_partial_update = ON",
                    "INSERT INTO s (k, v, q) VALUES (2, 20, 9)",
                    "INSERT INTO s (k, v, q) VALUES (2, 21, 4)",
                    "SET enable_unique_key_partial_update = OFF");
            assertThat(sql.query("SELECT * FROM s ORDER BY k"))
                    .containsExactly("1|10|one|5", "2|20|two|9", "3|3|three|5");

            sql.run("BEGIN", "INSERT INTO s (k, q, __DORIS_DELETE_SIGN__) VALUES (3, 9, 1)");
            assertThat(sql.query("SELECT k FROM s ORDER BY k")).containsExactly("1", "2");
            sql.run("COMMIT", insert + "(1, 11, 'late', 4), (2, 22, 'late', 8), (3, 33, 'late', 8)");
            assertThat(sql.query("SELECT * FROM s ORDER BY k")).containsExactly("1|10|one|5", "2|20|two|9");

            sql.run("UPDATE s SET v = v + 1 WHERE k = 1", "DELETE FROM s WHERE k = 2");
            sql.run("ALTER TABLE s ADD COLUMN extra INT", "ALTER TABLE s RENAME COLUMN v TO w");
            if (TableServer.isUsed()) {
                sql.run("REFRESH TABLE s");
            }
            sql.run("INSERT INTO s (k, w, q) VALUES (1, 0, 4), (2, 5, 1), (3, 0, 8)");
            assertThat(sql.query("SELECT * FROM s ORDER BY k")).containsExactly("1|11|one|5|null", "2|5|null|1|null");
            assertThat(sql.query("DESC s")).hasSize(5);

            sql.run("TRUNCATE TABLE s", "INSERT INTO s (k, w, q) VALUES (3, 1, 1)");
            assertThat(sql.query("SELECT * FROM s")).containsExactly("3|1|null|1|null");
        }
    }

    @Test
    void rowsOfAnAggregateKeyAreAddedToEachOtherWhateverTheMode() throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            String small = "CREATE TABLE v (k INT, hits BIGINT SUM) AGGREGATE KEY(k)";
            if (TableServer.lacks(EngineCapability.AGGREGATED_TABLES, sql, small)) {
                return;
            }
            sql.run("CREATE TABLE visits (day DATE, page VARCHAR(20), hits BIGINT SUM DEFAULT '0', longest INT MAX,"
                    + " shortest INT MIN, visitor VARCHAR(20) REPLACE, note VARCHAR(20) REPLACE_IF_NOT_NULL)"
                    + " AGGREGATE KEY(day, page) DISTRIBUTED BY HASH(page) BUCKETS 1");
            for (String mode : List.of("sync_mode", "async_mode", "off_mode")) {
                sql.run("SET group_commit = " + mode);
                sql.run(
                        "INSERT INTO visits VALUES ('2026-05-01', 'a', 1, 5, 5, 'x', 'first'), ('2026-05-01', 'a', 2, 3, 3,"
                                + " 'y', NULL)");
                sql.run("INSERT INTO visits (day, page, longest) VALUES ('2026-05-01', 'a', 4), (NULL, 'b', 1)");
            }
            sql.run("BEGIN", "INSERT INTO visits VALUES ('2026-05-01', 'a', 100, 9, 1, 'z', NULL)");
            assertThat(sql.query("SELECT hits FROM visits WHERE page = 'a'")).containsExactly("109");
            sql.run("COMMIT", "SYNC");

            assertThat(sql.query("SELECT * FROM visits ORDER BY page"))
                    .containsExactly("2026-05-01|a|109|9|1|z|first", "null|b|0|1|null|null|null");
            assertThat(sql.query("DESC visits").get(2)).contains("hits").endsWith("|SUM");
            assertThat(sql.query("SHOW CREATE TABLE visits").get(0))
                    .contains("`hits` bigint SUM NULL DEFAULT \"0\"", "AGGREGATE KEY(`day`, `page`)");
            sql.run("ALTER TABLE visits ADD COLUMN bytes BIGINT SUM", "DELETE FROM visits WHERE page = 'b'");
            sql.run("INSERT INTO visits (day, page, bytes) VALUES ('2026-05-01', 'a', 7)", "SYNC");
            assertThat(sql.query("SELECT page, hits, bytes FROM visits")).containsExactly("a|109|7");
            for (String refused : List.of(
                    "UPDATE visits SET hits = 1",
                    "REPLACE INTO visits (page) VALUES ('a')",
                    "INSERT IGNORE INTO visits (page) VALUES ('a')",
                    "INSERT INTO visits (page) VALUES ('a') ON DUPLICATE KEY UPDATE page = VALUES(page)")) {
                assertThat(catchThrowableOfType(SQLException.class, () -> sql.run(refused))
                                .getErrorCode())
                        .as(refused)
                        .isEqualTo(1235);
            }
        }
    }

    @Test
    void aTableIsShownAsItWasWritten() throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            sql.run(
                    "CREATE TABLE m (id INT NOT NULL AUTO_INCREMENT, v INT, PRIMARY KEY (id), KEY k_v (v))",
                    "CREATE TABLE d (id INT, v INT) UNIQUE KEY(id) DISTRIBUTED BY HASH(id) BUCKETS 1",
                    "CREATE TABLE l LIKE m");

            for (String table : List.of("m", "l")) {
                assertThat(sql.query("SHOW CREATE TABLE " + table).get(0))
                        .contains("`id` int NOT NULL AUTO_INCREMENT", "PRIMARY KEY (`id`)")
                        .doesNotContain("UNIQUE KEY");
            }
            assertThat(sql.query("SHOW CREATE TABLE d").get(0))
                    .contains("UNIQUE KEY(`id`)", "DISTRIBUTED BY HASH(id)")
                    .doesNotContain("PRIMARY");
            assertThat(sql.query("DESCRIBE m").get(0)).contains("|NO|PRI|").endsWith("auto_increment");
            assertThat(sql.query("DESCRIBE d").get(0)).contains("|PRI|");
        }
    }

    @ParameterizedTest
    @MethodSource("servers")
    void sysbenchsTableTakesItsStatements(Server server) throws SQLException {
        try (Sql sql = server.fresh()) {
            sql.run("CREATE TABLE sbtest1(\n  id INTEGER NOT NULL AUTO_INCREMENT,\n  k INTEGER DEFAULT '0' NOT NULL,\n"
                    + "  c CHAR(120) DEFAULT '' NOT NULL,\n  pad CHAR(60) DEFAULT '' NOT NULL,\n  PRIMARY KEY (id)\n)"
                    + " /*! ENGINE = innodb */ ");
            sql.run("INSERT INTO sbtest1(k, c, pad) VALUES(50, 'c1', 'p1'),(51, 'c2', 'p2'),(52, 'c3', 'p3')");
            sql.run("CREATE INDEX k_1 ON sbtest1(k)");
            sql.run("BEGIN");
            try (PreparedStatement indexed = sql.connection().prepareStatement("UPDATE sbtest1 SET k=k+1 WHERE id=?");
                    PreparedStatement plain = sql.connection().prepareStatement("UPDATE sbtest1 SET c=? WHERE id=?");
                    PreparedStatement delete = sql.connection().prepareStatement("DELETE FROM sbtest1 WHERE id=?");
                    PreparedStatement insert = sql.connection()
                            .prepareStatement("INSERT INTO sbtest1 (id, k, c, pad) VALUES (?, ?, ?, ?)")) {
                indexed.setInt(1, 1);
                assertThat(indexed.executeUpdate()).isEqualTo(1);
                plain.setString(1, "changed");
                plain.setInt(2, 2);
                assertThat(plain.executeUpdate()).isEqualTo(1);
                delete.setInt(1, 3);
                assertThat(delete.executeUpdate()).isEqualTo(1);
                insert.setInt(1, 3);
                insert.setInt(2, 99);
                insert.setString(3, "again");
                insert.setString(4, "p");
                assertThat(insert.executeUpdate()).isEqualTo(1);
            }
            sql.run("COMMIT", "INSERT INTO sbtest1 (id, k, c, pad) VALUES (0, 136, 'x', 'y')");

            assertThat(sql.query("SELECT id, k, c FROM sbtest1 ORDER BY id"))
                    .containsExactly("1|51|c1", "2|51|changed", "3|99|again", "4|136|x");
            sql.run("DROP TABLE IF EXISTS sbtest1");
        }
    }

    @ParameterizedTest
    @MethodSource("servers")
    void connectorJsBatchesOfUpdatesAndDeletesCountTheirRows(Server server) throws SQLException {
        String database = server.newDatabase();
        try (Connection connection = Sql.open(server.port(), database, "rewriteBatchedStatements=true");
                Statement statement = connection.createStatement()) {
            statement.execute(CREATE);
            statement.execute(
                    "INSERT INTO kv VALUES ('a', 1, ''), ('b', 2, ''), ('c', 3, ''), ('d', 4, ''), ('e', 5, '')");
            try (PreparedStatement update = connection.prepareStatement("UPDATE kv SET v = v + ? WHERE k = ?")) {
                for (String key : List.of("a", "b", "nobody", "c", "d")) {
                    update.setInt(1, 10);
                    update.setString(2, key);
                    update.addBatch();
                }
                assertThat(update.executeBatch()).containsExactly(1, 1, 0, 1, 1);
            }
            try (PreparedStatement delete =
                    connection.prepareStatement("DELETE FROM `" + database + "`.`kv` WHERE `k` = ?")) {
                for (String key : List.of("a", "b", "c", "nobody", "d")) {
                    delete.setString(1, key);
                    delete.addBatch();
                }
                assertThat(delete.executeBatch()).containsExactly(1, 1, 1, 0, 1);
            }
            try (ResultSet left = statement.executeQuery("SELECT v FROM kv")) {
                assertThat(left.next()).isTrue();
                assertThat(left.getInt(1)).isEqualTo(5);
                assertThat(left.next()).isFalse();
            }
        }
    }
}
