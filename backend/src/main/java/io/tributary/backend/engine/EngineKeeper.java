package io.tributary.backend.engine;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks after the engine: writes its file when its own log has grown, asks it once a second whether it still answers, opens
 * it again when it is down, and says that it is well only when it has committed, written its file and then not failed for a
 * while. One thread of its own; the checkpoints are here and not in commits, so that no commit pays for one or fails with
 * one, and a failed one is seen although nobody writes.
 */
public final class EngineKeeper {
    /** Its own log may have this many times its threshold before open transactions give way to a checkpoint. */
    public static final int LOG_THRESHOLDS_MAX = 4;

    /**
     * Its own log is to have so many bytes a table with new rows: a table costs a checkpoint 0.65 ms, as much as 140 KiB of
     * log, which so are at most a sixth of it.
     */
    static final long CHECKPOINT_BYTES_PER_TABLE = 700L << 10;

    /** How many times its threshold that may be at most. */
    static final int MANY_TABLES_THRESHOLDS = 3;

    /** So many rows may be merged beside commits, which wait for it: some 100 ms. */
    static final long MERGED_BESIDE_COMMITS_MAX = 250_000;

    /** So many rows that are removed but still there are merged away however long commits wait. */
    static final long REMOVED_ROWS_MAX = 5_000_000;

    /** So long nobody has committed before more are. */
    static final long QUIET_MILLIS_MIN = 5_000;

    /** How many times as long as the merging takes that must be at least, since somebody may come meanwhile. */
    private static final long QUIET_FACTOR = 2;

    private static final long MERGED_ROWS_PER_MILLI = 2_000;

    /** How long what runs in a failed engine has to end, and the engine then to give back its files. */
    static final long CLOSE_MILLIS_MAX = 30_000;

    /** How long it must not fail, from when it was proven well, until that is believed; then health says OK. */
    static final long WATCHED_MILLIS = 5_000;

    private static final long LOOK_MILLIS = 200;
    private static final long PROBE_MILLIS = 1_000;
    private static final long BACK_OFF_MILLIS_MIN = 250;
    private static final long BACK_OFF_MILLIS_MAX = 10_000;

    private static final Logger log = LoggerFactory.getLogger(EngineKeeper.class);

    private final ReopeningEngine engine;
    private final EngineHealth health;
    private final Settings settings;
    private final Thread thread;
    private final Semaphore alarm = new Semaphore(0);

    private volatile BooleanSupplier makeWay = () -> false;
    private volatile boolean closed;

    private long probedNanos = System.nanoTime();
    private long provenNanos;
    private long backOffMillis;
    private long triedNanos;
    private boolean blocked;
    private long seenBytes;
    private long seenNanos = System.nanoTime();
    private long mergeFailedNanos;

    /**
     * @param checkpointBytes of the engine's own log, at which its file is written
     * @param watchedMillis see {@link #WATCHED_MILLIS}
     * @param closeMillis see {@link #CLOSE_MILLIS_MAX}
     * @param quietMillis see {@link #QUIET_MILLIS_MIN}
     * @param lastResort ends the process, saying why: the engine cannot be closed, and a second one on its files beside it
     *     would destroy them; or what was opened lacks commits, which only a start brings back
     */
    public record Settings(
            long checkpointBytes, long watchedMillis, long closeMillis, long quietMillis, Consumer<String> lastResort) {
        public static Settings of(long checkpointBytes, Consumer<String> lastResort) {
            return new Settings(checkpointBytes, WATCHED_MILLIS, CLOSE_MILLIS_MAX, QUIET_MILLIS_MIN, lastResort);
        }
    }

    private EngineKeeper(ReopeningEngine engine, EngineHealth health, Settings settings, ThreadFactory threads) {
        this.engine = engine;
        this.health = health;
        this.settings = settings;
        mergeFailedNanos = System.nanoTime() - TimeUnit.MILLISECONDS.toNanos(settings.quietMillis());
        thread = threads.newThread(this::run);
    }

    /** @param threads makes the one thread */
    public static EngineKeeper start(
            ReopeningEngine engine, EngineHealth health, Settings settings, ThreadFactory threads) {
        EngineKeeper keeper = new EngineKeeper(engine, health, settings, threads);
        health.onFailure(keeper.alarm::release);
        keeper.thread.start();
        return keeper;
    }

    /** What ends transactions that keep a checkpoint from beginning; says whether there were any. Any thread sets it. */
    public void makeWayBy(BooleanSupplier giveWay) {
        makeWay = giveWay;
    }

    private void run() {
        while (!closed) {
            try {
                if (alarm.tryAcquire(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                    alarm.drainPermits();
                    probedNanos = System.nanoTime() - TimeUnit.MILLISECONDS.toNanos(PROBE_MILLIS);
                }
                look();
            } catch (InterruptedException e) {
                return;
            } catch (RuntimeException | Error e) {
                log.error("event=engine_keeper_failed, goes on", e);
            }
        }
    }

    private void look() throws InterruptedException {
        EngineHealth.State state = health.state();
        if (state == null) {
            backOffMillis = 0;
            probe();
            checkpointIfDue();
        } else {
            switch (state) {
                case DOWN -> reopen();
                case SICK -> prove();
                case WATCHED -> watch();
            }
        }
    }

    private void probe() {
        if (millisSince(probedNanos) < PROBE_MILLIS) {
            return;
        }
        try {
            engine.probes().probe();
            if (health.takeDoubt()) {
                engine.probes().tryCommit(Long.toString(System.currentTimeMillis()));
            }
        } catch (TributaryException e) {
            log.debug("event=engine_probe error={}", e.getMessage());
            if (e.code() == ErrorCode.ENGINE_DOWN) {
                health.down(e);
            }
        }
        probedNanos = System.nanoTime();
    }

    private void checkpointIfDue() {
        long last = engine.lastCheckpoint();
        long bytes = engine.logBytes();
        if (bytes != seenBytes) {
            seenBytes = bytes;
            seenNanos = System.nanoTime();
        }
        if (bytes >= checkpointBytes()) {
            checkpointAfter(last, bytes);
        }
        long rows = engine.mergeableRows();
        if (isMergeDue(rows)) {
            merge(rows);
        }
    }

    private void checkpointAfter(long last, long bytes) {
        long began = System.nanoTime();
        if (isWrittenAfter(last)) {
            log.info("event=engine_checkpoint log_bytes={} millis={}", bytes, millisSince(began));
        } else if (blocked && bytes >= settings.checkpointBytes() * LOG_THRESHOLDS_MAX && makeWay.getAsBoolean()) {
            log.warn("event=engine_log_long log_bytes={}, open transactions gave way to a checkpoint", bytes);
        }
    }

    private long checkpointBytes() {
        long threshold = settings.checkpointBytes();
        long ofTables = CHECKPOINT_BYTES_PER_TABLE * engine.changedTables();
        return Math.max(threshold, Math.min(MANY_TABLES_THRESHOLDS * threshold, ofTables));
    }

    private boolean isMergeDue(long rows) {
        return rows > 0
                && millisSince(mergeFailedNanos) >= settings.quietMillis()
                && (rows <= MERGED_BESIDE_COMMITS_MAX
                        || engine.removedRows() >= REMOVED_ROWS_MAX
                        || millisSince(seenNanos)
                                >= Math.max(settings.quietMillis(), QUIET_FACTOR * rows / MERGED_ROWS_PER_MILLI));
    }

    private void merge(long rows) {
        long began = System.nanoTime();
        try {
            engine.merge();
        } catch (TributaryException e) {
            log.debug("event=engine_not_merged error={}", e.getMessage());
            mergeFailedNanos = System.nanoTime();
            return;
        }
        if (engine.mergeableRows() < rows) {
            log.info("event=engine_merge rows={} millis={}", rows, millisSince(began));
        }
    }

    /** False if open transactions keep it from beginning, or it has failed. */
    private boolean isWrittenAfter(long last) {
        try {
            engine.checkpointAfter(last);
            blocked = false;
            return true;
        } catch (TributaryException e) {
            boolean conflicts = e.code().isConflict();
            if (conflicts && !blocked) {
                log.info("event=engine_checkpoint_waits for open transactions that have changed rows");
            }
            blocked = conflicts;
            return false;
        }
    }

    /** Failures are told to the health by the engine itself. */
    private void prove() {
        if (isTooEarly()) {
            return;
        }
        long failures = health.failures();
        try {
            engine.probes().prove(Long.toString(System.currentTimeMillis()));
            checkpointUnlessHeld();
        } catch (TributaryException e) {
            log.debug("event=engine_not_proven error={}", e.getMessage());
            return;
        }
        provenNanos = System.nanoTime();
        health.proven(failures);
    }

    /** Open transactions that keep it from beginning are healthy. */
    private void checkpointUnlessHeld() {
        try {
            engine.checkpoint();
        } catch (TributaryException e) {
            if (!e.code().isConflict()) {
                throw e;
            }
        }
    }

    private void watch() {
        probe();
        checkpointIfDue();
        if (millisSince(provenNanos) >= settings.watchedMillis()) {
            health.well();
        }
    }

    private void reopen() throws InterruptedException {
        if (isTooEarly()) {
            return;
        }
        long began = System.nanoTime();
        try {
            engine.reopen(settings.closeMillis());
        } catch (LostEngineException e) {
            String reason = String.valueOf(e.getMessage());
            health.lost(reason);
            settings.lastResort().accept(reason);
            return;
        } catch (TributaryException e) {
            log.info("event=engine_not_reopened error={}", e.getMessage());
            return;
        }
        log.info("event=engine_reopened millis={}", millisSince(began));
        health.reopened();
        // The first proof comes at once; what it costs is counted from the attempt before.
        alarm.release();
    }

    /** Whether the pause between two attempts to heal it lasts; it is doubled up to a maximum until the engine is well. */
    private boolean isTooEarly() {
        if (backOffMillis > 0 && millisSince(triedNanos) < backOffMillis) {
            return true;
        }
        triedNanos = System.nanoTime();
        backOffMillis = Math.min(BACK_OFF_MILLIS_MAX, Math.max(BACK_OFF_MILLIS_MIN, backOffMillis * 2));
        return false;
    }

    private static long millisSince(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanos);
    }

    /** Waits for what it is just doing, at most as long as for a close. */
    public void stop() throws InterruptedException {
        closed = true;
        alarm.release();
        thread.join(settings.closeMillis());
    }
}
