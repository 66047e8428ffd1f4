package io.tributary.test.sql;

import java.util.List;
import java.util.stream.Stream;

/**
 * What stands behind FROM.
 *
 * @param keys columns that no two rows share all values of
 */
record Source(Piece piece, List<Column> columns, List<Column> keys) {
    /** Returns the source of a join, written as that, of this and another. */
    Source joined(Source other, Piece join) {
        return new Source(
                Piece.fixed("{0}{1}", piece, join),
                Stream.concat(columns.stream(), other.columns.stream()).toList(),
                Stream.concat(keys.stream(), other.keys.stream()).toList());
    }
}
