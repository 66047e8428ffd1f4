package io.tributary.frontend.http.question;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tributary.contract.error.TributaryException;
import io.tributary.frontend.routing.BackendRouter;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/**
 * What is asked, and how the answer is told. Event loop of the connection.
 *
 * @param <T> what is said
 */
public interface Question<T> {
    /**
     * Asked once; the answer may come on any thread.
     *
     * @throws TributaryException if the request makes no sense
     */
    CompletableFuture<T> ask(BackendRouter backends);

    void answer(JsonGenerator json, T said) throws IOException;

    void refusal(JsonGenerator json, TributaryException error) throws IOException;

    /** Nobody waits for the answer any more. */
    default void abandon() {}
}
