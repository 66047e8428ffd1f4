package io.tributary.backend.catalog.clock;

import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.Partition;
import io.tributary.contract.schema.PartitionRules;
import io.tributary.contract.schema.PartitionValue;
import io.tributary.contract.schema.Partitioning;
import io.tributary.contract.schema.TableSchema;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The partitions that a table with {@code dynamic_partition.*} is to have at a moment. */
final class ClockedPartitions {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);
    private static final DateTimeFormatter NUMBER = DateTimeFormatter.ofPattern("uuuuMMdd", Locale.ROOT);

    private final DynamicProperties by;
    private final Partitioning there;
    private final PartitionRules rules;
    private final Column column;
    private final LocalDateTime now;

    /** @throws io.tributary.contract.error.TributaryException {@code INVALID_STATEMENT} where table and properties do not fit */
    ClockedPartitions(TableSchema table, DynamicProperties by, Instant now) {
        this.by = by;
        there = table.layout().partitioning();
        if (there.kind() != Partitioning.Kind.RANGE) {
            throw DynamicProperties.invalid("Only support dynamic partition properties on range partition table");
        }
        if (there.automatic()) {
            throw DynamicProperties.invalid("Can't use Dynamic Partition and Auto Partition at the same time");
        }
        rules = new PartitionRules(there, table.columns());
        if (rules.columns().size() != 1) {
            throw DynamicProperties.invalid("Dynamic partition only support single-column range partition");
        }
        column = rules.columns().get(0);
        requireTimes();
        this.now = LocalDateTime.ofInstant(now, by.zone);
    }

    private void requireTimes() {
        ColumnType.Kind kind = column.type().kind();
        boolean whole =
                kind == ColumnType.Kind.INT || kind == ColumnType.Kind.BIGINT || kind == ColumnType.Kind.LARGEINT;
        if (!whole && kind != ColumnType.Kind.DATE && kind != ColumnType.Kind.DATETIME) {
            throw DynamicProperties.invalid("Dynamic Partition Only Support DATE, DATETIME and INTEGER Type Now.");
        }
        if (by.unit == PartitionUnit.HOUR && kind != ColumnType.Kind.DATETIME) {
            throw DynamicProperties.invalid("Time unit HOUR of dynamic partitions needs a DATETIME, column '"
                    + column.name() + "' is " + column.type().ddl());
        }
    }

    /**
     * Those that stay of those there are, and behind them those that are missing from an offset on.
     *
     * @param first 0 or less
     */
    Partitioning from(long first) {
        List<Partition> due = new ArrayList<>(there.partitions());
        due.removeAll(expired());
        for (long offset = first; offset <= by.end; offset++) {
            Partition made = Partition.range(
                    by.prefix + by.unit.name(begin(offset)), bound(begin(offset)), bound(begin(offset + 1)));
            if (due.stream().noneMatch(each -> isInTheWay(each, made))) {
                due.add(made);
            }
        }
        return there.having(due);
    }

    /** Whether a partition takes rows of now, or of the moment at least with which the present unit began. */
    boolean takesNow() {
        List<PartitionValue> present = bound(begin(0));
        return there.partitions().stream()
                .anyMatch(
                        each -> rules.compare(each.lower(), present) <= 0 && rules.compare(present, each.upper()) < 0);
    }

    private boolean isInTheWay(Partition each, Partition made) {
        return each.name().equalsIgnoreCase(made.name())
                || (rules.compare(each.lower(), made.upper()) < 0 && rules.compare(made.lower(), each.upper()) < 0);
    }

    private List<Partition> expired() {
        return horizon()
                .map(horizon -> there.partitions().stream()
                        .filter(each -> rules.compare(each.upper(), bound(horizon)) <= 0 && !isReserved(each))
                        .toList())
                .orElse(List.of());
    }

    private boolean isReserved(Partition partition) {
        return by.reserved.stream()
                .anyMatch(period -> rules.compare(partition.lower(), bound(period.to())) <= 0
                        && rules.compare(bound(period.from()), partition.upper()) < 0);
    }

    /** What lies before this is expired; empty where nothing is. */
    private Optional<LocalDateTime> horizon() {
        if (by.start == DynamicProperties.NEVER) {
            return Optional.empty();
        }
        LocalDateTime horizon = begin(by.start);
        return horizon.getYear() < 1 ? Optional.empty() : Optional.of(horizon);
    }

    /** All before the horizon, NULL not: for rows of a table that took every row before; empty where periods are reserved. */
    List<Partition> beforeHorizon() {
        return by.reserved.isEmpty()
                ? horizon().stream()
                        .map(horizon -> Partition.range("", bound(LocalDateTime.of(0, 1, 1, 0, 0)), bound(horizon)))
                        .toList()
                : List.of();
    }

    private LocalDateTime begin(long offset) {
        return by.unit.begin(now, offset, by.startOf);
    }

    private List<PartitionValue> bound(LocalDateTime time) {
        boolean calendar =
                column.type().kind() == ColumnType.Kind.DATE || column.type().kind() == ColumnType.Kind.DATETIME;
        return List.of(PartitionValue.of(column, time.format(calendar ? TIME : NUMBER)));
    }
}
