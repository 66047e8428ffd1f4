package io.tributary.test.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.awaitility.Awaitility;

/** What {@code GET /api/health} of a process answers. */
public final class Health {
    /** The most time from the first commit or checkpoint that failed until it is told. */
    static final Duration TOLD = Duration.ofSeconds(5);

    private Health() {}

    /** The status, a space, the body. */
    public static String of(int httpPort) throws IOException, InterruptedException {
        HttpResponse<String> answer = get(httpPort, "/api/health");
        return answer.statusCode() + " " + answer.body();
    }

    static HttpResponse<String> get(int httpPort, String path) throws IOException, InterruptedException {
        URI uri = URI.create("http://127.0.0.1:" + httpPort + path);
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).timeout(TOLD).build(), HttpResponse.BodyHandlers.ofString());
    }

    static void await(int httpPort, String status, Duration limit) {
        Awaitility.await("health " + status)
                .atMost(limit)
                .pollInterval(Duration.ofMillis(50))
                .ignoreExceptions()
                .untilAsserted(() -> assertThat(of(httpPort)).startsWith(status));
    }
}
