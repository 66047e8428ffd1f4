package io.tributary.cli.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A table of a server that takes Stream Loads. Any thread. */
public final class LoadTarget {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration CONNECT = Duration.ofSeconds(10);
    /** Begins what is said of a statement, a table or a column that is none. */
    private static final String ANALYSIS = "[ANALYSIS_ERROR]";

    private static final String UNKNOWN = "[OUTCOME_UNKNOWN]";

    private static final Set<String> SCHEMES = Set.of("http", "https");
    private static final int ANSWER_CHARACTERS = 200;

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT)
            .build();
    private final URI uri;
    private final URI schema;
    private final String user;
    private final String authorization;
    private final Duration timeout;

    /**
     * What a load was answered.
     *
     * @param existing what became of an earlier load with the same label, in Doris' words; or empty
     * @param refusesAll whether it is what was asked for that is refused, not the rows of this load
     * @param passing whether the same load may succeed if it is sent again
     */
    record Reply(
            String status,
            String message,
            String existing,
            Rows rows,
            String errorUrl,
            boolean refusesAll,
            boolean passing) {
        /** Refused before anything was looked at. */
        static Reply refused(String message) {
            return new Reply("", message, "", Rows.NONE, "", true, false);
        }

        /** The text for people. */
        String told() {
            return (status.isEmpty() ? "" : status + ": ") + message + (errorUrl.isEmpty() ? "" : ", see " + errorUrl);
        }

        boolean isSuccess() {
            return status.equals("Success") || status.equals("Publish Timeout");
        }

        /** Whether nobody can tell what became of it. */
        boolean isUnknown() {
            return message.startsWith(UNKNOWN);
        }

        /** Whether a load with this label was stored before; one that is still under way may fail yet. */
        boolean isStoredBefore() {
            return existing.equals("FINISHED");
        }
    }

    /**
     * Rows of a load.
     *
     * @param repeated whether they were there already under its idempotency key, and nothing was added
     */
    record Rows(long loaded, long filtered, boolean repeated) {
        static final Rows NONE = new Rows(0, 0, false);
    }

    /**
     * @param server {@code http://host:port}
     * @param timeout of one load
     * @throws IllegalArgumentException if the server's address is none
     */
    public LoadTarget(String server, String database, String table, String user, String password, Duration timeout) {
        String of = server.replaceFirst("/+$", "") + "/api/" + encoded(database) + "/" + encoded(table);
        this.uri = URI.create(of + "/_stream_load");
        this.schema = URI.create(of + "/_schema");
        if (uri.getHost() == null || !SCHEMES.contains(String.valueOf(uri.getScheme()))) {
            throw new IllegalArgumentException("neither http://HOST:PORT nor https://HOST:PORT");
        }
        this.user = user;
        this.authorization =
                "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
        this.timeout = timeout;
    }

    private static String encoded(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** Returns the names of the table's columns; empty where the server does not tell them. */
    public List<String> columns() throws InterruptedException {
        List<String> names = new ArrayList<>();
        try {
            HttpResponse<String> response =
                    http.send(request(schema).timeout(CONNECT).GET().build(), HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() == 200) {
                JSON.readTree(response.body())
                        .path("data")
                        .path("properties")
                        .forEach(column -> names.add(column.path("name").asText("")));
            }
        } catch (IOException e) {
            // A server that is not there now may be there when the rows are sent, or tell why not.
            return List.of();
        }
        return names;
    }

    private HttpRequest.Builder request(URI of) {
        return HttpRequest.newBuilder(of).header("Authorization", authorization);
    }

    /** @throws IOException if there was no answer: whether the rows are stored is not known */
    Reply load(HttpRequest.BodyPublisher body, Map<String, String> headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = request(uri).timeout(timeout).PUT(body);
        headers.forEach(request::header);
        HttpResponse<String> response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        int code = response.statusCode();
        if (code == 401) {
            return Reply.refused("user '" + user + "' is refused with this password (401)");
        }
        if (code != 200) {
            String said = "HTTP " + code + ": " + beginning(response.body());
            return code >= 500 ? new Reply("", said, "", Rows.NONE, "", false, true) : Reply.refused(said);
        }
        return reply(JSON.readTree(response.body()));
    }

    private static String beginning(String answer) {
        String line = answer.strip().replaceAll("\\s+", " ");
        return line.length() <= ANSWER_CHARACTERS ? line : line.substring(0, ANSWER_CHARACTERS) + " …";
    }

    private static Reply reply(JsonNode json) {
        String message = json.path("Message").asText("");
        String existing = json.path("ExistingJobStatus").asText("");
        boolean refusesAll = message.startsWith(ANALYSIS) && existing.isEmpty();
        return new Reply(
                json.path("Status").asText(""),
                refusesAll ? message.substring(ANALYSIS.length()).strip() : message,
                existing,
                new Rows(
                        json.path("NumberLoadedRows").asLong(),
                        json.path("NumberFilteredRows").asLong(),
                        json.path("Repeated").asBoolean()),
                json.path("ErrorURL").asText(""),
                refusesAll,
                message.startsWith("[INTERNAL_ERROR]")
                        || message.startsWith("[TIMEOUT]")
                        || message.startsWith(UNKNOWN)
                        || existing.equals("RUNNING"));
    }
}
