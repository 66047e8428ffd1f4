package io.tributary.dialect.lex;

import io.tributary.contract.error.TributaryException;
import java.util.Arrays;

/**
 * A statement's text for the parser: one blank between tokens, names in backticks. What the parser reads otherwise than
 * MySQL is written so that it cannot: {@link Mark}s stand for it.
 *
 * @param deep whether reading it may need more stack than a thread has
 * @param offsets where each token begins in {@code text}
 * @param starts where it began in the client's text, which is {@code sql}
 */
@SuppressWarnings("ArrayRecordComponent")
public record Shape(String text, boolean deep, int[] offsets, int[] starts, String sql) {
    /** What the grammar refuses at a position of the text. */
    public TributaryException refused(int position) {
        int found = Arrays.binarySearch(offsets, position);
        return Syntax.error(sql, starts[Math.max(0, found < 0 ? -found - 2 : found)]);
    }
}
