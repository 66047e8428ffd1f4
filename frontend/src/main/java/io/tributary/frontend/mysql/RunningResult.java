package io.tributary.frontend.mysql;

/** A result set that is being written. Event loop of the connection. */
interface RunningResult {
    /** KILL QUERY: the client hears 1317 at once, the source is told to stop. */
    void kill();

    /** The client is gone. */
    void abandon();

    /** The channel's writability changed. */
    void writabilityChanged();
}
