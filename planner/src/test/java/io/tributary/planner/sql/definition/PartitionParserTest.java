package io.tributary.planner.sql.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Partition;
import io.tributary.contract.schema.Partitioning;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableSchema;
import io.tributary.planner.PlanCache;
import io.tributary.planner.PlanContext;
import io.tributary.planner.Planner;
import io.tributary.planner.SharedPlanCache;
import io.tributary.planner.Tables;
import io.tributary.planner.plan.DefinitionPlan;
import io.tributary.planner.plan.Plan;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PartitionParserTest {
    private static final String COLUMNS =
            "(id INT, d DATE, t DATETIME(3), s VARCHAR(5), b BOOLEAN, u TINYINT UNSIGNED, l LARGEINT, f DOUBLE,"
                    + " a BIGINT AUTO_INCREMENT)";

    private static Plan plan(String sql, TableSchema... tables) {
        Planner planner = new Planner(() -> Tables.snapshot(tables));
        byte[] text = sql.getBytes(StandardCharsets.UTF_8);
        PlanCache cache = new PlanCache(new SharedPlanCache(1000), 1);
        return planner.plan(text, 0, text.length, new PlanContext("db", SqlMode.DEFAULT), cache);
    }

    private static TableSchema created(String clause) {
        String sql =
                "CREATE TABLE t " + COLUMNS + " DUPLICATE KEY(id) " + clause + " DISTRIBUTED BY HASH(id) BUCKETS 1";
        return ((DefinitionPlan.CreateTable) plan(sql)).table();
    }

    private static Partitioning altered(TableSchema table, String action) {
        Plan plan = plan("ALTER TABLE t " + action, table);
        return plan instanceof DefinitionPlan.AlterTable alter
                ? alter.change().table().layout().partitioning()
                : table.layout().partitioning();
    }

    private static List<String> shown(Partitioning partitioning) {
        return partitioning.partitions().stream()
                .map(partition -> partition.name() + " "
                        + (partition.isDefault() ? "DEFAULT" : PartitionDdl.bounds(partitioning, partition)))
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            textBlock =
                    """
            PARTITION BY RANGE(id) (PARTITION p1 VALUES LESS THAN ("10"), PARTITION p2 VALUES LESS THAN (20), PARTITION p3 VALUES LESS THAN MAXVALUE) | p1 LESS THAN ("10"); p2 [("10"), ("20")); p3 [("20"), (MAXVALUE))
            PARTITION BY RANGE COLUMNS (id) (PARTITION p1 VALUES LESS THAN (-5) ENGINE = InnoDB COMMENT = 'x') | p1 LESS THAN ("-5")
            PARTITION BY RANGE(`ID`) (PARTITION p1 VALUES [("1"), ("5")) ("replication_num" = "1"), PARTITION p2 VALUES [(7), (9))) | p1 [("1"), ("5")); p2 [("7"), ("9"))
            PARTITION BY RANGE(id, s) (PARTITION p1 VALUES LESS THAN (1), PARTITION p2 VALUES LESS THAN (1, "m"), PARTITION p3 VALUES LESS THAN (MAXVALUE, MAXVALUE)) | p1 LESS THAN ("1"); p2 [("1"), ("1", "m")); p3 [("1", "m"), (MAXVALUE, MAXVALUE))
            PARTITION BY RANGE(id) (FROM (1) TO (30) INTERVAL 10) | p_1_11 [("1"), ("11")); p_11_21 [("11"), ("21")); p_21_30 [("21"), ("30"))
            PARTITION BY RANGE(d) (FROM ("2000-01-01") TO ("2000-01-04") INTERVAL 2 DAY) | p_20000101 [("2000-01-01"), ("2000-01-03")); p_20000103 [("2000-01-03"), ("2000-01-04"))
            PARTITION BY RANGE(d) (FROM ("2000-01-31") TO ("2000-04-30") INTERVAL 1 MONTH) | p_200001 [("2000-01-31"), ("2000-02-29")); p_200002 [("2000-02-29"), ("2000-03-31")); p_200003 [("2000-03-31"), ("2000-04-30"))
            PARTITION BY RANGE(t) (FROM ("2000-01-01") TO ("2002-01-01") INTERVAL 1 YEAR) | p_2000 [("2000-01-01 00:00:00.000"), ("2001-01-01 00:00:00.000")); p_2001 [("2001-01-01 00:00:00.000"), ("2002-01-01 00:00:00.000"))
            PARTITION BY RANGE(t) (FROM ("2000-01-01 22:00:00") TO ("2000-01-02") INTERVAL 1 HOUR) | p_2000010122 [("2000-01-01 22:00:00.000"), ("2000-01-01 23:00:00.000")); p_2000010123 [("2000-01-01 23:00:00.000"), ("2000-01-02 00:00:00.000"))
            PARTITION BY RANGE(d) (FROM ("2024-01-01") TO ("9999-12-31") INTERVAL 9223372036854775807 YEAR) | p_2024 [("2024-01-01"), ("9999-12-31"))
            PARTITION BY RANGE(d) (FROM ("2024-01-01") TO ("2024-01-15") INTERVAL 1 WEEK) | p_2024_01 [("2024-01-01"), ("2024-01-08")); p_2024_02 [("2024-01-08"), ("2024-01-15"))
            PARTITION BY LIST(s) (PARTITION a VALUES IN ("x", 'y'), PARTITION n VALUES IN (NULL)) | a IN ("x", "y"); n IN (NULL)
            PARTITION BY LIST(id, s) (PARTITION a VALUES IN ((1, "x"), (2, NULL))) | a IN (("1", "x"), ("2", NULL))
            PARTITION BY LIST(b) (PARTITION a VALUES IN (true), PARTITION c VALUES IN ("0")) | a IN ("1"); c IN ("0")
            PARTITION BY LIST(s) (PARTITION a VALUES IN ("x"), PARTITION rest) | a IN ("x"); rest DEFAULT
            PARTITION BY LIST(id, s) (PARTITION rest DEFAULT, PARTITION a VALUES IN ((1, "x")) ("mutable" = "true")) | rest DEFAULT; a IN (("1", "x"))
            AUTO PARTITION BY LIST(id) () | ''
            AUTO PARTITION BY RANGE (date_trunc(d, 'month')) () | ''
            PARTITION BY LINEAR HASH(id) PARTITIONS 4 | ''
            """)
    void partitionsAreReadAndWrittenAgain(String clause, String expected) {
        TableSchema table = created(clause);

        String joined = String.join("; ", shown(table.layout().partitioning()));
        assertThat(joined).isEqualTo(expected.equals("''") ? "" : expected);
        assertThat(((DefinitionPlan.CreateTable) plan(TableDdl.show(table))).table())
                .isEqualTo(table);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            textBlock =
                    """
            RANGE(nope) ()                                                                        | 1488 | 'nope'
            RANGE(f) ()                                                                           | 1659 | 'f' is of a not allowed type
            RANGE(a) ()                                                                           | 1235 | AUTO_INCREMENT
            RANGE(year(d)) ()                                                                     | 1235 | RANGE of an expression
            RANGE(id) (PARTITION p VALUES LESS THAN ("x"))                                        | 1654 | 'x' for column 'id' (INT)
            RANGE(id) (PARTITION p VALUES LESS THAN ("3000000000"))                               | 1654 | '3000000000'
            RANGE(u) (PARTITION p VALUES LESS THAN ("-1"))                                        | 1654 | '-1'
            RANGE(d) (PARTITION p VALUES LESS THAN ("2024-02-30"))                                | 1654 | '2024-02-30' for column 'd' (DATE)
            RANGE(id) (PARTITION p VALUES LESS THAN (1, 2))                                       | 1653 | more values than 1 columns
            LIST(id, s) (PARTITION p VALUES IN (1))                                               | 1653 | 1 values for 2 columns
            RANGE(id) (PARTITION a VALUES LESS THAN (10), PARTITION b VALUES LESS THAN (10))      | 1493 | partition b would be empty
            RANGE(id) (PARTITION a VALUES LESS THAN MAXVALUE, PARTITION b VALUES LESS THAN (10))  | 1493 | partition b
            RANGE(id) (PARTITION a VALUES [("5"), ("1")))                                         | 1493 | partition a
            RANGE(id) (PARTITION a VALUES [("1"), ("5")), PARTITION b VALUES [("4"), ("6")))      | 1105 | Range of partition b is intersected with range of partition a
            RANGE(id) (PARTITION a VALUES LESS THAN (1), PARTITION A VALUES LESS THAN (2))        | 1517 | Duplicate partition name A
            LIST(id) (PARTITION a VALUES IN (1, 2), PARTITION b VALUES IN (2))                    | 1495 | partition b
            LIST(id) (PARTITION a, PARTITION b)                                                   | 1495 | partition b would be the second
            RANGE(id) (PARTITION a)                                                               | 1064 | near ')'
            RANGE(id) (PARTITION a VALUES LESS THAN (1) ("replication" = "1"))                    | 1105 | Unknown properties: {replication=1}
            RANGE(id) (FROM (1) TO (100000) INTERVAL 1)                                           | 1499 | 4096
            RANGE(id) (FROM (1) TO (10) INTERVAL 1 DAY)                                           | 1105 | a number without a unit
            RANGE(d) (FROM ("2024-01-01") TO ("2024-02-01") INTERVAL 1)                           | 1105 | needs a unit
            RANGE(id) (PARTITION p VALUES IN (1))                                                 | 1064 | IN (1)
            RANGE(id)                                                                             | 1064 | near ''
            """)
    void whatCannotBeIsRefused(String clause, int number, String message) {
        assertThatExceptionOfType(TributaryException.class)
                .isThrownBy(() -> created("PARTITION BY " + clause))
                .withMessageContaining(message)
                .matches(e -> e.code().number() == number);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            textBlock =
                    """
            ADD PARTITION c VALUES LESS THAN ("30") ("replication_num" = "1") DISTRIBUTED BY HASH(id) BUCKETS 3 | a b c
            ADD PARTITION c VALUES LESS THAN ("30") DISTRIBUTED BY HASH(id) BUCKETS AUTO PROPERTIES ("replication_num" = "1") | a b c
            ADD PARTITION c VALUES [("30"), ("40")) ("storage_medium" = "SSD", "in_memory" = "true") DISTRIBUTED BY RANDOM | a b c
            ADD PARTITION IF NOT EXISTS A VALUES LESS THAN ("30")                                      | a b
            ADD PARTITION (PARTITION c VALUES LESS THAN (30), PARTITION e VALUES LESS THAN (MAXVALUE)) | a b c e
            ADD PARTITIONS FROM (20) TO (40) INTERVAL 10                                               | a b p_20_30 p_30_40
            DROP PARTITION a                                                                           | b
            DROP PARTITION IF EXISTS B FORCE                                                           | a
            DROP PARTITION a, b                                                                        | ''
            DROP PARTITION a, ADD PARTITION c VALUES [("1"), ("2"))                                    | b c
            DROP PARTITION IF EXISTS x                                                                 | a b
            RENAME PARTITION a TO c                                                                    | c b
            RENAME PARTITION a A                                                                       | A b
            """)
    void partitionsComeAndGo(String action, String expected) {
        TableSchema table = created("PARTITION BY RANGE(id) (PARTITION a VALUES LESS THAN (10), PARTITION b VALUES LESS"
                        + " THAN (20))")
                .withTableId(1);

        assertThat(altered(table, action).partitions().stream().map(Partition::name))
                .containsExactlyElementsOf(expected.equals("''") ? List.of() : Arrays.asList(expected.split(" ")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            textBlock =
                    """
            ADD PARTITION a VALUES LESS THAN (30)                 | 1517 | Duplicate partition name a
            ADD PARTITION c VALUES LESS THAN (5)                  | 1493 | partition c
            ADD PARTITION c VALUES [("5"), ("7"))                 | 1105 | intersected with range of partition
            ADD PARTITION c VALUES LESS THAN (30) ("x" = "1")     | 1105 | Unknown properties: {x=1}
            ADD PARTITION c VALUES LESS THAN (30) DISTRIBUTED BY HASH(nope) | 1072 | 'nope'
            ADD PARTITION c VALUES LESS THAN (30) DISTRIBUTED BY HASH(id) BUCKETS 0 | 1105 | greater than zero
            DROP PARTITION c                                      | 1507 | 'c'
            RENAME PARTITION c TO d                               | 1735 | Unknown partition 'c'
            RENAME PARTITION a TO B                               | 1517 | Duplicate partition name B
            DROP PARTITION b, ADD PARTITION c VALUES [("10"), ("20")) | 1235 | DROP and ADD of the values of partition c
            DROP PARTITION a, ADD COLUMN x INT                    | 1235 | DROP PARTITION together with
            DROP COLUMN id                                        | 1235 | PARTITION BY
            MODIFY COLUMN id BIGINT                               | 1235 | PARTITION BY
            """)
    void aChangeThatCannotBeIsRefused(String action, int number, String message) {
        TableSchema table = created("PARTITION BY RANGE(id) (PARTITION a VALUES LESS THAN (10), PARTITION b VALUES LESS"
                        + " THAN (20))")
                .withTableId(1);

        assertThatExceptionOfType(TributaryException.class)
                .isThrownBy(() -> altered(table, action))
                .withMessageContaining(message)
                .matches(e -> e.code().number() == number);
    }

    @Test
    void aDefaultPartitionComesAndGoesLikeOthers() {
        TableSchema table =
                created("PARTITION BY LIST(id) (PARTITION a VALUES IN (1))").withTableId(1);
        Partitioning with = altered(table, "ADD PARTITION rest (\"replication_num\" = \"1\") DISTRIBUTED BY HASH(id)");

        assertThat(shown(with)).containsExactly("a IN (\"1\")", "rest DEFAULT");
        TableSchema now = table.withLayout(table.layout().withPartitioning(with));
        assertThat(shown(altered(now, "ADD PARTITION b VALUES IN (2)")))
                .containsExactly("a IN (\"1\")", "rest DEFAULT", "b IN (\"2\")");
        assertThat(altered(now, "RENAME PARTITION rest others").droppedSince(with))
                .isEmpty();
        assertThat(altered(now, "DROP PARTITION rest").droppedSince(with))
                .containsExactly(new Partition("rest", List.of()));
    }

    @Test
    void aTableWithoutPartitionsGetsNone() {
        TableSchema table = created("").withTableId(1);

        assertThatExceptionOfType(TributaryException.class)
                .isThrownBy(() -> altered(table, "ADD PARTITION a VALUES LESS THAN (1)"))
                .matches(e -> e.code().number() == 1505);
    }
}
