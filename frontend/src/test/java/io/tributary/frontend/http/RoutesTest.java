package io.tributary.frontend.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpServerCodec;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is answered before the frontend knows its backend. */
final class RoutesTest {
    private final Routes routes = new Routes(() -> false, List::of, () -> "up 1\n");
    private final EmbeddedChannel channel =
            new EmbeddedChannel(new HttpServerCodec(), new HttpConnection(routes::open));

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/api/shop/orders/_stream_load", "/api/internal/shop/orders/_stream_load", "/api/_http_stream"})
    void aLoadIsToldAsLoadsAreThatTheServerStartsAndNothingWasStored(String path) {
        String answer =
                answer("PUT " + path, "label: daily-7\r\nsql: INSERT INTO shop.orders SELECT * FROM http_stream\r\n");

        assertThat(answer)
                .startsWith("HTTP/1.1 503 ")
                .contains("content-type: application/json")
                .containsPattern("\"Status\"\\s*:\\s*\"Fail\"")
                .containsPattern("\"Label\"\\s*:\\s*\"daily-7\"")
                .containsPattern("\"NumberLoadedRows\"\\s*:\\s*0\\D")
                .contains("the server is starting; nothing was stored");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /api/health",
                "GET /api/get_wal_size",
                "GET /api/shop/get_load_state?label=x",
                "PUT /api/shop/_stream_load_2pc",
                "GET /api/bootstrap",
                "GET /api/backends",
                "GET /api/shop/orders/_schema",
                "GET /api/shop/orders/_query_plan",
                "POST /api/query/internal/shop"
            })
    void whatNeedsTheBackendIsToldThatTheServerStarts(String request) {
        assertThat(answer(request, "")).startsWith("HTTP/1.1 503 ").endsWith("{\"status\":\"STARTING\"}");
    }

    @Test
    void metricsAreThereFromTheStart() {
        assertThat(answer("GET /metrics", "")).startsWith("HTTP/1.1 200 ").endsWith("up 1\n");
    }

    @ParameterizedTest
    @CsvSource({
        "POST /api/shop/orders/_stream_load,PUT",
        "GET /api/internal/shop/orders/_stream_load,PUT",
        "DELETE /api/_http_stream,PUT",
        "PUT /api/health,'GET, HEAD'",
        "DELETE /api/shop/orders/_query_plan,'GET, HEAD, POST'",
        "GET /api/query/internal/shop,POST"
    })
    void aKnownPathTellsWhatItTakes(String request, String allowed) {
        assertThat(answer(request, ""))
                .startsWith("HTTP/1.1 405 ")
                .contains("allow: " + allowed + "\r\n", "\"status\": \"method not allowed\"")
                .containsPattern(
                        "\"msg\": \"" + request.split(" ", 2)[0] + " is not taken at /[a-z/_]+, only " + allowed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET /", "GET /api", "PUT /api/shop/_stream_load", "GET /api/shop/orders", "POST /nope"})
    void anUnknownPathIsNotFound(String request) {
        assertThat(answer(request, "")).startsWith("HTTP/1.1 404 ");
    }

    /** @param headers each with the end of its line */
    private String answer(String request, String headers) {
        String text = request + " HTTP/1.1\r\nContent-Length: 0\r\n" + headers + "\r\n";
        channel.writeInbound(Unpooled.copiedBuffer(text, StandardCharsets.UTF_8));
        StringBuilder answer = new StringBuilder();
        for (ByteBuf part = channel.readOutbound(); part != null; part = channel.readOutbound()) {
            answer.append(part.toString(StandardCharsets.UTF_8));
            part.release();
        }
        return answer.toString();
    }
}
