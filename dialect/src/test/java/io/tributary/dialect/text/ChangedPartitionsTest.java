package io.tributary.dialect.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.Partition;
import io.tributary.contract.schema.PartitionValue;
import io.tributary.contract.schema.Partitioning;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChangedPartitionsTest {
    private static final TableSchema TABLE = table("pt", partitionedAt("10"));

    private static TableSchema table(String name, TableSchema.Layout layout) {
        return new TableSchema(
                10,
                "db",
                name,
                1,
                TableSchema.KeyModel.DUPLICATE,
                List.of(
                        Column.of("id", ColumnType.of(ColumnType.Kind.INT), true),
                        Column.of("v", ColumnType.of(ColumnType.Kind.INT), true)),
                TableProperties.defaults(),
                layout);
    }

    /** {@code p1} below a value of {@code id}, and {@code p2}. */
    private static TableSchema.Layout partitionedAt(String value) {
        List<PartitionValue> bound = List.of(new PartitionValue(PartitionValue.Kind.VALUE, value));
        return TableSchema.Layout.none()
                .withPartitioning(new Partitioning(
                        Partitioning.Kind.RANGE,
                        false,
                        "",
                        List.of("id"),
                        List.of(
                                Partition.range("p1", List.of(PartitionValue.MIN), bound),
                                Partition.range("p2", bound, List.of(PartitionValue.MAX)))));
    }

    private static String rows(String... partitions) {
        return new PartitionConditions(TABLE)
                .in(TABLE.layout().partitioning().requireAll(List.of(partitions), TABLE.name()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    DELETE FROM pt PARTITION (p1)                            | DELETE FROM pt  WHERE #
                    delete low_priority from db.pt partition p1 where 1 or 2 | delete low_priority from db.pt  where # AND ( 1 or 2)
                    DELETE FROM pt AS x PARTITIONS (p1) ORDER BY id LIMIT 1  | DELETE FROM pt AS x  WHERE # ORDER BY id LIMIT 1
                    DELETE FROM pt x PARTITION(p1) WHERE (SELECT 1 WHERE 1 LIMIT 1) LIMIT 2 | DELETE FROM pt x  WHERE # AND ( (SELECT 1 WHERE 1 LIMIT 1)) LIMIT 2
                    UPDATE `pt` PARTITION (P1) AS x SET v = (1), v = 2 WHERE x.id = ? ORDER BY id | UPDATE `pt`  AS x SET v = (1), v = 2 WHERE # AND ( x.id = ?) ORDER BY id
                    DELETE FROM pt PARTITION (p1) x                          | DELETE FROM pt  x WHERE #
                    UPDATE pt partition (p1) SET v = 1                       | UPDATE pt  SET v = 1 WHERE #
                    """)
    void partitionsBecomeACondition(String sql, String expected) {
        ChangedPartitions.Condition condition = ChangedPartitions.asCondition(sql, SqlMode.DEFAULT, TABLE);
        String changed = condition.sql();

        assertThat(condition.staysIn()).isEmpty();
        assertThat(changed.replaceAll("/\\*\\$[+-].*?\\*/", "")).isEqualTo(expected.replace("#", rows("p1")));
        assertThat(RewrittenText.original(changed)).isEqualTo(sql);
    }

    @Test
    void severalPartitionsAreOneConditionAndOtherTextsStayAsTheyAre() {
        assertThat(ChangedPartitions.asCondition("DELETE FROM pt PARTITION (p1, p2)", SqlMode.DEFAULT, TABLE)
                        .sql())
                .contains(rows("p1", "p2"));
        for (String sql : List.of(
                "DELETE FROM pt WHERE rank() OVER (PARTITION BY (id))",
                "UPDATE pt partitions SET v = 1",
                "DELETE x FROM pt PARTITION (p1) x")) {
            assertThat(ChangedPartitions.asCondition(sql, SqlMode.DEFAULT, TABLE)
                            .sql())
                    .isSameAs(sql);
        }
    }

    @Test
    void anUpdateThatSetsAColumnOfPartitionByIsHeldToItsPartitions() {
        assertThat(ChangedPartitions.asCondition(
                                "UPDATE pt PARTITION (p1, P2) AS x SET v = 1, x.ID = 2", SqlMode.DEFAULT, TABLE)
                        .staysIn())
                .containsExactly("p1", "p2");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    DELETE FROM pt PARTITION (p9)                       | 1735
                    UPDATE pt PARTITION (p1, p9) SET v = 1              | 1735
                    """)
    void whatCannotBeIsRefused(String sql, int number) {
        assertThatExceptionOfType(TributaryException.class)
                .isThrownBy(() -> ChangedPartitions.asCondition(sql, SqlMode.DEFAULT, TABLE))
                .matches(e -> e.code().number() == number);
        assertThatExceptionOfType(TributaryException.class)
                .isThrownBy(() -> ChangedPartitions.asCondition(
                        "DELETE FROM dt PARTITION (p1)", SqlMode.DEFAULT, table("dt", TableSchema.Layout.none())))
                .matches(e -> e.code().number() == 1747);
    }
}
