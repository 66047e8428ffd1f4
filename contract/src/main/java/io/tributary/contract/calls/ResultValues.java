package io.tributary.contract.calls;

import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.RowBlockReader;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnOrigin;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.value.CivilCalendar;
import java.util.List;

/** The values of a query's result, handed to a writer in the form that their type has there. One thread at a time. */
public final class ResultValues {
    private final ColumnType[] types;
    /** Whether each is a column of a table. */
    private final boolean[] stored;

    private final RowBlockReader reader;

    public ResultValues(List<ResultColumn> columns) {
        stored = new boolean[columns.size()];
        for (int i = 0; i < stored.length; i++) {
            stored[i] = !columns.get(i).origin().equals(ColumnOrigin.COMPUTED);
        }
        types = columns.stream().map(ResultColumn::type).toArray(ColumnType[]::new);
        reader = new RowBlockReader(List.of(types));
    }

    /** Returns the values of rows of these columns. */
    public static ResultValues ofRows(List<Column> columns) {
        return new ResultValues(columns.stream()
                .map(column -> new ResultColumn(column.name(), column.type(), column.nullable()))
                .toList());
    }

    /** Turns to these rows; returns how many they are. */
    public int read(RowBlock block) {
        reader.reset(block);
        return reader.rowCount();
    }

    /** Whether a row only deletes its key. */
    boolean isDeleted(int row) {
        return reader.isDeleted(row);
    }

    /** A whole number that is not NULL. */
    public long longAt(int column, int row) {
        return reader.getLong(column, row);
    }

    /** Puts the value at (column, row) into a column of the writer. */
    public void put(int column, int row, RowBlockWriter writer, int target) {
        if (reader.isNull(column, row)) {
            writer.putNull(target);
            return;
        }
        ColumnType type = types[column];
        switch (type.kind()) {
            case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT -> writer.putLong(target, reader.getLong(column, row));
            case LARGEINT -> writer.putDecimal(target, reader.getLongHigh(column, row), reader.getLong(column, row), 0);
            case DECIMAL -> {
                long low = reader.getLong(column, row);
                long high = type.width() == 16 ? reader.getLongHigh(column, row) : low >> 63;
                writer.putDecimal(target, high, low, type.scale());
            }
            case FLOAT -> putFloat(column, reader.getDouble(column, row), writer, target);
            case DOUBLE -> writer.putDouble(target, reader.getDouble(column, row));
            case DATE ->
                writer.putMoment(target, type.kind(), reader.getLong(column, row) * CivilCalendar.MICROS_PER_DAY, 0);
            case DATETIME, TIME -> writer.putMoment(target, type.kind(), reader.getLong(column, row), type.scale());
            case CHAR, VARCHAR, STRING, JSON, VARIANT, ARRAY, NULL ->
                writer.putText(
                        target, reader.array(), reader.bytesOffset(column, row), reader.bytesLength(column, row));
            case VARBINARY -> {
                int from = reader.bytesOffset(column, row);
                int length = reader.bytesLength(column, row);
                if (type.isBits()) {
                    writer.putBits(target, reader.array(), from, length);
                } else {
                    writer.putBytes(target, reader.array(), from, length);
                }
            }
        }
    }

    /**
     * A FLOAT is put as the DOUBLE that it is, 0.10000000149011612, but that of a table's column into a text without limit as the
     * table shows it, 0.1.
     *
     * @see <a href="https://github.com/mysql/mysql-server/blob/8.0/sql/field_conv.cc">{@code field_conv_slow}</a>
     */
    private void putFloat(int column, double value, RowBlockWriter writer, int target) {
        if (stored[column] && writer.type(target).kind() == ColumnType.Kind.STRING) {
            writer.putFloat(target, (float) value);
        } else {
            writer.putDouble(target, value);
        }
    }
}
