package io.tributary.backend.engine;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Commits that the engine was told to make and has not answered. Any thread; takes no lock. */
final class CommitsUnderWay {
    /** One that takes longer hangs, as far as anybody can tell. */
    static final long HANGING_MILLIS = 60_000;

    private final LongSupplier nanoClock;
    private final Set<Began> commits = ConcurrentHashMap.newKeySet();

    CommitsUnderWay(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    private static final class Began {
        final long nanos;

        Began(long nanos) {
            this.nanos = nanos;
        }
    }

    /** Runs what makes the engine commit. */
    void run(Runnable commit) {
        Began began = new Began(nanoClock.getAsLong());
        commits.add(began);
        try {
            commit.run();
        } finally {
            commits.remove(began);
        }
    }

    /** For how long the one that hangs longest has not been answered; 0: none hangs. */
    long hangingMillis() {
        long now = nanoClock.getAsLong();
        long longest = 0;
        for (Began commit : commits) {
            longest = Math.max(longest, now - commit.nanos);
        }
        long millis = TimeUnit.NANOSECONDS.toMillis(longest);
        return millis < HANGING_MILLIS ? 0 : millis;
    }
}
