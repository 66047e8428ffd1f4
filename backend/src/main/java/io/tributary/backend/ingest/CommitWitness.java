package io.tributary.backend.ingest;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
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

    private static final Logger log = LoggerFactory.getLogger(CommitWitness.class);

    private final List<IngestAgent> agents;
    /** Of the log that kept somebody waiting for so long, what it has still to do. */
    private volatile @Nullable CompletableFuture<Void> late;

    private final AtomicBoolean isMissing = new AtomicBoolean();
    private volatile boolean closed;

    CommitWitness(List<IngestAgent> agents) {
        this.agents = List.copyOf(agents);
    }

    /** Returns when every commit that returned before is noted durably, or nobody can note it now. */
    void note() {
        if (closed) {
            return;
        }
        CompletableFuture<Void> waitedFor = late;
        if (waitedFor != null && !waitedFor.isDone()) {
            return; // its log notes this one, too, when it goes on
        }
        for (IngestAgent agent : agents) {
            if (agent.failure() == null && isNoted(agent.noteCommits())) {
                if (isMissing.getAndSet(false)) {
                    log.info("commits that are in no log are noted again: log={}", agent.directory());
                }
                return;
            }
        }
        if (!isMissing.getAndSet(true)) {
            log.warn("no log takes a note of commits that are in no log; an engine that loses them would not be"
                    + " noticed");
        }
    }

    /** The logs were ended in order: what is committed from now on, as that they are empty, needs no word about it. */
    void close() {
        closed = true;
    }

    private boolean isNoted(CompletableFuture<Void> noted) {
        try {
            noted.get(WAIT_MILLIS, TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            late = noted;
        } catch (ExecutionException e) {
            log.debug("commit not noted", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return false;
    }
}
