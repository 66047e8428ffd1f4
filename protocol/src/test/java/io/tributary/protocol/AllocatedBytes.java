package io.tributary.protocol;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** What a piece of code allocates on the heap, on this thread. */
public final class AllocatedBytes {
    /** A refusal and its stack trace, and the views of a buffer; less than any two-byte length claims at its worst. */
    public static final long FIXED_MAX = 48 << 10;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private AllocatedBytes() {}

    public static long by(Runnable code) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        code.run();
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }
}
