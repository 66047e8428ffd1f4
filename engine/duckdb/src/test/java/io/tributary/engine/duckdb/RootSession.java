package io.tributary.engine.duckdb;

import io.tributary.engine.duckdb.session.DuckDbSession;

/** What lies behind the dialect, seen through the connection that opened the engine. */
public final class RootSession {
    private RootSession() {}

    public static DuckDbSession of(DuckDbEngine engine) {
        return engine.instance.session();
    }

    /** Returns the bytes of Arrow memory that the engine has in use. */
    public static long arrowBytes(DuckDbEngine engine) {
        return engine.instance.allocator().getAllocatedMemory();
    }
}
