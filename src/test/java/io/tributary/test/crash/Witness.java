package io.tributary.test.crash;

import io.tributary.test.process.TributaryProcess;
import java.util.List;

/**
 * A client that loses its server again and again, and knows what it must find afterwards. It has tables of its own. One
 * thread at a time; {@link #write} ends when the server is gone.
 */
interface Witness {
    /** Makes its tables, once. */
    void create(TributaryProcess server) throws Exception;

    /**
     * Writes until the server is gone or the thread is interrupted, and notes everything before it is sent and when it is
     * answered.
     *
     * @throws Exception if the server refuses what it should not, or when it is gone
     */
    void write(TributaryProcess server) throws Exception;

    /**
     * Checks after a restart. What had no answer becomes what is found.
     *
     * @param all or only what was written of late
     * @return what is not as it was acknowledged
     */
    List<String> check(TributaryProcess server, boolean all) throws Exception;

    /** Things that were acknowledged, and that had no answer, so far. */
    Counts counts();

    /** Sums. */
    record Counts(long acknowledged, long unknown) {
        Counts plus(Counts other) {
            return new Counts(acknowledged + other.acknowledged, unknown + other.unknown);
        }
    }
}
