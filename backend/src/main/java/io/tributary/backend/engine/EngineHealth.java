package io.tributary.backend.engine;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the engine takes what it is given, and if not, why and since when: the one place that everybody asks, and that is
 * told of each failure. One line is logged when it becomes unwell and one when it is well again, however many statements
 * fail in between. Any thread; asking takes no lock.
 */
public final class EngineHealth {
    private static final Logger log = LoggerFactory.getLogger(EngineHealth.class);

    /** The keeper is to look at the engine at once. */
    private volatile Runnable alarm = () -> {};

    private final String name;
    /** Whether an error says for certain that it is down: a server's connection may be lost alone. */
    private final boolean believes;

    private final LongSupplier wallMillis;
    private final CallsUnderWay calls;
    private final AtomicBoolean isHangingTold = new AtomicBoolean();
    private final AtomicBoolean isDoubtful = new AtomicBoolean();
    private final Object lock = new Object();

    /** Null: all is well. Written under the lock. */
    private volatile @Nullable Condition condition;

    private volatile boolean isLost;

    @GuardedBy("lock")
    private long failures;

    /** @param wallMillis since 1970 */
    public EngineHealth(LongSupplier wallMillis) {
        this("the engine", true, wallMillis, System::nanoTime);
    }

    /**
     * @param name of the engine, as errors say it
     * @param believes that it is down when an error says so; else its keeper is to ask it
     * @param wallMillis since 1970
     */
    EngineHealth(String name, boolean believes, LongSupplier wallMillis, LongSupplier nanoClock) {
        this.name = name;
        this.believes = believes;
        this.wallMillis = wallMillis;
        calls = new CallsUnderWay(nanoClock);
    }

    /** How bad it is. */
    public enum State {
        /** A commit or a checkpoint has failed, and whether the next one will is not known. */
        SICK,
        /** It takes nothing until it has been opened again. */
        DOWN,
        /** Opened again, or proven well, a moment ago; everything is served. */
        WATCHED
    }

    /**
     * @param sinceMillis when it was well last
     * @param reason what was refused with it
     */
    public record Condition(State state, ErrorCode code, String reason, long sinceMillis) {}

    /** Runs what makes the engine store something. If it hangs that is told, and nothing else is done about it. */
    void storing(CallsUnderWay.Kind kind, Runnable body) {
        boolean unused = changing(kind, () -> {
            body.run();
            return true;
        });
    }

    /** Runs what makes the engine store something, like {@link #storing}, and returns what that returns. */
    <T> T changing(CallsUnderWay.Kind kind, Supplier<T> body) {
        return calls.run(kind, body);
    }

    /** Logs that a call hangs, and that none does any more; from time to time. */
    public void tellHanging() {
        Optional<String> hanging = calls.hanging();
        if (isHangingTold.getAndSet(hanging.isPresent()) == hanging.isPresent()) {
            return;
        }
        hanging.ifPresentOrElse(
                words -> log.error("event=engine_hangs engine=\"{}\" reason={}", name, words),
                () -> log.info("event=engine_answers engine=\"{}\", nothing hangs any more", name));
    }

    /** Whom a failure wakes; must not block. */
    public void onFailure(Runnable keeper) {
        alarm = keeper;
    }

    /**
     * Hears of an error; to be called for every one of the engine.
     *
     * @param writing whether it came from a commit, a checkpoint or rows on their way there: then a failure of disk or memory
     *     is the engine's own, and not one of what a query asks for
     */
    void seen(TributaryException error, boolean writing) {
        switch (error.code()) {
            case ENGINE_DOWN, ENGINE_DOWN_DISK_FULL -> {
                if (believes) {
                    failed(State.DOWN, error);
                } else {
                    alarm.run();
                }
            }
            case DISK_FULL, ENGINE_IO -> {
                if (writing) {
                    failed(State.SICK, error);
                }
            }
            // One load, or a copy, may be too large for it; whether it has memory for a commit is to be tried.
            case ENGINE_MEMORY -> {
                if (writing) {
                    isDoubtful.set(true);
                    alarm.run();
                }
            }
            // The engine does not always tell why it cannot; another node of a cluster may take what one that only
            // reads does not.
            case ENGINE, OPTION_PREVENTS_STATEMENT, READ_ONLY_MODE -> alarm.run();
            default -> {}
        }
    }

    /**
     * Hears of an error of a commit or a checkpoint. Beside those of {@link #seen}, one for which the engine has no reason, or
     * no memory, counts as its failure: the next commit may fail like this one.
     */
    void seenInCommit(TributaryException error) {
        if (error.code() == ErrorCode.ENGINE || error.code() == ErrorCode.ENGINE_MEMORY) {
            failed(State.SICK, error);
        } else {
            seen(error, true);
        }
    }

    /** Whether something was seen since the last call that leaves it open whether the engine can commit. */
    boolean takeDoubt() {
        return isDoubtful.getAndSet(false);
    }

    /**
     * Its disk has so little left that nothing more may be written.
     *
     * @return what to tell whoever wanted to
     */
    TributaryException full(long usableBytes, long bytesMin) {
        TributaryException error = new TributaryException(
                ErrorCode.DISK_FULL,
                "the disk of the engine's files has " + usableBytes + " bytes left, less than " + bytesMin);
        Condition now = condition;
        boolean isTold = now != null
                && (now.state() == State.DOWN || (now.state() == State.SICK && now.code() == ErrorCode.DISK_FULL));
        if (!isTold) {
            failed(State.SICK, error);
        }
        return error;
    }

    /** Hears from whoever has asked it that it is down. */
    void down(TributaryException error) {
        failed(State.DOWN, error);
    }

    /** It cannot be opened again; a start of the process may. */
    void lost(String reason) {
        synchronized (lock) {
            Condition before = condition;
            long since = before == null ? wallMillis.getAsLong() : before.sinceMillis();
            condition = new Condition(State.DOWN, ErrorCode.ENGINE_DOWN, reason, since);
            isLost = true;
        }
    }

    boolean isLost() {
        return isLost;
    }

    private void failed(State state, TributaryException error) {
        synchronized (lock) {
            failures++;
            Condition before = condition;
            if (before != null && before.state() == State.DOWN) {
                return;
            }
            long since = before == null ? wallMillis.getAsLong() : before.sinceMillis();
            condition = new Condition(state, error.code(), String.valueOf(error.getMessage()), since);
            if (before == null) {
                log.error(
                        "event=engine_unwell engine=\"{}\" state={} code={} reason={} cause={}",
                        name,
                        state,
                        error.code(),
                        error.getMessage(),
                        error.getCause() == null ? "" : error.getCause().getMessage());
            }
        }
        alarm.run();
    }

    /** Hears from the keeper that a new instance is open, and nobody knows yet whether it does better. */
    void reopened() {
        become(State.DOWN, State.SICK);
    }

    /**
     * Hears from the keeper that the engine has committed and written its file.
     *
     * @param failuresBefore {@link #failures} when it began to: one that came since is not outdone by that
     */
    void proven(long failuresBefore) {
        synchronized (lock) {
            if (failures == failuresBefore) {
                become(State.SICK, State.WATCHED);
            }
        }
    }

    private void become(State from, State state) {
        synchronized (lock) {
            Condition before = condition;
            if (before != null && before.state() == from) {
                condition = new Condition(state, before.code(), before.reason(), before.sinceMillis());
            }
        }
    }

    /** Hears from the keeper that the engine was proven well and has not failed for a while. */
    void well() {
        synchronized (lock) {
            Condition before = condition;
            if (before != null && before.state() == State.WATCHED) {
                condition = null;
                log.info(
                        "event=engine_well engine=\"{}\" unwell_millis={} failures={}",
                        name,
                        wallMillis.getAsLong() - before.sinceMillis(),
                        failures);
            }
        }
    }

    /** Null if it is well. */
    @Nullable
    State state() {
        Condition now = condition;
        return now == null ? null : now.state();
    }

    public boolean isWell() {
        return condition == null && calls.hanging().isEmpty();
    }

    /** Failures since the start; what was refused without asking the engine is none. */
    public long failures() {
        synchronized (lock) {
            return failures;
        }
    }

    /** Why it is not well, in one line for whoever operates the server; empty if it is. */
    public String failure() {
        Condition now = condition;
        if (now == null) {
            return calls.hanging().orElse("");
        }
        return (now.state() == State.WATCHED ? name + " works again, but failed " : name + " fails since ") + since(now)
                + ": " + now.reason();
    }

    /** What to tell whoever wants something of the engine now, or null: he may ask it. Nothing was stored. */
    public @Nullable TributaryException refusal() {
        Condition now = condition;
        if (now == null || now.state() == State.WATCHED) {
            return null;
        }
        return switch (now.code()) {
            case DISK_FULL, ENGINE_DOWN_DISK_FULL ->
                TributaryException.refused(
                        ErrorCode.DISK_FULL,
                        "Disk full since " + since(now)
                                + ", statements are taken again as soon as the engine's disk has room: "
                                + now.reason(),
                        "nothing was stored");
            default ->
                now.state() == State.DOWN
                        ? TributaryException.refused(
                                ErrorCode.ENGINE_DOWN,
                                name + " is down since " + since(now)
                                        + (isLost
                                                ? " until this server is started again: "
                                                : " and is being opened again: ")
                                        + now.reason(),
                                "nothing was stored")
                        : null;
        };
    }

    /** The same for what only reads. */
    @Nullable
    TributaryException refusalOfReads() {
        Condition now = condition;
        return now == null || now.state() != State.DOWN ? null : refusal();
    }

    private static Instant since(Condition now) {
        return Instant.ofEpochMilli(now.sinceMillis()).truncatedTo(ChronoUnit.SECONDS);
    }
}
