package io.tributary.frontend.mysql;

import io.tributary.frontend.execution.Reply;
import org.jspecify.annotations.Nullable;

/**
 * Takes a result of the engine to a connection. Callbacks come on a transport thread and hop to the connection's event loop,
 * which owns everything else here and in what extends this.
 */
abstract class LoopReceiver implements Reply.LimitedReceiver, RunningResult {
    final ClientConnection client;
    /** Where rows are asked for, and the source is told to stop; null before the result has begun. */
    @Nullable
    Flow flow;

    LoopReceiver(ClientConnection client) {
        this.client = client;
    }

    /** Whether nobody wants rows any more. */
    abstract boolean isOver();

    /** Ends what an unforeseen error came between. */
    abstract void broken(RuntimeException error);

    @Override
    public final void started(Flow source) {
        onLoop(() -> isWantedFrom(source));
    }

    /** Keeps the source, or tells it to stop where nobody wants its rows any more; returns whether it was kept. */
    final boolean isWantedFrom(Flow source) {
        flow = source;
        if (isOver()) {
            source.cancel();
            return false;
        }
        return true;
    }

    final void cancel() {
        if (flow != null) {
            flow.cancel();
        }
    }

    final void onLoop(Runnable action) {
        client.onLoop(() -> guarded(action));
    }

    final void guarded(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException e) {
            broken(e);
        }
    }
}
