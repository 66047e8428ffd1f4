package io.tributary.backend.simulation;

import io.tributary.backend.batch.Failpoint;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.engine.port.FakeEngine.Fate;
import io.tributary.log.MemoryWalDirectory.Operation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * What goes wrong next. Everything that leaves the core, an operation of the disk, a call of the engine, an answer, is an
 * event at which the process may die; a dead one reaches nothing any more.
 */
final class Faults {
    /** Operations of the disk that may fail; a failure of any other is one of these. */
    private static final List<Operation> FAILING = List.of(
            Operation.CREATE,
            Operation.OPEN,
            Operation.RENAME,
            Operation.DELETE,
            Operation.SYNC,
            Operation.LOOK,
            Operation.READ,
            Operation.WRITE,
            Operation.WRITE,
            Operation.TRUNCATE,
            Operation.FORCE,
            Operation.FORCE);

    /** How the names of events begin. */
    private static final List<String> KINDS = kinds();

    private final Random random;
    private final Trace trace;
    private String deathKind = "";
    private int deathIn = -1;
    private @Nullable Operation failing;
    private int failIn;
    private boolean failOn;
    private long stuckTableId;
    private Mood mood = Mood.WELL;
    private boolean dead;
    /** Draws the commits whose connections are dead; null where none is any more, or the engine is in the process. */
    private @Nullable Random late;
    /** How often an operation of a disk was made to fail. */
    int diskFailures;
    /** How many of these were forces: such a one has lost what was written before. */
    int forceFailures;
    /** How often the engine refused a table or was away. */
    int engineFailures;

    /** How the engine answers. */
    enum Mood {
        WELL,
        /** Every second commit meets a conflict. */
        CONFLICTS,
        /** Commits fail, or succeed and their answer is lost, by chance. */
        MOODY,
        /** Nothing gets through. */
        AWAY
    }

    Faults(Random random, Trace trace) {
        this.random = random;
        this.trace = trace;
    }

    /** The process dies at one of the next events, or at one of the next of some kind: rare ones get their share. */
    void dieSoon() {
        deathKind = random.nextBoolean() ? "" : KINDS.get(random.nextInt(KINDS.size()));
        deathIn = random.nextInt(deathKind.isEmpty() ? 30 : 3);
        trace.add("to die in %d events %s", deathIn, deathKind);
    }

    private static List<String> kinds() {
        List<String> kinds = new ArrayList<>(
                List.of("answer", "engine commit", "question", "statement behind", "barrier is", "table is dropped"));
        for (Failpoint.Point point : Failpoint.Point.values()) {
            kinds.add(point.text());
        }
        for (Operation operation : Operation.values()) {
            kinds.add(operation.name());
        }
        return List.copyOf(kinds);
    }

    /** Some operation of the disk fails soon: once, or from then on until a restart. */
    void failDisk() {
        failing = FAILING.get(random.nextInt(FAILING.size()));
        failIn = random.nextInt(4);
        failOn = random.nextInt(4) == 0;
        trace.add("disk is to fail at %s in %d %s", failing, failIn, failOn ? "and on" : "");
    }

    void mood(Mood next) {
        mood = next;
        trace.add("engine is %s", next);
    }

    boolean isEngineAway() {
        return mood == Mood.AWAY;
    }

    /** Nothing gets into this table, as if a statement that does not end were in its way; 0 for none. */
    void stick(long tableId) {
        stuckTableId = tableId;
        trace.add("table %d is stuck", tableId);
    }

    void append(long tableId) {
        if (tableId == stuckTableId) {
            engineFailures++;
            throw new TributaryException(ErrorCode.WRITE_CONFLICT, "seeded: table " + tableId + " is stuck");
        }
    }

    /** Returns how many failures there were of the disks and the engine. */
    int failures() {
        return diskFailures + engineFailures;
    }

    /** The engine is a server, which may finish commits that nobody hears of; drawn from this. */
    void playServer(Random lateCommits) {
        late = lateCommits;
    }

    /** Nothing goes wrong from now on. */
    void calm() {
        late = null;
        stuckTableId = 0;
        deathIn = -1;
        failing = null;
        mood = Mood.WELL;
    }

    void born() {
        dead = false;
    }

    /** The process is dead, if it was not. */
    void kill() {
        dead = true;
        deathIn = -1;
        failing = null;
    }

    boolean isDead() {
        return dead;
    }

    /** Something leaves the core. */
    void event(String what) {
        if (dead) {
            throw new Death(what);
        }
        if (deathIn >= 0 && what.startsWith(deathKind) && deathIn-- == 0) {
            trace.add("    dies: %s", what);
            kill();
            throw new Death(what);
        }
    }

    void disk(Operation operation, String name) throws IOException {
        event(operation + " " + name);
        trace.add("      %s %s", operation, name);
        if (operation == failing && failIn-- <= 0) {
            if (!failOn) {
                failing = null;
            }
            diskFailures++;
            forceFailures += operation == Operation.FORCE ? 1 : 0;
            trace.add("      fails: %s %s", operation, name);
            throw new IOException("seeded failure of " + operation + " " + name);
        }
    }

    /** A commit has reached the engine. */
    Fate fate() {
        event("engine commit");
        if (late != null && mood != Mood.AWAY && late.nextInt(4) == 0) {
            trace.add("    its connection is dead");
            return Fate.COME_LATER;
        }
        return switch (mood) {
            case WELL -> Fate.COMMIT;
            case CONFLICTS -> random.nextBoolean() ? Fate.CONFLICT : Fate.COMMIT;
            case MOODY ->
                switch (random.nextInt(4)) {
                    case 0 -> Fate.CONFLICT;
                    case 1 -> Fate.COMMIT_AND_LOSE_ANSWER;
                    default -> Fate.COMMIT;
                };
            case AWAY -> throw away();
        };
    }

    /** Begins, or fails, or the process ends in it. */
    void checkpoint() {
        event("checkpoint");
        if (mood != Mood.WELL && random.nextBoolean()) {
            engineFailures++;
            throw new TributaryException(ErrorCode.ENGINE, "seeded: the checkpoint fails");
        }
    }

    /** The engine is asked, outside of a commit. */
    void ask() {
        event("question to the engine");
        if (mood == Mood.AWAY || (mood == Mood.MOODY && random.nextInt(4) == 0)) {
            throw away();
        }
    }

    private TributaryException away() {
        engineFailures++;
        return new TributaryException(ErrorCode.ENGINE, "seeded: the engine is away");
    }
}
