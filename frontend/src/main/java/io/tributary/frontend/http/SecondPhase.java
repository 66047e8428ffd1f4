package io.tributary.frontend.http;

import com.fasterxml.jackson.core.JsonGenerator;
import io.netty.handler.codec.http.HttpHeaders;
import io.tributary.contract.calls.LoadResult;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.frontend.http.question.Question;
import io.tributary.frontend.routing.BackendRouter;
import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;

/**
 * {@code PUT /api/{db}/_stream_load_2pc}: commits or aborts a load that was made with {@code two_phase_commit: true}, named by
 * {@code txn_id} or {@code label}, in Doris' words.
 */
final class SecondPhase implements Question<LoadResult> {
    private final String database;
    private final String label;
    private final String txnId;
    private final String operation;

    SecondPhase(String database, HttpHeaders headers) {
        this.database = database;
        LoadHeaders texts = new LoadHeaders(headers);
        label = texts.label();
        txnId = texts.text("txn_id");
        operation = texts.text("txn_operation").toLowerCase(Locale.ROOT);
    }

    @Override
    public CompletableFuture<LoadResult> ask(BackendRouter backends) {
        if (txnId.isEmpty() && label.isEmpty()) {
            throw malformed("No transaction id or label selected.");
        }
        if (operation.isEmpty()) {
            throw malformed("No transaction operation('commit' or 'abort') selected.");
        }
        boolean commits = operation.equals("commit");
        if (!commits && !operation.equals("abort")) {
            throw malformed("transaction operation should be 'commit' or 'abort'");
        }
        long number = txnId.isEmpty() ? 0 : number();
        return label.isEmpty()
                ? backends.ofTransaction(number).decide(database, number, label, commits)
                : backends.ofPrecommitted(label, database)
                        .thenCompose(backend -> backend.decide(database, number, label, commits));
    }

    private long number() {
        try {
            return Long.parseLong(txnId);
        } catch (NumberFormatException e) {
            throw malformed("convert txn_id [" + txnId + "] failed, reason=it is no number");
        }
    }

    private static TributaryException malformed(String text) {
        return new TributaryException(ErrorCode.INVALID_STATEMENT, text);
    }

    @Override
    public void answer(JsonGenerator json, LoadResult done) throws IOException {
        json.writeStringField("status", "Success");
        json.writeStringField(
                "msg",
                (label.isEmpty() ? "" : "label [" + label + "] ")
                        + (txnId.isEmpty() ? "" : "transaction [" + txnId + "] ") + operation + " successfully.");
    }

    @Override
    public void refusal(JsonGenerator json, TributaryException error) throws IOException {
        String message = LoadAnswer.message(error, "");
        int end = message.indexOf(']');
        json.writeStringField("status", message.substring(1, end));
        json.writeStringField("msg", message.substring(end + 1));
        if (error.code() == ErrorCode.OUTCOME_UNKNOWN) {
            LoadAnswer.writeUnknown(json);
        }
    }
}
