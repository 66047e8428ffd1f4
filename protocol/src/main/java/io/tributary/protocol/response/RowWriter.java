package io.tributary.protocol.response;

import io.netty.buffer.ByteBuf;
import java.math.BigInteger;

/**
 * Appends the values of a row, column after column, to a buffer; one implementation per protocol. Between the codec's
 * {@code begin} and {@code end} of a packet: {@link #start}, then one {@code append} per column.
 *
 * <p>Reused row after row; not thread-safe. Makes no object per value, but for floating-point numbers with a fraction
 * and for decimals beyond 18 digits.
 */
public interface RowWriter {
    /** Starts the next row at the end of {@code out}. */
    void start(ByteBuf out);

    void appendNull();

    /** An integer of any width; one that does not fit its column's is cut. */
    void appendLong(long value);

    void appendUnsignedLong(long value);

    void appendFloat(float value);

    void appendDouble(double value);

    /** @param scale how many digits of a fraction it is printed with, rounded or filled with zeros */
    void appendDouble(double value, int scale);

    /** Text in UTF-8, or raw bytes. */
    void appendBytes(byte[] bytes, int offset, int length);

    /** Text, sent as UTF-8. */
    void appendText(CharSequence text);

    /** {@code unscaled / 10^scale}. */
    void appendDecimal(long unscaled, int scale);

    void appendDecimal(BigInteger unscaled, int scale);

    /** @param epochDay days since 1970-01-01; years 0 to 9999 */
    void appendDate(long epochDay);

    /**
     * @param epochMicros microseconds since 1970-01-01 00:00:00 of the same clock; years 0 to 9999
     * @param fractionDigits 0 to 6, how many are shown as text
     */
    void appendDateTime(long epochMicros, int fractionDigits);

    /** @param micros a signed span */
    void appendTime(long micros, int fractionDigits);
}
