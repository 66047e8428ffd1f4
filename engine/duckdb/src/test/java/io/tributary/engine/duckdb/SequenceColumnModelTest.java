package io.tributary.engine.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.Partition;
import io.tributary.contract.schema.PartitionValue;
import io.tributary.contract.schema.Partitioning;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.duckdb.session.DuckDbSession;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.SequenceColumnContract;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** UNIQUE KEY tables whose rows come with delete signs and sequences, against a map that is filled row by row. */
class SequenceColumnModelTest extends SequenceColumnContract {
    private static final String TOMBSTONES = DuckDbSession.table("tributary", "tombstones");

    @TempDir
    Path directory;

    @Override
    protected DuckDbEngine open() {
        return DuckDbEngine.open(DuckDbOptions.defaults(directory.resolve("t.duckdb"), directory.resolve("tmp")));
    }

    @Test
    void tombstonesGoWithTheirPartition() {
        TableSchema table = table(ColumnType.of(Kind.INT))
                .withLayout(TableSchema.Layout.none()
                        .withPartitioning(new Partitioning(
                                Partitioning.Kind.RANGE,
                                false,
                                "",
                                List.of("name", "part"),
                                List.of(
                                        range("low", PartitionValue.MIN, PartitionValue.MIN, value("m:3"), value("5")),
                                        range(
                                                "high",
                                                value("m:3"),
                                                value("5"),
                                                PartitionValue.MAX,
                                                PartitionValue.MAX)))));
        List<@Nullable Long> parts = Arrays.asList(null, -12L, 4L, 5L, 700L);
        List<String> names = List.of("", "a", "ä:-1", "m:3", "m:4", "1:m:3");
        try (DuckDbEngine engine = open()) {
            engine.createDatabase("shop");
            engine.createTable(table);
            fill(engine, table, parts, names, 9L, null);
            fill(engine, table, parts, names, 5L, "outdone");
            assertThat(stored(engine)).isEmpty();

            truncate(engine, table, table.layout().partitioning().require("low", "u"));
            fill(engine, table, parts, names, 5L, "back");

            Set<String> low = new HashSet<>();
            for (String name : names) {
                for (Long part : parts) {
                    int order = name.compareTo("m:3");
                    if (order < 0 || (order == 0 && (part == null || part < 5))) {
                        low.add(part + "|" + name);
                    }
                }
            }
            assertThat(low).hasSize(18);
            assertThat(stored(engine).keySet()).isEqualTo(low);
        }
    }

    private static Partition range(
            String name, PartitionValue from1, PartitionValue from2, PartitionValue to1, PartitionValue to2) {
        return Partition.range(name, List.of(from1, from2), List.of(to1, to2));
    }

    private static PartitionValue value(String text) {
        return new PartitionValue(PartitionValue.Kind.VALUE, text);
    }

    /** A row of each key. */
    private static void fill(
            DuckDbEngine engine,
            TableSchema table,
            List<@Nullable Long> parts,
            List<String> names,
            long sequence,
            @Nullable String value) {
        RowBlockWriter writer = RowBlockWriter.withDeleteSign(table.columns());
        for (String name : names) {
            parts.forEach(part -> write(table, writer, part, name, sequence, value));
        }
        try (EngineTransaction transaction = engine.begin()) {
            transaction.append(table, List.of(writer.finish()));
            transaction.commit();
        }
    }

    @Test
    void aTransactionThatHoldsATombstoneIsInNoDropsWayAndTheTombstoneGoesLater() {
        TableSchema table = table(ColumnType.of(Kind.INT));
        TableSchema again = table.withTableId(2);
        try (DuckDbEngine engine = open()) {
            engine.createDatabase("shop");
            engine.createTable(table);
            append(engine, table, 9L, null);
            try (EngineTransaction idle = engine.begin()) {
                idle.append(table, List.of(row(table, 9L, "back")));

                engine.dropTable("shop", "u");
                engine.forgetTables(id -> id == 1);
                engine.createTable(again);
                append(engine, again, 5L, "new");

                assertThat(stored(engine)).containsEntry("1|n", "new");
                idle.rollback();
            }
            append(engine, again, 6L, null);

            engine.forgetTables(id -> id == 1);

            assertThat(tombstones(engine)).containsExactly(2L);
            engine.dropDatabase("shop");
            assertThat(tombstones(engine)).containsExactly(2L);
        }
    }

    @Test
    void tombstonesOfAnOlderFormAreLeftBehind() throws Exception {
        try (DuckDbEngine engine = open()) {
            DuckDbSession session = RootSession.of(engine);
            session.execute("DROP TABLE " + TOMBSTONES);
            session.execute("CREATE TABLE " + TOMBSTONES + " (database_name VARCHAR, table_name VARCHAR)");
        }
        for (int start = 0; start < 2; start++) {
            try (DuckDbEngine engine = open()) {
                if (start == 0) {
                    engine.createDatabase("shop");
                    engine.createTable(table(ColumnType.of(Kind.INT)));
                    append(engine, table(ColumnType.of(Kind.INT)), 9L, null);
                }
                assertThat(tombstones(engine)).containsExactly(1L);
            }
        }
    }

    /** The tables that have any. */
    private static List<Long> tombstones(DuckDbEngine engine) {
        List<Long> found = new ArrayList<>();
        try (Statement statement = RootSession.of(engine).connection().createStatement();
                ResultSet rows = statement.executeQuery("SELECT table_id FROM " + TOMBSTONES + " ORDER BY ALL")) {
            while (rows.next()) {
                found.add(rows.getLong(1));
            }
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
        return found;
    }
}
