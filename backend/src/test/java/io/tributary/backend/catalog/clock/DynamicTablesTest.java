package io.tributary.backend.catalog.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.Partition;
import io.tributary.contract.schema.PartitionValue;
import io.tributary.contract.schema.Partitioning;
import io.tributary.contract.schema.TableChange;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which partitions there are at a moment, by Doris' rules and names. */
final class DynamicTablesTest {
    private static final String NOW = "2026-11-30T10:20:30Z";

    private static TableSchema table(ColumnType type, long tableId, String properties, Partition... partitions) {
        TableProperties with = TableProperties.defaults();
        for (String each : properties.split(" ", -1)) {
            String[] parts = each.split("=", 2);
            with = with.with("dynamic_partition." + parts[0], parts[1].replace('~', ' '));
        }
        return new TableSchema(
                tableId,
                "db",
                "t",
                1,
                TableSchema.KeyModel.DUPLICATE,
                List.of(Column.of("id", ColumnType.of(Kind.INT), true), Column.of("d", type, true)),
                with,
                TableSchema.Layout.none()
                        .withPartitioning(new Partitioning(
                                Partitioning.Kind.RANGE, false, "", List.of("d"), List.of(partitions))));
    }

    private static ColumnType type(String name) {
        return switch (name) {
            case "DATE" -> ColumnType.of(Kind.DATE);
            case "DATETIME" -> ColumnType.datetime(0);
            case "VARCHAR" -> ColumnType.varchar(20);
            default -> ColumnType.of(Kind.valueOf(name));
        };
    }

    private static DynamicTables at(String instant) {
        return new DynamicTables(InstantSource.fixed(Instant.parse(instant)), 500);
    }

    private static Partition range(String name, String from, String to) {
        return Partition.range(name, List.of(value(from)), List.of(value(to)));
    }

    private static PartitionValue value(String text) {
        return switch (text) {
            case "MIN" -> PartitionValue.MIN;
            case "MAX" -> PartitionValue.MAX;
            default -> new PartitionValue(PartitionValue.Kind.VALUE, text);
        };
    }

    private static String shown(TableSchema table) {
        return table.layout().partitioning().partitions().stream()
                .map(each -> each.name() + " " + each.lower().get(0).text() + ".."
                        + each.upper().get(0).text())
                .collect(Collectors.joining("; "));
    }

    private static String names(TableSchema table) {
        return table.layout().partitioning().partitions().stream()
                .map(Partition::name)
                .collect(Collectors.joining(" "));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            DATE     | time_unit=DAY end=1 prefix=p time_zone=UTC buckets=3                  | p20261130 2026-11-30..2026-12-01; p20261201 2026-12-01..2026-12-02
            DATETIME | time_unit=HOUR end=1 prefix=h_ time_zone=UTC                          | h_2026113010 2026-11-30 10:00:00..2026-11-30 11:00:00; h_2026113011 2026-11-30 11:00:00..2026-11-30 12:00:00
            DATETIME | time_unit=hour end=0 prefix=p time_zone=Asia/Shanghai                 | p2026113018 2026-11-30 18:00:00..2026-11-30 19:00:00
            DATE     | time_unit=DAY end=0 prefix=p time_zone=+14:00                         | p20261201 2026-12-01..2026-12-02
            DATE     | time_unit=WEEK end=1 prefix=p time_zone=UTC                           | p2026_49 2026-11-30..2026-12-07; p2026_50 2026-12-07..2026-12-14
            DATE     | time_unit=WEEK end=0 prefix=p time_zone=UTC start_day_of_week=7       | p2026_49 2026-11-29..2026-12-06
            DATE     | time_unit=MONTH end=1 prefix=p time_zone=UTC                          | p202611 2026-11-01..2026-12-01; p202612 2026-12-01..2027-01-01
            DATE     | time_unit=MONTH end=0 prefix=p time_zone=UTC start_day_of_month=28    | p202611 2026-11-28..2026-12-28
            DATETIME | time_unit=YEAR end=1 prefix=p time_zone=UTC                           | p2026 2026-01-01 00:00:00..2027-01-01 00:00:00; p2027 2027-01-01 00:00:00..2028-01-01 00:00:00
            INT      | time_unit=MONTH end=0 prefix=p time_zone=UTC                          | p202611 20261101..20261201
            DATE     | time_unit=DAY start=-2 end=0 prefix=p time_zone=UTC                   | p20261130 2026-11-30..2026-12-01
            DATE     | time_unit=DAY start=-2 end=0 prefix=p time_zone=UTC create_history_partition=true | p20261128 2026-11-28..2026-11-29; p20261129 2026-11-29..2026-11-30; p20261130 2026-11-30..2026-12-01
            DATE     | time_unit=DAY start=-9 end=0 prefix=p time_zone=UTC create_history_partition=true history_partition_num=1 | p20261129 2026-11-29..2026-11-30; p20261130 2026-11-30..2026-12-01
            """)
    void aNewTableHasThePartitionsOfNow(String column, String properties, String expected) {
        TableSchema started = at(NOW).created(table(type(column), 0, properties));

        assertThat(shown(started)).isEqualTo(expected);
        assertThat(started.layout().partitioning().byClock()).isTrue();
        assertThat(started.isDynamic()).isTrue();
        assertThat(started.limitsRows()).isTrue();
        assertThat(at(NOW).due(started)).isEmpty();
    }

    @Test
    void weeksHaveNamesOfTheirOwnOverTheYears() {
        String names = "";
        for (String day : List.of("2019-12-30", "2020-05-29", "2024-12-30", "2025-01-06", "2027-01-04")) {
            names += names(at(day + "T00:00:00Z")
                            .created(table(type("DATE"), 0, "time_unit=WEEK end=0 prefix=p time_zone=UTC")))
                    + " ";
        }

        // Doris' manual: the 22nd week of 2020 begins on May 25th, and 2019-12-30 is in the 53rd of 2019.
        assertThat(names).isEqualTo("p2019_53 p2020_22 p2024_53 p2025_02 p2027_02 ");
    }

    @Test
    void timeMakesPartitionsAndThoseBeforeTheStartExpire() {
        TableSchema started = at(NOW).created(table(
                type("DATE"),
                0,
                "time_unit=DAY start=-1 end=1 prefix=p time_zone=UTC",
                range("old", "MIN", "2026-11-28"),
                range("kept", "2026-11-28", "2026-11-30"),
                range("far", "2027-01-01", "MAX")));
        assertThat(names(started)).isEqualTo("kept far p20261130 p20261201");

        TableChange change = at("2026-12-01T00:00:00Z").due(started).orElseThrow();

        assertThat(names(change.table())).isEqualTo("far p20261130 p20261201 p20261202");
        assertThat(change.table().schemaVersion()).isEqualTo(started.schemaVersion() + 1);
        assertThat(at("2026-11-30T23:59:59Z").due(started)).isEmpty();
        assertThat(at("2026-12-01T23:59:59Z").refusesNow(started)).isFalse();
        assertThat(at("2026-12-02T00:00:00Z").refusesNow(started)).isTrue();
    }

    @Test
    void whatOverlapsOrHasTheNameIsNotMadeTwice() {
        TableSchema started = at(NOW).created(table(
                type("DATE"),
                0,
                "time_unit=DAY end=3 prefix=p time_zone=UTC",
                range("P20261201", "2026-01-01", "2026-01-02"),
                range("mine", "2026-12-02", "2026-12-03")));

        assertThat(names(started)).isEqualTo("P20261201 mine p20261130 p20261203");
    }

    @Test
    void reservedPeriodsStayHoweverOldTheyAre() {
        Partition[] days = {
            range("a", "2026-01-01", "2026-01-02"),
            range("b", "2026-01-02", "2026-01-03"),
            range("c", "2026-01-03", "2026-01-04")
        };
        TableSchema started = at(NOW).created(table(
                type("DATE"),
                0,
                "time_unit=DAY start=-1 end=0 prefix=p time_zone=UTC"
                        + " reserved_history_periods=[2026-01-02,2026-01-02],[2025-01-01,~2025-02-01]",
                days));

        assertThat(names(started)).isEqualTo("b p20261130");
    }

    @Test
    void aTableThatTookEveryRowGetsPartitionsForThemWhenItsClockIsStarted() {
        TableSchema before = table(type("DATE"), 7, "enable=true time_unit=DAY start=-2 end=0 prefix=p time_zone=UTC");
        assertThat(DynamicTables.isUnconfirmed(before)).isTrue();
        assertThat(before.limitsRows()).isFalse();
        assertThat(at(NOW).due(before)).isEmpty();

        TableSchema after = at(NOW).altered(before, before);

        assertThat(names(after)).isEqualTo("p20261128 p20261129 p20261130");
        assertThat(at(NOW).leftBehind(before, after)).containsExactly(range("", "0000-01-01", "2026-11-28"));
        assertThat(at(NOW).leftBehind(after, after)).isEmpty();
    }

    @Test
    void oneThatWasSwitchedOffFirstGetsThemWhenItIsSwitchedOn() {
        String properties = "time_unit=DAY start=-2 end=0 prefix=p time_zone=UTC enable=";
        TableSchema before = table(type("DATE"), 7, properties + "true");

        TableSchema off = at(NOW).altered(before, table(type("DATE"), 7, properties + "false"));
        assertThat(off.layout().partitioning().byClock()).isFalse();
        assertThat(off.limitsRows()).isTrue();
        assertThat(at(NOW).leftBehind(before, off)).isEmpty();
        TableSchema on = at(NOW).altered(off, off.withProperties(before.properties()));

        assertThat(names(on)).isEqualTo("p20261128 p20261129 p20261130");
        assertThat(at(NOW).leftBehind(off, on)).hasSize(1);
    }

    @Test
    void oneThatHadRangesOnlyGetsNoHistoryThatNobodyAskedFor() {
        TableSchema before = table(type("DATE"), 7, "end=0").withProperties(TableProperties.defaults());
        TableSchema wanted = table(type("DATE"), 7, "time_unit=DAY start=-2 end=0 prefix=p time_zone=UTC");

        TableSchema after = at(NOW).altered(before, wanted);

        assertThat(names(after)).isEqualTo("p20261130");
        assertThat(after.layout().partitioning().byClock()).isTrue();
        assertThat(at(NOW).leftBehind(before, after)).isEmpty();
    }

    @Test
    void oneThatIsNotEnabledStaysAsItIs() {
        TableSchema off = at(NOW).created(table(
                type("DATE"),
                0,
                "enable=false time_unit=DAY start=-1 end=3 prefix=p",
                range("old", "MIN", "2026-01-01")));

        assertThat(names(off)).isEqualTo("old");
        assertThat(at(NOW).due(off)).isEmpty();
        assertThat(at(NOW).created(table(type("DATE"), 0, "enable=false time_unit=DAY end=600 prefix=p"))
                        .limitsRows())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            DATE    | enable=maybe time_unit=DAY end=1 prefix=p | 1105 | Invalid dynamic partition enable: maybe. Expected true or false
            DATE    | end=1 prefix=p                            | 1105 | Must assign dynamic_partition.time_unit properties
            DATE    | time_unit=DAY prefix=p                    | 1105 | Must assign dynamic_partition.end properties
            DATE    | time_unit=DAY end=1                       | 1105 | Must assign dynamic_partition.prefix properties
            DATE    | time_unit=DAY end=1 prefix=               | 1105 | prefix: it must not be empty
            DATE    | time_unit=SECOND end=1 prefix=p           | 1105 | Unsupported time unit SECOND. Expect HOUR/DAY/WEEK/MONTH/YEAR.
            DATE    | time_unit=HOUR end=1 prefix=p             | 1105 | needs a DATETIME, column 'd' is
            VARCHAR | time_unit=DAY end=1 prefix=p              | 1105 | Only Support DATE, DATETIME and INTEGER Type
            DATE    | time_unit=DAY end=-1 prefix=p             | 1105 | end must greater than or equal to 0, not -1
            DATE    | time_unit=DAY end=x prefix=p              | 1105 | Invalid dynamic partition end x
            DATE    | time_unit=DAY end=1 prefix=p start=0      | 1105 | Dynamic partition start must less than 0, not 0
            DATE    | time_unit=DAY end=1 prefix=p start=3000000000 | 1105 | Invalid dynamic partition start 3000000000
            DATE    | time_unit=DAY end=1 prefix=p buckets=0    | 1105 | buckets must be at least 1, not 0
            DATE    | time_unit=DAY end=1 prefix=p time_zone=Mars | 1298 | Unknown or incorrect time zone: 'Mars'
            DATE    | time_unit=DAY end=1 prefix=p x=1          | 1105 | Invalid dynamic partition properties: dynamic_partition.x
            DATE    | time_unit=DAY end=501 prefix=p            | 1105 | Too many dynamic partitions: 501. Limit: 500 (max_dynamic_partition_num)
            DATE    | time_unit=DAY end=1 prefix=p start=-500 create_history_partition=true | 1105 | Too many dynamic partitions: 501
            DATE    | time_unit=DAY end=1 prefix=p create_history_partition=true | 1105 | Provide start or history_partition_num
            DATE    | time_unit=DAY end=1 prefix=p history_partition_num=0 | 1105 | greater than 0, or be -1, not 0
            DATE    | time_unit=WEEK end=1 prefix=p start_day_of_week=8 | 1105 | start_day_of_week should between 1 and 7, not 8
            DATE    | time_unit=MONTH end=1 prefix=p start_day_of_month=29 | 1105 | should between 1 and 28, not 29
            DATE    | time_unit=DAY end=1 prefix=p storage_medium=TAPE | 1105 | Invalid dynamic partition storage_medium: TAPE
            DATE    | time_unit=DAY end=1 prefix=p hot_partition_num=-1 | 1105 | hot_partition_num must be at least 0, not -1
            DATE    | time_unit=DAY end=1 prefix=p reserved_history_periods=[2026-01-01] | 1105 | It must be like "[yyyy-MM-dd,yyyy-MM-dd],[...,...]"
            DATE    | time_unit=DAY end=1 prefix=p reserved_history_periods=[2026-02-01,2026-01-01] | 1105 | The first date is larger
            """)
    void whatCannotBeIsRefused(String column, String properties, int number, String message) {
        TableSchema table = table(type(column), 0, properties);

        assertThatExceptionOfType(TributaryException.class)
                .isThrownBy(() -> at(NOW).created(table))
                .withMessageContaining(message)
                .matches(e -> e.code().number() == number);
    }

    @Test
    void onlyRangesOfOneColumnHaveAClock() {
        String properties = "time_unit=DAY end=1 prefix=p";
        for (Partitioning each : Arrays.asList(
                Partitioning.NONE,
                new Partitioning(Partitioning.Kind.LIST, false, "", List.of("d"), List.of()),
                new Partitioning(Partitioning.Kind.RANGE, true, "", List.of("d"), List.of()),
                new Partitioning(Partitioning.Kind.RANGE, false, "", List.of("d", "id"), List.of()))) {
            TableSchema table = table(type("DATE"), 0, properties);
            assertThatExceptionOfType(TributaryException.class).isThrownBy(() -> at(NOW).created(
                            table.withLayout(table.layout().withPartitioning(each))));
        }
        TableSchema plain = table(type("DATE"), 0, properties).withProperties(TableProperties.defaults());
        assertThat(at(NOW).created(plain)).isSameAs(plain);
    }
}
