package io.tributary.test.crash;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tributary.test.crash.FaultWriters.Way;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A writer of labelled Stream Loads under faults, in one phase or in two. What is told to be unknown is sent again, under the
 * same label, as clients do. One thread.
 */
final class FaultLoads {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    /** The most attempts of a load, or of its second phase: then it stays unknown. */
    private static final int ATTEMPTS_MAX = 40;

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String ROOT =
            "Basic " + Base64.getEncoder().encodeToString("root:".getBytes(StandardCharsets.US_ASCII));

    private final String url;
    private final FaultLedger ledger;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private enum Outcome {
        DONE,
        REFUSED,
        UNKNOWN
    }

    private record Answer(Outcome outcome, String text) {}

    FaultLoads(int httpPort, FaultLedger ledger) {
        this.url = "http://127.0.0.1:" + httpPort + "/api/" + LoadCheck.DATABASE + "/";
        this.ledger = ledger;
    }

    void labelled() throws InterruptedException {
        long id = ledger.begin();
        untilKnown(id, Way.LABELLED, () -> load(id, List.of()));
    }

    /** What has no second phase is never stored, whatever was told of the first. */
    void twoPhases() throws InterruptedException {
        long id = ledger.begin();
        Answer first = load(id, List.of("two_phase_commit", "true"));
        if (first.outcome() != Outcome.DONE) {
            ledger.refused(id, 0, "no second phase: " + first.text());
            LockSupport.parkNanos(PAUSE_NANOS);
            return;
        }
        untilKnown(id, Way.TWO_PHASES, () -> second(id, "commit"));
        if (ledger.isRefused(id)) {
            second(id, "abort");
        }
    }

    private interface Request {
        Answer send() throws InterruptedException;
    }

    private void untilKnown(long id, Way way, Request request) throws InterruptedException {
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            Answer answer = request.send();
            if (answer.outcome() == Outcome.DONE) {
                ledger.acknowledged(id, way);
                return;
            }
            if (answer.outcome() == Outcome.UNKNOWN) {
                ledger.unknown(id, answer.text());
            } else {
                ledger.refused(id, 0, answer.text());
            }
            LockSupport.parkNanos(PAUSE_NANOS);
            if (!ledger.isUnknown(id)) {
                return;
            }
        }
    }

    private Answer load(long id, List<String> more) throws InterruptedException {
        HttpRequest.Builder request =
                request("t/_stream_load", id + ",load\n", id).setHeader("column_separator", ",");
        for (int i = 0; i < more.size(); i += 2) {
            request.setHeader(more.get(i), more.get(i + 1));
        }
        JsonNode answer = send(request);
        boolean stored = answer.path("ExistingJobStatus").asText().equals("FINISHED");
        if (answer.path("Status").asText().equals("Success") || stored) {
            return new Answer(Outcome.DONE, answer.toString());
        }
        boolean unknown = answer.path("Outcome").asText().equals("UNKNOWN");
        return new Answer(unknown ? Outcome.UNKNOWN : Outcome.REFUSED, answer.toString());
    }

    private Answer second(long id, String operation) throws InterruptedException {
        JsonNode answer = send(request("_stream_load_2pc", "", id).setHeader("txn_operation", operation));
        String status = answer.path("status").asText();
        return new Answer(
                status.equals("Success")
                        ? Outcome.DONE
                        : status.equals("OUTCOME_UNKNOWN") ? Outcome.UNKNOWN : Outcome.REFUSED,
                answer.toString());
    }

    private HttpRequest.Builder request(String path, String body, long id) {
        return HttpRequest.newBuilder(URI.create(url + path))
                .timeout(LIMIT)
                .header("Authorization", ROOT)
                .setHeader("label", "load-" + id)
                .PUT(HttpRequest.BodyPublishers.ofString(body));
    }

    /** The frontend is well: each request has an answer. */
    private JsonNode send(HttpRequest.Builder request) throws InterruptedException {
        long began = System.nanoTime();
        try {
            String body = client.send(request.build(), HttpResponse.BodyHandlers.ofString())
                    .body();
            return JSON.readTree(body);
        } catch (IOException e) {
            throw new IllegalStateException("no answer of HTTP", e);
        } finally {
            ledger.answeredAfter(System.nanoTime() - began);
        }
    }
}
