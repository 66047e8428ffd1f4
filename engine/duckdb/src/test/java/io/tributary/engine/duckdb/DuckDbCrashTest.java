package io.tributary.engine.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.Positions;
import io.tributary.engine.port.ResultCursor;
import io.tributary.engine.port.TestRows;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A process of its own is halted in the middle of its work, and the file is opened again here. */
class DuckDbCrashTest {
    private static final long EPOCH = 5;
    private static final List<ColumnType> TYPES = List.of(ColumnType.of(Kind.INT));

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({"append, 10, 0", "append, 200000, 0", "commit, 10, 10", "commit, 200000, 200000"})
    void rowsAndPositionSurviveTogetherOrNotAtAll(String haltAfter, int rows, long expected) throws Exception {
        int exit = halted(haltAfter, rows);

        assertThat(exit).isEqualTo(Child.EXIT);
        DuckDbEngine engine = Child.open(directory);
        try {
            assertThat(count(engine)).isEqualTo(expected);
            assertThat(engine.systemStore().appliedPositions(EPOCH))
                    .isEqualTo(expected == 0 ? Map.of() : Map.of(1L, 99L));
        } finally {
            engine.close();
        }
    }

    private static Object count(DuckDbEngine engine) {
        try (ResultCursor cursor =
                engine.query("SELECT count(*) FROM db.t", new QueryContext("", SqlMode.NONE, "UTC", 0))) {
            List<ColumnType> types =
                    cursor.columns().stream().map(ResultColumn::type).toList();
            RowBlock block = Objects.requireNonNull(cursor.next());
            return Objects.requireNonNull(TestRows.rows(types, block).get(0)[0]);
        }
    }

    private int halted(String haltAfter, int rows) throws IOException, InterruptedException {
        // The driver unpacks its library there, and a halted process leaves it behind.
        Path temp = Files.createDirectory(directory.resolve("java"));
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Djava.io.tmpdir=" + temp));
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("--add-opens"))
                .forEach(command::add);
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                Child.class.getName(),
                directory.toString(),
                haltAfter,
                Integer.toString(rows)));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("child.log").toFile())
                .start();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS))
                    .as(Files.readString(directory.resolve("child.log")))
                    .isTrue();
            return process.exitValue();
        } finally {
            process.destroyForcibly();
        }
    }

    /** The process that is halted. */
    static final class Child {
        static final int EXIT = 42;

        private Child() {}

        static DuckDbEngine open(Path directory) {
            return DuckDbEngine.open(
                    DuckDbOptions.defaults(directory.resolve("tributary.duckdb"), directory.resolve("tmp")));
        }

        @SuppressWarnings("SystemExitOutsideMain")
        public static void main(String[] arguments) {
            DuckDbEngine engine = open(Path.of(arguments[0]));
            engine.createDatabase("db");
            TableSchema table = new TableSchema(
                    1,
                    "db",
                    "t",
                    1,
                    TableSchema.KeyModel.DUPLICATE,
                    List.of(Column.of("a", TYPES.get(0), true)),
                    TableProperties.defaults(),
                    TableSchema.Layout.none());
            engine.createTable(table);
            List<@Nullable Object[]> rows = new ArrayList<>();
            for (int i = 0; i < Integer.parseInt(arguments[2]); i++) {
                rows.add(new @Nullable Object[] {i});
            }
            EngineTransaction transaction = engine.begin();
            transaction.append(table, List.of(TestRows.block(TYPES, rows)));
            Positions.set(engine, transaction, 1, EPOCH, 99);
            if (arguments[1].equals("commit")) {
                transaction.commit();
            }
            Runtime.getRuntime().halt(EXIT);
        }
    }
}
