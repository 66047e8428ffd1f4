package io.tributary.test.crash;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.function.IntSupplier;

/**
 * Stream Loads of one row by a client of a recorded history. What goes wrong is told as a driver of MySQL tells it: with an error's
 * number, or with none where the connection was lost. One thread.
 */
final class HistoryLoads {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final int REFUSED = 1105;
    private static final String LOST = "08S01";
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String ROOT =
            "Basic " + Base64.getEncoder().encodeToString("root:".getBytes(StandardCharsets.US_ASCII));

    private final IntSupplier httpPort;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /** @param httpPort of now: another one after a kill */
    HistoryLoads(IntSupplier httpPort) {
        this.httpPort = httpPort;
    }

    /** @param row as between the parentheses of VALUES */
    void sync(String table, String row) throws SQLException {
        require(load(table, row, List.of("group_commit", "sync_mode")), "Status");
    }

    /** What has no second phase is never stored, whatever was told of the first. */
    void inTwoPhases(String table, String row, String label) throws SQLException {
        try {
            require(load(table, row, List.of("label", label, "two_phase_commit", "true")), "Status");
        } catch (SQLException e) {
            throw new SQLException("no second phase: " + e.getMessage(), "HY000", REFUSED, e);
        }
        require(put("_stream_load_2pc", "", List.of("label", label, "txn_operation", "commit")), "status");
    }

    private JsonNode load(String table, String row, List<String> headers) throws SQLException {
        return put(table + "/_stream_load", row.replace(", ", "\t") + "\n", headers);
    }

    private static void require(JsonNode answer, String status) throws SQLException {
        if (answer.path(status).asText().equals("Success")) {
            return;
        }
        boolean unknown = answer.path("Outcome").asText().equals("UNKNOWN")
                || answer.path(status).asText().equals("OUTCOME_UNKNOWN");
        throw new SQLException(answer.toString(), "HY000", unknown ? AckLog.OUTCOME_UNKNOWN : REFUSED);
    }

    private JsonNode put(String path, String body, List<String> headers) throws SQLException {
        String url = "http://127.0.0.1:" + httpPort.getAsInt() + "/api/" + HistoryTables.DATABASE + "/";
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path))
                .timeout(LIMIT)
                .header("Authorization", ROOT)
                .PUT(HttpRequest.BodyPublishers.ofString(body));
        for (int i = 0; i < headers.size(); i += 2) {
            request.setHeader(headers.get(i), headers.get(i + 1));
        }
        try {
            return JSON.readTree(client.send(request.build(), HttpResponse.BodyHandlers.ofString())
                    .body());
        } catch (IOException e) {
            throw new SQLException("connection lost: " + e, LOST, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SQLException("interrupted", LOST, e);
        }
    }
}
