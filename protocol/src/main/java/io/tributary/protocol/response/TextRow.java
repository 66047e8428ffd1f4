package io.tributary.protocol.response;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.tributary.protocol.LengthEncoded;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;

/**
 * A row of the text protocol: each value a length-encoded string, NULL the byte 0xFB.
 *
 * @see <a href="https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_com_query_response_text_resultset_row.html">Text
 *     resultset row</a>
 */
public final class TextRow implements RowWriter {
    private final Digits digits = new Digits();
    private ByteBuf out = Unpooled.EMPTY_BUFFER;

    @Override
    public void start(ByteBuf buffer) {
        out = buffer;
    }

    @Override
    public void appendNull() {
        out.writeByte(LengthEncoded.NULL);
    }

    @Override
    public void appendLong(long value) {
        digits.clear().number(value);
        appendDigits();
    }

    @Override
    public void appendUnsignedLong(long value) {
        digits.clear().unsigned(value);
        appendDigits();
    }

    @Override
    public void appendFloat(float value) {
        digits.clear().floating(value);
        appendDigits();
    }

    @Override
    public void appendDouble(double value, int scale) {
        // MySQL prints zeros behind the digits that tell it apart; what has more is rounded by its exact value.
        BigDecimal shortest = new BigDecimal(Double.toString(value));
        BigDecimal digits = shortest.stripTrailingZeros().scale() <= scale ? shortest : new BigDecimal(value);
        appendText(digits.setScale(scale, RoundingMode.HALF_EVEN).toPlainString());
    }

    @Override
    public void appendDouble(double value) {
        digits.clear().floating(value);
        appendDigits();
    }

    @Override
    public void appendBytes(byte[] bytes, int offset, int length) {
        LengthEncoded.writeBytes(out, bytes, offset, length);
    }

    @Override
    public void appendText(CharSequence text) {
        LengthEncoded.writeText(out, text);
    }

    @Override
    public void appendDecimal(long unscaled, int scale) {
        appendDecimal(out, digits, unscaled, scale);
    }

    @Override
    public void appendDecimal(BigInteger unscaled, int scale) {
        appendDecimal(out, unscaled, scale);
    }

    @Override
    public void appendDate(long epochDay) {
        digits.clear().date(epochDay);
        appendDigits();
    }

    @Override
    public void appendDateTime(long epochMicros, int fractionDigits) {
        digits.clear().dateTime(epochMicros, fractionDigits);
        appendDigits();
    }

    @Override
    public void appendTime(long micros, int fractionDigits) {
        digits.clear().time(micros, fractionDigits);
        appendDigits();
    }

    /** Decimals are text in both protocols. */
    static void appendDecimal(ByteBuf out, Digits digits, long unscaled, int scale) {
        if (scale > 18) {
            appendDecimal(out, BigInteger.valueOf(unscaled), scale);
            return;
        }
        digits.clear().decimal(unscaled, scale);
        LengthEncoded.writeBytes(out, digits.text(), 0, digits.length());
    }

    static void appendDecimal(ByteBuf out, BigInteger unscaled, int scale) {
        byte[] text = new BigDecimal(unscaled, scale).toPlainString().getBytes(StandardCharsets.US_ASCII);
        LengthEncoded.writeBytes(out, text, 0, text.length);
    }

    private void appendDigits() {
        LengthEncoded.writeBytes(out, digits.text(), 0, digits.length());
    }
}
