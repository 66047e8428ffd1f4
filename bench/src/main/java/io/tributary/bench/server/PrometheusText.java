package io.tributary.bench.server;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The text that {@code /metrics} answers with. */
final class PrometheusText {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private PrometheusText() {}

    static String fetch(int port) throws IOException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics"))
                .timeout(TIMEOUT)
                .build();
        try {
            return HttpClient.newBuilder()
                    .connectTimeout(TIMEOUT)
                    .build()
                    .send(request, HttpResponse.BodyHandlers.ofString())
                    .body();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the metrics of port " + port + " were read", e);
        }
    }

    /** Returns the value of a metric without labels, or null if there is none. */
    static @Nullable Double value(String text, String name) {
        return text.lines()
                .filter(line -> line.startsWith(name + " "))
                .map(line -> Double.valueOf(line.substring(name.length() + 1).strip()))
                .findFirst()
                .orElse(null);
    }
}
