package io.tributary.engine.mysql.rows;

import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.RowBlockReader;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.value.ClockText;
import io.tributary.engine.port.rows.KeyPadding;
import java.util.List;

/** The values of a table's rows as they stand in a statement. One thread. */
final class RowText {
    private final ColumnType[] types;
    private final RowBlockReader reader;

    RowText(TableSchema table) {
        List<ColumnType> columns = table.columns().stream().map(Column::type).toList();
        types = columns.toArray(ColumnType[]::new);
        reader = new RowBlockReader(columns);
    }

    /** Turns to these rows; returns how many they are. */
    int read(RowBlock block) {
        reader.reset(block);
        return reader.rowCount();
    }

    /** {@code (1,'a',NULL)} */
    void row(int row, SqlBuffer out) {
        char before = '(';
        for (int column = 0; column < types.length; column++) {
            out.character(before);
            before = ',';
            value(column, row, out);
        }
        out.character(')');
    }

    /** A value as it stands in a statement. */
    void value(int column, int row, SqlBuffer out) {
        if (reader.isNull(column, row)) {
            out.ascii("NULL");
            return;
        }
        switch (types[column].kind()) {
            case DATE, DATETIME, TIME -> {
                out.character('\'');
                plain(column, row, out);
                out.character('\'');
            }
            case CHAR, VARCHAR, STRING, JSON ->
                out.string(reader.array(), reader.bytesOffset(column, row), reader.bytesLength(column, row));
            case VARBINARY ->
                out.hex(reader.array(), reader.bytesOffset(column, row), reader.bytesLength(column, row), 0);
            default -> plain(column, row, out);
        }
    }

    /**
     * A value of a key as the server has it in its table.
     *
     * @param padding the byte that makes no difference at its end, or {@link KeyPadding#NONE}
     */
    void key(int column, int row, int padding, SqlBuffer out) {
        if (padding == KeyPadding.NONE || reader.isNull(column, row)) {
            value(column, row, out);
            return;
        }
        int offset = reader.bytesOffset(column, row);
        int counted = KeyPadding.length(reader.array(), offset, reader.bytesLength(column, row), padding);
        if (padding == 0) {
            out.hex(reader.array(), offset, counted, types[column].length());
        } else {
            out.string(reader.array(), offset, counted);
        }
    }

    /**
     * A line of a file.
     *
     * @see <a href="https://dev.mysql.com/doc/refman/8.0/en/load-data.html">LOAD DATA</a>
     */
    void line(int row, SqlBuffer out) {
        for (int column = 0; column < types.length; column++) {
            if (column > 0) {
                out.character('\t');
            }
            if (reader.isNull(column, row)) {
                out.ascii("\\N");
            } else if (types[column].isVariableWidth()) {
                out.field(reader.array(), reader.bytesOffset(column, row), reader.bytesLength(column, row));
            } else {
                plain(column, row, out);
            }
        }
        out.character('\n');
    }

    /** A value of a fixed width, without quotes. */
    private void plain(int column, int row, SqlBuffer out) {
        ColumnType type = types[column];
        switch (type.kind()) {
            case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT -> out.number(reader.getLong(column, row));
            case LARGEINT -> out.wideDecimal(reader.getLongHigh(column, row), reader.getLong(column, row), 0);
            case DECIMAL -> {
                if (type.width() == Long.BYTES) {
                    out.decimal(reader.getLong(column, row), type.scale());
                } else {
                    out.wideDecimal(reader.getLongHigh(column, row), reader.getLong(column, row), type.scale());
                }
            }
            case FLOAT, DOUBLE -> out.floating(reader.getDouble(column, row));
            case DATE -> out.date(reader.getLong(column, row));
            case TIME -> out.ascii(ClockText.format(reader.getLong(column, row), type.scale()));
            case DATETIME -> out.dateTime(reader.getLong(column, row), type.scale());
            default -> throw new IllegalArgumentException("a column of type " + type.ddl() + " on a server");
        }
    }
}
