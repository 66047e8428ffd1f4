package io.tributary.backend.ingest;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has a log note each commit of the engine that no log holds, before its client is answered: the first log that works, since
 * one is enough. A commit is durable without it, so no log keeps anybody waiting for long. Any thread.
 */
final class CommitWitness {
    /** How long a commit waits for its note. */
    static final long WAIT_MILLIS = 2_000;

    private static final String WARNING =
            "no log takes a note of commits that are in no log; an engine that loses them would not be noticed";

    private static final Logger log = LoggerFactory.getLogger(CommitWitness.class);

    private final List<IngestAgent> agents;
    private final long waitMillis;
    /** What each log that kept somebody waiting for so long has still to do; the log is not asked until then. */
    private final AtomicReferenceArray<@Nullable CompletableFuture<Void>> late;

    private final AtomicBoolean isMissing = new AtomicBoolean();
    private volatile boolean closed;

    CommitWitness(List<IngestAgent> agents) {
        this(agents, WAIT_MILLIS);
    }

    /** @param waitMillis for each log */
    CommitWitness(List<IngestAgent> agents, long waitMillis) {
        this.waitMillis = waitMillis;
        this.agents = List.copyOf(agents);
        late = new AtomicReferenceArray<>(agents.size());
    }

    /** Returns when every commit that returned before is noted durably, or nobody can note it now. */
    void note() {
        if (closed) {
            return;
        }
        for (int i = 0; i < agents.size(); i++) {
            IngestAgent agent = agents.get(i);
            if (agent.failure() == null && !isLate(i) && isNoted(i, agent.noteCommits())) {
                if (isMissing.getAndSet(false)) {
                    log.info("commits that are in no log are noted again: log={}", agent.directory());
                }
                return;
            }
        }
        if (!isMissing.getAndSet(true)) {
            log.warn(WARNING);
        }
    }

    /** Tries again, where the last commits could not be noted; may block for as long as {@link #note}. */
    void noteMissing() {
        if (isMissing.get()) {
            note();
        }
    }

    /** What is to be seen to while the last commits are not noted, or null. */
    @Nullable
    String warning() {
        return isMissing.get() ? WARNING : null;
    }

    /** The logs were ended in order: what is committed from now on, as that they are empty, needs no word about it. */
    void close() {
        closed = true;
    }

    private boolean isLate(int agent) {
        CompletableFuture<Void> waitedFor = late.get(agent);
        return waitedFor != null && !waitedFor.isDone();
    }

    private boolean isNoted(int agent, CompletableFuture<Void> noted) {
        try {
            noted.get(waitMillis, TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            late.set(agent, noted);
        } catch (ExecutionException e) {
            log.debug("commit not noted", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return false;
    }
}
