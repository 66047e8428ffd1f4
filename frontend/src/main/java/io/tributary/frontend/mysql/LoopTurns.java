package io.tributary.frontend.mysql;

import io.netty.channel.SingleThreadEventLoop;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.FastThreadLocal;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the continuations of an event loop's connections in turns of at most {@value #TURN_MAX}, with a look at the
 * sockets after each. A commit answers hundreds of statements at once; left to itself the loop would write all the
 * answers before it read the first client's next statement, and the backend would wait for rows that long.
 *
 * <p>Any thread may hand over; tasks run on the loop in the order they came. The queue holds what waits for the backend:
 * a statement a connection.
 */
final class LoopTurns implements Executor {
    /** Answers between two looks at the sockets: long enough that a look (some µs) costs little beside them. */
    static final int TURN_MAX = 32;

    private static final Logger log = LoggerFactory.getLogger(LoopTurns.class);

    /** Those of the loop whose thread this is. */
    private static final FastThreadLocal<LoopTurns> OF_THIS_THREAD = new FastThreadLocal<>();

    private final SingleThreadEventLoop loop;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private final Runnable turn = this::turn;
    private final Runnable turnAfterSockets;

    private LoopTurns(SingleThreadEventLoop loop) {
        this.loop = loop;
        // What is queued at the end of an iteration waits until the next one has read its sockets.
        turnAfterSockets = () -> loop.execute(turn);
    }

    /** The turns of the loop that calls this; an executor that knows no sockets serves as it is. */
    static Executor of(EventExecutor loop) {
        if (!(loop instanceof SingleThreadEventLoop sockets)) {
            return loop;
        }
        if (!loop.inEventLoop()) {
            throw new IllegalStateException("asked for outside of the loop");
        }
        LoopTurns turns = OF_THIS_THREAD.get();
        if (turns == null || turns.loop != sockets) {
            turns = new LoopTurns(sockets);
            OF_THIS_THREAD.set(turns);
        }
        return turns;
    }

    /** @throws RejectedExecutionException if the loop has ended */
    @Override
    public void execute(Runnable task) {
        tasks.add(task);
        try {
            schedule();
        } catch (RejectedExecutionException e) {
            tasks.remove(task);
            throw e;
        }
    }

    private void schedule() {
        if (!scheduled.compareAndSet(false, true)) {
            return;
        }
        try {
            loop.execute(turn);
        } catch (RejectedExecutionException e) {
            scheduled.set(false);
            throw e;
        }
    }

    private void turn() {
        // A loop that ends makes one more pass and no turn after it.
        for (int i = 0; i < TURN_MAX || loop.isShuttingDown(); i++) {
            Runnable task = tasks.poll();
            if (task == null) {
                scheduled.set(false);
                // Whoever came between the two lines above found a turn that was no longer there.
                if (!tasks.isEmpty()) {
                    schedule();
                }
                return;
            }
            try {
                task.run();
            } catch (Throwable e) {
                // Whatever it is: without the next turn no connection of this loop would be answered again.
                log.warn("a connection's task failed", e);
            }
        }
        loop.executeAfterEventLoopIteration(turnAfterSockets);
    }
}
