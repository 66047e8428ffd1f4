package io.tributary.backend.ingest.answer;

import io.tributary.backend.batch.Batch;
import io.tributary.backend.batch.CommitListener;
import io.tributary.contract.error.TributaryException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells listeners how their loads ended, and after each cycle those who send the answers on. A listener that throws is
 * logged and harms nobody else. Ingest agent's thread, but for {@link #onFlush}.
 */
public final class Answers {
    private static final Logger log = LoggerFactory.getLogger(Answers.class);

    private final long logEpoch;
    private final List<Runnable> flushes = new CopyOnWriteArrayList<>();
    private boolean told;

    public Answers(long logEpoch) {
        this.logEpoch = logEpoch;
    }

    public AutoCloseable onFlush(Runnable flush) {
        flushes.add(flush);
        return () -> flushes.remove(flush);
    }

    public void logged(LoadListener listener, long txnId) {
        tell(() -> listener.accepted(logEpoch, txnId, false));
    }

    /** A load that was made before; {@code epoch} is that of the log it was made in. */
    public void repeated(LoadListener listener, long epoch, long txnId, boolean visible, long firstId) {
        tell(() -> listener.repeated(epoch, txnId, visible, firstId));
    }

    public void refused(LoadListener listener, TributaryException error) {
        tell(() -> listener.refused(error));
    }

    /** Those whose loads the commit left out are told why. */
    public void committed(Batch batch) {
        for (Batch.Waiting waiting : batch.takeWaiting()) {
            TributaryException refusal = batch.refusedPart().loads().get(waiting.load());
            if (refusal == null) {
                tell(() -> waiting.listener().committed(batch));
            } else {
                tell(() -> waiting.listener().abandoned(refusal));
            }
        }
    }

    /** Nobody waits for this batch any longer. */
    public void abandoned(Batch batch, TributaryException error) {
        batch.takeWaiting().forEach(waiting -> tell(() -> waiting.listener().abandoned(error)));
    }

    /** A load's listener as one that waits for a batch. */
    public CommitListener awaiting(LoadListener listener) {
        return new CommitListener() {
            @Override
            public void committed(Batch batch) {
                listener.accepted(logEpoch, batch.txnId(), true);
            }

            @Override
            public void abandoned(TributaryException error) {
                listener.refused(error);
            }
        };
    }

    /** The listener of a repeated load as one that waits for the batch of the first. */
    public CommitListener awaitingRepeated(LoadListener listener, long firstId) {
        return new CommitListener() {
            @Override
            public void committed(Batch batch) {
                listener.repeated(logEpoch, batch.txnId(), true, firstId);
            }

            @Override
            public void abandoned(TributaryException error) {
                listener.refused(error);
            }
        };
    }

    /** Calls back once for all that was told since the last time. */
    public void flush() {
        if (told) {
            told = false;
            flushes.forEach(Answers::guarded);
        }
    }

    private void tell(Runnable call) {
        told = true;
        guarded(call);
    }

    private static void guarded(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException e) {
            log.error("listener of a load failed", e);
        }
    }
}
