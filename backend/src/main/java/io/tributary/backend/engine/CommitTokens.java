package io.tributary.backend.engine;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.SystemStore;
import io.tributary.engine.port.TableEngine;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether a transaction without a log took place on a server whose answer to its COMMIT was lost. Each writes a row of its own,
 * its token; whoever wants to know writes the same row: that succeeds only if the transaction has not written it, and then it cannot
 * land any more, however late the server gets to it. Any thread.
 */
public final class CommitTokens {
    /** Their space in the {@link io.tributary.engine.port.SystemStore}. */
    static final String SPACE = "tokens";

    /** What stands in the place of a token whose transaction cannot land any more. */
    private static final String SETTLED = "settled";

    /** For how long a statement waits for the answer. */
    static final long SETTLE_MILLIS_MAX = 15_000;

    /** Tokens that are needed no more which a transaction takes away with it. */
    private static final int REMOVED_AT_ONCE = 8;

    /** The last tokens that stay: a server that has gone back behind them lacks some. */
    private static final int KEPT = 16;

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final TableEngine home;
    private final RandomGenerator random;
    private final ConcurrentMap<TableEngine, Queue<String>> needless = new ConcurrentHashMap<>();

    /** @param home whose commits have no token: it is in this process */
    public CommitTokens(TableEngine home, RandomGenerator random) {
        this.home = home;
        this.random = random;
    }

    /** That of one transaction. */
    private final class Token {
        private final TableEngine engine;
        private final String name;

        private Token(TableEngine engine, String name) {
            this.engine = engine;
            this.name = name;
        }

        void write(EngineTransaction transaction) {
            transaction.putSystem(SPACE, name, "");
            Queue<String> old = needless();
            for (int i = 0; i < REMOVED_AT_ONCE && old.size() > KEPT; i++) {
                String each = old.poll();
                if (each == null) {
                    return;
                }
                transaction.removeSystem(SPACE, each);
            }
        }

        private Queue<String> needless() {
            return needless.computeIfAbsent(engine, any -> new ConcurrentLinkedQueue<>());
        }

        /** Nobody asks for it any more. */
        void settled() {
            needless().add(name);
        }

        /**
         * Finds out whether the transaction took place, which it does not any more after this. Blocks, while the server is down too.
         *
         * @param unknown what its commit has failed with, thrown again if nobody knows in time
         */
        boolean hasLanded(TributaryException unknown) {
            long untilNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(SETTLE_MILLIS_MAX);
            while (true) {
                try {
                    SystemStore store = engine.systemStore();
                    // What is there may be what this has written before, whose answer was lost as well.
                    boolean landed = !store.compareAndPut(SPACE, name, null, SETTLED)
                            && !store.get(SPACE, name).equals(Optional.of(SETTLED));
                    settled();
                    return landed;
                } catch (TributaryException e) {
                    if (System.nanoTime() - untilNanos >= 0
                            || Thread.currentThread().isInterrupted()) {
                        unknown.addSuppressed(e);
                        throw unknown;
                    }
                    LockSupport.parkNanos(PAUSE_NANOS);
                }
            }
        }
    }

    /**
     * Whether a server that was opened again has all transactions without a log whose commits it has answered last. Blocks.
     *
     * @param held the engine as this was given it, or null where nobody has it
     * @param opened the server's own
     * @throws LostEngineException where it has not: a failover has lost them
     */
    public void requireKept(@Nullable TableEngine held, TableEngine opened) {
        Queue<String> last = held == null ? null : needless.get(held);
        if (last == null || last.isEmpty()) {
            return;
        }
        List<String> names = List.copyOf(last);
        Set<String> there = opened.systemStore().list(SPACE).keySet();
        long missing = names.stream().filter(name -> !there.contains(name)).count();
        // One that was just taken away may come back, but none of these goes.
        if (missing > 0) {
            throw new LostEngineException("the server has gone back: of its last " + names.size()
                    + " commits beside group commit (statements, DDL and loads without a log) it lacks " + missing
                    + ", which nobody else has. Start this server again to go on without them: what the log holds is stored"
                    + " behind what is there");
        }
    }

    /** Begins a transaction for {@link #commit}, also where the engine itself has none. */
    public EngineTransaction begin(TableEngine in) {
        return in.keepsLoads() ? in.begin() : new LabelledTransaction(home, in, "tributary_t_" + newName());
    }

    private String newName() {
        return String.format("%013x%016x", System.currentTimeMillis(), random.nextLong());
    }

    /**
     * Commits a transaction, and where the answer is lost finds out whether it took place. Blocks.
     *
     * @param in the engine that it is in
     * @throws TributaryException {@code WRITE_CONFLICT} also where the answer was lost, and it has surely not taken place; {@code
     *     OUTCOME_UNKNOWN} where nobody knows in time
     */
    public void commit(TableEngine in, EngineTransaction transaction) {
        if (in == home || !in.keepsLoads()) {
            transaction.commit();
            return;
        }
        Token token = new Token(in, newName());
        token.write(transaction);
        try {
            transaction.commit();
            token.settled();
        } catch (TributaryException e) {
            if (e.code() != ErrorCode.OUTCOME_UNKNOWN) {
                throw e;
            }
            // Its connection is of no use, and may hold what the answer needs.
            transaction.close();
            if (!token.hasLanded(e)) {
                if (e.getCause() instanceof TributaryException told && told.code() == ErrorCode.ENGINE) {
                    // No answer was lost: the server has refused it, and once more would not help.
                    throw told;
                }
                throw new TributaryException(
                        ErrorCode.WRITE_CONFLICT,
                        "Deadlock found when trying to get lock; try restarting transaction: the server's answer to its"
                                + " commit was lost, and it has not taken place: " + e.getMessage(),
                        e);
            }
        }
    }
}
