package io.tributary.frontend.execution;

import java.util.concurrent.CompletableFuture;

/**
 * A file that a client sends piece by piece, and cannot be stopped from sending. Event loop of the connection. The next piece may
 * come when the future of the one before is complete.
 */
public interface ClientFile {
    /**
     * Takes a piece of it; never fails, what is wrong is told at the end.
     *
     * @param piece owned from now on
     */
    CompletableFuture<Void> add(byte[] piece);

    /** KILL QUERY: the rest of the file is dropped, and the answer is 1317. */
    void interrupt();

    /** The connection is gone. */
    void abandon();

    /** The file has ended. */
    CompletableFuture<Answer.Done> finish();
}
