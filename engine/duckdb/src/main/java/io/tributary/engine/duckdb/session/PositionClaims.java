package io.tributary.engine.duckdb.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.engine.port.ConditionalPosition;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Which transaction moves which table's position in which log. One process has the file, so what a commit expects is compared
 * here, and costs no query. One entry a table and log. Any thread.
 *
 * <p>This is not what an owner of a log keeps of its positions: it follows the file alone, so that an owner who is wrong about
 * one is refused.
 */
public final class PositionClaims {
    /** A table in a log. */
    public record Place(long logEpoch, long tableId) {
        static Place of(ConditionalPosition position) {
            return new Place(position.batch().logEpoch(), position.batch().tableId());
        }
    }

    /** How a transaction has ended. */
    public enum End {
        COMMITTED,
        ROLLED_BACK,
        /** Its commit has not returned: the file is asked by the next one. */
        UNKNOWN
    }

    private static final class Held {
        long position;
        boolean isKnown = true;

        @Nullable
        Object by;
    }

    private final Object lock = new Object();

    @GuardedBy("lock")
    private final Map<Place, Held> places = new HashMap<>();

    @GuardedBy("lock")
    private long generation;

    /** What the file has when it is opened. */
    void found(Map<Place, Long> positions) {
        synchronized (lock) {
            positions.forEach((place, position) -> held(place).position = position);
        }
    }

    /** Sets the generation of the owner from now on. */
    public void generation(long now) {
        synchronized (lock) {
            generation = now;
        }
    }

    /**
     * Lets a transaction move these positions, and no other one until it has {@linkplain #ended ended}.
     *
     * @throws TributaryException WRITE_CONFLICT where it may not; it has none of them then
     */
    public void claim(Object transaction, DuckDbSession session, List<ConditionalPosition> positions)
            throws SQLException {
        synchronized (lock) {
            for (ConditionalPosition position : positions) {
                check(transaction, session, position);
            }
            positions.forEach(position -> held(Place.of(position)).by = transaction);
        }
    }

    @GuardedBy("lock")
    private void check(Object transaction, DuckDbSession session, ConditionalPosition position) throws SQLException {
        Place place = Place.of(position);
        if (position.generation() < generation) {
            throw refused(place, "its owner is of generation " + generation + ", not " + position.generation());
        }
        Held held = held(place);
        if (held.by != null && held.by != transaction) {
            throw refused(place, "another transaction is moving it");
        }
        if (!held.isKnown) {
            held.position = AppliedPositions.read(session, place.logEpoch(), place.tableId())
                    .orElse(ConditionalPosition.NONE);
            held.isKnown = true;
        }
        if (held.position != position.expected()) {
            throw refused(place, "it is " + held.position + ", not " + position.expected());
        }
        if (held.position >= position.batch().position()) {
            throw refused(
                    place,
                    "it is " + held.position + ", not below " + position.batch().position());
        }
    }

    private static TributaryException refused(Place place, String why) {
        return new TributaryException(
                ErrorCode.WRITE_CONFLICT,
                "position of table " + place.tableId() + " in log " + Long.toHexString(place.logEpoch()) + ": " + why);
    }

    public void ended(Object transaction, List<ConditionalPosition> claimed, End end) {
        synchronized (lock) {
            for (ConditionalPosition position : claimed) {
                Held held = places.get(Place.of(position));
                if (held != null && held.by == transaction) {
                    held.by = null;
                    held.isKnown = end != End.UNKNOWN;
                    held.position = end == End.COMMITTED ? position.batch().position() : held.position;
                }
            }
        }
    }

    void forget(LongPredicate dropped) {
        synchronized (lock) {
            places.keySet().removeIf(place -> dropped.test(place.tableId()));
        }
    }

    @GuardedBy("lock")
    private Held held(Place place) {
        return places.computeIfAbsent(place, missing -> new Held());
    }
}
