package io.tributary.contract.row.encode;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.Partition;
import io.tributary.contract.schema.PartitionRules;
import io.tributary.contract.schema.PartitionValue;
import io.tributary.contract.schema.Partitioning;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.value.CivilCalendar;
import io.tributary.contract.value.TextForm;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * Finds the partition of rows whose columns are encoded, by a binary search among bounds. Bounds and rows are brought into
 * bytes that compare as their values do; those of a row are written over those of the one before. One thread at a time.
 *
 * <pre>
 *   for each column   0                     less than everything (bounds only)
 *                     1                     NULL
 *                     2 · value             a number: big-endian, its sign flipped; a string: 0 as 0 1, and 0 0 at its end
 *                     3                     MAXVALUE (bounds only)
 * </pre>
 */
final class PartitionSearch {
    private static final byte MIN = 0;
    private static final byte NULL = 1;
    private static final byte VALUE = 2;
    private static final byte MAX = 3;

    private final Partitioning partitioning;
    private final String table;
    private final List<Column> columns;
    private final ColumnEncoder[] encoders;
    private final Entry[] entries;
    /** The default partition, or null. */
    private final @Nullable String otherwise;

    private List<String> chosen = List.of();
    private byte[] key = new byte[64];
    private int length;

    /** A range, or one value of a list. */
    private static final class Entry {
        final byte[] from;
        /** Where it ends, itself not in it; null for a value. */
        final byte @Nullable [] to;

        final String partition;

        Entry(byte[] from, byte @Nullable [] to, String partition) {
            this.from = from;
            this.to = to;
            this.partition = partition;
        }
    }

    /**
     * A search in a table that has partitions.
     *
     * @param all the encoders of its columns, in table order
     */
    PartitionSearch(TableSchema table, ColumnEncoder[] all) {
        this.partitioning = table.layout().partitioning();
        this.table = table.name();
        columns = new PartitionRules(partitioning, table.columns()).columns();
        encoders = columns.stream()
                .map(column -> all[table.indexOf(column.name())])
                .toArray(ColumnEncoder[]::new);
        List<Entry> found = new ArrayList<>();
        for (Partition partition : partitioning.partitions()) {
            if (partitioning.kind() == Partitioning.Kind.RANGE) {
                found.add(new Entry(bytes(partition.lower()), bytes(partition.upper()), partition.name()));
            } else {
                partition.bounds().forEach(value -> found.add(new Entry(bytes(value), null, partition.name())));
            }
        }
        found.sort((a, b) -> Arrays.compareUnsigned(a.from, b.from));
        entries = found.toArray(Entry[]::new);
        otherwise = partitioning.defaultPartition().map(Partition::name).orElse(null);
    }

    private byte[] bytes(List<PartitionValue> bound) {
        length = 0;
        for (int i = 0; i < bound.size(); i++) {
            PartitionValue value = bound.get(i);
            switch (value.kind()) {
                case MIN -> add(MIN);
                case NULL -> add(NULL);
                case MAX -> add(MAX);
                case VALUE -> {
                    // A column of its own, so that nothing is left in the one that rows are put into.
                    ColumnEncoder encoder =
                            ColumnEncoder.of(Column.of("bound", columns.get(i).type(), true), new RowContext());
                    byte[] text = value.text().getBytes(StandardCharsets.UTF_8);
                    encoder.putText(text, 0, text.length);
                    add(encoder, 0);
                }
            }
        }
        return Arrays.copyOf(key, length);
    }

    /**
     * Lets only these partitions take rows from now on.
     *
     * @param names none: all
     * @throws TributaryException {@code UNKNOWN_PARTITION}
     */
    void choose(List<String> names) {
        chosen = names.stream()
                .map(name -> partitioning.require(name, table).name())
                .toList();
    }

    /** @throws TributaryException {@code NO_PARTITION} or {@code NOT_IN_PARTITIONS} if no partition takes this row */
    void require(int row, RowContext context) {
        String found = find(row);
        if (!chosen.isEmpty()) {
            if (found == null || !chosen.contains(found)) {
                throw new TributaryException(
                        ErrorCode.NOT_IN_PARTITIONS,
                        "Found a row not matching the given partition set: row " + context.rowNumber() + " with "
                                + shown(row));
            }
        } else if (found == null && partitioning.limitsRows()) {
            throw new TributaryException(
                    ErrorCode.NO_PARTITION,
                    "Table has no partition for value " + shown(row) + " at row " + context.rowNumber()
                            + ": no partition for this tuple. tuple=(" + shown(row) + ")");
        }
    }

    private @Nullable String find(int row) {
        length = 0;
        for (ColumnEncoder encoder : encoders) {
            add(encoder, row);
        }
        int low = 0;
        int high = entries.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (compare(entries[middle].from) >= 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        // The last one that does not begin behind the row.
        if (high < 0) {
            return otherwise;
        }
        Entry entry = entries[high];
        byte[] to = entry.to;
        boolean in = to == null ? compare(entry.from) == 0 : compare(to) < 0;
        return in ? entry.partition : otherwise;
    }

    private int compare(byte[] bound) {
        return Arrays.compareUnsigned(key, 0, length, bound, 0, bound.length);
    }

    private void add(ColumnEncoder encoder, int row) {
        if (encoder.isNull(row)) {
            add(NULL);
            return;
        }
        add(VALUE);
        if (encoder instanceof FixedWidthColumn fixed) {
            int at = row * fixed.width;
            add((byte) (fixed.values[at + fixed.width - 1] ^ 0x80));
            for (int i = fixed.width - 2; i >= 0; i--) {
                add(fixed.values[at + i]);
            }
        } else if (encoder instanceof VariableWidthColumn variable) {
            int end = variable.begin(row + 1);
            for (int at = variable.begin(row); at < end; at++) {
                byte next = variable.data()[at];
                add(next);
                if (next == 0) {
                    add((byte) 1);
                }
            }
            add((byte) 0);
            add((byte) 0);
        }
    }

    private void add(byte next) {
        if (length == key.length) {
            key = Arrays.copyOf(key, 2 * length);
        }
        key[length++] = next;
    }

    // ---- messages

    private String shown(int row) {
        StringJoiner values = new StringJoiner(", ");
        for (int i = 0; i < encoders.length; i++) {
            values.add(
                    encoders[i].isNull(row)
                            ? "NULL"
                            : shown(encoders[i], columns.get(i).type(), row));
        }
        return values.toString();
    }

    private static String shown(ColumnEncoder encoder, ColumnType type, int row) {
        if (encoder instanceof VariableWidthColumn variable) {
            int begin = variable.begin(row);
            return Refusal.shown(variable.data(), begin, variable.begin(row + 1) - begin);
        }
        FixedWidthColumn fixed = (FixedWidthColumn) encoder;
        byte[] value = new byte[fixed.width];
        for (int i = 0; i < value.length; i++) {
            value[i] = fixed.values[(row + 1) * fixed.width - 1 - i];
        }
        BigInteger number = new BigInteger(value);
        return switch (type.kind()) {
            case DATE -> LocalDate.ofEpochDay(number.longValue()).toString();
            case DATETIME -> dateTime(number.longValue());
            default -> number.toString();
        };
    }

    private static String dateTime(long micros) {
        TextForm text = new TextForm();
        long day = Math.floorDiv(micros, CivilCalendar.MICROS_PER_DAY);
        int date = CivilCalendar.yearMonthDay((int) day);
        long rest = micros - day * CivilCalendar.MICROS_PER_DAY;
        int seconds = (int) (rest / CivilCalendar.MICROS_PER_SECOND);
        text.setDateTime(
                date / 10_000, date / 100 % 100, date % 100, seconds / 3600, seconds / 60 % 60, seconds % 60, (int)
                        (rest % CivilCalendar.MICROS_PER_SECOND));
        return new String(text.bytes, text.from, text.length(), StandardCharsets.US_ASCII);
    }
}
