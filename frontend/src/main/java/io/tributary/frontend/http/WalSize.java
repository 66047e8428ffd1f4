package io.tributary.frontend.http;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tributary.contract.calls.BackendClient;
import io.tributary.contract.calls.LogStatus;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * {@code GET /api/get_wal_size[?host_ports=host:port,…]}: {@code host:port:n} for each backend, by its gRPC address, where n
 * is how many batches wait in its log to be committed. With {@code detail=true} an object instead: {@code backend}, {@code
 * wals}, {@code bytes}, {@code segments}, {@code oldest_age_ms}.
 */
final class WalSize implements AskedBackend.Question<LogStatus> {
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
    public CompletableFuture<LogStatus> ask(BackendClient backend) {
        return backend.logStatus().thenApply(status -> {
            for (String one : wanted) {
                if (!one.equals(status.address())) {
                    throw new TributaryException(
                            ErrorCode.INVALID_STATEMENT,
                            "Backend does not exist[" + one + "], there is " + status.address());
                }
            }
            if (status.silent()) {
                throw new TributaryException(
                        ErrorCode.LIMIT_OR_LOCK_WAIT,
                        "the write-ahead log of " + status.address()
                                + " does not answer: its disk hangs or is very slow");
            }
            return status;
        });
    }

    @Override
    public void answer(JsonGenerator json, LogStatus status) throws IOException {
        RestAnswer.success(json, data -> {
            data.writeStartArray();
            if (detail) {
                data.writeStartObject();
                data.writeStringField("backend", status.address());
                data.writeNumberField("wals", status.batches());
                data.writeNumberField("bytes", status.batchBytes());
                data.writeNumberField("segments", status.segments());
                data.writeNumberField("oldest_age_ms", status.oldestMillis());
                data.writeEndObject();
            } else {
                data.writeString(status.address() + ":" + status.batches());
            }
            data.writeEndArray();
        });
    }

    @Override
    public void refusal(JsonGenerator json, TributaryException error) throws IOException {
        RestAnswer.refused(json, error);
    }
}
