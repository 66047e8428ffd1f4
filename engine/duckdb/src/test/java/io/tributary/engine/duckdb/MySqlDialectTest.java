package io.tributary.engine.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.RowRules;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.duckdb.session.DuckDbSession;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.ResultCursor;
import io.tributary.engine.port.TestRows;
import io.tributary.testing.Seeds;
import java.io.InputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MySqlDialectTest {
    private static final QueryContext CONTEXT = context("", "UTC");

    @TempDir
    static Path directory;

    private DuckDbEngine engine;

    private static QueryContext context(String sqlMode, String timeZone) {
        return new QueryContext("shop", SqlMode.of(sqlMode), timeZone, 0);
    }

    @BeforeAll
    void open() {
        engine = DuckDbEngine.open(
                DuckDbOptions.defaults(directory.resolve("tributary.duckdb"), directory.resolve("tmp")));
        engine.createDatabase("shop");
        List<ColumnType> types = List.of(
                ColumnType.of(Kind.INT),
                ColumnType.varchar(20),
                ColumnType.decimal(15, 2),
                ColumnType.of(Kind.DATE),
                ColumnType.datetime(0));
        TableSchema t = table("t", List.of("id", "name", "price", "d", "at"), types);
        long at = LocalDateTime.of(2024, 1, 7, 3, 4, 5).toEpochSecond(ZoneOffset.UTC) * 1_000_000;
        long day = LocalDate.of(2024, 1, 7).toEpochDay();
        fill(
                t,
                types,
                new @Nullable Object[] {1, "anna", 1050, day, at},
                new @Nullable Object[] {2, "Bob", 2025, null, null},
                new @Nullable Object[] {3, "ärger", 3000, null, null},
                new @Nullable Object[] {4, null, null, null, null});
        List<ColumnType> two = List.of(ColumnType.of(Kind.INT), ColumnType.of(Kind.BIGINT));
        fill(
                table("s", List.of("id", "big"), two),
                two,
                new @Nullable Object[] {1, Long.MAX_VALUE},
                new @Nullable Object[] {2, 2});
        table("e", List.of("id"), List.of(ColumnType.of(Kind.INT)));
        List<ColumnType> kinds = List.of(
                ColumnType.of(Kind.INT),
                ColumnType.of(Kind.BOOLEAN),
                ColumnType.of(Kind.TINYINT),
                ColumnType.of(Kind.SMALLINT),
                ColumnType.of(Kind.LARGEINT),
                ColumnType.of(Kind.FLOAT),
                ColumnType.of(Kind.DOUBLE),
                ColumnType.varchar(20),
                ColumnType.varchar(30));
        fill(
                table("k", List.of("id", "b", "ti", "si", "li", "f", "x", "txt", "when_text"), kinds),
                kinds,
                new @Nullable Object[] {1, 1, 100, 30000, BigInteger.valueOf(5), 0.25f, 1.5, "7.5", "2024-01-31"},
                new @Nullable Object[] {2, 0, -1, -1, BigInteger.valueOf(6), 1.5f, 2.5, "2", "2024-01-31 10:00:00"});
        List<ColumnType> arrays = List.of(
                ColumnType.of(Kind.INT),
                ColumnType.arrayOf(ColumnType.of(Kind.INT)),
                ColumnType.arrayOf(ColumnType.varchar(20)),
                ColumnType.arrayOf(ColumnType.decimal(38, 4)),
                ColumnType.arrayOf(ColumnType.of(Kind.BOOLEAN)),
                ColumnType.arrayOf(ColumnType.of(Kind.DATE)),
                ColumnType.arrayOf(ColumnType.datetime(0)),
                ColumnType.arrayOf(ColumnType.of(Kind.DOUBLE)),
                ColumnType.arrayOf(ColumnType.of(Kind.LARGEINT)),
                ColumnType.of(Kind.VARIANT));
        fill(
                table("a", List.of("id", "i", "s", "dc", "b", "d", "at", "x", "li", "v"), arrays),
                arrays,
                new @Nullable Object[] {
                    1,
                    "[\"1\",\"2\",null]",
                    "[\"a\",\"say \\\"b\\\"\",\"é\\u000a\"]",
                    "[\"1234567890123456789012345678901234.1234\",\"1.5\"]",
                    "[\"true\",\"false\",null]",
                    "[\"2024-01-31\"]",
                    "[\"2024-01-31 10:00:00\"]",
                    "[\"1.0\",\"0.5\",\"1.0E20\"]",
                    "[\"-170141183460469231731687303715884105728\"]",
                    "{\"k\": [1, \"x\"]}"
                },
                new @Nullable Object[] {2, "[]", "[]", null, null, null, null, null, null, "null"},
                new @Nullable Object[] {3, null, null, null, null, null, null, null, null, null});
        collated();
    }

    /** A table of names by three collations. */
    private void collated() {
        ColumnType name = ColumnType.varchar(20);
        List<ColumnType> types = List.of(ColumnType.of(Kind.INT), name, name, name);
        TableSchema c = create(new TableSchema(
                1,
                "shop",
                "c",
                1,
                TableSchema.KeyModel.DUPLICATE,
                List.of(
                        Column.of("id", types.get(0), true),
                        Column.of("g", name, true).collatedBy("utf8mb4_general_ci"),
                        Column.of("n", name, true).collatedBy("utf8mb4_0900_ai_ci"),
                        Column.of("b", name, true)),
                TableProperties.defaults(),
                TableSchema.Layout.none()));
        List<String> names = List.of("Anna", "anna ", "ANNA", "é", "E", "bob");
        for (int i = 0; i < names.size(); i++) {
            String text = names.get(i);
            fill(c, types, new @Nullable Object[] {i + 1, text, text, text});
        }
        fill(c, types, new @Nullable Object[] {names.size() + 1, null, null, null});
    }

    @AfterAll
    void close() {
        assertThat(RootSession.arrowBytes(engine)).isZero();
        engine.close();
    }

    private TableSchema table(String name, List<String> names, List<ColumnType> types) {
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            columns.add(Column.of(names.get(i), types.get(i), true));
        }
        return create(new TableSchema(
                1,
                "shop",
                name,
                1,
                TableSchema.KeyModel.DUPLICATE,
                columns,
                TableProperties.defaults(),
                TableSchema.Layout.none()));
    }

    private TableSchema create(TableSchema table) {
        engine.createTable(table);
        return table;
    }

    private void fill(TableSchema table, List<ColumnType> types, @Nullable Object[]... rows) {
        try (EngineTransaction transaction = engine.begin()) {
            transaction.append(table, List.of(TestRows.block(types, List.of(rows))));
            transaction.commit();
        }
    }

    @TestFactory
    List<DynamicTest> everyStatementOfTheFileAnswersAsMySqlDoes() throws Exception {
        List<DynamicTest> tests = new ArrayList<>();
        String statement = "";
        List<String> expected = new ArrayList<>();
        try (InputStream in = Objects.requireNonNull(MySqlDialectTest.class.getResourceAsStream("dialect.sql"))) {
            String file = new String(in.readAllBytes(), StandardCharsets.UTF_8) + "\n\n";
            for (String line : file.split("\n", -1)) {
                if (line.startsWith("= ") || line.startsWith("! ")) {
                    expected.add(line);
                    continue;
                }
                if (!expected.isEmpty()) {
                    String sql = statement;
                    List<String> rows = List.copyOf(expected);
                    tests.add(DynamicTest.dynamicTest(sql, () -> check(sql, rows)));
                    expected.clear();
                }
                statement = line;
            }
        }
        assertThat(tests).hasSizeGreaterThan(100);
        return tests;
    }

    private void check(String sql, List<String> expected) {
        if (expected.get(0).startsWith("! ")) {
            String[] parts = expected.get(0).split(" ", 3);
            assertThatThrownBy(() -> select(sql, CONTEXT)).isInstanceOfSatisfying(TributaryException.class, e -> {
                assertThat(e.code().number()).as(e.getMessage()).isEqualTo(Integer.parseInt(parts[1]));
                assertThat(e.code()).as(e.getMessage()).isNotEqualTo(ErrorCode.ENGINE);
                assertThat(e.getMessage()).startsWith(parts.length > 2 ? parts[2] : "");
            });
            return;
        }
        assertThat(select(sql, CONTEXT))
                .containsExactlyElementsOf(
                        expected.stream().map(row -> row.substring(2)).toList());
    }

    private List<String> select(String sql, QueryContext context) {
        try (ResultCursor cursor = engine.query(sql, context)) {
            List<ColumnType> types =
                    cursor.columns().stream().map(ResultColumn::type).toList();
            List<String> rows = new ArrayList<>();
            for (RowBlock block = cursor.next(); block != null; block = cursor.next()) {
                for (@Nullable Object[] row : TestRows.rows(types, block)) {
                    List<String> values = new ArrayList<>();
                    for (int i = 0; i < row.length; i++) {
                        values.add(print(types.get(i), row[i]));
                    }
                    rows.add(String.join(" | ", values));
                }
            }
            return rows;
        }
    }

    private static String print(ColumnType type, @Nullable Object value) {
        if (value == null) {
            return "~";
        }
        return switch (type.kind()) {
            case DECIMAL -> new BigDecimal(new BigInteger(value.toString()), type.scale()).toPlainString();
            case DATE -> LocalDate.ofEpochDay((Long) value).toString();
            case TIME -> time((Long) value, type.scale());
            case DATETIME -> {
                long micros = (Long) value;
                String digits = type.scale() == 0 ? "" : "." + "S".repeat(type.scale());
                yield DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss" + digits, Locale.ROOT)
                        .format(LocalDateTime.ofEpochSecond(
                                Math.floorDiv(micros, 1_000_000L),
                                (int) Math.floorMod(micros, 1_000_000L) * 1000,
                                ZoneOffset.UTC));
            }
            case VARBINARY -> java.util.HexFormat.of().formatHex((byte[]) value);
            default -> value.toString();
        };
    }

    private static String time(long micros, int scale) {
        Duration time = Duration.of(Math.abs(micros), ChronoUnit.MICROS);
        String text = String.format(
                Locale.ROOT,
                "%s%02d:%02d:%02d.%06d",
                micros < 0 ? "-" : "",
                time.toHours(),
                time.toMinutesPart(),
                time.toSecondsPart(),
                time.toNanosPart() / 1000);
        return text.substring(0, text.length() - (scale == 0 ? 7 : 6 - scale));
    }

    @Test
    void noLiteralChangesItsMeaning() {
        long seed = Seeds.drawn(MySqlDialectTest.class);
        Random random = new Random(seed);
        String special = "'\"\\\0\n\r\t\u001a%_`-#/*;?${}[]:@|&!~^éß€𝄞 ab01xXbBnN";
        int[] points = special.codePoints().toArray();
        for (int round = 0; round < 500; round++) {
            StringBuilder value = new StringBuilder();
            StringBuilder plain = new StringBuilder();
            char quote = random.nextBoolean() ? '\'' : '"';
            for (int i = random.nextInt(30); i > 0; i--) {
                int c = random.nextInt(4) == 0 ? 1 + random.nextInt(0x7e) : points[random.nextInt(points.length)];
                value.appendCodePoint(c);
                plain.append(escaped(c, quote, random));
            }
            byte[] raw = new byte[random.nextInt(20)];
            random.nextBytes(raw);
            String hex = java.util.HexFormat.of().formatHex(raw);
            String sql =
                    "SELECT " + quote + plain + quote + " AS s, x'" + hex + "' AS b, `t`.`id` -- '\n FROM t LIMIT 1";

            try (ResultCursor cursor = engine.query(sql, CONTEXT)) {
                List<ColumnType> types =
                        cursor.columns().stream().map(ResultColumn::type).toList();
                @Nullable
                Object[] row = TestRows.rows(types, Objects.requireNonNull(cursor.next()))
                        .get(0);
                assertThat(row[0]).as("seed %d round %d: %s", seed, round, sql).isEqualTo(value.toString());
                assertThat(row[1]).as("seed %d round %d: %s", seed, round, sql).isEqualTo(raw);
            }
        }
    }

    private static String escaped(int c, char quote, Random random) {
        return switch (c) {
            case 0 -> "\\0";
            case '\\' -> "\\\\";
            case '\n' -> random.nextBoolean() ? "\\n" : "\n";
            case '\r' -> random.nextBoolean() ? "\\r" : "\r";
            case '\t' -> random.nextBoolean() ? "\\t" : "\t";
            case '\u001a' -> random.nextBoolean() ? "\\Z" : "\u001a";
            case '\'', '"' -> {
                if (c != quote && random.nextBoolean()) {
                    yield Character.toString(c);
                }
                yield random.nextBoolean() ? "\\" + (char) c : c == quote ? "" + quote + quote : "\\" + (char) c;
            }
            default -> Character.toString(c);
        };
    }

    @Test
    void literalsAreComparedByTheCollationOfTheSession() {
        String sql = "SELECT 'a' = 'A', 'x' = b FROM c WHERE b = 'ANNA' OR id = 1 AND 'E' = 'e' ORDER BY id";
        QueryContext session = new QueryContext(
                new QueryContext.Meaning(
                        "shop",
                        SqlMode.NONE,
                        "utf8mb4_general_ci",
                        "UTC",
                        new QueryContext.Limits(1_000, 1_024),
                        false,
                        true),
                0);

        assertThat(select(sql, CONTEXT)).containsExactly("0 | 0");
        assertThat(select(sql, session)).containsExactly("1 | 0", "1 | 0");
    }

    @Test
    void groupConcatEndsBehindSoManyBytes() {
        String sql =
                "SELECT GROUP_CONCAT(name ORDER BY id SEPARATOR '-'), GROUP_CONCAT(DISTINCT name ORDER BY id DESC) FROM t";
        QueryContext short9 = new QueryContext(
                new QueryContext.Meaning(
                        "shop", SqlMode.NONE, "", "UTC", new QueryContext.Limits(1_000, 9), false, true),
                0);

        assertThat(select(sql, CONTEXT)).containsExactly("anna-Bob-ärger | ärger,Bob,anna");
        // The tenth byte is the second of ä.
        assertThat(select(sql, short9)).containsExactly("anna-Bob- | ärger,Bo");
        assertThat(select("SELECT id, GROUP_CONCAT(name) FROM t GROUP BY id ORDER BY id", short9))
                .containsExactly("1 | anna", "2 | Bob", "3 | ärger", "4 | ~");
    }

    @Test
    void explainTellsTheTextForTheEngineAndItsPlan() {
        String query = "SELECT name, COUNT(*) FROM t WHERE id < 3 GROUP BY name";
        assertThat(select("EXPLAIN " + query, CONTEXT))
                .anyMatch(row -> row.startsWith("engine_text | SELECT ") && row.contains("GROUP BY"))
                .anyMatch(row -> row.startsWith("physical_plan | ") && row.contains("Hash Group By"));
        assertThat(select("EXPLAIN ANALYZE " + query, CONTEXT))
                .anyMatch(row -> row.startsWith("analyzed_plan | ") && row.contains("Hash Group By"));
        assertThat(engine.describe("EXPLAIN " + query, CONTEXT))
                .extracting(ResultColumn::name)
                .containsExactly("Item", "Value");
        assertThat(select("EXPLAIN FORMAT=JSON " + query, CONTEXT))
                .singleElement()
                .asString()
                .contains("\"engine_text\" : \"SELECT ", "\"physical_plan\" : [");
        assertThat(engine.describe("EXPLAIN FORMAT=JSON " + query, CONTEXT))
                .extracting(ResultColumn::name)
                .containsExactly("EXPLAIN");
    }

    @Test
    void explainOfAChangeChangesNothing() {
        List<String> before = select("SELECT * FROM t ORDER BY id", CONTEXT);
        for (String change : List.of("UPDATE t SET name = 'x' WHERE id > 1", "DELETE FROM t")) {
            assertThat(select("EXPLAIN " + change, CONTEXT))
                    .as(change)
                    .anyMatch(row -> row.startsWith("engine_text | " + change.substring(0, 6)))
                    .anyMatch(row -> row.startsWith("physical_plan | "));
            assertThatThrownBy(() -> select("EXPLAIN ANALYZE " + change, CONTEXT))
                    .isInstanceOfSatisfying(
                            TributaryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_SUPPORTED));
            assertThat(engine.describe("EXPLAIN " + change, CONTEXT)).hasSize(2);
        }
        assertThat(select("SELECT * FROM t ORDER BY id", CONTEXT)).isEqualTo(before);
    }

    @Test
    void modesChangeQuotesEscapesAndPipes() {
        assertThat(select("SELECT \"id\" FROM t WHERE \"id\" = 1", context("ANSI_QUOTES", "UTC")))
                .containsExactly("1");
        assertThat(select("SELECT 'a\\nb\\'", context("NO_BACKSLASH_ESCAPES", "UTC")))
                .containsExactly("a\\nb\\");
    }

    @Test
    void pipesConcatenateWhereTheModeIsOnThatSaysSoAndMeanOrElsewhere() {
        for (String mode : List.of("PIPES_AS_CONCAT", "ANSI", "ansi_quotes, pipes_as_concat")) {
            assertThat(select("SELECT 'a' || 'b', 1 || 0", context(mode, "UTC")))
                    .as(mode)
                    .containsExactly("ab | 10");
        }
        for (String mode : List.of("", "ANSI_QUOTES", "ANSI_QUOTES,NO_BACKSLASH_ESCAPES", "TRADITIONAL")) {
            assertThat(select("SELECT 1 || 0, 0 || 0", context(mode, "UTC")))
                    .as(mode)
                    .containsExactly("1 | 0");
            assertThat(select("SELECT id FROM t WHERE id = 1 || id = 3 ORDER BY id", context(mode, "UTC")))
                    .as(mode)
                    .containsExactly("1", "3");
        }
    }

    @Test
    void timesFollowTheSessionsZone() {
        for (String zone : List.of("Europe/Berlin", "+02:00")) {
            assertThat(select(
                            "SELECT unix_timestamp('2024-07-01 12:00:00'), from_unixtime(1719828000)",
                            context("", zone)))
                    .containsExactly("1719828000 | 2024-07-01 12:00:00");
        }
        assertThatThrownBy(() -> select("SELECT now()", context("", "Mars/Base")))
                .hasMessageContaining("time zone: 'Mars/Base'");
    }

    @Test
    void columnsAreNamedByTheirText() {
        assertThat(names("SELECT count(*), id+1, max( price ) m, name n, t.id, 'x', id `q`, now(), d + INTERVAL 1 DAY,"
                        + " NULL, CASE WHEN 1 THEN 2 END, 1 AS \"al\" FROM t GROUP BY id, name, d"))
                .containsExactly(
                        "count(*)",
                        "id+1",
                        "m",
                        "n",
                        "id",
                        "x",
                        "q",
                        "now()",
                        "d + INTERVAL 1 DAY",
                        "NULL",
                        "CASE WHEN 1 THEN 2 END",
                        "al");
        assertThat(names("(SELECT 1+1) UNION SELECT 2")).containsExactly("1+1");
        assertThat(names("WITH x AS (SELECT 1 AS a) SELECT a, a*2 FROM x")).containsExactly("a", "a*2");
    }

    private List<String> names(String sql) {
        return engine.describe(sql, CONTEXT).stream().map(ResultColumn::name).toList();
    }

    @Test
    void parametersHideNoColumnOfADescription() {
        assertThat(names("SELECT ?, id FROM s")).containsExactly("?", "id");
        assertThat(names("SELECT ?,?")).containsExactly("?", "?");
        assertThat(names("SELECT '?', `id` FROM s WHERE id IN (SELECT ?) LIMIT ?"))
                .containsExactly("?", "id");
        assertThat(names("SELECT id FROM s ORDER BY id LIMIT ?, ?")).containsExactly("id");
        assertThat(engine.describe("SELECT id, ?, big, '?', ? + ? FROM s WHERE id = ?", CONTEXT).stream()
                        .map(column -> column.type().kind()))
                .containsExactly(Kind.INT, Kind.NULL, Kind.BIGINT, Kind.VARCHAR, Kind.BIGINT);
    }

    @Test
    void aWholeNumberBesideAParameterMayBecomeAnyOther() {
        String u = "CAST(id AS UNSIGNED)";
        assertThat(engine
                        .describe(
                                "SELECT COALESCE(id, ?), IF(?, id, ?), CASE id WHEN 1 THEN ? ELSE id END, COALESCE(?, "
                                        + u + "), COALESCE(?, ?) FROM s UNION ALL SELECT 1, ?, 1, " + u + ", ? FROM s",
                                CONTEXT)
                        .stream()
                        .map(ResultColumn::type))
                .containsExactly(
                        ColumnType.of(Kind.BIGINT),
                        ColumnType.of(Kind.BIGINT),
                        ColumnType.of(Kind.BIGINT),
                        ColumnType.unsigned(64),
                        ColumnType.of(Kind.NULL));
    }

    @Test
    void integerSumsLoseNoDigits() {
        assertThat(engine.describe("SELECT sum(big), sum(id), count(*) FROM s", CONTEXT).stream()
                        .map(ResultColumn::type))
                .containsExactly(ColumnType.decimal(38, 0), ColumnType.decimal(32, 0), ColumnType.of(Kind.BIGINT));
    }

    @Test
    void statementsThatChangeRowsCountThem() {
        List<ColumnType> types = List.of(ColumnType.of(Kind.INT), ColumnType.varchar(10));
        fill(table("w", List.of("id", "name"), types), types, new @Nullable Object[] {1, "a"}, new @Nullable Object[] {
            2, "b"
        });
        try (EngineTransaction transaction = engine.begin()) {
            assertThat(transaction.execute(
                            "UPDATE shop.w SET name = concat(name, '!') WHERE id > 0", RowRules.NONE, CONTEXT))
                    .isEqualTo(2);
            assertThat(transaction.execute("DELETE FROM `w` WHERE id IN (1, 7)", RowRules.NONE, CONTEXT))
                    .isEqualTo(1);
            transaction.commit();
        }
        assertThat(select("SELECT * FROM w ORDER BY id", CONTEXT)).containsExactly("2 | b!");
        for (String refused : List.of(
                "INSERT INTO w SELECT 3, 'c'",
                "DROP TABLE w",
                "SELECT 1",
                "TRUNCATE w",
                "DELETE FROM tributary.system")) {
            try (EngineTransaction transaction = engine.begin()) {
                assertThatThrownBy(() -> transaction.execute(refused, RowRules.NONE, CONTEXT))
                        .isInstanceOf(TributaryException.class);
            }
        }
    }

    @Test
    void arithmeticKeepsIntegersAndDecimalsExact() {
        assertThat(engine
                        .describe(
                                "SELECT t.id + 1, sum(t.id) - 1, count(*) + 1, price + 1, sum(price) - 1, f + 1, x + 1,"
                                        + " txt + 1, b + 1, NULL + 1, t.id % 2, t.id & 1, t.id DIV 2, price / 2"
                                        + " FROM t, k GROUP BY t.id, price, f, x, txt, b",
                                CONTEXT)
                        .stream()
                        .map(column -> column.type().kind()))
                .containsExactly(
                        Kind.BIGINT,
                        Kind.DECIMAL,
                        Kind.BIGINT,
                        Kind.DECIMAL,
                        Kind.DECIMAL,
                        Kind.DOUBLE,
                        Kind.DOUBLE,
                        Kind.DOUBLE,
                        Kind.BIGINT,
                        Kind.DOUBLE,
                        Kind.BIGINT,
                        Kind.LARGEINT,
                        Kind.BIGINT,
                        Kind.DECIMAL);
    }

    @Test
    void intervalsKeepTheTypeOfWhatTheyAreAddedTo() {
        assertThat(engine
                        .describe(
                                "SELECT d + INTERVAL 1 DAY, d + INTERVAL 1 HOUR, at - INTERVAL 1 MONTH, at + INTERVAL 1"
                                        + " SECOND, d + INTERVAL 1 MICROSECOND, '2024-01-01' + INTERVAL 1 DAY,"
                                        + " date_sub(max(d), INTERVAL ? DAY), name + INTERVAL 1 DAY, ? + INTERVAL 1 DAY"
                                        + " FROM t GROUP BY d, at, name",
                                CONTEXT)
                        .stream()
                        .map(ResultColumn::type))
                .containsExactly(
                        ColumnType.of(Kind.DATE),
                        ColumnType.datetime(0),
                        ColumnType.datetime(0),
                        ColumnType.datetime(0),
                        ColumnType.datetime(6),
                        ColumnType.varchar(29),
                        ColumnType.of(Kind.DATE),
                        ColumnType.varchar(29),
                        ColumnType.varchar(29));
    }

    @Test
    void arithmeticChangesRowsAsOnMySql() {
        List<ColumnType> types = List.of(
                ColumnType.of(Kind.BOOLEAN),
                ColumnType.of(Kind.TINYINT),
                ColumnType.decimal(9, 2),
                ColumnType.of(Kind.DATE),
                ColumnType.datetime(0));
        long day = LocalDate.of(2024, 2, 28).toEpochDay();
        fill(
                table("u", List.of("b", "ti", "price", "d", "at"), types),
                types,
                new @Nullable Object[] {0, 100, 150, day, day * 86_400_000_000L},
                new @Nullable Object[] {null, null, null, null, null});
        try (EngineTransaction transaction = engine.begin()) {
            transaction.execute(
                    "UPDATE u SET b = b + 1, price = price + ti / 3, ti = -ti - 1, d = d + INTERVAL 1 DAY,"
                            + " at = date_sub(at, INTERVAL 1 SECOND)",
                    RowRules.NONE,
                    CONTEXT);
            assertThat(transaction.execute(
                            "DELETE FROM u WHERE ti + '1' = -100 AND d - INTERVAL 1 DAY < d", RowRules.NONE, CONTEXT))
                    .isEqualTo(1);
        }
        try (EngineTransaction transaction = engine.begin()) {
            transaction.execute(
                    "UPDATE u SET b = b + 1, price = price + ti / 3, ti = -ti - 1, d = d + INTERVAL 1 DAY,"
                            + " at = date_sub(at, INTERVAL 1 SECOND)",
                    RowRules.NONE,
                    CONTEXT);
            transaction.commit();
        }
        assertThat(select("SELECT * FROM u ORDER BY ti", CONTEXT))
                .containsExactly("~ | ~ | ~ | ~ | ~", "1 | -101 | 34.83 | 2024-02-29 | 2024-02-27 23:59:59");
        try (EngineTransaction transaction = engine.begin()) {
            assertThatThrownBy(() -> transaction.execute("UPDATE u SET ti = ti * 2", RowRules.NONE, CONTEXT))
                    .isInstanceOfSatisfying(
                            TributaryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.OUT_OF_RANGE));
        }
    }

    @Test
    void theFormsOfUpdateAndDeleteThatClientsSend() {
        List<ColumnType> types = List.of(ColumnType.of(Kind.INT), ColumnType.varchar(10), ColumnType.of(Kind.INT));
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (int id = 1; id <= 9; id++) {
            rows.add(new @Nullable Object[] {id, "n" + id, 0});
        }
        fill(table("f", List.of("id", "name", "limit"), types), types, rows.toArray(new @Nullable Object[0][]));
        String[] changes = {
            "1 UPDATE `shop`.`f` SET `limit` = 1 WHERE `id` = 1",
            "1 UPDATE f AS x SET x.name = concat(x.name, '!'), x.`limit` = x.id WHERE x.id = 2",
            "1 UPDATE LOW_PRIORITY f x SET x.name = 'three' WHERE x.id = 3",
            "2 UPDATE f SET name = 'last' ORDER BY id DESC LIMIT 2",
            "1 UPDATE f x SET name = IF(id IN (4, 5), 'four', name) WHERE x.id < 5 ORDER BY x.id DESC LIMIT 1",
            "9 UPDATE f SET `limit` = `limit` + 10 ORDER BY id",
            "2 DELETE FROM `f` WHERE id > 3 ORDER BY id LIMIT 2",
            "1 DELETE QUICK FROM shop.f AS x WHERE x.id = 9",
            "1 DELETE x FROM f x WHERE x.id = 8",
            "0 DELETE f FROM f WHERE id = 8",
            "0 DELETE x FROM f x JOIN t ON t.id = x.id + 100",
            "0 DELETE FROM f USING t WHERE t.id = f.id + 100",
            "0 DELETE FROM f WHERE 1 = 2",
            "1 UPDATE f JOIN t ON t.id = f.id SET f.name = t.name WHERE t.id = 1",
            "1 UPDATE f SET `limit` = `limit` + 1, name = `limit` WHERE id = 6",
            "1 UPDATE f SET name = DEFAULT WHERE id = 7"
        };
        try (EngineTransaction transaction = engine.begin()) {
            for (String change : changes) {
                assertThat(transaction.execute(change.substring(2), RowRules.NONE, CONTEXT))
                        .as(change)
                        .isEqualTo(change.charAt(0) - '0');
            }
            transaction.commit();
        }
        assertThat(select("SELECT * FROM f ORDER BY id", CONTEXT))
                .containsExactly("1 | anna | 11", "2 | n2! | 12", "3 | three | 10", "6 | 11 | 11", "7 | ~ | 10");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            1235 | UPDATE IGNORE t SET id = 1
            1747 | UPDATE t PARTITION (p) SET id = 1
            1054 | UPDATE t JOIN e ON t.id = e.id SET x.id = 1
            1064 | DELETE FROM t JOIN e ON t.id = e.id
            1109 | DELETE e FROM t
            1235 | DELETE t, e FROM t JOIN e ON t.id = e.id
            """)
    void anUpdateOrDeleteThatIsNotDoneHasMySqlsNumber(int number, String sql) {
        try (EngineTransaction transaction = engine.begin()) {
            assertThatThrownBy(() -> transaction.execute(sql, RowRules.NONE, CONTEXT))
                    .isInstanceOfSatisfying(
                            TributaryException.class,
                            e -> assertThat(e.code().number()).isEqualTo(number));
        }
    }

    @Test
    void settingsOfTheEngineAreLockedBehindTheDialect() {
        DuckDbSession session = RootSession.of(engine);
        for (String statement : List.of(
                "SET threads = 1",
                "SET enable_external_access = true",
                "SELECT * FROM read_text('/etc/passwd')",
                "COPY (SELECT 1) TO '" + directory.resolve("x") + "'",
                "ATTACH '" + directory.resolve("y.db") + "'",
                "INSTALL httpfs")) {
            assertThatThrownBy(() -> session.execute(statement))
                    .as(statement)
                    .isInstanceOf(java.sql.SQLException.class);
        }
    }
}
