package io.tributary.test.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.SequenceColumnContract;
import io.tributary.engine.port.TableEngine;
import io.tributary.test.process.Sql;
import java.sql.SQLException;
import java.util.List;
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

    private static List<String> tombstones() throws SQLException {
        try (Sql sql = SERVER.sql()) {
            return sql.query("SHOW TABLES FROM tributary LIKE 'tombstones\\_%'");
        }
    }

    @Test
    void whoReadsTheServerSeesTheRowsThatAreThereAndNothingElse() throws SQLException {
        TableSchema table = table(ColumnType.of(Kind.DATE));
        try (TableEngine engine = open();
                Sql sql = SERVER.sql()) {
            engine.createDatabase("shop");
            engine.createTable(table);
            append(engine, table, 9L, null);
            append(engine, table, 5L, "outdone");

            assertThat(sql.query("SELECT * FROM shop.u")).isEmpty();
            assertThat(sql.query("SELECT `sequence` FROM tributary.tombstones_1"))
                    .containsExactly("777600000000");

            append(engine, table, 9L, "again");

            assertThat(sql.query("SELECT * FROM shop.u")).containsExactly("1|again|1970-01-10|n");
            assertThat(sql.query("SELECT * FROM tributary.tombstones_1")).isEmpty();
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
