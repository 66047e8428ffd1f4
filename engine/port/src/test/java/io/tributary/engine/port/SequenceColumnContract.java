package io.tributary.engine.port;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.Partition;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableChange;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.testing.Seeds;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * UNIQUE KEY tables whose rows come with delete signs and sequences, against a map that is filled row by row: what every engine with
 * {@link EngineCapability#HIDDEN_COLUMNS} must do.
 */
public abstract class SequenceColumnContract {
    private static final QueryContext CONTEXT = new QueryContext("shop", SqlMode.NONE, "UTC", 0);

    /** Opens it, with what it had when it was closed. */
    protected abstract TableEngine open();

    /** A key's state: its row, or that it was deleted, and by which sequence. */
    private record State(@Nullable String value, @Nullable Long sequence) {
        boolean yieldsTo(@Nullable Long other) {
            return sequence == null || (other != null && other >= sequence);
        }
    }

    protected static TableSchema table(@Nullable ColumnType sequence) {
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
        long seed = Seeds.drawn(SequenceColumnContract.class);
        Random random = new Random(seed);
        Map<String, State> model = new HashMap<>();
        try (TableEngine engine = open()) {
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
        try (TableEngine engine = open();
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
    protected static void write(
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

    protected static Map<String, String> stored(TableEngine engine) {
        return stored(engine, "u");
    }

    private static Map<String, String> stored(TableEngine engine, String table) {
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
        try (TableEngine engine = open()) {
            engine.createDatabase("shop");
            engine.createTable(table);
            int seed = Seeds.one(SequenceColumnContract.class, 7);
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
        try (TableEngine engine = open()) {
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
            alter(
                    engine,
                    table,
                    new TableChange(
                            renamed,
                            IntStream.range(0, 4)
                                    .<TableChange.Origin>mapToObj(TableChange.Kept::new)
                                    .toList()));
            append(engine, renamed, 5L, "outdone");
            assertThat(stored(engine, "w")).isEmpty();
        }
    }

    private static void alter(TableEngine engine, TableSchema table, TableChange change) {
        if (!engine.traits().can(EngineCapability.DEFINITIONS_IN_TRANSACTIONS)) {
            engine.alterTable(table, change);
            return;
        }
        try (EngineTransaction transaction = engine.begin()) {
            transaction.alterTable(table, change);
            transaction.commit();
        }
    }

    protected static void truncate(TableEngine engine, TableSchema table, Partition... partitions) {
        try (EngineTransaction transaction = engine.begin()) {
            transaction.truncate(table, List.of(partitions));
            transaction.commit();
        }
    }

    private static TableSchema renamed(TableSchema table) {
        return new TableSchema(
                1, "shop", "w", 2, table.keyModel(), table.columns(), table.properties(), table.layout());
    }

    protected static void append(TableEngine engine, TableSchema table, Long sequence, @Nullable String value) {
        try (EngineTransaction transaction = engine.begin()) {
            transaction.append(table, List.of(row(table, sequence, value)));
            transaction.commit();
        }
    }

    protected static RowBlock row(TableSchema table, Long sequence, @Nullable String value) {
        RowBlockWriter writer = RowBlockWriter.withDeleteSign(table.columns());
        write(table, writer, 1L, "n", sequence, value);
        return writer.finish();
    }
}
