package io.tributary.protocol.codec;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Bytes of large packets ({@code large_packet_bytes_max}) that all connections together may have under way: from a packet's
 * first bytes until its command is answered, since what is made of it is about as large. Who finds no room waits in line.
 * Any thread; only packets of more than {@link #FREE_BYTES} come here.
 */
public final class PacketBudget {
    /** Smaller packets are not counted. */
    public static final int FREE_BYTES = 1 << 20;

    private final long bytesMax;
    private final long waitMillis;
    private final Object lock = new Object();
    private final Deque<Waiter> waiting = new ArrayDeque<>();
    private long reserved;

    /** A packet without room yet. */
    static final class Waiter {
        private final long bytes;
        private final Runnable granted;

        Waiter(long bytes, Runnable granted) {
            this.bytes = bytes;
            this.granted = granted;
        }
    }

    /**
     * @param bytesMax at least {@code max_allowed_packet}, or large packets would never find room
     * @param waitMillis {@code large_packet_wait_ms}: for which one waits before it is refused
     */
    public PacketBudget(long bytesMax, long waitMillis) {
        this.bytesMax = bytesMax;
        this.waitMillis = waitMillis;
    }

    long waitMillis() {
        return waitMillis;
    }

    /** Returns the bytes in use. */
    public long reserved() {
        synchronized (lock) {
            return reserved;
        }
    }

    /** False: it waits in line, and {@code granted} is called by any thread when the bytes are reserved for it. */
    boolean reserve(Waiter waiter) {
        synchronized (lock) {
            if (!waiting.isEmpty() || reserved + waiter.bytes > bytesMax) {
                waiting.add(waiter);
                return false;
            }
            reserved += waiter.bytes;
            return true;
        }
    }

    /** Takes it out of the line. False: it is there no more, and its bytes are reserved. */
    boolean forget(Waiter waiter) {
        boolean found;
        synchronized (lock) {
            found = waiting.remove(waiter);
        }
        release(0); // those behind it may find room
        return found;
    }

    /** Gives bytes back. */
    public void release(long bytes) {
        Deque<Waiter> granted = new ArrayDeque<>();
        synchronized (lock) {
            if (bytes > reserved) {
                throw new IllegalStateException("release of " + bytes + " bytes, only " + reserved + " are reserved");
            }
            reserved -= bytes;
            for (Waiter next = waiting.peek();
                    next != null && reserved + next.bytes <= bytesMax;
                    next = waiting.peek()) {
                reserved += next.bytes;
                granted.add(waiting.remove());
            }
        }
        granted.forEach(waiter -> waiter.granted.run());
    }

    String refusal(long bytes) {
        return "packet of " + bytes + " bytes found no room for " + waitMillis
                + " ms (large_packet_wait_ms): large packets under way may hold " + bytesMax
                + " bytes (large_packet_bytes_max); nothing was done, try again";
    }
}
