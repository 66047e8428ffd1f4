package io.tributary.engine.doris.load;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.LabelledBatches;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Batches as Stream Loads, each under its label. Blocks, for about {@value #APPLY_MILLIS} ms at most; any thread. */
public final class StreamLoads implements LabelledBatches {
    /** How long a batch may take with all that is waited for. */
    static final long APPLY_MILLIS = 50_000;

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final Duration ABORT = Duration.ofSeconds(10);
    private static final byte[] NO_BODY = {};
    private static final List<String> STRICT = List.of("strict_mode", "true", "max_filter_ratio", "0");
    private static final Logger log = LoggerFactory.getLogger(StreamLoads.class);

    private final LoadConnection connection;
    private final LoadWords words;
    private final long labelMillis;

    /**
     * @param words of the kind of server
     * @param labelMillis for how long the server knows a label at least
     */
    public StreamLoads(LoadConnection connection, LoadWords words, long labelMillis) {
        this.connection = connection;
        this.words = words;
        this.labelMillis = labelMillis;
    }

    @Override
    public long knownMillis() {
        return labelMillis;
    }

    /** @throws TributaryException ENGINE_DOWN where the frontend does not answer */
    public void ping() {
        connection.ping();
    }

    @Override
    public void apply(String label, TableSchema table, List<RowBlock> blocks) {
        LoadBody body = LoadBody.of(table, blocks, words);
        long untilNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(APPLY_MILLIS);
        while (true) {
            LoadReply reply = load(label, table, body, false, untilNanos);
            switch (reply.meaning()) {
                case DONE -> {
                    return;
                }
                case DONE_NOT_VISIBLE -> {
                    log.warn("event=publish_timeout label={} message={}", label, reply.message());
                    return;
                }
                case REFUSED, BUSY, FAILED -> throw error(label, reply);
                case RUNNING, ABORTED -> pause(label, reply, untilNanos);
            }
        }
    }

    /** A load of the label ends, or is gone: then the label may be used once more. */
    private static void pause(String label, LoadReply reply, long untilNanos) {
        if (System.nanoTime() - untilNanos >= 0 || Thread.currentThread().isInterrupted()) {
            throw new TributaryException(
                    ErrorCode.ENGINE,
                    "load " + label + " is " + reply.existing() + " for longer than " + APPLY_MILLIS + " ms");
        }
        LockSupport.parkNanos(PAUSE_NANOS);
    }

    private TributaryException error(String label, LoadReply reply) {
        String text = reply.message();
        return switch (reply.meaning()) {
            case REFUSED -> {
                String why = connection.refusals(reply.errorUrl());
                yield new TributaryException(ErrorCode.CONSTRAINT_VIOLATED, why.isEmpty() ? text : why);
            }
            case BUSY -> new TributaryException(ErrorCode.WRITE_CONFLICT, "load " + label + ": " + text);
            default -> new TributaryException(ErrorCode.ENGINE, "load " + label + ": " + text);
        };
    }

    @Override
    public void tryOut(TableSchema table, List<RowBlock> blocks) {
        String label = "tributary_trial_" + UUID.randomUUID().toString().replace('-', '_');
        LoadBody body = LoadBody.of(table, blocks, words);
        switch (words) {
            case DORIS -> tryInTwoPhases(label, table, body);
            case STARROCKS -> tryInTransaction(label, table, body);
        }
    }

    /** The second phase takes it back. */
    private void tryInTwoPhases(String label, TableSchema table, LoadBody body) {
        long untilNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(APPLY_MILLIS);
        LoadReply reply = load(label, table, body, true, untilNanos);
        requireDone(label, reply);
        List<String> headers = List.of("txn_operation", "abort", "txn_id", Long.toString(reply.txnId()));
        takenBack(
                label,
                connection.ask(
                        "PUT", "/api/" + escaped(table.database()) + "/_stream_load_2pc", headers, NO_BODY, ABORT));
    }

    private void tryInTransaction(String label, TableSchema table, LoadBody body) {
        List<String> names = List.of("label", label, "db", table.database(), "table", table.name());
        requireDone(label, connection.ask("POST", "/api/transaction/begin", names, NO_BODY, ABORT));
        try {
            List<String> headers = new ArrayList<>(names);
            headers.addAll(body.headers());
            headers.addAll(STRICT);
            Duration timeout = Duration.ofMillis(APPLY_MILLIS);
            requireDone(label, connection.ask("PUT", "/api/transaction/load", headers, body.bytes(), timeout));
            requireDone(label, connection.ask("POST", "/api/transaction/prepare", names, NO_BODY, timeout));
        } finally {
            takenBack(label, connection.ask("POST", "/api/transaction/rollback", names, NO_BODY, ABORT));
        }
    }

    private void requireDone(String label, LoadReply reply) {
        if (reply.filteredRows() > 0 || reply.meaning() != LoadReply.Meaning.DONE) {
            throw error(label, reply);
        }
    }

    /** Otherwise it ends by itself, and nobody sees it until then. */
    private static void takenBack(String label, LoadReply reply) {
        if (reply.meaning() != LoadReply.Meaning.DONE) {
            log.warn("event=trial_not_aborted label={} message={}", label, reply.message());
        }
    }

    private LoadReply load(String label, TableSchema table, LoadBody body, boolean twoPhases, long untilNanos) {
        List<String> headers = new ArrayList<>(body.headers());
        headers.addAll(
                List.of("label", label, "strict_mode", "true", "max_filter_ratio", "0", "group_commit", "off_mode"));
        if (twoPhases) {
            headers.addAll(List.of("two_phase_commit", "true"));
        }
        long left = Math.max(1_000, TimeUnit.NANOSECONDS.toMillis(untilNanos - System.nanoTime()));
        headers.addAll(List.of("timeout", Long.toString(1 + TimeUnit.MILLISECONDS.toSeconds(left))));
        return connection.put(
                "/api/" + escaped(table.database()) + "/" + escaped(table.name()) + "/_stream_load",
                headers,
                body.bytes(),
                Duration.ofMillis(left));
    }

    private static String escaped(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
