package io.tributary.engine.duckdb.session;

import io.tributary.contract.memory.ByteBudget;

/**
 * Bytes that the results under way hold ({@code result_bytes_max}), in all: rows that the engine has given and that were not
 * yet made blocks of, and rows that are large by themselves. Any thread.
 */
public final class ResultMemory {
    /** So many bytes of each result are not counted: one of narrow rows touches nothing that is shared. */
    public static final int FREE_BYTES = 1 << 20;

    private final ByteBudget budget;

    public ResultMemory(long bytesMax) {
        budget = new ByteBudget(bytesMax);
    }

    /** Bytes in use. */
    public long held() {
        return budget.held();
    }

    /** Returns the share of one result. */
    public ByteBudget.Share share() {
        return budget.share(
                FREE_BYTES,
                (bytesMax, wanted) -> "the results under way would hold more than result_bytes_max " + bytesMax
                        + " bytes with the next rows of this one, which take " + wanted
                        + "; try again when others have been read, or ask for fewer large columns");
    }
}
