package io.tributary.backend.service;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.grpc.stub.ServerCallStreamObserver;
import io.tributary.backend.ingest.LogIngest;
import io.tributary.backend.ingest.answer.LoadListener;
import io.tributary.contract.error.TributaryException;
import io.tributary.rpc.client.StatusMapping;
import io.tributary.rpc.proto.Ack;
import io.tributary.rpc.proto.AckBatch;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The answers of one append stream: collected while a cycle of the ingest agent tells them, sent together at its end.
 * Any thread. A stream takes one message at a time, so whoever comes while another sends leaves the sending to it.
 */
final class Acknowledgements implements AutoCloseable {
    private final ServerCallStreamObserver<AckBatch> out;

    /** Flushes asked for and not done; whoever raises it from 0 sends. */
    private final AtomicInteger flushes = new AtomicInteger();

    private final Object lock = new Object();

    /** One batch an epoch; nearly always one. */
    @GuardedBy("lock")
    private final ArrayDeque<AckBatch.Builder> collected = new ArrayDeque<>();

    @GuardedBy("lock")
    private int unanswered;

    @GuardedBy("lock")
    private boolean completeWhenAnswered;

    @GuardedBy("lock")
    private boolean closed;

    @GuardedBy("lock")
    private @Nullable AutoCloseable subscription;

    private boolean completed; // only who sends

    Acknowledgements(ServerCallStreamObserver<AckBatch> out) {
        this.out = out;
    }

    void subscribe(LogIngest ingest) {
        AutoCloseable made = ingest.onAcknowledged(this::flush);
        synchronized (lock) {
            if (!closed) {
                subscription = made;
                return;
            }
        }
        cancel(made);
    }

    Answer expect(long requestId) {
        synchronized (lock) {
            unanswered++;
        }
        return new Answer(requestId);
    }

    /** The answer to one load. */
    final class Answer implements LoadListener {
        private final long requestId;

        private Answer(long requestId) {
            this.requestId = requestId;
        }

        @Override
        public void accepted(long logEpoch, long txnId, boolean visible) {
            synchronized (lock) {
                add(logEpoch, txnId, visible);
            }
        }

        @Override
        public void repeated(long logEpoch, long txnId, boolean visible, long firstId) {
            synchronized (lock) {
                add(logEpoch, txnId, visible).setFirstId(firstId);
            }
        }

        @GuardedBy("lock")
        private Ack.Builder add(long logEpoch, long txnId, boolean visible) {
            AckBatch.Builder last = collected.peekLast();
            if (last == null || last.getEpoch() != logEpoch) {
                last = AckBatch.newBuilder().setEpoch(logEpoch);
                collected.add(last);
            }
            unanswered--;
            return last.addAcksBuilder().setRequestId(requestId).setTxnId(txnId).setVisible(visible);
        }

        @Override
        public void refused(TributaryException error) {
            synchronized (lock) {
                AckBatch.Builder last = collected.peekLast();
                if (last == null) {
                    last = AckBatch.newBuilder();
                    collected.add(last);
                }
                last.addAcks(Ack.newBuilder().setRequestId(requestId).setError(StatusMapping.toProto(error)));
                unanswered--;
            }
        }
    }

    /** Sends what is collected. */
    void flush() {
        if (flushes.getAndIncrement() != 0) {
            return;
        }
        int done;
        do {
            done = flushes.get();
            sendCollected();
        } while (flushes.addAndGet(-done) != 0);
    }

    private void sendCollected() {
        while (true) {
            AckBatch.Builder next;
            boolean complete;
            synchronized (lock) {
                next = collected.poll();
                complete = next == null && completeWhenAnswered && unanswered <= 0;
            }
            if (!completed && out.isCancelled()) {
                completed = true;
                GoneFrontend.answer(out);
            }
            if (completed) {
                if (next == null) {
                    return;
                }
            } else if (next != null) {
                out.onNext(next.build());
            } else {
                if (complete) {
                    completed = true;
                    out.onCompleted();
                }
                return;
            }
        }
    }

    /** Ends the stream once every load that came has its answer. */
    void completeWhenAnswered() {
        synchronized (lock) {
            completeWhenAnswered = true;
        }
        flush();
    }

    /** Ends the stream; no further answer will come. */
    void complete() {
        synchronized (lock) {
            completeWhenAnswered = true;
            unanswered = 0;
        }
        flush();
    }

    /** Listens no more, after the stream's end. */
    @Override
    public void close() {
        AutoCloseable made;
        synchronized (lock) {
            closed = true;
            made = subscription;
            subscription = null;
        }
        if (made != null) {
            cancel(made);
        }
        flush();
    }

    private static void cancel(AutoCloseable subscription) {
        try {
            subscription.close();
        } catch (Exception e) {
            throw new IllegalStateException("a subscription could not be ended", e);
        }
    }
}
