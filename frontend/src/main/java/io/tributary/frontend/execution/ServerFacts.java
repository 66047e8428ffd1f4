package io.tributary.frontend.execution;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;

/**
 * What this server tells of itself: who it says it is, since when it runs, and what went through it. Any thread.
 *
 * @param version as it is announced
 * @param counters how loads were committed
 * @param rejections rows that were refused
 */
public record ServerFacts(
        String version,
        long startedNanos,
        DecisionCounters counters,
        AlterJobs alterJobs,
        Rejections rejections,
        Address address) {
    /**
     * Where clients find it.
     *
     * @param mysqlPort 0 before it is open, as {@code httpPort}
     */
    public record Address(String host, IntSupplier mysqlPort, IntSupplier httpPort) {
        /** @param bound an address; of all of the machine's, the one that it has by its own name is told */
        public static Address of(String bound, IntSupplier mysqlPort, IntSupplier httpPort) {
            return new Address(told(bound), mysqlPort, httpPort);
        }

        private static String told(String bound) {
            try {
                return InetAddress.getByName(bound).isAnyLocalAddress()
                        ? InetAddress.getLocalHost().getHostAddress()
                        : bound;
            } catch (UnknownHostException e) {
                return bound;
            }
        }
    }

    public long uptimeSeconds() {
        return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startedNanos);
    }
}
