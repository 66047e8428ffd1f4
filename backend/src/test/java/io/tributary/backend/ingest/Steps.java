package io.tributary.backend.ingest;

/** Runs an ingest agent without its thread. */
public final class Steps {
    private Steps() {}

    /** One round of the agent; returns how much there was to do. */
    public static int doWork(IngestAgent agent) {
        return agent.doWork();
    }
}
