package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Parameters of Connector/J's URL that make it send statements of its own, and the session that results. */
@Tag("clients")
final class JdbcUrlIT {
    @RegisterExtension
    static final Server SERVER = Server.shared();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            createDatabaseIfNotExist=true                                          | SELECT 1                     | 1
            autoReconnect=true                                                     | SELECT 1                     | 1
            useUnicode=true&characterEncoding=utf8                                 | SELECT 'ü漢'                 | ü漢
            useUnicode=true&characterEncoding=UTF-8&connectionCollation=utf8mb4_bin | SELECT 'ü漢'                | ü漢
            serverTimezone=UTC                                                     | SELECT 1                     | 1
            sessionVariables=time_zone='Asia/Tokyo'                                | SELECT @@time_zone           | Asia/Tokyo
            sessionVariables=sql_mode='ANSI_QUOTES',group_commit=sync_mode         | SELECT @@group_commit        | sync_mode
            sessionVariables=@mine='x,y',autocommit=0                              | SELECT @mine                 | x,y
            cacheServerConfiguration=true                                          | SELECT 1                     | 1
            elideSetAutoCommits=true                                               | SELECT @@autocommit          | 1
            useLocalTransactionState=true                                          | SELECT @@autocommit          | 1
            jdbcCompliantTruncation=false                                          | SELECT 1                     | 1
            alwaysSendSetIsolation=false&useLocalSessionState=true                 | SELECT @@autocommit          | 1
            useOldAliasMetadataBehavior=true                                       | SELECT 1 AS a                | 1
            tinyInt1isBit=false&yearIsDateType=false                               | SELECT 1                     | 1
            useServerPrepStmts=true&cacheResultSetMetadata=true                    | SELECT 1                     | 1
            useAffectedRows=true                                                   | SELECT 1                     | 1
            """)
    void everyConnectorJConnectsWith(String parameters, String query, String expected) throws SQLException {
        for (JdbcDriver driver : JdbcDriver.values()) {
            if (driver.isConnectorJ()) {
                String database = SERVER.newDatabase();
                try (Connection connection = driver.connect(SERVER, database, parameters);
                        Statement statement = connection.createStatement();
                        ResultSet result = statement.executeQuery(query)) {
                    assertThat(result.next()).isTrue();
                    assertThat(result.getString(1)).as(driver.name()).isEqualTo(expected);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_ALL, names = "CONNECTOR_J_.*")
    void aMissingDatabaseIsCreatedOnDemand(JdbcDriver driver) throws SQLException {
        String name = "made_for_" + driver.name().toLowerCase(Locale.ROOT);
        try (Connection connection = driver.connect(SERVER, name, "createDatabaseIfNotExist=true");
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT database()")) {
            assertThat(result.next()).isTrue();
            assertThat(result.getString(1)).isEqualTo(name);
        }
    }

    /** Texts of INSERTs, joined by the driver into one of several statements. */
    @ParameterizedTest
    @EnumSource
    void batchesOfPlainStatementsAreRun(JdbcDriver driver) throws SQLException {
        for (String flavour : new String[] {"", "rewriteBatchedStatements=true&allowMultiQueries=true"}) {
            String database = SERVER.newDatabase();
            try (Connection connection = driver.connect(SERVER, database, flavour);
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE p (id INT NOT NULL, name VARCHAR(20)) DUPLICATE KEY(id)");
                for (int id = 0; id < 6; id++) {
                    statement.addBatch("INSERT INTO p VALUES (" + id + ", 'it''s; " + id + "')");
                }
                assertThat(statement.executeBatch()).as(flavour).containsExactly(1, 1, 1, 1, 1, 1);
                try (ResultSet result = statement.executeQuery("SELECT count(*), min(name) FROM p")) {
                    assertThat(result.next()).isTrue();
                    assertThat(result.getInt(1)).isEqualTo(6);
                    assertThat(result.getString(2)).isEqualTo("it's; 0");
                }
            }
        }
    }
}
