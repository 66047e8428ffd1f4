package io.tributary.backend.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.RowRules;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.duckdb.DuckDbEngine;
import io.tributary.engine.duckdb.DuckDbOptions;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.ResultCursor;
import io.tributary.engine.port.TestRows;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyHashesTest {
    private static final QueryContext CONTEXT = new QueryContext("db", SqlMode.NONE, "UTC", 0);
    private static final List<ColumnType> TYPES = List.of(
            ColumnType.of(Kind.BOOLEAN),
            ColumnType.of(Kind.TINYINT),
            ColumnType.of(Kind.SMALLINT),
            ColumnType.of(Kind.INT),
            ColumnType.of(Kind.BIGINT),
            ColumnType.of(Kind.LARGEINT),
            ColumnType.decimal(4, 1),
            ColumnType.decimal(9, 2),
            ColumnType.decimal(18, 4),
            ColumnType.decimal(38, 10),
            ColumnType.of(Kind.DATE),
            ColumnType.datetime(0),
            ColumnType.datetime(3),
            ColumnType.datetime(6),
            ColumnType.varchar(20),
            ColumnType.of(Kind.STRING),
            ColumnType.of(Kind.VARBINARY));

    private static @Nullable Object[] row(int sign) {
        return new @Nullable Object[] {
            sign > 0 ? 1 : 0,
            sign * 127,
            sign * 32_767,
            sign * 2_147_483_647,
            sign * 9_223_372_036_854_775_807L,
            BigInteger.TWO.pow(126).multiply(BigInteger.valueOf(sign)),
            sign * 9_999,
            sign * 999_999_999,
            sign * 999_999_999_999_999_999L,
            BigInteger.TEN.pow(37).multiply(BigInteger.valueOf(sign)),
            sign * 20_000,
            sign * 1_700_000_001_000_000L,
            sign * 1_700_000_001_002_000L,
            sign * 1_700_000_001_002_003L,
            "name " + sign,
            "",
            new byte[] {0, (byte) sign}
        };
    }

    /** Else a held UPDATE would not notice that its row was replaced. */
    @Test
    void keysThatTheEngineReturnsHashAsThoseOfTheRowsThatWereWritten(@TempDir Path directory) {
        List<Column> columns = new ArrayList<>();
        for (ColumnType type : TYPES) {
            columns.add(Column.of("k" + columns.size(), type, true).asKey());
        }
        TableSchema table = new TableSchema(
                1,
                "db",
                "t",
                1,
                TableSchema.KeyModel.UNIQUE,
                columns,
                TableProperties.defaults(),
                TableSchema.Layout.none());
        List<RowBlock> rows =
                List.of(TestRows.block(TYPES, List.of(row(1), row(-1), new @Nullable Object[TYPES.size()])));
        try (DuckDbEngine engine =
                DuckDbEngine.open(DuckDbOptions.defaults(directory.resolve("t.duckdb"), directory.resolve("tmp")))) {
            engine.createDatabase("db");
            engine.createTable(table);
            try (EngineTransaction transaction = engine.begin()) {
                transaction.append(table, rows);

                List<String> names = columns.stream().map(Column::name).toList();
                try (ResultCursor cursor =
                        transaction.executeReturning("DELETE FROM t", RowRules.NONE, names, CONTEXT)) {
                    List<ColumnType> types =
                            cursor.columns().stream().map(ResultColumn::type).toList();
                    RowBlock keys = Objects.requireNonNull(cursor.next());

                    assertThat(sorted(KeyHashes.of(types, keys))).isEqualTo(sorted(KeyHashes.of(table, rows)));
                }
            }
        }
        assertThat(Arrays.stream(KeyHashes.of(table, rows)).distinct()).hasSize(3);
    }

    private static long[] sorted(long[] hashes) {
        return LongStream.of(hashes).sorted().toArray();
    }
}
