package io.tributary.protocol.command;

/** COM_FIELD_LIST: the columns of a table of the current database whose names match. */
public record FieldList(String table, String wildcard) implements Command {
    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.visit(this);
    }
}
