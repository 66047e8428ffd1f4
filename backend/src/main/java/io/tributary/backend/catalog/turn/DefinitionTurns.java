package io.tributary.backend.catalog.turn;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tributary.contract.calls.CatalogChange;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Lets changes of definitions go one after another at each place: a database on a server is one, everything in the embedded
 * engine together is one. So a server that hangs keeps only changes of its own databases waiting. Any thread.
 */
public final class DefinitionTurns {
    /** Where the definitions of the embedded engine are, accounts and variables too. */
    private static final String EMBEDDED = "";

    /** How long a change waits for others of its place, which have limits of their own. */
    private static final long WAIT_MILLIS_MAX = 60_000;

    private final Predicate<String> isOnServer;
    private final CatalogChange.PartialVisitor<List<String>> places = new Places();

    @GuardedBy("this")
    private final Set<String> taken = new HashSet<>();

    /** @param isOnServer whether a server has the tables of a database, as far as is known now */
    public DefinitionTurns(Predicate<String> isOnServer) {
        this.isOnServer = isOnServer;
    }

    /** A change's turn; it ends by {@link #close}. */
    public final class Turn implements AutoCloseable {
        private final List<String> places;

        private Turn(List<String> places) {
            this.places = places;
        }

        /** Nobody else is at these. */
        public List<String> places() {
            return places;
        }

        @Override
        public void close() {
            leave(places);
        }
    }

    /** Where something changes: whose names may be taken by it, or become free. */
    private final class Places implements CatalogChange.PartialVisitor<List<String>> {
        @Override
        public List<String> visitCreateDatabase(CatalogChange.CreateDatabase create) {
            return ofDatabase(create.database(), create.engine() != null);
        }

        @Override
        public List<String> visitDropDatabase(CatalogChange.DropDatabase drop) {
            return ofDatabase(drop.database(), isOnServer.test(drop.database()));
        }

        private List<String> ofDatabase(String database, boolean onServer) {
            return onServer ? List.of(placeOf(database)) : List.of(EMBEDDED, placeOf(database));
        }

        @Override
        public List<String> otherwise(CatalogChange change) {
            return List.of(isOnServer.test(change.database()) ? placeOf(change.database()) : EMBEDDED);
        }
    }

    /** Names that are equal but for their case cannot both be there. */
    public static String placeOf(String database) {
        return database.toLowerCase(Locale.ROOT);
    }

    /** Where a change would have its turn, as far as is known now; an empty name stands for the embedded engine. */
    public List<String> places(CatalogChange change) {
        return change.accept(places);
    }

    /**
     * Waits until nobody else is where this change is to be made.
     *
     * @throws TributaryException {@code LIMIT_OR_LOCK_WAIT}
     */
    public Turn of(CatalogChange change) {
        while (true) {
            Turn turn = at(places(change));
            if (places(change).equals(turn.places())) {
                return turn;
            }
            turn.close(); // Somebody has made or dropped the database meanwhile.
        }
    }

    /**
     * Runs something while nobody else is at these places.
     *
     * @throws TributaryException {@code LIMIT_OR_LOCK_WAIT}
     */
    public void run(List<String> places, Runnable body) {
        Turn turn = at(places);
        try {
            body.run();
        } finally {
            turn.close();
        }
    }

    private synchronized Turn at(List<String> places) {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(WAIT_MILLIS_MAX);
        try {
            while (!Collections.disjoint(taken, places)) {
                long millis = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
                if (millis <= 0) {
                    throw waited("for " + WAIT_MILLIS_MAX + " ms");
                }
                wait(millis);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw waited("until this one was interrupted");
        }
        taken.addAll(places);
        return new Turn(places);
    }

    private static TributaryException waited(String howLong) {
        return new TributaryException(
                ErrorCode.LIMIT_OR_LOCK_WAIT,
                "Lock wait timeout exceeded; another definition was changed there " + howLong
                        + "; nothing was done, try again later");
    }

    private synchronized void leave(List<String> places) {
        taken.removeAll(Set.copyOf(places));
        notifyAll();
    }
}
