package io.tributary.bench.jmh;

import io.tributary.contract.schema.ColumnType;
import io.tributary.planner.sql.insert.LiteralVisitor;

/** Adds up the bytes of literals: the least a visitor can do that needs every one of them. */
final class LiteralBytes implements LiteralVisitor {
    private long total;

    long total() {
        return total;
    }

    @Override
    public void beginRow() {}

    @Override
    public void text(byte[] bytes, int offset, int length) {
        total += length;
    }

    @Override
    public void moment(ColumnType.Kind kind, byte[] bytes, int offset, int length) {
        text(bytes, offset, length);
    }

    @Override
    public void number(byte[] bytes, int offset, int length) {
        total += length;
    }

    @Override
    public void binary(byte[] bytes, int offset, int length) {
        total += length;
    }

    @Override
    public void bits(byte[] bytes, int offset, int length) {
        total += length;
    }

    @Override
    public void bool(boolean value) {
        total++;
    }

    @Override
    public void nullValue() {
        total++;
    }

    @Override
    public void defaultValue() {
        total++;
    }

    @Override
    public void parameter() {
        total++;
    }

    @Override
    public void endRow() {}
}
