package io.tributary.planner.sql.insert;

import io.tributary.contract.schema.ColumnType;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Writes the elements of an array literal as the text of an array: {@code [1, null, "a"]}. For one array. */
final class ArrayLiteral implements LiteralVisitor {
    private final ByteArrayOutputStream text = new ByteArrayOutputStream();
    private boolean literal = true;

    /** Whether no element was a parameter or DEFAULT. */
    boolean isLiteral() {
        return literal;
    }

    byte[] text() {
        if (text.size() == 0) {
            text.write('[');
        }
        text.write(']');
        return text.toByteArray();
    }

    private void separate() {
        text.writeBytes((text.size() == 0 ? "[" : ", ").getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public void beginRow() {}

    @Override
    public void endRow() {}

    @Override
    public void text(byte[] bytes, int offset, int length) {
        separate();
        text.write('"');
        for (int i = offset; i < offset + length; i++) {
            if (bytes[i] == '"' || bytes[i] == '\\') {
                text.write('\\');
            }
            text.write(bytes[i]);
        }
        text.write('"');
    }

    @Override
    public void moment(ColumnType.Kind kind, byte[] bytes, int offset, int length) {
        text(bytes, offset, length);
    }

    @Override
    public void number(byte[] bytes, int offset, int length) {
        separate();
        text.write(bytes, offset, length);
    }

    @Override
    public void binary(byte[] bytes, int offset, int length) {
        text(bytes, offset, length);
    }

    @Override
    public void bits(byte[] bytes, int offset, int length) {
        text(bytes, offset, length);
    }

    @Override
    public void bool(boolean value) {
        separate();
        text.writeBytes(Boolean.toString(value).getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public void nullValue() {
        separate();
        text.writeBytes("null".getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public void defaultValue() {
        literal = false;
    }

    @Override
    public void parameter() {
        literal = false;
    }
}
