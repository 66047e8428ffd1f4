package io.tributary.engine.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.RowRules;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.duckdb.session.DuckDbSession;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.ResultCursor;
import io.tributary.engine.port.TestRows;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a checkpoint of ours does to the engine's files. */
class DuckDbCheckpointTest {
    private static final ColumnType INT = ColumnType.of(ColumnType.Kind.INT);
    private static final QueryContext CONTEXT = new QueryContext("shop", SqlMode.NONE, "UTC", 0);

    private static final TableSchema T = table("t", TableSchema.KeyModel.DUPLICATE);
    private static final TableSchema KEYED = table("k", TableSchema.KeyModel.UNIQUE);

    @TempDir
    Path directory;

    private DuckDbEngine engine;

    @BeforeEach
    void open() {
        engine = open(directory.resolve("tributary.duckdb"));
        engine.createDatabase("shop");
    }

    private DuckDbEngine open(Path file) {
        return DuckDbEngine.open(DuckDbOptions.defaults(file, directory.resolve("tmp")));
    }

    @AfterEach
    void close() {
        engine.close();
    }

    @Test
    void theFileAloneHasWhatWasCommittedBeforeACheckpoint() throws Exception {
        engine.checkpoint();
        engine.systemStore().put("test", "a", "1");
        assertThat(engine.logBytes()).isPositive();

        engine.checkpoint();

        assertThat(engine.logBytes()).isZero();
        Path copy = directory.resolve("copy.duckdb");
        Files.copy(directory.resolve("tributary.duckdb"), copy);
        DuckDbEngine other = open(copy);
        try {
            assertThat(other.systemStore().get("test", "a")).contains("1");
        } finally {
            other.close();
        }
    }

    @Test
    void aTransactionThatHasChangedRowsKeepsItFromBeginning() {
        make(T);
        try (EngineTransaction held = engine.begin()) {
            held.execute("UPDATE t SET c = 2", RowRules.NONE, CONTEXT);

            assertThatThrownBy(engine::checkpoint)
                    .isInstanceOfSatisfying(
                            TributaryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.WRITE_CONFLICT));
        }

        engine.checkpoint();

        assertThat(engine.lastCheckpoint()).isEqualTo(2);
    }

    @Test
    void oneThatHasOnlyInsertedReplacedOrDeletedRowsDoesNot() {
        make(T);
        make(KEYED);
        try (EngineTransaction held = engine.begin()) {
            held.append(T, row(2));
            held.execute("DELETE FROM t WHERE c = 1", RowRules.NONE, CONTEXT);
            held.append(KEYED, row(1));
            held.append(KEYED, row(3));
            held.execute("DELETE FROM k WHERE c = 3", RowRules.NONE, CONTEXT);

            engine.checkpoint();
            held.commit();
        }

        engine.checkpoint();

        assertThat(engine.lastCheckpoint()).isEqualTo(2);
    }

    private void writeThousands(int groups) {
        List<@Nullable Object[]> rows = IntStream.range(0, 3000)
                .mapToObj(i -> new @Nullable Object[] {i})
                .toList();
        for (int i = 0; i < groups; i++) {
            try (EngineTransaction transaction = engine.begin()) {
                transaction.append(T, List.of(TestRows.block(List.of(INT), rows)));
                transaction.commit();
            }
            engine.checkpoint();
        }
    }

    @Test
    void whatAnotherProcessHasLeftIsMergeableToo() throws Exception {
        engine.createTable(T);
        writeThousands(3);
        engine.close();
        engine = open(directory.resolve("tributary.duckdb"));
        assertThat(engine.mergeableRows()).isZero();

        writeThousands(2);

        assertThat(engine.mergeableRows()).isGreaterThanOrEqualTo(15_000);
        engine.merge();
        assertThat(groups()).isEqualTo(1);
        assertThat(engine.mergeableRows()).isZero();
    }

    @Test
    void itLeavesSmallGroupsWhichAMergePutsTogether() throws Exception {
        engine.createTable(T);
        writeThousands(3);
        assertThat(groups()).isEqualTo(3);
        assertThat(engine.mergeableRows()).isEqualTo(9000);

        try (EngineTransaction held = engine.begin()) {
            held.takeSnapshot();
            engine.merge();
            assertThat(engine.mergeableRows()).isEqualTo(9000);
        }
        try (ResultCursor held = engine.query("SELECT c FROM t", CONTEXT)) {
            assertThat(held.columns()).hasSize(1);
            engine.merge();
            assertThat(engine.mergeableRows()).isEqualTo(9000);
        }
        assertThat(groups()).isEqualTo(3);

        engine.merge();

        assertThat(groups()).isEqualTo(1);
        assertThat(engine.mergeableRows()).isZero();
        assertThat(engine.logBytes()).isZero();
    }

    @Test
    void removedRowsAreToldWithTheCheckpointBehindThem() {
        make(T);
        make(KEYED);
        try (EngineTransaction transaction = engine.begin()) {
            transaction.execute("UPDATE t SET c = 2", RowRules.NONE, CONTEXT);
            transaction.append(KEYED, row(1));
            transaction.truncate(KEYED, List.of());
            transaction.commit();
        }
        assertThat(engine.removedRows()).isZero();

        engine.checkpoint();

        assertThat(engine.removedRows()).isEqualTo(4);
        engine.merge();
        assertThat(engine.removedRows()).isZero();
    }

    private long groups() throws SQLException {
        return RootSession.of(engine)
                .number("SELECT count(DISTINCT row_group_id) FROM pragma_storage_info('\"$store\".shop.t')");
    }

    /** So no commit fails for a checkpoint behind it, which would come with the first 16 MiB of the engine's own log. */
    @Test
    void aCommitMakesNoCheckpointHoweverLongTheEnginesLogIs() throws Exception {
        DuckDbOptions options = DuckDbOptions.defaults(directory.resolve("none.duckdb"), directory.resolve("tmp"));
        DuckDbEngine other = DuckDbEngine.open(new DuckDbOptions(
                options.file(),
                options.tempDirectory(),
                options.threads(),
                options.memoryLimitBytes(),
                DuckDbOptions.NO_AUTOMATIC_CHECKPOINT,
                options.connectionsMax(),
                options.connectionWaitMillis()));
        try {
            DuckDbSession session = RootSession.of(other);
            session.execute("CREATE TABLE \"$store\".main.t (text VARCHAR)");
            for (int i = 1; i <= 5; i++) {
                session.execute("INSERT INTO \"$store\".main.t SELECT repeat('x', 5000) FROM range(1000)");

                assertThat(other.logBytes()).isGreaterThan(i * 5_000_000L);
            }
        } finally {
            other.close();
        }
    }

    private void make(TableSchema table) {
        engine.createTable(table);
        try (EngineTransaction transaction = engine.begin()) {
            transaction.append(table, row(1));
            transaction.commit();
        }
    }

    private static List<RowBlock> row(int value) {
        return List.of(TestRows.block(List.of(INT), List.<@Nullable Object[]>of(new Object[] {value})));
    }

    private static TableSchema table(String name, TableSchema.KeyModel model) {
        Column column = Column.of("c", INT, true);
        return new TableSchema(
                7,
                "shop",
                name,
                1,
                model,
                List.of(model == TableSchema.KeyModel.UNIQUE ? column.asKey() : column),
                TableProperties.defaults(),
                TableSchema.Layout.none());
    }
}
