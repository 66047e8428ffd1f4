package io.tributary.frontend.routing;

import io.tributary.contract.calls.BackendClient;

/**
 * Which backend owns a table. There is one backend, so it owns all of them; the question is asked all the same, with
 * the id it will be answered by, so that its answer can change in one place. Any thread.
 */
public final class BackendRouter {
    private final BackendClient only;

    public BackendRouter(BackendClient only) {
        this.only = only;
    }

    public BackendClient ownerOf(@SuppressWarnings("UnusedVariable") long tableId) {
        return only;
    }

    /** Where transactions, queries and changes of the catalog go. */
    public BackendClient coordinator() {
        return only;
    }
}
