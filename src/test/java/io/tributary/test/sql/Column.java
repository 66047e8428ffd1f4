package io.tributary.test.sql;

/**
 * What an expression may name.
 *
 * @param text as it is named, with its table
 */
record Column(String text, Kind kind) {
    /** Whether this is called as another one is, of whichever table: they have values in common. */
    boolean isCalledAs(Column other) {
        return name().equals(other.name());
    }

    private String name() {
        return text.substring(text.indexOf('.') + 1);
    }
}
