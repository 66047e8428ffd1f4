package io.tributary.engine.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.Partition;
import io.tributary.contract.schema.PartitionValue;
import io.tributary.contract.schema.Partitioning;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableChange;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.duckdb.session.DuckDbSession;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.ResultCursor;
import io.tributary.engine.port.TestRows;
import io.tributary.testing.Seeds;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** UNIQUE KEY tables whose rows come with delete signs and sequences, against a map that is filled row by row. */
class SequenceColumnModelTest {
    private static final QueryContext CONTEXT = new QueryContext("shop", SqlMode.NONE, "UTC", 0);

    private static final String TOMBSTONES = DuckDbSession.table("tributary", "tombstones");

    @TempDir
    Path directory;

    /** A key's state: its row, or that it was deleted, and by which sequence. */
    private record State(@Nullable String value, @Nullable Long sequence) {
        boolean yieldsTo(@Nullable Long other) {
            return sequence == null || (other != null && other >= sequence);
        }
    }

    private static TableSchema table(@Nullable ColumnType sequence) {
        TableProperties properties = TableProperties.defaults();
        return new TableSchema(
                1,
                "shop",
                "u",
                1,
                TableSchema.KeyModel.UNIQUE,
                List.of(
                        Column.of("part", ColumnType.of(Kind.BIGINT), true).asKey(),
                        Column.of("value", ColumnType.of(Kind.STRING), true),
                        Column.of("seq", sequence == null ? ColumnType.of(Kind.INT) : sequence, true),
                        Column.of("name", ColumnType.varchar(20), false).asKey()),
                sequence == null ? properties : properties.with(TableSchema.SEQUENCE_COLUMN, "SEQ"),
                TableSchema.Layout.none());
    }

    private DuckDbEngine open() {
        return DuckDbEngine.open(DuckDbOptions.defaults(directory.resolve("t.duckdb"), directory.resolve("tmp")));
    }

    @ParameterizedTest
    @EnumSource(names = {"TINYINT", "INT", "LARGEINT", "DATE", "DATETIME"})
    void theHighestSequenceStaysHoweverRowsArriveAndAreCut(Kind kind) {
        ColumnType type = kind == Kind.DATETIME ? ColumnType.datetime(3) : ColumnType.of(kind);
        assertLikeModel(table(type), true);
    }

    @Test
    void withoutASequenceTheLastRowOrDeleteOfAKeyStays() {
        assertLikeModel(table(null), false);
    }

    private void assertLikeModel(TableSchema table, boolean sequenced) {
        long seed = Seeds.drawn(SequenceColumnModelTest.class);
        Random random = new Random(seed);
        Map<String, State> model = new HashMap<>();
        try (DuckDbEngine engine = open()) {
            engine.createDatabase("shop");
            engine.createTable(table);
            for (int i = 0; i < 25; i++) {
                Map<String, State> after = new HashMap<>(model);
                try (EngineTransaction transaction = engine.begin()) {
                    for (int append = random.nextInt(3); append >= 0; append--) {
                        transaction.append(table, blocks(table, random, after, sequenced));
                    }
                    if (random.nextInt(5) > 0) {
                        transaction.commit();
                        model = after;
                    }
                }
                if (i % 6 == 0) {
                    assertThat(stored(engine)).as("seed %d, step %d", seed, i).isEqualTo(rows(model));
                }
            }
            assertThat(stored(engine)).as("seed %d", seed).isEqualTo(rows(model));
        }
        try (DuckDbEngine engine = open();
                EngineTransaction transaction = engine.begin()) {
            transaction.append(table, blocks(table, random, model, sequenced));
            transaction.commit();
            assertThat(stored(engine)).as("seed %d, after a restart", seed).isEqualTo(rows(model));
        }
    }

    private static Map<String, String> rows(Map<String, State> model) {
        Map<String, String> rows = new HashMap<>();
        model.forEach((key, state) -> {
            if (state.value() != null) {
                rows.put(key, state.value());
            }
        });
        return rows;
    }

    private static List<RowBlock> blocks(
            TableSchema table, Random random, Map<String, State> model, boolean sequenced) {
        int rows = random.nextInt(4) == 0 ? 1_000 + random.nextInt(2_000) : 1 + random.nextInt(40);
        RowBlockWriter writer = RowBlockWriter.withDeleteSign(table.columns());
        List<RowBlock> blocks = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            int part = random.nextInt(40);
            String name = "n:" + random.nextInt(4);
            Long sequence = random.nextInt(9) == 0 ? null : (long) random.nextInt(100) - 50;
            String value = random.nextInt(3) == 0 ? null : "v" + i + "/" + random.nextInt();
            write(table, writer, part == 0 ? null : (long) part, name, sequence, value);
            String key = (part == 0 ? null : part) + "|" + name;
            State before = model.get(key);
            if (!sequenced || before == null || before.yieldsTo(sequence)) {
                model.put(key, new State(value, sequence));
            }
            if (random.nextInt(300) == 0) {
                blocks.add(writer.finish());
            }
        }
        blocks.add(writer.finish());
        return blocks;
    }

    /** @param value null for a row that deletes */
    private static void write(
            TableSchema table,
            RowBlockWriter writer,
            @Nullable Long part,
            String name,
            @Nullable Long sequence,
            @Nullable String value) {
        writer.beginRow();
        if (part != null) {
            writer.putLong(0, part);
        }
        if (sequence != null) {
            switch (table.columns().get(2).type().kind()) {
                case DATE -> writer.putMoment(2, ColumnType.Kind.DATE, sequence * 86_400_000_000L, 0);
                case DATETIME -> writer.putMoment(2, ColumnType.Kind.DATETIME, sequence * 1_000, 6);
                default -> writer.putLong(2, sequence);
            }
        }
        putText(writer, 1, value == null ? "deleted" : value);
        putText(writer, 3, name);
        writer.putLong(4, value == null ? 1 : 0);
        writer.endRow();
    }

    private static void putText(RowBlockWriter writer, int column, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        writer.putText(column, bytes, 0, bytes.length);
    }

    private static Map<String, String> stored(DuckDbEngine engine) {
        return stored(engine, "u");
    }

    private static Map<String, String> stored(DuckDbEngine engine, String table) {
        List<ColumnType> types =
                List.of(ColumnType.of(Kind.BIGINT), ColumnType.varchar(20), ColumnType.of(Kind.STRING));
        Map<String, String> rows = new HashMap<>();
        try (ResultCursor cursor = engine.query("SELECT part, name, value FROM " + table, CONTEXT)) {
            for (RowBlock block = cursor.next(); block != null; block = cursor.next()) {
                for (@Nullable Object[] row : TestRows.rows(types, block)) {
                    String before = rows.put(row[0] + "|" + row[1], String.valueOf(row[2]));
                    assertThat(before).as("twice: %s|%s", row[0], row[1]).isNull();
                }
            }
        }
        return rows;
    }

    @Test
    void sequencesOf128BitsAreComparedAsNumbers() {
        TableSchema table = table(ColumnType.of(Kind.LARGEINT));
        List<ColumnType> types = table.columns().stream().map(Column::type).toList();
        List<BigInteger> ascending = List.of(
                BigInteger.ONE.shiftLeft(127).negate(),
                BigInteger.ONE.shiftLeft(64).negate(),
                BigInteger.valueOf(-1),
                BigInteger.ZERO,
                BigInteger.ONE.shiftLeft(63),
                BigInteger.ONE.shiftLeft(64),
                BigInteger.ONE.shiftLeft(127).subtract(BigInteger.ONE));
        try (DuckDbEngine engine = open()) {
            engine.createDatabase("shop");
            engine.createTable(table);
            int seed = Seeds.one(SequenceColumnModelTest.class, 7);
            Random random = new Random(seed);
            List<@Nullable Object[]> rows = new ArrayList<>();
            for (int key = 0; key < 50; key++) {
                for (int i : IntStream.range(0, ascending.size()).toArray()) {
                    rows.add(
                            random.nextInt(rows.size() + 1),
                            new @Nullable Object[] {(long) key, "v" + i, ascending.get(i), "n"});
                }
            }
            try (EngineTransaction transaction = engine.begin()) {
                for (int from = 0; from < rows.size(); from += 90) {
                    transaction.append(
                            table,
                            List.of(TestRows.block(types, rows.subList(from, Math.min(rows.size(), from + 90)))));
                }
                transaction.commit();
            }

            assertThat(stored(engine)).as("seed %d", seed).hasSize(50).allSatisfy((key, value) -> assertThat(value)
                    .isEqualTo("v" + (ascending.size() - 1)));
        }
    }

    @Test
    void tombstonesGoWithTruncateAndStayWithARename() {
        TableSchema table = table(ColumnType.of(Kind.INT));
        try (DuckDbEngine engine = open()) {
            engine.createDatabase("shop");
            engine.createTable(table);
            append(engine, table, 9L, null);
            append(engine, table, 5L, "outdone");
            assertThat(stored(engine)).isEmpty();

            truncate(engine, table);
            append(engine, table, 5L, "after truncate");
            assertThat(stored(engine)).containsEntry("1|n", "after truncate");

            append(engine, table, 9L, null);
            TableSchema renamed = renamed(table);
            try (EngineTransaction transaction = engine.begin()) {
                transaction.alterTable(
                        table,
                        new TableChange(
                                renamed,
                                IntStream.range(0, 4)
                                        .<TableChange.Origin>mapToObj(TableChange.Kept::new)
                                        .toList()));
                transaction.commit();
            }
            append(engine, renamed, 5L, "outdone");
            assertThat(stored(engine, "w")).isEmpty();
        }
    }

    private static void truncate(DuckDbEngine engine, TableSchema table, Partition... partitions) {
        try (EngineTransaction transaction = engine.begin()) {
            transaction.truncate(table, List.of(partitions));
            transaction.commit();
        }
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

    private static TableSchema renamed(TableSchema table) {
        return new TableSchema(
                1, "shop", "w", 2, table.keyModel(), table.columns(), table.properties(), table.layout());
    }

    private static void append(DuckDbEngine engine, TableSchema table, Long sequence, @Nullable String value) {
        try (EngineTransaction transaction = engine.begin()) {
            transaction.append(table, List.of(row(table, sequence, value)));
            transaction.commit();
        }
    }

    private static RowBlock row(TableSchema table, Long sequence, @Nullable String value) {
        RowBlockWriter writer = RowBlockWriter.withDeleteSign(table.columns());
        write(table, writer, 1L, "n", sequence, value);
        return writer.finish();
    }
}
