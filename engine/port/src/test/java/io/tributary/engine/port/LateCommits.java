package io.tributary.engine.port;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * What a server does with commits whose connections are dead: it finishes each when it likes, or drops it. Nobody hears of that. It
 * outlives the process that sent them. Guarded by the engine that plays the server.
 *
 * <p>A place is what several transactions may write: the position of a table in a log, a value of the system store.
 */
public final class LateCommits {
    /** How a server keeps two transactions from writing the same place. */
    public enum Concurrency {
        /** One server: who writes a place waits for whoever has written it, until that one has ended. */
        LOCKS,
        /** A cluster: the first commit wins, and the other is refused at its own. */
        CERTIFICATION
    }

    private final Concurrency concurrency;
    private final BooleanSupplier takesPlace;
    private final List<Late> late = new ArrayList<>();
    private final Map<List<Object>, Long> lastWrites = new HashMap<>();
    private long commits;

    private record Late(Writes writes, Runnable apply) {}

    /** The places that one transaction has written, each with the number of commits before. */
    static final class Writes {
        private final Map<List<Object>, Long> places = new HashMap<>();
    }

    /** @param takesPlace asked of each when it ends */
    LateCommits(Concurrency concurrency, BooleanSupplier takesPlace) {
        this.concurrency = concurrency;
        this.takesPlace = takesPlace;
    }

    /** A transaction writes a place; returns after those have ended that it has to wait for. */
    void write(Writes writes, Object... place) {
        List<Object> written = List.of(place);
        if (concurrency == Concurrency.LOCKS) {
            finish(each -> each.writes.places.containsKey(written));
        }
        writes.places.putIfAbsent(written, commits);
    }

    /** Whether another one has committed to a place of these since it was written. */
    boolean isOvertaken(Writes writes) {
        return writes.places.entrySet().stream()
                .anyMatch(place -> lastWrites.getOrDefault(place.getKey(), 0L) > place.getValue());
    }

    void committed(Writes writes) {
        commits++;
        writes.places.keySet().forEach(place -> lastWrites.put(place, commits));
    }

    /** The connection of this one is dead at its commit. */
    void add(Writes writes, Runnable apply) {
        late.add(new Late(writes, apply));
    }

    /** Another owner has it from now on: one server lets it wait for everybody who has asked who that is. */
    void newOwner() {
        if (concurrency == Concurrency.LOCKS) {
            finish(each -> true);
        }
    }

    /** All end. */
    void arrive() {
        finish(each -> true);
    }

    private void finish(Predicate<Late> which) {
        for (Late each : List.copyOf(late)) {
            if (which.test(each) && late.remove(each) && takesPlace.getAsBoolean() && !isOvertaken(each.writes)) {
                each.apply.run();
            }
        }
    }
}
