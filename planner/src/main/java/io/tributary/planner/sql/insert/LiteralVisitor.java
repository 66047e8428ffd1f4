package io.tributary.planner.sql.insert;

import io.tributary.contract.schema.ColumnType;

/**
 * Takes the rows of an INSERT as {@link ValuesScanner} meets them: {@link #beginRow}, one call for each value,
 * {@link #endRow}. The bytes are the scanner's or the statement's own and hold only until the call returns. What a
 * method throws ends the scan and reaches the caller.
 */
public interface LiteralVisitor {
    void beginRow();

    /** A string without quotes and escapes; the statement's own bytes where there was nothing to unescape. */
    void text(byte[] bytes, int offset, int length);

    /**
     * What stands between the quotes of a {@code DATE'…'}, {@code TIMESTAMP'…'} or {@code DATETIME'…'}.
     *
     * @param kind DATE or DATETIME
     */
    void moment(ColumnType.Kind kind, byte[] bytes, int offset, int length);

    /** A number as written, its sign first, without blanks: {@code -12}, {@code 1.50}, {@code 1e3}, {@code .5}. */
    void number(byte[] bytes, int offset, int length);

    /** {@code _binary'…'}: the bytes meant. */
    void binary(byte[] bytes, int offset, int length);

    /** {@code x'…'}, {@code 0x…}, {@code b'…'}, {@code 0b…}: the bytes meant, which may also be a number. */
    void bits(byte[] bytes, int offset, int length);

    void bool(boolean value);

    void nullValue();

    void defaultValue();

    /** {@code ?}; met only in statements to be prepared. */
    void parameter();

    void endRow();
}
