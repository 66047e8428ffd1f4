package io.tributary.backend.simulation;

import com.google.errorprone.annotations.FormatMethod;
import com.google.errorprone.annotations.FormatString;
import io.tributary.backend.ingest.answer.Acknowledgement;
import io.tributary.backend.simulation.Load.Send;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What clients were told and what the engine was given, held against each other at every answer and every commit:
 *
 * <ul>
 *   <li>a load is in the engine whole or not at all, and never twice; of an acknowledged one, rows that the engine refuses
 *       are in quarantine instead, and one in sync mode with such a row fails whole;
 *   <li>loads of a table come in the order of the log, that is the order in which they were sent;
 *   <li>what was promised comes in the end, what was refused never;
 *   <li>a label names one commit, and a commit has one label, whatever restarts lie between;
 *   <li>under an idempotency key one load takes place, and every answer is that of the first;
 *   <li>a load that was acknowledged as visible is in the engine when a read goes on that began after that, and whenever one
 *       of several tables takes its snapshot;
 *   <li>nothing is committed to a table behind a barrier, or to one that was dropped.
 * </ul>
 */
final class Model {
    final List<Load> loads = new ArrayList<>();
    final List<Load.Key> keys = new ArrayList<>();
    /** Sends that a living process has not answered. */
    final Set<Send> unanswered = new HashSet<>();

    private final Trace trace;
    private final Map<Long, Integer> lastOrder = new HashMap<>();
    /** The commit that each label names. */
    private final Map<String, Integer> commitOfLabel = new HashMap<>();

    private final Map<Integer, String> labelOfCommit = new HashMap<>();
    final Set<Long> behindBarrier = new HashSet<>();
    final Set<Long> dropped = new HashSet<>();
    /** Tables that have, or had, the policy {@code on_read}: sync loads may be answered when they are durable. */
    final Set<Long> onRead = new HashSet<>();
    /** Tables of which the log has failed, as clients have heard of the process that runs. */
    private final Set<Long> logFailed = new HashSet<>();
    /** How many reads hold a table, or ask to, in the process that runs. */
    private final Map<Long, Integer> holds = new HashMap<>();
    /**
     * How many loads there were of those tables of which the log has failed while a read held them. What was durable before
     * is acknowledged when the reads let go; a load that nobody had sent was not.
     */
    private final Map<Long, Integer> loadsWhenLogFailed = new HashMap<>();

    /** What {@link #lastOrder} was before each commit. */
    private final List<Map<Long, Integer>> ordersBefore = new ArrayList<>();

    private @Nullable Violation violation;

    int commits;
    int sends;

    Model(Trace trace) {
        this.trace = trace;
    }

    Load newLoad(long tableId, int rows, int blocks, Load.@Nullable Key key) {
        Load load = new Load(loads.size(), tableId, rows, blocks, key);
        loads.add(load);
        if (key != null) {
            key.variants.add(load);
        }
        return load;
    }

    Load.Key newKey() {
        Load.Key key = new Load.Key("key " + keys.size());
        keys.add(key);
        return key;
    }

    Send sent(Load load, Acknowledgement answered) {
        Send send = new Send(sends, load, answered, load.key == null ? 0 : 1 + sends);
        sends++;
        load.sends.add(send);
        unanswered.add(send);
        return send;
    }

    /** The process did not take it, and said so. */
    void notTaken(Send send) {
        unanswered.remove(send);
        send.answered = true;
        send.storedNothing = true;
    }

    /** The agent has done a round: no async load without a key has waited for longer than it may, whatever for. */
    void worked(long nowNanos, long waitNanosMax) {
        for (Send send : unanswered) {
            if (!send.taken) {
                send.taken = true;
                send.takenNanos = nowNanos;
            }
            boolean late = !send.sync && send.load.key == null && nowNanos - send.takenNanos >= waitNanosMax;
            send.lateRounds += late ? 1 : 0;
            // One round may find it between two barriers.
            require(send.lateRounds < 3, "send %d of %s waits for too long", send.number, send.load);
        }
    }

    /** @param loses whether what the operating system had may be gone with it */
    void processDied(boolean loses) {
        unanswered.clear();
        behindBarrier.clear();
        logFailed.clear();
        holds.clear();
        loadsWhenLogFailed.clear();
        for (Load load : loads) {
            if (loses && load.promised && !load.promisedForSure && load.commit < 0) {
                load.promised = false;
                load.txnId = 0;
                load.logEpoch = 0;
                if (load.key != null) {
                    load.key.firstId = -1;
                }
            }
        }
    }

    /** The engine has lost its last commits: the log is to bring them again, and what was promised is promised still. */
    void lost(int lostCommits) {
        int first = commits - lostCommits;
        for (Load load : loads) {
            if (load.commit >= first) {
                load.commit = -1;
                load.promisedForSure |= load.promised;
            }
        }
        commitOfLabel.values().removeIf(commit -> commit >= first);
        labelOfCommit.keySet().removeIf(commit -> commit >= first);
        lastOrder.clear();
        lastOrder.putAll(ordersBefore.get(first));
        ordersBefore.subList(first, ordersBefore.size()).clear();
        commits = first;
    }

    /** What is there after a start is on the disk. */
    void started() {
        loads.forEach(load -> load.promisedForSure |= load.promised);
    }

    void accepted(Send send, long logEpoch, long txnId, boolean visible) {
        trace.add(
                "    answer to send %d (%s): txn %d %s", send.number, send.load, txnId, visible ? "visible" : "logged");
        answered(send);
        bound(send, visible);
        Load load = send.load;
        if (load.key != null) {
            require(
                    load.key.firstId < 0 || load.key.firstId == send.firstId,
                    "%s took place and was taken for new when it was repeated",
                    load);
            load.key.firstId = send.firstId;
        }
        promised(load, logEpoch, txnId, visible, send.sync);
        load.promisedForSure |= visible || !send.os;
    }

    void repeated(Send send, long logEpoch, long txnId, boolean visible, long firstId) {
        trace.add(
                "    answer to send %d (%s): repeated txn %d first id %d %s",
                send.number, send.load, txnId, firstId, visible ? "visible" : "logged");
        answered(send);
        Load load = send.load;
        Load.Key key = load.key;
        if (key == null) {
            throw violated(new Violation(load + " has no key and was answered as repeated"));
        }
        bound(send, visible);
        boolean known =
                load.sends.stream().anyMatch(earlier -> earlier.number < send.number && earlier.firstId == firstId);
        require(known, "%s: first id %d was never sent before", load, firstId);
        require(key.firstId < 0 || key.firstId == firstId, "%s: first id %d, was %d", load, firstId, key.firstId);
        key.firstId = firstId;
        promised(load, logEpoch, txnId, visible, true);
        load.promisedForSure = true;
    }

    /** A load in sync mode is visible when it is answered, or reads are bound to see it. */
    private void bound(Send send, boolean visible) {
        Load load = send.load;
        if (send.sync && !visible) {
            require(onRead.contains(load.tableId), "%s was sent in sync mode and is not visible", load);
            load.bound = true;
        }
    }

    /** What a read of these tables is bound to see by now. */
    List<Load> bound(Collection<Long> tableIds) {
        return loads.stream()
                .filter(load -> load.bound && tableIds.contains(load.tableId))
                .toList();
    }

    void requireVisible(List<Load> bound, String why) {
        for (Load load : bound) {
            require(
                    load.excused || load.commit >= 0,
                    "%s was acknowledged as visible and is not in the engine: %s",
                    load,
                    why);
        }
    }

    /** Told by an answer; or, since the reads that hold a table let go of it then, by one of them, which comes first. */
    void logFailed(long tableId) {
        if (logFailed.add(tableId) && holds.containsKey(tableId)) {
            loadsWhenLogFailed.put(tableId, loads.size());
        }
    }

    /** A read asks to hold these tables while it takes its snapshot. */
    void holds(Collection<Long> tableIds) {
        tableIds.forEach(tableId -> holds.merge(tableId, 1, Integer::sum));
    }

    /** It has let go, or could not. */
    void letsGo(Collection<Long> tableIds) {
        tableIds.forEach(tableId -> holds.computeIfPresent(tableId, (id, count) -> count == 1 ? null : count - 1));
    }

    /**
     * Whether an acknowledgement may come after the log has failed: of a repetition, since the load is in the engine or was
     * promised before; or of what was durable before, and waited for a read to let go.
     */
    private boolean isSafeWithoutLog(Load load, boolean mayBeHeld) {
        return load.commit >= 0
                || load.promisedForSure
                || (mayBeHeld && load.number < loadsWhenLogFailed.getOrDefault(load.tableId, 0));
    }

    /** @param mayBeHeld while a read takes its snapshot: what reads are bound to see, and any repetition */
    private void promised(Load load, long logEpoch, long txnId, boolean visible, boolean mayBeHeld) {
        require(
                visible || !logFailed.contains(load.tableId) || isSafeWithoutLog(load, mayBeHeld),
                "%s was acknowledged after the log had failed",
                load);
        require(!visible || load.commit >= 0, "%s is said to be visible and is not in the engine", load);
        require(
                load.txnId == 0 || (load.txnId == txnId && load.logEpoch == logEpoch),
                "%s is in transaction %d, was %d",
                load,
                txnId,
                load.txnId);
        load.promised = true;
        load.logEpoch = logEpoch;
        load.txnId = txnId;
        if (load.commit >= 0) {
            label(load);
        }
        if (load.key != null) {
            for (Load other : load.key.variants) {
                require(other == load || !other.promised, "%s and %s were both promised", load, other);
            }
        }
    }

    void refused(Send send, TributaryException error) {
        trace.add("    answer to send %d (%s): %s %s", send.number, send.load, error.code(), error);
        answered(send);
        Load load = send.load;
        switch (error.code()) {
            case LOG_FAILED -> {
                logFailed(load.tableId);
                send.storedNothing = true;
            }
            case SERVER_SHUTDOWN -> send.storedNothing = true;
            case OUTCOME_UNKNOWN -> {
                String text = String.valueOf(error.getMessage());
                if (text.contains("its rows are safe in the log, and the commit is tried on")) {
                    load.promised |= !load.hasPoison();
                    load.promisedForSure |= load.promised;
                } else if (!text.startsWith("Server shutdown in progress")) {
                    logFailed(load.tableId);
                }
            }
            case CONSTRAINT_VIOLATED -> {
                send.storedNothing = true;
                require(load.hasPoison(), "%s is refused and has no row that is", load);
                require(!load.promised, "%s was promised and is refused", load);
            }
            case DUPLICATE_KEY -> {
                send.storedNothing = true;
                Load.Key key = load.key;
                require(key != null && key.variants.size() > 1, "%s collides with nothing", load);
                require(!load.promised && load.commit < 0, "%s took place and collides", load);
            }
            case LIMIT_OR_LOCK_WAIT,
                    UNKNOWN_TABLE,
                    SCHEMA_VERSION_MISMATCH,
                    LOAD_TOO_LARGE,
                    LOG_SHORT,
                    DISK_FULL,
                    OPTION_PREVENTS_STATEMENT -> send.storedNothing = true;
            default ->
                throw violated(
                        new Violation(load + " was refused with " + error.code() + ": " + error.getMessage(), error));
        }
        if (error.code() == ErrorCode.UNKNOWN_TABLE) {
            require(dropped.contains(load.tableId), "%s: its table was not dropped", load);
        }
        if (send.storedNothing && load.isRefused() && !dropped.contains(load.tableId)) {
            require(load.commit < 0, "%s is in the engine and was refused: %s", load, error);
            require(!load.promised, "%s was promised and is refused: %s", load, error);
        }
    }

    private void answered(Send send) {
        require(!send.answered, "send %d of %s was answered twice", send.number, send.load);
        require(unanswered.remove(send), "send %d of %s was answered by a dead process", send.number, send.load);
        send.answered = true;
    }

    /**
     * The engine holds these rows from now on.
     *
     * @param quarantined rows that it refuses, and that are in quarantine instead
     */
    void committed(long tableId, List<Long> rows, List<Long> quarantined) {
        trace.add(
                "    commit %d: table %d, loads %s, in quarantine %s",
                commits, tableId, rows.stream().map(Load::numberOf).distinct().toList(), quarantined);
        require(!behindBarrier.contains(tableId), "a batch of table %d was committed behind a barrier", tableId);
        require(!dropped.contains(tableId), "a batch of table %d was committed after it was dropped", tableId);
        ordersBefore.add(Map.copyOf(lastOrder));
        Deque<Long> left = new ArrayDeque<>(rows);
        Deque<Long> refused = new ArrayDeque<>(quarantined);
        while (!left.isEmpty() || !refused.isEmpty()) {
            Load load = loads.get(Load.numberOf(next(tableId, left, refused).element()));
            for (int place = 0; place < load.rows; place++) {
                long row = (long) load.number * Load.ROWS_MAX + place;
                Deque<Long> in = Long.valueOf(row).equals(refused.peek()) ? refused : left;
                require(Long.valueOf(row).equals(in.poll()), "%s is not whole in commit %d", load, commits);
                require(in == left || Load.isPoison(row), "row %d of %s is in quarantine for nothing", place, load);
            }
            require(
                    !load.hasPoison()
                            || quarantined.isEmpty()
                            || onRead.contains(load.tableId)
                            || load.sends.stream().anyMatch(send -> !send.sync),
                    "%s was sent in sync mode, and rows of it are in quarantine",
                    load);
            committed(tableId, load);
        }
        commits++;
    }

    /** Where the next load begins: loads are in order in both, but one may be in quarantine as a whole. */
    private Deque<Long> next(long tableId, Deque<Long> left, Deque<Long> refused) {
        if (left.isEmpty() || refused.isEmpty()) {
            return left.isEmpty() ? refused : left;
        }
        if (Load.placeOf(refused.element()) > 0) {
            return left;
        }
        int leftOrder = order(tableId, loads.get(Load.numberOf(left.element())));
        int refusedOrder = order(tableId, loads.get(Load.numberOf(refused.element())));
        return refusedOrder >= 0 && refusedOrder < leftOrder ? refused : left;
    }

    /** The first of its sends that may have followed what the table had before, or -1. */
    private int order(long tableId, Load load) {
        int after = lastOrder.getOrDefault(tableId, -1);
        return load.sends.stream()
                .mapToInt(send -> send.number)
                .filter(number -> number > after)
                .min()
                .orElse(-1);
    }

    private void committed(long tableId, Load load) {
        require(load.tableId == tableId, "%s is in table %d", load, tableId);
        require(load.commit < 0, "%s is committed twice, in commits %d and %d", load, load.commit, commits);
        require(!load.isRefused(), "%s was refused and is committed", load);
        load.commit = commits;
        int order = order(tableId, load);
        require(
                order >= 0,
                "%s comes after one that was sent later (send %d)",
                load,
                lastOrder.getOrDefault(tableId, -1));
        lastOrder.put(tableId, order);
        if (load.key != null) {
            for (Load other : load.key.variants) {
                require(other == load || (other.commit < 0 && !other.promised), "%s and %s have one key", load, other);
            }
        }
        if (load.txnId != 0) {
            label(load);
        }
    }

    /** Its label names the commit that it came with, and no other. */
    private void label(Load load) {
        String label = Long.toHexString(load.logEpoch) + "_" + load.txnId;
        Integer commit = commitOfLabel.putIfAbsent(label, load.commit);
        require(
                commit == null || commit == load.commit,
                "label %s names commits %d and %d",
                label,
                commit,
                load.commit);
        String other = labelOfCommit.putIfAbsent(load.commit, label);
        require(other == null || other.equals(label), "commit %d has labels %s and %s", load.commit, label, other);
    }

    void dropped(long tableId) {
        dropped.add(tableId);
        for (Load load : loads) {
            load.excused |= load.tableId == tableId;
        }
    }

    /** Everything that was promised for this table by now is in the engine. */
    void requireAllCommitted(long tableId, String why) {
        for (Load load : loads) {
            if (load.tableId == tableId && load.promised && !load.excused) {
                require(load.commit >= 0, "%s was promised and is not in the engine: %s", load, why);
            }
        }
    }

    void requireAllCommitted(String why) {
        for (Load load : loads) {
            if (load.promised && !load.excused) {
                require(load.commit >= 0, "%s was promised and is not in the engine: %s", load, why);
            }
        }
    }

    @FormatMethod
    void require(boolean holds, @FormatString String format, Object... values) {
        if (!holds) {
            throw violated(new Violation(String.format(format, values)));
        }
    }

    /** Keeps it, since what is thrown may be caught on its way through the committer. */
    private Violation violated(Violation found) {
        if (violation == null) {
            violation = found;
        }
        return found;
    }

    void requireNoViolation() {
        if (violation != null) {
            throw violation;
        }
    }
}
