package io.tributary.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.health.Health;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class WebServerTest {
    private Health health = new Health("OK", "");

    @Test
    void healthAndMetricsAnswerAndNothingElse() throws Exception {
        try (WebServer web = WebServer.open("127.0.0.1", 0, () -> health, () -> "up 1\n")) {
            assertThat(status(web, "/api/health")).isEqualTo(200);
            assertThat(status(web, "/metrics")).isEqualTo(200);
            assertThat(status(web, "/")).isEqualTo(404);
        }
    }

    @Test
    void whoSendsHalfARequestKeepsNobodyWaiting() throws Exception {
        try (WebServer web = WebServer.open("127.0.0.1", 0, () -> health, () -> "up 1\n")) {
            List<Socket> slow = new ArrayList<>();
            try {
                for (int i = 0; i < 6; i++) {
                    Socket socket = new Socket(InetAddress.getLoopbackAddress(), web.port());
                    socket.getOutputStream().write("GET /api/he".getBytes(StandardCharsets.US_ASCII));
                    slow.add(socket);
                }
                assertThat(status(web, "/api/health")).isEqualTo(200);
            } finally {
                for (Socket socket : slow) {
                    socket.close();
                }
            }
        }
    }

    @Test
    void healthIs503WithTheReasonAsSoonAsTheBackendSaysSo() throws Exception {
        try (WebServer web = WebServer.open("127.0.0.1", 0, () -> health, () -> "")) {
            assertThat(status(web, "/api/health")).isEqualTo(200);
            health = new Health("LOG_FAILED", "log /a: Input/output error");

            HttpResponse<String> answer = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + web.port() + "/api/health"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());

            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.body())
                    .isEqualTo("{\"status\":\"LOG_FAILED\",\"reason\":\"log /a: Input/output error\"}");
        }
    }

    private static int status(WebServer web, String path) throws IOException {
        HttpURLConnection connection = (HttpURLConnection)
                URI.create("http://127.0.0.1:" + web.port() + path).toURL().openConnection();
        connection.setReadTimeout(30_000);
        try {
            return connection.getResponseCode();
        } finally {
            connection.disconnect();
        }
    }
}
