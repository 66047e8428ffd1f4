package io.tributary.backend.catalog.turn;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Tells who looks at a server's tables whether this process was changing some there meanwhile: then what was seen says nothing. Any
 * thread.
 */
public final class OwnDefinitions {
    @GuardedBy("this")
    private final Map<String, Place> places = new HashMap<>();

    private static final class Place {
        private int underWay;
        private long begun;
    }

    /** Runs what changes something at these places. */
    public void run(List<String> at, Runnable change) {
        begin(at);
        try {
            change.run();
        } finally {
            end(at);
        }
    }

    /** Changes at these places begin. */
    public synchronized void begin(List<String> at) {
        for (String name : at) {
            Place place = places.computeIfAbsent(name, missing -> new Place());
            place.underWay++;
            place.begun++;
        }
    }

    /** What {@link #begin} has told of is over, and what it has made is in the catalog. */
    public synchronized void end(List<String> at) {
        at.forEach(name -> places.computeIfAbsent(name, missing -> new Place()).underWay--);
    }

    /** Returns a number that is another one after the next change of a database; empty while one is under way. */
    public synchronized OptionalLong stamp(String database) {
        Place place = places.get(DefinitionTurns.placeOf(database));
        if (place == null) {
            return OptionalLong.of(0);
        }
        return place.underWay > 0 ? OptionalLong.empty() : OptionalLong.of(place.begun);
    }
}
