package io.tributary.backend.ingest;

import io.tributary.backend.record.LogRegistry;
import io.tributary.engine.port.SystemStore;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/** Runs logs without their threads. */
public final class Steps {
    private Steps() {}

    /** Logs as a start leaves them, but for their threads. */
    public static Logs logs(SystemStore store, List<IngestAgent> agents) {
        Logs logs = new Logs(new LogRegistry(store), agents);
        logs.mayHoldRows();
        return logs;
    }

    /** One round of one agent, drawn; returns how much there was to do. */
    public static int doWork(Logs logs, Random random) {
        List<IngestAgent> agents = logs.agents();
        return agents.get(agents.size() == 1 ? 0 : random.nextInt(agents.size()))
                .doWork();
    }

    /** One round of each agent; returns how much there was to do. */
    public static int doWork(Logs logs) {
        return logs.agents().stream().mapToInt(IngestAgent::doWork).sum();
    }

    public static void noteCommits(Logs logs) {
        CompletableFuture<Void> unused = logs.agents().get(0).noteCommits();
    }

    public static void lookAtDisks(Logs logs) {
        logs.agents().forEach(IngestAgent::lookAtDisk);
    }
}
