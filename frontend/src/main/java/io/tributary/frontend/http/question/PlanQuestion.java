package io.tributary.frontend.http.question;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tributary.contract.error.TributaryException;
import io.tributary.frontend.routing.BackendRouter;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/**
 * {@code GET} and {@code POST /api/{db}/{table}/_query_plan}: connectors read Doris' backends by such a plan, in its own
 * protocol. There is none here, and they are told so.
 */
public final class PlanQuestion implements Question<Boolean> {
    private static final int NOT_IMPLEMENTED = 501;

    @Override
    public CompletableFuture<Boolean> ask(BackendRouter backends) {
        return CompletableFuture.completedFuture(true);
    }

    @Override
    public void answer(JsonGenerator json, Boolean told) throws IOException {
        RestAnswer.failed(json, data -> {
            data.writeStartObject();
            data.writeNumberField("status", NOT_IMPLEMENTED);
            data.writeStringField(
                    "exception",
                    "there is no query plan to read by: read the table by the MySQL protocol, with the JDBC source of the"
                            + " program that asks");
            data.writeEndObject();
        });
    }

    @Override
    public void refusal(JsonGenerator json, TributaryException error) throws IOException {
        RestAnswer.failed(json, error);
    }
}
