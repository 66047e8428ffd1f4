package io.tributary.test.sql;

/**
 * A query.
 *
 * @param seed which it is drawn from
 * @param mixed whether some operands are of other kinds than their functions are for
 */
record RandomQuery(long seed, boolean mixed, Piece piece) {}
