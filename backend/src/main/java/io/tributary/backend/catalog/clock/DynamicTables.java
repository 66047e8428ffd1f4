package io.tributary.backend.catalog.clock;

import io.tributary.contract.schema.Partition;
import io.tributary.contract.schema.Partitioning;
import io.tributary.contract.schema.TableChange;
import io.tributary.contract.schema.TableSchema;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Tables whose partitions come and go by the clock. They are those that were created, or whose properties {@code
 * dynamic_partition.*} were set, by a version that deletes what is expired ({@link Partitioning#byClock}): in older ones the
 * properties were words, and nobody who wrote them may lose rows by an upgrade. Any thread.
 *
 * @param partitionsMax {@code max_dynamic_partition_num}: how many a table's properties may ask for
 */
public record DynamicTables(InstantSource clock, long partitionsMax) {
    /** Doris' default of {@code max_dynamic_partition_num}. */
    public static final int PARTITIONS_DEFAULT = 500;

    static DynamicTables system() {
        return new DynamicTables(InstantSource.system(), PARTITIONS_DEFAULT);
    }

    /** Whether any of these is a property of dynamic partitions. */
    public static boolean areAmong(Map<String, String> properties) {
        return properties.keySet().stream().anyMatch(key -> key.startsWith(DynamicProperties.PREFIX));
    }

    /** Whether the table's properties say that partitions expire, and they do not until somebody sets one of them again. */
    public static boolean isUnconfirmed(TableSchema table) {
        return table.isDynamic() && !table.layout().partitioning().byClock();
    }

    /**
     * A new table with the partitions of now, whose clock runs from now on; one without such properties as it is.
     *
     * @throws io.tributary.contract.error.TributaryException {@code INVALID_STATEMENT} or {@code UNKNOWN_TIME_ZONE} for properties
     *     that cannot be
     */
    public TableSchema created(TableSchema wanted) {
        return areAmong(wanted.properties().other()) ? started(wanted, properties(wanted), false, true) : wanted;
    }

    /** The table with other such properties: its clock runs from the moment on at which they are enabled. Throws the same. */
    public TableSchema altered(TableSchema before, TableSchema wanted) {
        DynamicProperties by = properties(wanted);
        return started(wanted, by, mayHaveTakenAll(before), by.enabled);
    }

    private static DynamicProperties properties(TableSchema table) {
        return new DynamicProperties(table.properties().other());
    }

    /** Whether a version that had these properties as words may have taken every row. */
    private static boolean mayHaveTakenAll(TableSchema before) {
        return !before.layout().partitioning().byClock()
                && areAmong(before.properties().other());
    }

    /** @param tookAll whether there may be rows of no partition, which get some with which they expire */
    private TableSchema started(TableSchema wanted, DynamicProperties by, boolean tookAll, boolean starts) {
        Partitioning there = wanted.layout().partitioning();
        ClockedPartitions partitions = new ClockedPartitions(wanted, by, clock.instant());
        long first = tookAll && by.start != DynamicProperties.NEVER ? by.start : by.first;
        requireFew(by.end - first, by);
        Partitioning due = by.enabled ? partitions.from(first) : there;
        return wanted.withProperties(wanted.properties().with(TableSchema.DYNAMIC_ENABLE, Boolean.toString(by.enabled)))
                .withLayout(wanted.layout().withPartitioning(starts ? due.startingClock() : due));
    }

    private void requireFew(long count, DynamicProperties by) {
        if (by.enabled && count > partitionsMax) {
            throw DynamicProperties.invalid("Too many dynamic partitions: " + count + ". Limit: " + partitionsMax
                    + " (max_dynamic_partition_num)");
        }
    }

    /** What of a table that took every row is expired and in no partition, where its clock is started by a change. */
    public List<Partition> leftBehind(TableSchema before, TableSchema after) {
        return mayHaveTakenAll(before) && after.isDynamic()
                ? new ClockedPartitions(after, properties(after), clock.instant()).beforeHorizon()
                : List.of();
    }

    /** Whether a table with partitions by the clock refuses rows of now, since none of its partitions takes them. */
    public boolean refusesNow(TableSchema table) {
        return !new ClockedPartitions(table, properties(table), clock.instant()).takesNow();
    }

    /** The change by which a table has the partitions of now; empty where it has them. */
    public Optional<TableChange> due(TableSchema table) {
        Partitioning there = table.layout().partitioning();
        if (!table.isDynamic() || !there.byClock()) {
            return Optional.empty();
        }
        DynamicProperties by = properties(table);
        Partitioning due = new ClockedPartitions(table, by, clock.instant()).from(by.first);
        if (due.equals(there)) {
            return Optional.empty();
        }
        List<TableChange.Origin> origins = IntStream.range(0, table.columns().size())
                .<TableChange.Origin>mapToObj(TableChange.Kept::new)
                .toList();
        return Optional.of(new TableChange(
                table.withLayout(table.layout().withPartitioning(due)).withSchemaVersion(table.schemaVersion() + 1),
                origins));
    }
}
