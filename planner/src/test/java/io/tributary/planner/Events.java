package io.tributary.planner;

import io.tributary.contract.schema.ColumnType;
import io.tributary.planner.sql.insert.LiteralVisitor;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Writes down what a scanner found. */
public class Events implements LiteralVisitor {
    private final StringBuilder text = new StringBuilder();

    @Override
    public void beginRow() {
        text.append('(');
    }

    @Override
    public void text(byte[] bytes, int offset, int length) {
        add("'" + new String(bytes, offset, length, StandardCharsets.UTF_8) + "'");
    }

    @Override
    public void moment(ColumnType.Kind kind, byte[] bytes, int offset, int length) {
        text(bytes, offset, length);
    }

    @Override
    public void number(byte[] bytes, int offset, int length) {
        add(new String(bytes, offset, length, StandardCharsets.UTF_8));
    }

    @Override
    public void binary(byte[] bytes, int offset, int length) {
        add("x" + HexFormat.of().formatHex(bytes, offset, offset + length));
    }

    @Override
    public void bits(byte[] bytes, int offset, int length) {
        binary(bytes, offset, length);
    }

    @Override
    public void bool(boolean value) {
        add(Boolean.toString(value));
    }

    @Override
    public void nullValue() {
        add("null");
    }

    @Override
    public void defaultValue() {
        add("default");
    }

    @Override
    public void parameter() {
        add("?");
    }

    @Override
    public void endRow() {
        text.append(')');
    }

    private void add(String event) {
        text.append(text.charAt(text.length() - 1) == '(' ? "" : " ").append(event);
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
