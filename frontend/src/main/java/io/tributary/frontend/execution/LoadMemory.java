package io.tributary.frontend.execution;

import io.tributary.contract.memory.ByteBudget;

/**
 * Memory that the loads of all connections hold beside what is staged: the bytes of a row that is not whole yet, the block
 * that is being filled, and blocks on their way to the backend. Any thread.
 */
public final class LoadMemory {
    /** So many bytes of each holder are not counted: small loads touch nothing that is shared. */
    static final int FREE_BYTES = 64 << 10;

    private final ByteBudget budget;

    public LoadMemory(long bytesMax) {
        budget = new ByteBudget(bytesMax);
    }

    /** Returns a memory of a quarter of the heap, at least 128 MiB. */
    public static LoadMemory ofHeap() {
        return new LoadMemory(Math.max(128L << 20, Runtime.getRuntime().maxMemory() / 4));
    }

    /** What one load may take of it, so that it need not fail where it is alone. */
    public long ofOneMax() {
        return budget.bytesMax() / 2;
    }

    /** Bytes in use. */
    public long held() {
        return budget.held();
    }

    /** Returns the share of one holder. */
    public ByteBudget.Share share() {
        return budget.share(
                FREE_BYTES,
                (bytesMax, wanted) -> "the loads that are under way hold " + bytesMax
                        + " bytes of memory, and no more are allowed; try again, nothing was stored");
    }
}
