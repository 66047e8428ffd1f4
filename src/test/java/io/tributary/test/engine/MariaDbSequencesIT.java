package io.tributary.test.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.SequenceColumnContract;
import io.tributary.engine.port.TableEngine;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Delete signs and sequences, of the engine {@code mysql} on a MariaDB. */
@Tag("clients")
final class MariaDbSequencesIT extends SequenceColumnContract {
    @RegisterExtension
    static final SharedMariaDb SERVER = new SharedMariaDb();

    @Override
    protected TableEngine open() {
        return SERVER.open();
    }

    /** Asks the server, not the engine. */
    private static List<String> query(String sql) throws SQLException {
        try (Connection connection = SERVER.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<String> all = new ArrayList<>();
            while (rows.next()) {
                StringJoiner row = new StringJoiner("|");
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    row.add(rows.getString(i));
                }
                all.add(row.toString());
            }
            return all;
        }
    }

    private static List<String> tombstones() throws SQLException {
        return query("SHOW TABLES FROM tributary LIKE 'tombstones\\_%'");
    }

    @Test
    void whoReadsTheServerSeesTheRowsThatAreThereAndNothingElse() throws SQLException {
        TableSchema table = table(ColumnType.of(Kind.DATE));
        try (TableEngine engine = open()) {
            engine.createDatabase("shop");
            engine.createTable(table);
            append(engine, table, 9L, null);
            append(engine, table, 5L, "outdone");

            assertThat(query("SELECT * FROM shop.u")).isEmpty();
            assertThat(query("SELECT `sequence` FROM tributary.tombstones_1")).containsExactly("777600000000");

            append(engine, table, 9L, "again");

            assertThat(query("SELECT * FROM shop.u")).containsExactly("1|again|1970-01-10|n");
            assertThat(query("SELECT * FROM tributary.tombstones_1")).isEmpty();
        }
    }

    @Test
    void tombstonesGoWithTheirTransaction() throws SQLException {
        TableSchema table = table(ColumnType.of(Kind.INT));
        try (TableEngine engine = open()) {
            engine.createDatabase("shop");
            engine.createTable(table);
            append(engine, table, 5L, "there");
            try (EngineTransaction transaction = engine.begin()) {
                transaction.append(table, List.of(row(table, 9L, null)));
                transaction.rollback();
            }

            append(engine, table, 6L, "next");

            assertThat(stored(engine)).containsEntry("1|n", "next");
        }
    }

    @Test
    void theyAreCountedAndGoWithTheirTableAndANewOneOfItsIdHasNone() throws SQLException {
        TableSchema table = table(ColumnType.of(Kind.INT));
        TableSchema other = table.withTableId(2);
        try (TableEngine engine = open()) {
            engine.createDatabase("shop");
            engine.createTable(table);
            append(engine, table, 9L, null);
            Awaitility.await()
                    .untilAsserted(() -> assertThat(engine.tombstones()).isEqualTo(1));
            engine.dropTable("shop", "u");
            engine.createTable(other);

            assertThat(engine.forgetTables(id -> id == 1)).isEqualTo(1);

            assertThat(tombstones()).containsExactly("tombstones_2");
            append(engine, other, 9L, null);
            engine.dropTable("shop", "u");
            engine.createTable(other);
            append(engine, other, 5L, "of another data directory");
            assertThat(stored(engine)).hasSize(1);
        }
    }
}
