package io.tributary.bench.jmh;

import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Lets JMH measure on threads as Netty's event loops have them, for which its pools keep their short ways. */
public final class EventLoopThreads extends ThreadPoolExecutor {
    /** The flag for the fork: JMH makes this executor by its class name. */
    static final String EXECUTOR = "-Djmh.executor=CUSTOM";

    static final String EXECUTOR_CLASS = "-Djmh.executor.class=io.tributary.bench.jmh.EventLoopThreads";

    /** The constructor that JMH calls. */
    public EventLoopThreads(int threads, String name) {
        super(
                threads,
                threads,
                0,
                TimeUnit.MILLISECONDS,
                new LinkedBlockingQueue<>(),
                new DefaultThreadFactory(name, true));
    }
}
