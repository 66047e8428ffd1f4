package io.tributary.frontend.http;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tributary.contract.calls.TransactionInfo;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.frontend.http.question.Question;
import io.tributary.frontend.http.question.RestAnswer;
import io.tributary.frontend.routing.BackendRouter;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** {@code GET /api/{db}/get_load_state?label=}: what became of the last load with a label, or {@code UNKNOWN}. */
final class LoadState implements Question<List<TransactionInfo>> {
    private final String database;
    private final String label;

    /** @param label as the request gives it, or empty */
    LoadState(String database, String label) {
        this.database = database;
        this.label = label;
    }

    @Override
    public CompletableFuture<List<TransactionInfo>> ask(BackendRouter backends) {
        if (label.isEmpty()) {
            throw new TributaryException(ErrorCode.INVALID_STATEMENT, "No label selected.");
        }
        return backends.transactions(0, label, database);
    }

    @Override
    public void answer(JsonGenerator json, List<TransactionInfo> loads) throws IOException {
        String state = loads.isEmpty()
                ? "UNKNOWN"
                : loads.get(loads.size() - 1).status().name();
        RestAnswer.success(json, data -> data.writeString(state));
    }

    @Override
    public void refusal(JsonGenerator json, TributaryException error) throws IOException {
        RestAnswer.refused(json, error);
    }
}
