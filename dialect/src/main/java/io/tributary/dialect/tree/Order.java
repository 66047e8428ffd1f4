package io.tributary.dialect.tree;

/** A key of ORDER BY. */
public record Order(Expression value, boolean descending, Nulls nulls) {
    /** Where NULL stands; MySQL's own place is the first one of an ascending order. */
    public enum Nulls {
        AS_MYSQL,
        FIRST,
        LAST
    }
}
