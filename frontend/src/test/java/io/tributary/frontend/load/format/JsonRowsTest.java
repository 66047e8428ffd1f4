package io.tributary.frontend.load.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.DefaultValue;
import io.tributary.frontend.execution.LoadedRows;
import io.tributary.frontend.load.format.JsonFormat.Layout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** JSON bodies in all their layouts, cut at every place. */
final class JsonRowsTest {
    private static final List<Column> CITIES =
            List.of(Column.of("id", ColumnType.of(Kind.INT), true), Column.of("city", ColumnType.varchar(100), true));
    private static final List<Column> KINDS = List.of(
            Column.of("k", ColumnType.of(Kind.INT), false),
            Column.of("text", ColumnType.of(Kind.STRING), true),
            Column.of("amount", ColumnType.decimal(18, 6), true),
            Column.of("flag", ColumnType.of(Kind.BOOLEAN), true),
            Column.of("doc", ColumnType.of(Kind.JSON), true),
            Column.of("tags", ColumnType.arrayOf(ColumnType.of(Kind.STRING)), true),
            new Column("state", ColumnType.varchar(20), true, false, DefaultValue.literal("new"), false, ""));

    private static JsonFormat format(Layout layout, boolean strips, String root, String... paths) {
        return new JsonFormat(
                layout,
                new byte[] {'\n'},
                strips,
                root.isEmpty() ? DorisJsonPath.DOCUMENT : DorisJsonPath.parse(root),
                Arrays.stream(paths).map(DorisJsonPath::parse).toList(),
                false);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** The rows, which are the same wherever the body is cut. */
    private static LoadedRows loaded(JsonFormat format, List<Column> columns, String body) {
        byte[] bytes = bytes(body);
        LoadedRows whole = LoadedRows.of(format, columns, bytes);
        for (int cut = 0; cut <= bytes.length; cut++) {
            LoadedRows pieces = LoadedRows.of(format, columns, bytes, cut, Math.min(bytes.length, cut + 3));
            assertThat(pieces.stored).as("cut at %d", cut).isEqualTo(whole.stored);
            assertThat(pieces.rejected.text()).as("cut at %d", cut).isEqualTo(whole.rejected.text());
        }
        return whole;
    }

    @Test
    void everyLineIsARow() {
        LoadedRows rows = loaded(
                format(Layout.LINES, false, ""),
                CITIES,
                "{\"id\": 123, \"city\" : \"beijing\"}\r\n\n{\"city\": \"上海\", \"id\": 456, \"more\": [1, {\"id\": 7}]}");

        assertThat(rows.stored).containsExactly("123|beijing", "456|上海");
        assertThat(rows.rejected.count()).isZero();
    }

    @Test
    void theElementsOfAnOuterArrayAreRows() {
        String body = "[\n  {\"id\": 123, \"city\": \"bei]}jing\"},\n  {\"id\": 456, \"city\": \"a\\\"[b\"}\n]\n";

        assertThat(loaded(format(Layout.DOCUMENTS, true, ""), CITIES, body).stored)
                .containsExactly("123|bei]}jing", "456|a\"[b");
        assertThat(loaded(format(Layout.DOCUMENTS, true, ""), CITIES, "[]").stored)
                .isEmpty();
        assertThat(loaded(format(Layout.LINES, true, ""), CITIES, "[{\"id\":1},{\"id\":2}]\n[{\"id\":3}]\n[]").stored)
                .containsExactly("1|NULL", "2|NULL", "3|NULL");
    }

    @Test
    void aDocumentMayHaveManyLinesAndOthersBehindIt() {
        String body = "{\n \"id\": 1,\n \"city\": \"a\"\n}\n{\"id\": 2}\n";

        assertThat(loaded(format(Layout.BY_FIRST_LINE, false, ""), CITIES, body).stored)
                .containsExactly("1|a", "2|NULL");
        assertThat(loaded(format(Layout.DOCUMENTS, false, ""), CITIES, body).stored)
                .containsExactly("1|a", "2|NULL");
        assertThat(loaded(format(Layout.BY_FIRST_LINE, false, ""), CITIES, "\ufeff{\"id\":1}").stored)
                .containsExactly("1|NULL");
    }

    @Test
    void valuesGoOnAsTheyAreWritten() {
        LoadedRows rows = loaded(
                format(Layout.LINES, false, ""),
                KINDS,
                """
                {"k":1,"text":"a\\u00e9\\n\\"b\\"","amount":123456789012.345678,"flag":true,"doc":{"a": [1.50, null]},"tags":["x", null]}
                {"K":2,"TEXT":{"b": 1.0},"amount":"0.000001","flag":0,"doc":1.50,"tags":[],"state":null}
                {"k":3,"text":1.50,"amount":null,"flag":false,"doc":true,"tags":null,"state":"old"}
                {"k":4,"text":true,"doc":"[1]"}
                """);

        assertThat(rows.stored)
                .containsExactly(
                        "1|aé\n\"b\"|123456789012345678|1|{\"a\": [1.50, null]}|[\"x\",null]|new",
                        "2|{\"b\": 1.0}|1|0|1.50|[]|NULL",
                        "3|1.50|NULL|0|true|NULL|old",
                        "4|1|NULL|NULL|[1]|NULL|new");
        assertThat(rows.rejected.text()).isEmpty();
    }

    @Test
    void pathsFindValuesAnywhere() {
        String body =
                "{\"k1\": 1, \"k2\": 2, \"k3\": {\"k1\": 31, \"k1_nested\": {\"k1\": 32}}, \"d\": [7, {\"e f\": 8}]}";
        List<Column> five = List.of(
                Column.of("a", ColumnType.of(Kind.INT), true),
                Column.of("b", ColumnType.of(Kind.INT), true),
                Column.of("c", ColumnType.of(Kind.INT), true),
                Column.of("d", ColumnType.of(Kind.STRING), true),
                Column.of("e", ColumnType.of(Kind.STRING), true));

        assertThat(loaded(
                                format(
                                        Layout.BY_FIRST_LINE,
                                        false,
                                        "",
                                        "$.k2",
                                        "$.k3.k1_nested.k1",
                                        "$.d[0]",
                                        "$.d[1].\"e f\"",
                                        "$.k3.k1"),
                                five,
                                body)
                        .stored)
                .containsExactly("2|32|7|8|31");
        assertThat(loaded(format(Layout.LINES, false, "", "$.k1", "$.k1", "$.d[5]", "$.d", "$."), five, body).stored)
                .containsExactly("1|1|NULL|[7, {\"e f\": 8}]|" + body);
    }

    @Test
    void namesOfColumnsMaySkipPaths() {
        JsonFormat format = format(Layout.LINES, false, "", "$.x", "$.y", "$.z");

        assertThat(LoadedRows.of(format, CITIES, List.of("city", "tmp", "ID"), bytes("{\"x\":\"a\",\"y\":2,\"z\":3}"))
                        .stored)
                .containsExactly("3|a");
    }

    @Test
    void rowsMayStandBelowARoot() {
        String one = "{\"code\": 0, \"data\": {\"rows\": [{\"id\": 1}, {\"id\": 2}]}, \"tail\": [1]}";

        assertThat(loaded(format(Layout.DOCUMENTS, true, "$.data.rows"), CITIES, one + one).stored)
                .containsExactly("1|NULL", "2|NULL", "1|NULL", "2|NULL");
        assertThat(loaded(format(Layout.LINES, false, "$.data.rows[1]"), CITIES, one + "\n" + one).stored)
                .containsExactly("2|NULL", "2|NULL");
        LoadedRows missing = loaded(format(Layout.LINES, false, "$.nothing"), CITIES, one);
        assertThat(missing.stored).isEmpty();
        assertThat(missing.rejected.text()).contains("json_root is not found; row 1. src line [" + one + "]");
    }

    @Test
    void numbersMayBeText() {
        JsonFormat format =
                new JsonFormat(Layout.LINES, new byte[] {'|'}, false, DorisJsonPath.DOCUMENT, List.of(), true);

        assertThat(loaded(format, CITIES, "{\"id\":\"7\",\"city\":1e400}|{\"id\":8,\"city\":1.10}").stored)
                .containsExactly("7|1e400", "8|1.10");
    }

    @Test
    void aBadLineIsLeftOutAndTold() {
        LoadedRows rows = loaded(
                format(Layout.LINES, false, ""),
                CITIES,
                """
                {"id": 1, "city": "a"}
                {"id": 2, "city": "b"
                {"id": 3} {"id": 3}
                [{"id": 4}]
                5
                {"other": 6}
                {"id": "x7", "city": "c"}
                {"id": 8, "city": "%s"}
                {"id": 9, "city": "\\x"}
                {"id": 10, "city": "z"}
                """
                        .formatted("c".repeat(101)));

        assertThat(rows.stored).containsExactly("1|a", "NULL|c", "10|z");
        assertThat(rows.rejected.text().lines())
                .hasSize(7)
                .anyMatch(line -> line.contains("row 2. src line [{\"id\": 2, \"city\": \"b\"]"))
                .anyMatch(line -> line.contains("another value stands behind the first; row 3"))
                .anyMatch(line -> line.contains("`strip_outer_array` must be TRUE; row 4. src line [[{\"id\": 4}]]"))
                .anyMatch(line -> line.contains("Expect json object value; row 5. src line [5]"))
                .anyMatch(line -> line.contains("All fields is null or not matched"))
                .anyMatch(line -> line.contains("Data too long for column 'city' at row 8"))
                .anyMatch(line -> line.contains("row 9. src line ["));
    }

    @Test
    void aBadElementIsLeftOutButABrokenDocumentEndsTheLoad() {
        LoadedRows rows = loaded(format(Layout.DOCUMENTS, true, ""), CITIES, "[{\"id\": 1}, 2, {\"id\": 3}]");

        assertThat(rows.stored).containsExactly("1|NULL", "3|NULL");
        assertThat(rows.rejected.text()).contains("Expect json object value; row 2. src line [2]");
        for (String broken : List.of(
                "[{\"id\": 1}",
                "[{\"id\": 1} {\"id\": 2}]",
                "[{\"id\": tru}]",
                "[{\"id\": 1},",
                "[{\"id\": 1},]",
                "]")) {
            assertThatThrownBy(() -> LoadedRows.of(format(Layout.DOCUMENTS, true, ""), CITIES, bytes(broken)))
                    .as(broken)
                    .isInstanceOf(TributaryException.class)
                    .hasMessageContaining("JSON body is broken");
        }
        assertThatThrownBy(() -> LoadedRows.of(format(Layout.DOCUMENTS, true, ""), CITIES, bytes("{\"id\": 1}")))
                .hasMessageContaining("`strip_outer_array` must be FALSE");
        assertThatThrownBy(() -> LoadedRows.of(format(Layout.DOCUMENTS, false, ""), CITIES, bytes("{\"id\": 1")))
                .hasMessageContaining("ends within a value");
    }

    @Test
    void whatIsNoUtf8IsABadLine() {
        String text = "{\"id\":1,\"city\":\"a?\"}\n{\"id\":2}";
        byte[] body = bytes(text);
        body[text.indexOf('?')] = (byte) 0xFF;

        LoadedRows rows = LoadedRows.of(format(Layout.LINES, false, ""), CITIES, body);

        assertThat(rows.stored).containsExactly("2|NULL");
        assertThat(rows.rejected.count()).isOne();
    }

    @Test
    void aDocumentLongerThanItsLimitEndsTheLoad() {
        byte[] body = new byte[JsonRows.DOCUMENT_BYTES_MAX + 2];
        Arrays.fill(body, (byte) '[');

        assertThatThrownBy(() -> LoadedRows.of(format(Layout.DOCUMENTS, false, ""), CITIES, body))
                .hasMessageContaining("is longer than " + JsonRows.DOCUMENT_BYTES_MAX);
    }

    @Test
    void aScalarIsNoArrayOfItself() {
        String one = "{\"x\":{\"id\":1}}";

        LoadedRows rows = loaded(format(Layout.LINES, false, "$.x[0]"), CITIES, one);

        assertThat(rows.stored).isEmpty();
        assertThat(rows.rejected.text()).contains("json_root is not found");
    }
}
