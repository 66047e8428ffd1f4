package io.tributary.columnar;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Lets some files be read at a time, for each takes {@link ColumnarReader#MEMORY_BYTES_MAX} of native memory twice; others
 * wait for their turn, in the order in which they came. Any thread.
 */
public final class ReaderTurns {
    private final int readersMax;

    @GuardedBy("this")
    private int readers;

    @GuardedBy("this")
    private final Queue<Turn> waiting = new ArrayDeque<>();

    ReaderTurns(int readersMax) {
        this.readersMax = readersMax;
    }

    /** The turn to read one file. */
    public final class Turn implements AutoCloseable {
        private final CompletableFuture<Void> come = new CompletableFuture<>();
        private boolean closed;

        private Turn() {}

        /** Completes when the file may be read. */
        public CompletableFuture<Void> come() {
            return come;
        }

        /** Whether it came or not: the next may read. More than once is as good. */
        @Override
        public void close() {
            Turn next = ended(this);
            if (next != null) {
                next.come.complete(null);
            }
        }
    }

    Turn take() {
        Turn turn = new Turn();
        boolean now;
        synchronized (this) {
            now = readers < readersMax;
            if (now) {
                readers++;
            } else {
                waiting.add(turn);
            }
        }
        if (now) {
            turn.come.complete(null);
        }
        return turn;
    }

    /** Returns whose turn comes now: what has ended leaves its place to that one. */
    private synchronized @Nullable Turn ended(Turn turn) {
        if (turn.closed) {
            return null;
        }
        turn.closed = true;
        if (waiting.remove(turn)) {
            return null;
        }
        Turn next = waiting.poll();
        readers -= next == null ? 1 : 0;
        return next;
    }

    /** Files that are read now. */
    synchronized int readers() {
        return readers;
    }
}
