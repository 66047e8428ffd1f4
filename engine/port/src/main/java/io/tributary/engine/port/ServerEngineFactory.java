package io.tributary.engine.port;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.DatabaseEngine;

/**
 * A kind of engine that is a server of its own, found by {@link java.util.ServiceLoader}: it has the tables of databases that name
 * it when they are created. Any thread.
 */
public interface ServerEngineFactory {
    /** Its name is the value of the property {@code engine}. */
    EngineTraits traits();

    /**
     * Connects nowhere.
     *
     * @throws IllegalArgumentException naming the property that says nothing it can use, never a password that it holds
     */
    void check(DatabaseEngine engine);

    /** @throws TributaryException {@code ENGINE_DOWN} where it cannot be reached */
    TableEngine open(DatabaseEngine engine);
}
