package io.tributary.test.crash;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tributary.test.crash.WitnessedLoads.State;
import io.tributary.test.process.Sql;
import io.tributary.test.process.TributaryProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Stream Load with labels, in one phase or in two. Some loads have a bad row and are refused. Of those in two phases some are
 * committed or aborted at once, some after the next loss of power.
 */
final class HttpWitness implements Witness {
    private static final int ROWS_MAX = 60;
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String ROOT =
            "Basic " + Base64.getEncoder().encodeToString("root:".getBytes(StandardCharsets.US_ASCII));

    private final boolean twoPhases;
    private final String table;
    private final WitnessedLoads loads;
    private final Random random;
    /** What was asked for without an answer, of loads in two phases: "commit" or "abort". */
    private final Map<Long, String> asked = new HashMap<>();

    HttpWitness(boolean twoPhases, int number, long seed) {
        this.twoPhases = twoPhases;
        table = (twoPhases ? "phases" : "labels") + number;
        loads = new WitnessedLoads(false, table);
        random = new Random(seed);
    }

    @Override
    public void create(TributaryProcess server) throws SQLException {
        try (Sql sql = Sql.connect(server.mysqlPort(), PowerLossIT.DATABASE)) {
            loads.create(sql, "");
        }
    }

    @Override
    public void write(TributaryProcess server) throws IOException, InterruptedException {
        while (!Thread.currentThread().isInterrupted()) {
            boolean bad = random.nextInt(8) == 0;
            long key = loads.sent(1 + random.nextInt(ROWS_MAX));
            String status = load(server, key, bad);
            if (!status.equals(bad ? "Fail" : "Success")) {
                throw new IllegalStateException("load " + key + " of " + table + " is answered with " + status);
            }
            loads.is(key, bad ? State.REFUSED : twoPhases ? State.PRECOMMITTED : State.ACKNOWLEDGED);
            if (twoPhases && !bad && random.nextInt(3) > 0) {
                end(server, key, random.nextInt(4) == 0 ? "abort" : "commit");
            }
        }
    }

    /** @return the status */
    private String load(TributaryProcess server, long key, boolean bad) throws IOException, InterruptedException {
        StringBuilder body = new StringBuilder();
        for (int row = 0; row < loads.load(key).rows(); row++) {
            body.append(key)
                    .append(',')
                    .append(row)
                    .append(',')
                    .append(WitnessedLoads.payload(key, row))
                    .append('\n');
        }
        if (bad) {
            body.append("no number,0,\n");
        }
        List<String> headers = new ArrayList<>(List.of("label", label(key), "column_separator", ","));
        if (twoPhases) {
            headers.addAll(List.of("two_phase_commit", "true"));
        }
        return ask(server, "PUT", table + "/_stream_load", body.toString(), headers)
                .path("Status")
                .asText();
    }

    private String label(long key) {
        return table + "-" + key;
    }

    /** The second phase. */
    private void end(TributaryProcess server, long key, String operation) throws IOException, InterruptedException {
        asked.put(key, operation);
        JsonNode answer =
                ask(server, "PUT", "_stream_load_2pc", "", List.of("label", label(key), "txn_operation", operation));
        if (!answer.path("status").asText().equals("Success")) {
            throw new IllegalStateException(
                    operation + " of load " + key + " of " + table + " is answered with " + answer);
        }
        asked.remove(key);
        loads.is(key, operation.equals("commit") ? State.ACKNOWLEDGED : State.REFUSED);
    }

    private String stateOf(TributaryProcess server, long key) throws IOException, InterruptedException {
        return ask(server, "GET", "get_load_state?label=" + label(key), "", List.of())
                .path("data")
                .asText();
    }

    private static JsonNode ask(TributaryProcess server, String method, String path, String body, List<String> headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(
                        "http://127.0.0.1:" + server.httpPort() + "/api/" + PowerLossIT.DATABASE + "/" + path))
                .timeout(LIMIT)
                .header("Authorization", ROOT)
                .method(method, HttpRequest.BodyPublishers.ofString(body));
        for (int i = 0; i < headers.size(); i += 2) {
            request.setHeader(headers.get(i), headers.get(i + 1));
        }
        return JSON.readTree(HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .build()
                .send(request.build(), HttpResponse.BodyHandlers.ofString())
                .body());
    }

    @Override
    public List<String> check(TributaryProcess server, boolean all)
            throws SQLException, IOException, InterruptedException {
        List<String> faults = new ArrayList<>();
        List<Long> unknown = loads.in(State.SENT);
        for (long key : loads.in(State.PRECOMMITTED)) {
            checkPrecommitted(server, key, faults);
        }
        if (twoPhases) {
            for (long key : unknown) {
                String state = stateOf(server, key);
                if (state.equals("PRECOMMITTED")) {
                    loads.is(key, State.PRECOMMITTED);
                } else if (state.equals("VISIBLE")) {
                    faults.add(table + ": load " + key + " is visible before its second phase");
                }
            }
        }
        try (Sql sql = Sql.connect(server.mysqlPort(), PowerLossIT.DATABASE)) {
            faults.addAll(loads.check(sql, all));
        }
        checkLabels(server, unknown, faults);
        if (twoPhases && faults.isEmpty()) {
            for (long key : loads.in(State.PRECOMMITTED)) {
                if (random.nextInt(3) > 0) {
                    end(server, key, random.nextInt(4) == 0 ? "abort" : "commit");
                }
            }
        }
        return faults;
    }

    private void checkPrecommitted(TributaryProcess server, long key, List<String> faults)
            throws IOException, InterruptedException {
        String state = stateOf(server, key);
        String operation = asked.remove(key);
        if (state.equals("PRECOMMITTED")) {
            return;
        }
        if ("commit".equals(operation) && state.equals("VISIBLE")) {
            loads.is(key, State.ACKNOWLEDGED);
        } else if ("abort".equals(operation) && !state.equals("VISIBLE")) {
            loads.is(key, State.REFUSED);
        } else {
            faults.add(table + ": load " + key + " is " + state + ", not PRECOMMITTED; asked for last: " + operation);
        }
    }

    /** Checks the labels of the last acknowledged load, and of those of which it was not known whether they are there. */
    private void checkLabels(TributaryProcess server, List<Long> unknown, List<String> faults)
            throws IOException, InterruptedException {
        List<Long> looked = new ArrayList<>(unknown);
        List<Long> acknowledged = loads.in(State.ACKNOWLEDGED);
        if (!acknowledged.isEmpty()) {
            looked.add(acknowledged.get(acknowledged.size() - 1));
            looked.add(acknowledged.get(random.nextInt(acknowledged.size())));
        }
        for (long key : looked) {
            boolean visible = stateOf(server, key).equals("VISIBLE");
            if (visible != (loads.load(key).state() == State.ACKNOWLEDGED)) {
                faults.add(table + ": label of load " + key + (visible ? " is" : " is not") + " visible, the load is "
                        + loads.load(key).state());
            }
        }
        if (!twoPhases && faults.isEmpty()) {
            for (long key : looked) {
                String status = load(server, key, false);
                boolean there = loads.load(key).state() == State.ACKNOWLEDGED;
                if (!status.equals(there ? "Label Already Exists" : "Success")) {
                    faults.add(table + ": load " + key + " sent again is answered with " + status);
                }
                loads.is(key, State.ACKNOWLEDGED);
            }
        }
    }

    @Override
    public Counts counts() {
        return loads.counts();
    }
}
