package io.tributary.contract.row;

import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.HiddenColumns;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.value.CivilCalendar;
import io.tributary.contract.value.ClockText;
import io.tributary.contract.value.TextForm;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Writes rows as JSON objects, one member a column under its name. Numbers are JSON's, a VARBINARY is a string of {@code 0x}
 * and its bytes in hexadecimal, all else is a string of what MySQL prints. A row that only deletes its key has one more
 * member, {@value HiddenColumns#DELETE_SIGN}. {@code RowBlockWriter} reads all of it back without loss. One thread at a
 * time.
 */
public final class RowJson {
    private final TableSchema table;
    private final RowBlockReader reader;
    private final TextForm text = new TextForm();
    private final StringBuilder out = new StringBuilder();
    private final boolean quotesWide;

    public RowJson(TableSchema table) {
        this(table, false);
    }

    private RowJson(TableSchema table, boolean quotesWide) {
        this.table = table;
        this.quotesWide = quotesWide;
        reader = new RowBlockReader(table.columns().stream().map(Column::type).toList());
    }

    /** One that writes numbers which a DOUBLE does not hold, LARGEINT and DECIMAL, as strings. */
    public static RowJson quotingWide(TableSchema table) {
        return new RowJson(table, true);
    }

    /** Turns to another block, of which {@link #row} then tells. */
    public void block(RowBlock block) {
        reader.reset(block);
    }

    public String row(int row) {
        out.setLength(0);
        out.append('{');
        for (int column = 0; column < table.columns().size(); column++) {
            if (column > 0) {
                out.append(',');
            }
            string(table.columns().get(column).name());
            out.append(':');
            if (reader.isNull(column, row)) {
                out.append("null");
            } else {
                value(column, row);
            }
        }
        if (reader.isDeleted(row)) {
            out.append(",\"").append(HiddenColumns.DELETE_SIGN).append("\":1");
        }
        return out.append('}').toString();
    }

    private void value(int column, int row) {
        int scale = table.columns().get(column).type().scale();
        switch (table.columns().get(column).type().kind()) {
            case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT -> out.append(reader.getLong(column, row));
            case LARGEINT -> digits(wide(column, row).toString());
            case DECIMAL ->
                digits(new BigDecimal(
                                table.columns().get(column).type().width() == Long.BYTES
                                        ? BigInteger.valueOf(reader.getLong(column, row))
                                        : wide(column, row),
                                scale)
                        .toPlainString());
            case FLOAT -> number(Float.toString((float) reader.getDouble(column, row)));
            case DOUBLE -> number(Double.toString(reader.getDouble(column, row)));
            case DATE -> {
                text.setEpochMicros(reader.getLong(column, row) * CivilCalendar.MICROS_PER_DAY);
                string(text.toString().substring(0, "yyyy-mm-dd".length()));
            }
            case DATETIME -> {
                text.setEpochMicros(reader.getLong(column, row));
                string(text.toString());
            }
            case CHAR, VARCHAR, STRING, JSON, VARIANT, ARRAY ->
                string(new String(
                        reader.array(),
                        reader.bytesOffset(column, row),
                        reader.bytesLength(column, row),
                        StandardCharsets.UTF_8));
            case VARBINARY -> {
                int from = reader.bytesOffset(column, row);
                string("0x" + HexFormat.of().formatHex(reader.array(), from, from + reader.bytesLength(column, row)));
            }
            case TIME -> string(ClockText.format(reader.getLong(column, row), 6));
            case NULL -> throw new IllegalArgumentException("a column of results in a table");
        }
    }

    private void digits(String digits) {
        if (quotesWide) {
            string(digits);
        } else {
            out.append(digits);
        }
    }

    private BigInteger wide(int column, int row) {
        BigInteger low = new BigInteger(Long.toUnsignedString(reader.getLong(column, row)));
        return BigInteger.valueOf(reader.getLongHigh(column, row))
                .shiftLeft(Long.SIZE)
                .or(low);
    }

    private void number(String digits) {
        boolean lessThanZero = digits.equals("-0.0");
        if (lessThanZero || Character.isLetter(digits.charAt(digits.length() - 1))) {
            string(digits); // which JSON's numbers are not: -0, NaN, Infinity
        } else {
            out.append(digits);
        }
    }

    private void string(String value) {
        out.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ') {
                out.append("\\u00").append(HexFormat.of().toHexDigits((byte) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}
