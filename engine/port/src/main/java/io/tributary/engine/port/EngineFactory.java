package io.tributary.engine.port;

import io.tributary.contract.error.TributaryException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A kind of engine that a backend can be started with, found by {@link java.util.ServiceLoader}: it brings all that differs from
 * one kind to the next. Any thread.
 */
public interface EngineFactory {
    EngineTraits traits();

    /** Whether a backend gets it that is told of none. */
    default boolean isDefault() {
        return false;
    }

    /** Its own settings. */
    List<EngineSetting> settings();

    /** Transactions that may be open at once. */
    int transactionsMax();

    /** Returns the size of its own log from which on a checkpoint is due; {@link Long#MAX_VALUE} where it needs none. */
    default long checkpointBytes(EngineOptions options) {
        return Long.MAX_VALUE;
    }

    /**
     * Sets aside what a first start has left that did not end. Only for a directory in which nothing was ever stored.
     *
     * @throws IOException if that is not possible
     */
    default void setAsideUnfinished(Path directory) throws IOException {}

    /** @throws TributaryException with {@code ENGINE}, naming what cannot be opened */
    TableEngine open(EngineOptions options);

    /** What {@code tributary doctor} asks before a first start. */
    default List<EngineCheck> checks() {
        return List.of();
    }
}
