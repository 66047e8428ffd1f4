package io.tributary.engine.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.registry.Function;
import io.tributary.dialect.registry.Function.Determinism;
import io.tributary.dialect.registry.Function.Signature;
import io.tributary.dialect.registry.Function.Supplied;
import io.tributary.dialect.registry.Function.Traits;
import io.tributary.dialect.registry.FunctionRegistry;
import io.tributary.dialect.registry.Want;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.ResultCursor;
import io.tributary.engine.port.TestRows;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every function of the table is called with ordinary arguments, literals and columns: the engine knows what it is asked. */
final class EachFunctionTest {
    private static final QueryContext CONTEXT = new QueryContext("shop", SqlMode.DEFAULT, "UTC", 0);

    /** What is written as a call; conversions and operators have other names. */
    private static final Pattern NAME = Pattern.compile("[A-Z][A-Z0-9_]*");

    private static final List<String> OPERATORS =
            List.of("AND", "OR", "XOR", "NOT", "LIKE", "REGEXP", "RLIKE", "BETWEEN", "IN", "DIV");

    /** Calls whose arguments have a syntax of their own. */
    private static final Map<String, String> WRITTEN = Map.of(
            "GROUP_CONCAT", "GROUP_CONCAT(%2$s)",
            "CAST", "CAST(%1$s AS CHAR)",
            "CONVERT", "CONVERT(%1$s, CHAR)",
            "EXTRACT", "EXTRACT(DAY FROM %2$s)",
            "GET_FORMAT", "GET_FORMAT(DATE, %2$s)",
            "TIMESTAMPDIFF", "TIMESTAMPDIFF(DAY, %2$s, %3$s)",
            "TIMESTAMPADD", "TIMESTAMPADD(DAY, %2$s, %3$s)");

    /** Constants that a function takes nothing else than: the argument from 0 on, and its text. */
    private static final Map<String, Map<Integer, String>> CONSTANTS = Map.ofEntries(
            Map.entry("REGEXP_LIKE", Map.of(2, "'i'")),
            Map.entry("REGEXP_SUBSTR", Map.of(2, "1", 3, "1", 4, "'i'")),
            Map.entry("REGEXP_REPLACE", Map.of(3, "1", 4, "0")),
            Map.entry("REGEXP_EXTRACT", Map.of(2, "1")),
            Map.entry("ARRAY_SLICE", Map.of(1, "1", 2, "1")),
            Map.entry("LAG", Map.of(1, "1")),
            Map.entry("LEAD", Map.of(1, "1")),
            Map.entry("NTILE", Map.of(0, "2")),
            Map.entry("NTH_VALUE", Map.of(1, "2")),
            Map.entry("PERCENTILE", Map.of(1, "0.5")),
            Map.entry("PERCENTILE_APPROX", Map.of(1, "0.5")));

    private static final String ERROR = "error ";

    /** Parts of what the engine, or whoever translates its errors, says of what it does not know. */
    private static final List<String> FOREIGN =
            List.of("asks of the engine", "arguments to a function", "internal error", "schema has changed");

    /** What calls are written with. */
    private enum Form {
        LITERALS,
        COLUMNS,
        /** What is no column, but has its value: the text of it is so long that it stands nowhere twice. */
        LONG
    }

    @TempDir
    private Path directory = Path.of("set by JUnit");

    @Test
    void everyRowOfTheTableIsAFunctionOfTheEngine() {
        List<String> calls = Stream.concat(statements(Form.LITERALS), statements(Form.COLUMNS))
                .distinct()
                .toList();
        List<String> failed = new ArrayList<>();
        int refused = 0;
        try (DuckDbEngine engine = open()) {
            for (String call : calls) {
                String answer = answer(engine, call);
                String error = answer.startsWith(ERROR) ? answer : "";
                refused += error.isEmpty() ? 0 : 1;
                if (FOREIGN.stream().anyMatch(error::contains)) {
                    failed.add(call + " -> " + error);
                }
            }
        }

        assertThat(failed).isEmpty();
        assertThat(calls).hasSizeGreaterThan(700);
        assertThat(refused).as("errors of %s calls", calls.size()).isLessThan(calls.size() / 10);
    }

    @Test
    void longArgumentsAreAnsweredAsColumnsAre() {
        List<String> columns = new ArrayList<>();
        List<String> texts = new ArrayList<>();
        for (Function function : FunctionRegistry.all()) {
            Traits traits = function.traits();
            boolean clock = traits.supplied() == Supplied.NOW || traits.supplied() == Supplied.UTC_NOW;
            if (traits.determinism() == Determinism.ALWAYS && !clock) {
                statements(function, Form.COLUMNS).forEach(columns::add);
                statements(function, Form.LONG).forEach(texts::add);
            }
        }
        List<String> different = new ArrayList<>();
        try (DuckDbEngine engine = open()) {
            for (int i = 0; i < columns.size(); i++) {
                String expected = answer(engine, columns.get(i));
                String found = answer(engine, texts.get(i));
                if (!withoutText(found).equals(withoutText(expected))) {
                    different.add(texts.get(i) + " -> " + found + " instead of " + expected);
                }
            }
        }

        assertThat(different).isEmpty();
    }

    /** An error has the text of what it is about. */
    private static String withoutText(String answer) {
        return answer.startsWith(ERROR) ? answer.replaceFirst(" in '.*", "") : answer;
    }

    private DuckDbEngine open() {
        DuckDbEngine engine = DuckDbEngine.open(
                DuckDbOptions.defaults(directory.resolve("tributary.duckdb"), directory.resolve("tmp")));
        fill(engine);
        return engine;
    }

    private static void fill(DuckDbEngine engine) {
        engine.createDatabase("shop");
        List<ColumnType> types = List.of(
                ColumnType.of(Kind.INT),
                ColumnType.of(Kind.DOUBLE),
                ColumnType.decimal(9, 2),
                ColumnType.varchar(40),
                ColumnType.of(Kind.DATE),
                ColumnType.datetime(6),
                ColumnType.arrayOf(ColumnType.of(Kind.INT)));
        List<String> names = List.of("i", "x", "dc", "s", "d", "at", "a");
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            columns.add(Column.of(names.get(i), types.get(i), true));
        }
        TableSchema table = new TableSchema(
                1,
                "shop",
                "t",
                1,
                TableSchema.KeyModel.DUPLICATE,
                columns,
                TableProperties.defaults(),
                TableSchema.Layout.none());
        engine.createTable(table);
        long day = 19_753;
        try (EngineTransaction transaction = engine.begin()) {
            transaction.append(
                    table,
                    List.of(TestRows.block(
                            types,
                            List.<@Nullable Object[]>of(
                                    new @Nullable Object[] {
                                        2, 1.5, 250, "a1", day, day * 86_400_000_000L, "[\"1\",\"2\"]"
                                    },
                                    new @Nullable Object[] {null, null, null, null, null, null, null}))));
            transaction.commit();
        }
    }

    /** Returns the rows, or an error's number and text. */
    private static String answer(DuckDbEngine engine, String sql) {
        try (ResultCursor cursor = engine.query(sql, CONTEXT)) {
            StringBuilder rows = new StringBuilder();
            TestRows.rows(cursor).forEach(row -> rows.append(Arrays.deepToString(row)));
            return rows.toString();
        } catch (TributaryException e) {
            return ERROR + e.code().number() + " " + e.getMessage();
        }
    }

    private static Stream<String> statements(Form form) {
        return FunctionRegistry.all().stream().flatMap(function -> statements(function, form));
    }

    private static Stream<String> statements(Function function, Form form) {
        Signature signature = function.signature();
        int supplied = function.traits().supplied() == Supplied.NOTHING ? 0 : 1;
        int most = signature.most() == Signature.MANY ? signature.least() + 1 : signature.most();
        List<String> statements = new ArrayList<>();
        for (String name : function.names()) {
            for (int count = signature.least(); count <= most; count++) {
                if (NAME.matcher(name).matches() && !OPERATORS.contains(name)) {
                    String call = call(name, signature, supplied, count, form);
                    statements.add(statement(function, call, form == Form.LITERALS ? "" : " FROM t"));
                }
            }
        }
        return statements.stream();
    }

    private static String statement(Function function, String call, String from) {
        return switch (function.role()) {
            case TABLE -> "SELECT e FROM t LATERAL VIEW " + call + " v AS e";
            case WINDOW -> "SELECT " + call + " OVER (ORDER BY i) FROM t";
            default -> "SELECT " + call + from;
        };
    }

    private static String call(String name, Signature signature, int supplied, int count, Form form) {
        List<String> arguments = new ArrayList<>();
        for (int i = supplied; i < count; i++) {
            String constant = CONSTANTS.getOrDefault(name, Map.of()).get(i - supplied);
            Want want = signature.wants().apply(i);
            String argument = argument(name, want, i - supplied, form != Form.LITERALS);
            boolean longer = form == Form.LONG && want != Want.KEYWORD && !argument.startsWith("'");
            arguments.add(constant != null ? constant : longer ? longer(argument) : argument);
        }
        String written = WRITTEN.get(name);
        StringJoiner list = new StringJoiner(", ", name + "(", ")");
        arguments.forEach(list::add);
        return written == null || arguments.size() < 2 ? list.toString() : written.formatted(padded(arguments));
    }

    private static String longer(String argument) {
        return "COALESCE(" + String.join(", ", Collections.nCopies(8, argument)) + ")";
    }

    private static Object[] padded(List<String> arguments) {
        List<String> three = new ArrayList<>(arguments);
        while (three.size() < 3) {
            three.add("1");
        }
        return three.toArray();
    }

    private static String argument(String name, Want want, int index, boolean column) {
        boolean path = want == Want.TEXT && index > 0 && name.contains("JSON");
        return switch (want) {
            case BOOL -> column ? "i > 1" : "TRUE";
            case ANY -> column ? index == 0 ? "i" : "dc" : "2";
            case INTEGER, UNIFIED, COMPARED, COMPARED_CARRIED, EXTREME, ELEMENT, JSON_VALUE -> column ? "i" : "2";
            case NUMBER -> column ? "dc" : "2.5";
            case DOUBLE -> column ? "x" : "1.5e0";
            case TEXT -> path ? "'$.a'" : name.startsWith("JSON") ? "'{\"a\": 1}'" : text(name, column);
            case SEARCHED, ORDERED, STRING, BYTES -> column ? "s" : "'a1'";
            case DATE -> column ? "d" : "DATE '2024-01-31'";
            case DATETIME, MOMENT, SHIFTED, SPAN -> column ? "at" : "TIMESTAMP '2024-01-31 10:11:12'";
            case TIME, CLOCK -> column ? "TIME(at)" : "TIME '10:11:12'";
            case JSON, DOCUMENT -> column ? "JSON_OBJECT('a', i)" : "'{\"a\": 1}'";
            case ARRAY, ARRAYS -> column ? "a" : "ARRAY(1, 2)";
            case UNIT -> "'day'";
            case KEYWORD -> "DAY";
        };
    }

    private static String text(String name, boolean column) {
        return name.contains("UUID") ? "'6ccd780c-baba-1026-9564-5b8c656024db'" : column ? "s" : "'a1'";
    }
}
