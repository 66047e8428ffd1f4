package io.tributary.frontend.http;

import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.HttpHeaders;
import io.tributary.frontend.compression.Compression;
import io.tributary.frontend.load.StreamLoadRequest;
import io.tributary.frontend.load.StreamLoadRequest.Mapping;
import io.tributary.planner.plan.HttpStreamPlan;
import io.tributary.planner.sql.load.HttpStreamParser;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * The head of an Http Stream: the statement in its header {@code sql}, and the headers of a Stream Load that say how the
 * load is committed and what becomes of bad rows.
 */
final class HttpStreamHeaders {
    private HttpStreamHeaders() {}

    /**
     * @throws LoadHeaders.Malformed for headers of which no load can be made
     * @throws io.tributary.contract.error.TributaryException for a statement of which none can be made
     */
    static StreamLoadRequest request(LoadHeaders headers) {
        String sql = headers.text("sql");
        if (sql.isEmpty()) {
            throw new LoadHeaders.Malformed("INVALID_ARGUMENT", "the header sql is missing or empty");
        }
        HttpStreamPlan plan = HttpStreamParser.parse(sql);
        headers.requireSupported();
        headers.require("partial_columns", List.of("", "false"));
        headers.require("unique_key_update_mode", List.of("", "upsert"));
        return new StreamLoadRequest(
                plan.table().database(),
                plan.table().table(),
                new FormatHeaders(properties(plan)).format(),
                Mapping.of(plan),
                headers.rules(),
                headers.commit(plan.label().isEmpty() ? headers.label() : plan.label()),
                headers.text("comment"));
    }

    /** What the statement says that the body is compressed with, or else the headers. */
    static Optional<Compression> compression(HttpStreamPlan plan, LoadHeaders headers) {
        return new FormatHeaders(properties(plan)).compression().or(() -> new FormatHeaders(headers).compression());
    }

    /** Whether the statement says whether the body is compressed. */
    static boolean sayCompression(HttpStreamPlan plan) {
        return new FormatHeaders(properties(plan)).sayCompression();
    }

    /** The properties of {@code http_stream}, which are named as the headers of a Stream Load. */
    private static LoadHeaders properties(HttpStreamPlan plan) {
        HttpHeaders headers =
                DefaultHttpHeadersFactory.headersFactory().withValidation(false).newHeaders();
        // The decoder of HTTP does the same: a byte is a character.
        plan.properties()
                .forEach((name, value) -> headers.set(
                        name, new String(value.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1)));
        return new LoadHeaders(headers);
    }
}
