package io.tributary.test.crash;

import io.tributary.test.crash.FaultyLink.Way;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;

/** What happens between a frontend and its backend, and for how long. */
enum LinkFault {
    /** Refused and reset. */
    CUT(200, 2_000) {
        @Override
        void begin(Cluster cluster) {
            cluster.link().cut();
        }
    },
    /** Some 200 rows a second have room. */
    SLOW(2_000, 4_000) {
        @Override
        void begin(Cluster cluster) {
            cluster.link().slow(200_000);
        }
    },
    HELD(500, 4_000) {
        @Override
        void begin(Cluster cluster) {
            cluster.link().hold(EnumSet.allOf(Way.class));
        }
    },
    HELD_TO_BACKEND(500, 4_000) {
        @Override
        void begin(Cluster cluster) {
            cluster.link().hold(Set.of(Way.TO_BACKEND));
        }
    },
    HELD_TO_FRONTEND(500, 4_000) {
        @Override
        void begin(Cluster cluster) {
            cluster.link().hold(Set.of(Way.TO_FRONTEND));
        }
    },
    /** A black hole that lasts until another connection has been lost in it. */
    SWALLOWED(14_000, 18_000) {
        @Override
        void begin(Cluster cluster) {
            cluster.link().swallow(EnumSet.allOf(Way.class));
        }
    },
    SWALLOWED_TO_BACKEND(500, 18_000) {
        @Override
        void begin(Cluster cluster) {
            cluster.link().swallow(Set.of(Way.TO_BACKEND));
        }
    },
    SWALLOWED_TO_FRONTEND(500, 18_000) {
        @Override
        void begin(Cluster cluster) {
            cluster.link().swallow(Set.of(Way.TO_FRONTEND));
        }
    },
    FRONTEND_NOT_TOLD(0, 100) {
        @Override
        void begin(Cluster cluster) {
            cluster.link().endUntold(Way.TO_BACKEND);
        }
    },
    BACKEND_NOT_TOLD(0, 100) {
        @Override
        void begin(Cluster cluster) {
            cluster.link().endUntold(Way.TO_FRONTEND);
        }
    },
    /** Shorter than the frontend's patience; a stop that is longer is {@link NetworkIT}'s own. */
    STOPPED(500, 3_000) {
        @Override
        void begin(Cluster cluster) throws IOException, InterruptedException {
            cluster.signal("STOP");
        }

        @Override
        void end(Cluster cluster) throws IOException, InterruptedException {
            cluster.signal("CONT");
        }
    },
    KILLED(0, 1_000) {
        @Override
        void begin(Cluster cluster) {
            cluster.kill();
        }

        @Override
        void end(Cluster cluster) {
            cluster.start();
        }
    };

    private final int millisMin;
    private final int millisMax;

    LinkFault(int millisMin, int millisMax) {
        this.millisMin = millisMin;
        this.millisMax = millisMax;
    }

    abstract void begin(Cluster cluster) throws IOException, InterruptedException;

    void end(Cluster cluster) throws IOException, InterruptedException {
        cluster.link().heal();
    }

    int millis(Random random) {
        return millisMin + random.nextInt(millisMax - millisMin);
    }
}
