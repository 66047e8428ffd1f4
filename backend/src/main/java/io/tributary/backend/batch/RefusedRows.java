package io.tributary.backend.batch;

import io.tributary.contract.error.TributaryException;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.QuarantinedRow;
import io.tributary.engine.port.TableEngine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes out of a batch what the engine refuses for its values: single rows of acknowledged loads, and whole loads of those
 * that wait for the commit. Trial transactions find it, and are rolled back. One attempt at one batch; a committer's thread,
 * in the lane of the table.
 */
final class RefusedRows {
    /** Rows that go into the quarantine at a time. */
    private static final int ROWS_WRITTEN = 1_000;

    /** Characters of a reason that are kept; more is cut. */
    private static final int REASON_CHARS_MAX = 500;

    private static final long PROGRESS_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final Logger log = LoggerFactory.getLogger(RefusedRows.class);

    private final TableEngine engine;
    private final Quarantine quarantine;
    private final Batch batch;
    private final BatchRows rows;
    private final String label;
    private final LongSupplier wallMillis;
    private final Bisection bisection;
    private final long roomRows;
    private final LongSupplier nanoClock;
    private final long beganNanos;

    private long trials;
    private long acknowledged;
    private long toldNanos;

    /** @param known rows that were found before */
    RefusedRows(
            TableEngine engine,
            Quarantine quarantine,
            BatchRows rows,
            BitSet known,
            String label,
            LongSupplier wallMillis,
            LongSupplier nanoClock) {
        this.engine = engine;
        this.quarantine = quarantine;
        this.rows = rows;
        this.batch = rows.batch();
        this.label = label;
        this.wallMillis = wallMillis;
        this.nanoClock = nanoClock;
        beganNanos = nanoClock.getAsLong();
        toldNanos = beganNanos;
        roomRows = quarantine.rowsLeft(batch.table());
        bisection = new Bisection(rows, known, this::trial, this::found);
    }

    /** Finds what the engine refuses by itself. */
    void findAlone(TributaryException error) throws IOException, InterruptedException {
        log.warn(
                "engine refuses rows of a batch, looking for them: table={}.{} label={} rows={} reason={}",
                batch.table().database(),
                batch.table().name(),
                label,
                rows.count(),
                error.getMessage());
        bisection.alone(error);
    }

    /** Finds what the engine refuses only beside the others. */
    void findTogether(TributaryException error) throws IOException, InterruptedException {
        bisection.together(error);
    }

    /** Finds both, by trials alone. */
    void findAll(TributaryException error) throws IOException, InterruptedException {
        findAlone(error);
        Optional<TributaryException> left = trial(0, rows.count(), bisection.refusedPart(), false);
        if (left.isPresent()) {
            findTogether(left.get());
        }
    }

    /** A bit for each row that is refused. */
    BitSet refused() {
        return bisection.refusedPart();
    }

    private Optional<TributaryException> trial(int from, int to, BitSet refusedPart, boolean together)
            throws IOException, InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        tellProgress(from);
        trials++;
        try {
            Bisection.tryOut(
                    engine, batch.table(), reader -> rows.chunks(together ? 0 : from, to, refusedPart, reader));
            return Optional.empty();
        } catch (TributaryException e) {
            if (Bisection.isRefusal(e)) {
                return Optional.of(e);
            }
            throw e;
        }
    }

    private void tellProgress(int row) {
        long now = nanoClock.getAsLong();
        if (now - toldNanos >= PROGRESS_NANOS) {
            toldNanos = now;
            log.info(
                    "looking for refused rows: table={}.{} label={} row={} rows={} trials={} refused={} millis={}",
                    batch.table().database(),
                    batch.table().name(),
                    label,
                    row,
                    rows.count(),
                    trials,
                    bisection.refusedPart().cardinality(),
                    TimeUnit.NANOSECONDS.toMillis(now - beganNanos));
        }
    }

    /** So that a search whose rows would find no room ends early. */
    private void found(Bisection.Refused unit) {
        if (!batch.isSync(rows.loadOf(unit.from())) && ++acknowledged > roomRows) {
            throw quarantine.full(batch.table().tableId());
        }
    }

    void appendOthers(EngineTransaction transaction) throws IOException {
        rows.chunks(0, rows.count(), bisection.refusedPart(), chunk -> transaction.append(batch.table(), chunk));
    }

    /** Writes what must be kept of the rest into the transaction that holds the others. */
    RefusedPart write(EngineTransaction transaction, Quarantine.Room room) throws IOException {
        Map<Integer, TributaryException> loads = new HashMap<>();
        Map<Integer, String> reasons = new HashMap<>();
        BitSet single = new BitSet();
        for (Bisection.Refused unit : bisection.refused()) {
            int load = rows.loadOf(unit.from());
            String reason = cut(String.valueOf(unit.error().getMessage()));
            if (batch.isSync(load)) {
                loads.put(
                        load,
                        new TributaryException(
                                unit.error().code(),
                                reason + "; nothing of this load was stored, those beside it in transaction "
                                        + batch.txnId() + " were"));
            } else {
                single.set(unit.from());
                reasons.put(unit.from(), reason);
            }
        }
        List<QuarantinedRow> chunk = new ArrayList<>();
        long now = wallMillis.getAsLong();
        rows.read(single, (row, load, json) -> {
            room.take(1, json.length());
            String reason = reasons.getOrDefault(row, "");
            chunk.add(new QuarantinedRow(
                    0,
                    batch.table().tableId(),
                    batch.table().database(),
                    batch.table().name(),
                    batch.table().schemaVersion(),
                    label,
                    rows.firstLsn(load),
                    json,
                    reason,
                    now));
            if (chunk.size() == ROWS_WRITTEN) {
                transaction.quarantine(List.copyOf(chunk));
                chunk.clear();
            }
        });
        if (!chunk.isEmpty()) {
            transaction.quarantine(chunk);
        }
        return new RefusedPart(single.cardinality(), bisection.refusedPart().cardinality(), firstReason(), loads);
    }

    private String firstReason() {
        return cut(bisection.refused().stream()
                .findFirst()
                .map(unit -> String.valueOf(unit.error().getMessage()))
                .orElse(""));
    }

    private static String cut(String reason) {
        return reason.length() <= REASON_CHARS_MAX ? reason : reason.substring(0, REASON_CHARS_MAX) + "…";
    }

    void logCommitted(RefusedPart refusedPart) {
        log.warn(
                "batch committed without refused rows: table={}.{} label={} rows={} quarantined={} refused_loads={}"
                        + " trials={} millis={}",
                batch.table().database(),
                batch.table().name(),
                label,
                rows.count() - refusedPart.rows(),
                refusedPart.quarantined(),
                refusedPart.loads().size(),
                trials,
                TimeUnit.NANOSECONDS.toMillis(nanoClock.getAsLong() - beganNanos));
    }
}
