package io.tributary.frontend.mysql;

import io.tributary.planner.sql.LiteralVisitor;
import io.tributary.rpc.row.RowBlockWriter;
import org.jspecify.annotations.Nullable;

/** Puts one literal of a prepared statement's rows into its column. */
final class LiteralCell implements LiteralVisitor {
    private @Nullable RowBlockWriter target;
    private int column;

    /** Aims at a column of the row that {@code writer} has begun. */
    LiteralCell at(RowBlockWriter writer, int tableColumn) {
        target = writer;
        column = tableColumn;
        return this;
    }

    private RowBlockWriter writer() {
        if (target == null) {
            throw new IllegalStateException("no column to put a literal into");
        }
        return target;
    }

    @Override
    public void text(byte[] bytes, int offset, int length) {
        writer().putText(column, bytes, offset, length);
    }

    @Override
    public void number(byte[] bytes, int offset, int length) {
        writer().putNumber(column, bytes, offset, length);
    }

    @Override
    public void binary(byte[] bytes, int offset, int length) {
        writer().putBytes(column, bytes, offset, length);
    }

    @Override
    public void bool(boolean value) {
        writer().putLong(column, value ? 1 : 0);
    }

    @Override
    public void nullValue() {
        writer().putNull(column);
    }

    @Override
    public void defaultValue() {
        writer().putDefault(column);
    }

    @Override
    public void parameter() {
        throw new IllegalStateException("a parameter is no literal");
    }

    @Override
    public void beginRow() {}

    @Override
    public void endRow() {}
}
