package io.tributary.contract.information;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.DefaultValue;
import io.tributary.contract.schema.Partition;
import io.tributary.contract.schema.PartitionValue;
import io.tributary.contract.schema.Partitioning;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.schema.ViewSchema;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class SystemRowsTest {
    private static final TableSchema ORDERS = new TableSchema(
            7,
            "shop",
            "orders",
            1,
            TableSchema.KeyModel.UNIQUE,
            List.of(
                    new Column(
                            "id",
                            ColumnType.of(ColumnType.Kind.BIGINT),
                            false,
                            true,
                            DefaultValue.none(),
                            true,
                            "the number"),
                    Column.of("name", ColumnType.varchar(20), true),
                    Column.of("paid", ColumnType.of(ColumnType.Kind.BOOLEAN), true),
                    new Column(
                            "at",
                            ColumnType.datetime(3),
                            false,
                            false,
                            new DefaultValue(DefaultValue.Kind.CURRENT_TIMESTAMP, "3"),
                            false,
                            "")),
            TableProperties.defaults(),
            new TableSchema.Layout(List.of("id"), TableSchema.PRIMARY, "", Partitioning.NONE, ""));

    private static final ViewSchema NUMBERS = new ViewSchema(
            ViewSchema.table("shop", "numbers", List.of(Column.of("n", ColumnType.of(ColumnType.Kind.NULL), true))),
            "SELECT NULL AS n",
            SqlMode.DEFAULT,
            "root");

    private final SystemRows rows =
            new SystemRows(List.of("shop"), List.of(ORDERS), List.of(NUMBERS), Map.of("root", "mysql_native_password"));

    @Test
    void everyRowHasOneCellForEachColumn() {
        for (String database : SystemTables.databases()) {
            for (TableSchema table : SystemTables.tables(database)) {
                for (List<@Nullable String> row : rows.of(table)) {
                    assertThat(row).as(table.name()).hasSameSizeAs(table.columns());
                    for (int i = 0; i < row.size(); i++) {
                        assertThat(row.get(i) == null && !table.columns().get(i).nullable())
                                .as(
                                        "%s.%s is NULL",
                                        table.name(), table.columns().get(i).name())
                                .isFalse();
                    }
                }
            }
        }
    }

    @Test
    void columnsAreToldInMySqlsWords() {
        List<String> told = rows
                .of(SystemTables.find("INFORMATION_SCHEMA", "columns").orElseThrow())
                .stream()
                .filter(row -> "shop".equals(row.get(1)))
                .map(row -> row.get(3) + " " + row.get(5) + " " + row.get(15) + " " + row.get(16) + " " + row.get(17))
                .toList();

        assertThat(told)
                .containsExactly(
                        "id null bigint PRI auto_increment",
                        "name null varchar(20)  ",
                        "paid null tinyint(1)  ",
                        "at CURRENT_TIMESTAMP(3) datetime(3)  ",
                        "n null null  ");
    }

    @Test
    void aUniqueKeyIsThePrimaryKeyAndASortKeyIsNone() {
        assertThat(new TableFacts(ORDERS).statistics()).singleElement().satisfies(row -> assertThat(row)
                .contains("PRIMARY", "id"));

        TableSchema sorted = new TableSchema(
                8,
                "shop",
                "log",
                1,
                TableSchema.KeyModel.DUPLICATE,
                ORDERS.columns(),
                ORDERS.properties(),
                ORDERS.layout());
        assertThat(new TableFacts(sorted).statistics()).isEmpty();
        assertThat(new TableFacts(sorted).constraints().all()).isEmpty();
    }

    @Test
    void aKeyIsToldInItsOwnOrderAndUnderItsOwnName() {
        TableSchema keyed = keyed("by_day", "name", "id");

        assertThat(new TableFacts(keyed).statistics())
                .extracting(row -> row.get(3) + " " + row.get(5) + " " + row.get(6) + " " + row.get(7))
                .containsExactly("0 by_day 1 name", "0 by_day 2 id");
        assertThat(new TableFacts(keyed).constraints().keyColumns())
                .extracting(row -> row.get(2) + " " + row.get(6) + " " + row.get(7))
                .containsExactly("by_day name 1", "by_day id 2");
        assertThat(new TableFacts(keyed).constraints().all())
                .singleElement()
                .satisfies(row -> assertThat(row).contains("by_day", "UNIQUE").doesNotContain("PRIMARY KEY"));
        assertThat(new TableFacts(keyed("", "id")).constraints().all())
                .singleElement()
                .satisfies(row -> assertThat(row).contains("PRIMARY", "PRIMARY KEY"));
    }

    private static TableSchema keyed(String keyName, String... key) {
        return new TableSchema(
                9,
                "shop",
                "days",
                1,
                TableSchema.KeyModel.UNIQUE,
                ORDERS.columns(),
                ORDERS.properties(),
                new TableSchema.Layout(List.of(key), keyName, "", Partitioning.NONE, ""));
    }

    @Test
    void partitionsAreToldAsMySqlTellsThem() {
        Partitioning ranges = new Partitioning(
                Partitioning.Kind.RANGE,
                false,
                "",
                List.of("id"),
                List.of(
                        Partition.range("low", List.of(PartitionValue.MIN), List.of(value("10"))),
                        Partition.range("high", List.of(value("10")), List.of(PartitionValue.MAX))));
        Partitioning tuples = new Partitioning(
                Partitioning.Kind.LIST,
                false,
                "",
                List.of("name", "id"),
                List.of(new Partition(
                        "p", List.of(List.of(value("it's"), value("1")), List.of(PartitionValue.NULL, value("2"))))));
        Partitioning hash =
                new Partitioning(Partitioning.Kind.HASH, false, "PARTITION BY HASH(id)", List.of(), List.of());

        assertThat(partitions(ranges))
                .containsExactly("low 1 RANGE `id` 10 default", "high 2 RANGE `id` MAXVALUE default");
        assertThat(partitions(tuples)).containsExactly("p 1 LIST COLUMNS `name`,`id` ('it''s',1),(NULL,2) default");
        assertThat(partitions(hash)).containsExactly("null null null null null null");
        assertThat(partitions(Partitioning.NONE)).containsExactly("null null null null null null");
    }

    private static List<String> partitions(Partitioning partitioning) {
        TableSchema table = new TableSchema(
                8,
                "shop",
                "log",
                1,
                TableSchema.KeyModel.DUPLICATE,
                List.of(
                        Column.of("id", ColumnType.of(ColumnType.Kind.INT), false),
                        Column.of("name", ColumnType.varchar(20), true)),
                TableProperties.defaults(),
                TableSchema.Layout.none().withPartitioning(partitioning));
        TableSchema source =
                SystemTables.find("information_schema", "PARTITIONS").orElseThrow();
        return new SystemRows(List.of("shop"), List.of(table), List.of(), Map.of())
                .of(source).stream()
                        .filter(row -> "shop".equals(row.get(1)))
                        .peek(row -> assertThat(row).hasSameSizeAs(source.columns()))
                        .map(row -> row.get(3) + " " + row.get(5) + " " + row.get(7) + " " + row.get(9) + " "
                                + row.get(11) + " " + row.get(23))
                        .toList();
    }

    private static PartitionValue value(String text) {
        return new PartitionValue(PartitionValue.Kind.VALUE, text);
    }

    @Test
    void theSystemDescribesItself() {
        List<List<@Nullable String>> tables =
                rows.of(SystemTables.find("information_schema", "TABLES").orElseThrow());

        assertThat(tables)
                .anySatisfy(row -> assertThat(row).contains("CHECK_CONSTRAINTS", "SYSTEM VIEW"))
                .anySatisfy(row -> assertThat(row).contains("mysql", "user", "BASE TABLE"));
        assertThat(SystemTables.find("information_schema", "nothing")).isEmpty();
        assertThat(SystemTables.isDatabase("Information_Schema")).isTrue();
        assertThat(SystemTables.isDatabase("shop")).isFalse();
    }
}
