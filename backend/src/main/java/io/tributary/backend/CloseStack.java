package io.tributary.backend;

import java.util.ArrayDeque;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What was opened, closed in the opposite order; a failure is logged and does not keep the rest open. */
final class CloseStack implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(CloseStack.class);

    private record Step(String name, AutoCloseable action) {}

    private final ArrayDeque<Step> steps = new ArrayDeque<>();

    void push(String name, AutoCloseable action) {
        steps.push(new Step(name, action));
    }

    /** Returns the names of the steps in the order in which they are to be closed. */
    List<String> names() {
        return steps.stream().map(Step::name).toList();
    }

    @Override
    public void close() {
        for (Step step = steps.poll(); step != null; step = steps.poll()) {
            long start = System.nanoTime();
            try {
                step.action.close();
            } catch (Exception e) {
                if (e instanceof InterruptedException) {
                    Thread.currentThread().interrupt();
                }
                log.error("step={} failed while closing", step.name, e);
            }
            log.debug("step={} closed millis={}", step.name, (System.nanoTime() - start) / 1_000_000);
        }
    }
}
