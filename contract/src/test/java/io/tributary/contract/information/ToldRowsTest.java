package io.tributary.contract.information;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.Partitioning;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class ToldRowsTest {
    private static TableSchema table(String property, String value) {
        return new TableSchema(
                7,
                "shop",
                "orders",
                1,
                TableSchema.KeyModel.DUPLICATE,
                List.of(Column.of("id", ColumnType.of(ColumnType.Kind.BIGINT), true)),
                TableProperties.defaults().with(property, value),
                new TableSchema.Layout(List.of(), "", "", Partitioning.NONE, ""));
    }

    private static List<List<@Nullable String>> rows(String systemTable, TableSchema table) {
        return new SystemRows(List.of("shop"), List.of(table), List.of(), Map.of())
                .of(SystemTables.find("information_schema", systemTable).orElseThrow(), table::equals);
    }

    @Test
    void anyTextsComeBack() {
        List<List<@Nullable String>> told = List.of(
                Arrays.asList("", null, "\\N", "a\tb", "c\nd", "back\\slash\\", "\\t", "ü€😀"),
                Arrays.asList(null, null, "", "", "x", "\n", "\t\t", "\\\\N"));

        assertThat(ToldRows.rows(ToldRows.text(told))).isEqualTo(told);
        assertThat(ToldRows.rows(ToldRows.text(List.of()))).isEmpty();
    }

    @Test
    void whatTheServerToldIsShown() {
        List<@Nullable String> constraint = Arrays.asList("def", "shop", "whole", "shop", "orders", "CHECK", "YES");
        TableSchema table = table(ToldRows.property("TABLE_CONSTRAINTS"), ToldRows.text(List.of(constraint)));

        assertThat(rows("TABLE_CONSTRAINTS", table)).containsExactly(constraint);
        assertThat(rows("CHECK_CONSTRAINTS", table)).isEmpty();
        assertThat(rows("COLUMNS", table)).hasSize(1);
    }

    @Test
    void aColumnIsAsTheServerToldAndAnyOtherAsItIsHere() {
        int columns = ToldRows.columns("COLUMNS").size();
        List<@Nullable String> other = new ArrayList<>(Collections.nCopies(columns, "x"));
        List<@Nullable String> id = new ArrayList<>(other);
        id.set(3, "id");
        String property = ToldRows.property("COLUMNS");
        List<@Nullable String> shown = new ArrayList<>(id);
        shown.addAll(List.of("19", "0")); // Doris' columns, which no server tells

        assertThat(rows("COLUMNS", table(property, ToldRows.text(List.of(other, id)))))
                .containsExactly(shown);
        assertThat(rows("COLUMNS", table(property, ToldRows.text(List.of(other))))
                        .get(0))
                .contains("id", "bigint");
    }

    @Test
    void rowsOfOtherColumnsAreNotRead() {
        String text = ToldRows.text(List.of(Arrays.asList("def", "shop", "orders")));

        assertThat(rows("TABLES", table(ToldRows.property("TABLES"), text)).get(0))
                .contains("TRIBUTARY");
    }
}
