package io.tributary.planner.sql.insert;

import io.tributary.contract.schema.ColumnType;

/** Counts rows; values pass by. */
public final class RowCounter implements LiteralVisitor {
    private long count;

    public long count() {
        return count;
    }

    @Override
    public void beginRow() {}

    @Override
    public void text(byte[] bytes, int offset, int length) {}

    @Override
    public void moment(ColumnType.Kind kind, byte[] bytes, int offset, int length) {}

    @Override
    public void number(byte[] bytes, int offset, int length) {}

    @Override
    public void binary(byte[] bytes, int offset, int length) {}

    @Override
    public void bits(byte[] bytes, int offset, int length) {}

    @Override
    public void bool(boolean value) {}

    @Override
    public void nullValue() {}

    @Override
    public void defaultValue() {}

    @Override
    public void parameter() {}

    @Override
    public void endRow() {
        count++;
    }
}
