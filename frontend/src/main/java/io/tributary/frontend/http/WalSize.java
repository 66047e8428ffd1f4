package io.tributary.frontend.http;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tributary.contract.calls.BackendClient;
import io.tributary.contract.calls.LogStatus;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.frontend.http.question.Question;
import io.tributary.frontend.http.question.RestAnswer;
import io.tributary.frontend.routing.BackendRouter;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * {@code GET /api/get_wal_size[?host_ports=host:port,…]}: {@code host:port:n} for each backend, by its gRPC address, where n
 * is how many batches wait in its log to be committed. With {@code detail=true} an object instead: {@code backend}, {@code
 * wals}, {@code bytes}, {@code segments}, {@code oldest_age_ms}.
 */
final class WalSize implements Question<List<LogStatus>> {
    private final List<String> wanted;
    private final boolean detail;

    /** @param hostPorts with commas between them; empty: all backends */
    WalSize(String hostPorts, boolean detail) {
        wanted = hostPorts.isEmpty()
                ? List.of()
                : Arrays.stream(hostPorts.split(",", -1)).map(String::strip).toList();
        this.detail = detail;
    }

    @Override
    public CompletableFuture<List<LogStatus>> ask(BackendRouter backends) {
        return backends.each(BackendClient::logStatus).thenApply(this::chosen);
    }

    private List<LogStatus> chosen(List<LogStatus> all) {
        List<String> addresses = all.stream().map(LogStatus::address).toList();
        for (String one : wanted) {
            if (!addresses.contains(one)) {
                throw new TributaryException(
                        ErrorCode.INVALID_STATEMENT,
                        "Backend does not exist[" + one + "], there is " + String.join(", ", addresses));
            }
        }
        List<LogStatus> chosen = all.stream()
                .filter(status -> wanted.isEmpty() || wanted.contains(status.address()))
                .toList();
        for (LogStatus status : chosen) {
            if (status.silent()) {
                throw new TributaryException(
                        ErrorCode.LIMIT_OR_LOCK_WAIT,
                        "the write-ahead log of " + status.address()
                                + " does not answer: its disk hangs or is very slow");
            }
        }
        return chosen;
    }

    @Override
    public void answer(JsonGenerator json, List<LogStatus> statuses) throws IOException {
        RestAnswer.success(json, data -> {
            data.writeStartArray();
            for (LogStatus status : statuses) {
                write(data, status);
            }
            data.writeEndArray();
        });
    }

    private void write(JsonGenerator data, LogStatus status) throws IOException {
        if (!detail) {
            data.writeString(status.address() + ":" + status.batches());
            return;
        }
        data.writeStartObject();
        data.writeStringField("backend", status.address());
        data.writeNumberField("wals", status.batches());
        data.writeNumberField("bytes", status.batchBytes());
        data.writeNumberField("segments", status.segments());
        data.writeNumberField("oldest_age_ms", status.oldestMillis());
        data.writeEndObject();
    }

    @Override
    public void refusal(JsonGenerator json, TributaryException error) throws IOException {
        RestAnswer.refused(json, error);
    }
}
