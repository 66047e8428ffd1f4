package io.tributary.engine.port;

/**
 * A batch, and where its table has to be for it to be the next one. A commit that finds the table elsewhere, or not below the
 * batch, or an owner of a later generation, stores nothing: what was sent twice is there once, and who is gone comes too late.
 *
 * @param expected position of the table in the batch's log before it; {@link #NONE} where it has none
 * @param generation see {@link SystemStore#raiseGeneration}
 */
public record ConditionalPosition(AppliedBatch batch, long expected, long generation) {
    /** A number below every position of a log. */
    public static final long NONE = 0;
}
