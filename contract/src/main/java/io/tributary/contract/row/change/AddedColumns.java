package io.tributary.contract.row.change;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.RowBlockReader;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.schema.AdoptedTable;
import io.tributary.contract.schema.Check;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.DefaultValue;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.value.LittleEndian;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Makes rows that were encoded for a table rows of the same table since columns were added to it: as if they had been
 * inserted after that, with the names of the columns that there were before. Columns may also take longer values by now. One
 * that is gone, was renamed or moved, or has another type leaves no rows to make: its name may be another's. Nor
 * does a partition that is gone, a check that they were not held to, or a number that may be given again. One thread at a time.
 */
public final class AddedColumns {
    private final RowBlockReader reader;
    private final int columnCount;
    /** The position that each column of the table as it is now had before, or -1. */
    private final int[] sources;

    private final List<Column> added;
    private final RowBlockReader addedReader;

    private AddedColumns(TableSchema before, TableSchema after, int[] sources) {
        this.sources = sources;
        reader = reader(before.columns());
        columnCount = after.columns().size();
        added = new ArrayList<>();
        for (int i = 0; i < sources.length; i++) {
            if (sources[i] < 0) {
                added.add(after.columns().get(i));
            }
        }
        addedReader = reader(added);
    }

    private static RowBlockReader reader(List<Column> columns) {
        return new RowBlockReader(columns.stream().map(Column::type).toList());
    }

    /** Empty where rows of the one are no rows of the other. */
    public static Optional<AddedColumns> between(TableSchema before, TableSchema after) {
        if (!after.layout()
                .partitioning()
                .droppedSince(before.layout().partitioning())
                .isEmpty()) {
            return Optional.empty();
        }
        List<Check> checks = before.layout().constraints().checks();
        if (!checks.containsAll(after.layout().constraints().checks())) {
            return Optional.empty();
        }
        if (before.autoIncrementPosition() >= 0
                && !AdoptedTable.numbering(before).equals(AdoptedTable.numbering(after))) {
            return Optional.empty();
        }
        int[] sources = new int[after.columns().size()];
        int kept = 0;
        for (int i = 0; i < sources.length; i++) {
            Column wanted = after.columns().get(i);
            sources[i] = before.indexOf(wanted.name());
            if (sources[i] < 0) {
                if (!hasDefault(wanted)) {
                    return Optional.empty();
                }
            } else if (sources[i] != kept++ || !takes(wanted, before.columns().get(sources[i]))) {
                return Optional.empty();
            }
        }
        return kept == before.columns().size()
                ? Optional.of(new AddedColumns(before, after, sources))
                : Optional.empty();
    }

    private static boolean hasDefault(Column column) {
        return !column.autoIncrement()
                && (column.nullable() || column.defaultValue().kind() != DefaultValue.Kind.NONE);
    }

    private static boolean takes(Column wanted, Column is) {
        boolean longer = wanted.type().kind() == is.type().kind()
                && (is.type().kind() == ColumnType.Kind.VARCHAR || is.type().kind() == ColumnType.Kind.VARBINARY)
                && wanted.type().length() >= is.type().length();
        return (longer || wanted.type().equals(is.type()))
                && (wanted.nullable() || !is.nullable())
                && wanted.autoIncrement() == is.autoIncrement();
    }

    /**
     * The same rows with the new columns' defaults.
     *
     * @param localMicros what CURRENT_TIMESTAMP is, in microseconds since 1970 on the session's clock
     * @throws TributaryException of kind ROW if a column does not take its own default
     */
    public List<RowBlock> to(List<RowBlock> blocks, ZoneId zone, long localMicros) {
        RowBlockWriter writer = new RowBlockWriter(added);
        writer.setTimeZone(zone);
        writer.statementTime(localMicros);
        List<RowBlock> made = new ArrayList<>(blocks.size());
        for (RowBlock block : blocks) {
            reader.reset(block);
            for (int row = 0; row < reader.rowCount(); row++) {
                writer.beginRow();
                writer.endRow();
            }
            made.add(joined(block, writer.finish()));
        }
        return made;
    }

    /** Columns are whole in a block, one behind the other, so they are copied as they are. */
    private RowBlock joined(RowBlock kept, RowBlock defaults) {
        addedReader.reset(defaults);
        int keptEnd = reader.deletesOffset() < 0 ? kept.offset() + kept.length() : reader.deletesOffset();
        byte[] head = Arrays.copyOfRange(kept.bytes(), kept.offset(), kept.offset() + RowBlock.HEADER_BYTES);
        LittleEndian.putShort(head, 2, (short) columnCount);
        byte[] bytes = Arrays.copyOf(head, kept.length() + defaults.length() - RowBlock.HEADER_BYTES);
        int at = RowBlock.HEADER_BYTES;
        int nextAdded = 0;
        for (int source : sources) {
            boolean isAdded = source < 0;
            RowBlockReader from = isAdded ? addedReader : reader;
            RowBlock block = isAdded ? defaults : kept;
            int column = isAdded ? nextAdded++ : source;
            int begin = begin(from, column);
            int last = isAdded ? block.offset() + block.length() : keptEnd;
            int end = column + 1 == from.columnCount() ? last : begin(from, column + 1);
            System.arraycopy(from.array(), begin, bytes, at, end - begin);
            at += end - begin;
        }
        System.arraycopy(reader.array(), keptEnd, bytes, at, bytes.length - at);
        return RowBlock.of(bytes);
    }

    /** Where a column begins: at its byte that says whether it has nulls. */
    private static int begin(RowBlockReader block, int column) {
        int validity = block.validityOffset(column);
        return (validity < 0 ? block.valuesOffset(column) : validity) - 1;
    }
}
