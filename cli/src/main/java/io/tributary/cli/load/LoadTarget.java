package io.tributary.cli.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;

/** A table of a server that takes Stream Loads. Any thread. */
public final class LoadTarget {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration CONNECT = Duration.ofSeconds(10);

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT)
            .build();
    private final URI uri;
    private final String authorization;
    private final Duration timeout;

    /**
     * What a load was answered.
     *
     * @param existing what became of an earlier load with the same label, in Doris' words; or empty
     * @param passing whether the same load may succeed if it is sent again
     */
    record Reply(
            String status,
            String message,
            String existing,
            long loadedRows,
            long filteredRows,
            String errorUrl,
            boolean passing) {
        boolean isSuccess() {
            return status.equals("Success") || status.equals("Publish Timeout");
        }

        /** Whether a load with this label was stored before; one that is still under way may fail yet. */
        boolean isStoredBefore() {
            return existing.equals("FINISHED");
        }
    }

    /**
     * @param server {@code http://host:port}
     * @param timeout of one load
     */
    public LoadTarget(String server, String database, String table, String user, String password, Duration timeout) {
        this.uri = URI.create(server + "/api/" + database + "/" + table + "/_stream_load");
        this.authorization =
                "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
        this.timeout = timeout;
    }

    /** @throws IOException if there was no answer: whether the rows are stored is not known */
    Reply load(HttpRequest.BodyPublisher body, Map<String, String> headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                .timeout(timeout)
                .header("Authorization", authorization)
                .PUT(body);
        headers.forEach(request::header);
        HttpResponse<String> response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            return new Reply(
                    "HTTP " + response.statusCode(),
                    response.body().strip(),
                    "",
                    0,
                    0,
                    "",
                    response.statusCode() >= 500);
        }
        JsonNode json = JSON.readTree(response.body());
        String message = json.path("Message").asText("");
        String existing = json.path("ExistingJobStatus").asText("");
        return new Reply(
                json.path("Status").asText(""),
                message,
                existing,
                json.path("NumberLoadedRows").asLong(),
                json.path("NumberFilteredRows").asLong(),
                json.path("ErrorURL").asText(""),
                message.startsWith("[INTERNAL_ERROR]")
                        || message.startsWith("[TIMEOUT]")
                        || message.startsWith("[OUTCOME_UNKNOWN]")
                        || existing.equals("RUNNING"));
    }
}
