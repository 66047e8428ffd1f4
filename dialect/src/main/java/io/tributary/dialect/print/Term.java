package io.tributary.dialect.print;

/**
 * A part of an expression as text.
 *
 * @param text one term: a name, a literal, a call, or something in parentheses
 * @param type the engine's
 */
record Term(String text, String type) {
    /** Returns the same as another type. */
    Term as(String wanted) {
        return type.equals(wanted) ? this : new Term("CAST(" + text + " AS " + wanted + ")", wanted);
    }
}
