package io.tributary.test.sql;

import java.util.Iterator;
import java.util.function.Predicate;

/** Makes a query as small as it may be without losing what it shows. */
final class Shrinker {
    private Shrinker() {}

    /**
     * @param shows whether a smaller query still shows it
     * @param triesMax how often that may be asked
     */
    static Piece shrink(Piece query, int triesMax, Predicate<Piece> shows) {
        Piece smallest = query;
        Iterator<Piece> next = smallest.smaller().iterator();
        for (int tries = 0; tries < triesMax && next.hasNext(); tries++) {
            Piece candidate = next.next();
            if (shows.test(candidate)) {
                smallest = candidate;
                next = smallest.smaller().iterator();
            }
        }
        return smallest;
    }
}
