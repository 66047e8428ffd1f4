package io.tributary.engine.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.ResultCursor;
import io.tributary.engine.port.TestRows;
import io.tributary.testing.Seeds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A UNIQUE KEY table against a map that is filled row by row. */
class UniqueKeyModelTest {
    private static final List<ColumnType> TYPES =
            List.of(ColumnType.of(Kind.STRING), ColumnType.of(Kind.BIGINT), ColumnType.varchar(20));
    private static final QueryContext CONTEXT = new QueryContext("shop", SqlMode.NONE, "UTC", 0);

    private static final TableSchema TABLE = new TableSchema(
            1,
            "shop",
            "u",
            1,
            TableSchema.KeyModel.UNIQUE,
            List.of(
                    Column.of("value", TYPES.get(0), true),
                    Column.of("part", TYPES.get(1), true).asKey(),
                    Column.of("name", TYPES.get(2), false).asKey()),
            TableProperties.defaults(),
            TableSchema.Layout.none());

    @Test
    void transactionsOfAnySizeCommittedOrNotLeaveWhatASequentialModelHolds(@TempDir Path directory) {
        long seed = Seeds.drawn(UniqueKeyModelTest.class);
        Random random = new Random(seed);
        Map<String, String> model = new HashMap<>();
        try (DuckDbEngine engine =
                DuckDbEngine.open(DuckDbOptions.defaults(directory.resolve("t.duckdb"), directory.resolve("tmp")))) {
            engine.createDatabase("shop");
            engine.createTable(TABLE);
            for (int i = 0; i < 60; i++) {
                Map<String, String> after = new HashMap<>(model);
                try (EngineTransaction transaction = engine.begin()) {
                    int appends = 1 + random.nextInt(3);
                    for (int append = 0; append < appends; append++) {
                        transaction.append(TABLE, blocks(random, after));
                    }
                    if (random.nextInt(5) > 0) {
                        transaction.commit();
                        model = after;
                    }
                }
                if (i % 10 == 9) {
                    assertThat(stored(engine)).as("seed %d, step %d", seed, i).isEqualTo(model);
                }
            }
        }
    }

    /** Many rows now and then, so that both ways into the engine are taken. */
    private static List<RowBlock> blocks(Random random, Map<String, String> model) {
        int rows = random.nextInt(4) == 0 ? 1_000 + random.nextInt(5_000) : 1 + random.nextInt(40);
        int parts = random.nextInt(6) == 0 ? 5_000 : 30;
        List<RowBlock> blocks = new ArrayList<>();
        while (rows > 0) {
            int size = Math.min(rows, 1 + random.nextInt(random.nextBoolean() ? 5 : 2_000));
            List<@Nullable Object[]> block = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                int part = random.nextInt(parts);
                @Nullable
                Object[] row = {
                    random.nextInt(8) == 0 ? null : "v" + random.nextInt(),
                    part == 0 ? null : (long) part,
                    "n" + random.nextInt(3)
                };
                block.add(row);
                model.put(row[1] + "/" + row[2], String.valueOf(row[0]));
            }
            blocks.add(TestRows.block(TYPES, block));
            rows -= size;
        }
        return blocks;
    }

    private static Map<String, String> stored(DuckDbEngine engine) {
        Map<String, String> rows = new HashMap<>();
        try (ResultCursor cursor = engine.query("SELECT value, part, name FROM u", CONTEXT)) {
            for (RowBlock block = cursor.next(); block != null; block = cursor.next()) {
                for (@Nullable Object[] row : TestRows.rows(TYPES, block)) {
                    String before = rows.put(row[1] + "/" + row[2], String.valueOf(row[0]));
                    assertThat(before).as("twice: %s/%s", row[1], row[2]).isNull();
                }
            }
        }
        return rows;
    }
}
