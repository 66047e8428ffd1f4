package io.tributary.contract.calls;

import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.RowBlockReader;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.schema.ColumnType;
import java.time.LocalDate;
import java.util.List;

/** The values of a query's result, handed to a writer in the form that their type has there. One thread at a time. */
public final class ResultValues {
    private final ColumnType[] types;
    private final RowBlockReader reader;

    public ResultValues(List<ResultColumn> columns) {
        types = columns.stream().map(ResultColumn::type).toArray(ColumnType[]::new);
        reader = new RowBlockReader(List.of(types));
    }

    /** Turns to these rows; returns how many they are. */
    public int read(RowBlock block) {
        reader.reset(block);
        return reader.rowCount();
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
            case FLOAT -> writer.putFloat(target, (float) reader.getDouble(column, row));
            case DOUBLE -> writer.putDouble(target, reader.getDouble(column, row));
            case DATE -> {
                LocalDate date = LocalDate.ofEpochDay(reader.getLong(column, row));
                writer.putDate(target, date.getYear(), date.getMonthValue(), date.getDayOfMonth());
            }
            case DATETIME -> writer.putEpochMicros(target, reader.getLong(column, row));
            case TIME -> writer.putTime(target, reader.getLong(column, row));
            case CHAR, VARCHAR, STRING, JSON, VARIANT, ARRAY, NULL ->
                writer.putText(
                        target, reader.array(), reader.bytesOffset(column, row), reader.bytesLength(column, row));
            case VARBINARY ->
                writer.putBytes(
                        target, reader.array(), reader.bytesOffset(column, row), reader.bytesLength(column, row));
        }
    }
}
