package io.tributary.backend.ingest;

import static io.tributary.backend.ingest.World.OTHER;
import static io.tributary.backend.ingest.World.TABLE;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.backend.batch.Failpoint;
import io.tributary.backend.ingest.answer.LoadListener;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.engine.port.FakeEngine;
import io.tributary.engine.port.Rows;
import io.tributary.log.WalOptions;
import io.tributary.testing.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Loads, commits, barriers, failures, kills and power losses in an order drawn from a seed, against a model: every
 * acknowledged row is in the engine once after the next recovery, none is there twice, rows of a table are in log order,
 * and what was truncated behind a barrier never comes back.
 */
class RandomHistoryTest {
    private static final int SEEDS = 400;
    private static final int STEPS = 120;
    private static final List<FakeEngine.Fate> FATES = FakeEngine.Fate.inProcess();
    private static final List<Long> TABLES = List.of(TABLE, OTHER);

    static Stream<int[]> hundreds() {
        int[] seeds = Seeds.of(RandomHistoryTest.class, SEEDS);
        return IntStream.iterate(0, from -> from < seeds.length, from -> from + 100)
                .mapToObj(from -> Arrays.copyOfRange(seeds, from, Math.min(from + 100, seeds.length)));
    }

    @ParameterizedTest
    @MethodSource("hundreds")
    void everyAcknowledgedRowIsThereOnceWhateverHappens(int[] seeds) {
        for (int seed : seeds) {
            new History(seed).run();
        }
    }

    private static final class History {
        private final int seed;
        private final Random random;
        private final World world = new World();
        private final Map<Long, Set<Long>> acknowledged = new HashMap<>();
        private final Map<Long, Set<Long>> gone = new HashMap<>();
        private final List<CompletableFuture<Void>> barriers = new ArrayList<>();
        private long nextRow = 1;
        private int life;
        private boolean dying;

        History(int seed) {
            this.seed = seed;
            this.random = Seeds.random(seed);
            TABLES.forEach(table -> {
                acknowledged.put(table, new TreeSet<>());
                gone.put(table, new HashSet<>());
            });
            world.options = new IngestOptions(
                    2_000,
                    random.nextBoolean() ? 600 : 1 << 20,
                    new WalOptions(4096 + random.nextInt(4096), random.nextInt(3)),
                    0,
                    10_000,
                    10_000,
                    30_000);
            if (random.nextInt(4) == 0) {
                Executor queue = world.committers;
                world.committers = task -> {
                    if (random.nextInt(5) == 0) {
                        throw new RejectedExecutionException("seeded");
                    }
                    queue.execute(task);
                };
            }
            world.define(TABLE, "group_commit_data_bytes", String.valueOf(1 + random.nextInt(2_000)));
            world.define(OTHER, "group_commit_policy", random.nextBoolean() ? "interval" : "adaptive");
        }

        void run() {
            for (int step = 0; step < STEPS; step++) {
                step();
                check(false);
            }
            world.engine.decide(() -> FakeEngine.Fate.COMMIT);
            world.kill();
            world.recover();
            check(true);
        }

        private void step() {
            switch (random.nextInt(16)) {
                case 0, 1, 2, 3, 4 -> offer();
                case 5, 6, 7, 8 -> world.agent().doWork();
                case 9, 10 -> commitOne();
                case 11 -> world.advanceMillis(random.nextInt(12_000));
                case 12 -> engineMood();
                case 13 -> truncateTable();
                case 14 -> {
                    if (random.nextInt(3) == 0) {
                        crash();
                    }
                }
                default -> {
                    if (random.nextInt(4) == 0) {
                        var unused = world.agent().sync(TABLES);
                    }
                }
            }
        }

        private void offer() {
            long table = TABLES.get(random.nextInt(2));
            List<RowBlock> blocks = new ArrayList<>();
            List<Long> rows = new ArrayList<>();
            for (int block = random.nextInt(4) == 0 ? 3 : 1; block > 0; block--) {
                long[] values = new long[1 + random.nextInt(20)];
                for (int i = 0; i < values.length; i++) {
                    values[i] = nextRow++;
                    rows.add(values[i]);
                }
                blocks.add(Rows.block(values));
            }
            int offeredIn = life;
            boolean taken = world.agent()
                    .offer(new LoadTask(table, 1, random.nextInt(3) == 0, blocks, new LoadListener() {
                        @Override
                        public void accepted(long logEpoch, long txnId, boolean visible) {
                            assertThat(life)
                                    .as("seed %d: answer of a dead process", seed)
                                    .isEqualTo(offeredIn);
                            assertThat(Collections.disjoint(gone(table), rows)).isTrue();
                            acknowledged(table).addAll(rows);
                            if (visible) {
                                assertThat(missing(rows, table))
                                        .as("seed %d: visible", seed)
                                        .isEmpty();
                            }
                        }

                        @Override
                        public void refused(TributaryException error) {}
                    }));
            if (!taken) {
                var agent = world.agent();
                agent.onSpace(table, () -> {});
            }
        }

        private void commitOne() {
            Runnable commit = world.commits.poll();
            if (commit != null) {
                commit.run();
            }
        }

        private void engineMood() {
            int mood = random.nextInt(5);
            world.engine.decide(() -> switch (mood) {
                case 0 -> FATES.get(random.nextInt(FATES.size()));
                case 1 -> random.nextBoolean() ? FakeEngine.Fate.CONFLICT : FakeEngine.Fate.COMMIT;
                default -> FakeEngine.Fate.COMMIT;
            });
        }

        private void truncateTable() {
            long table = TABLES.get(random.nextInt(2));
            CompletableFuture<LogIngest.Barrier> barrier = world.agent().barrier(table);
            barriers.add(barrier.thenAccept(held -> {
                List<Long> rows = world.engine.rows(table);
                assertThat(missing(acknowledged(table), table))
                        .as("seed %d: barrier", seed)
                        .isEmpty();
                world.engine.clear(table);
                acknowledged(table).clear();
                gone(table).addAll(rows);
                held.close();
            }));
        }

        private void crash() {
            if (random.nextBoolean()) {
                dieAtTheForce();
            }
            // A commit in flight may reach the engine or not; either way its process is dead.
            if (random.nextBoolean()) {
                commitOne();
            }
            world.restartOn(random.nextBoolean() ? world.disk.afterKill() : world.disk.afterPowerLoss(random));
            life++;
            if (random.nextInt(3) == 0) {
                dieInRecovery();
            }
        }

        private void dieAtTheForce() {
            Failpoint.Point where = random.nextBoolean() ? Failpoint.Point.BEFORE_FORCE : Failpoint.Point.AFTER_FORCE;
            world.failpoint = point -> {
                if (dying && point == where) {
                    throw new Death();
                }
            };
            dying = true;
            try {
                offer();
                world.agent().doWork();
            } catch (Death death) {
                // Nothing of this process runs any more.
            } finally {
                dying = false;
            }
        }

        private void dieInRecovery() {
            int survive = random.nextInt(3);
            int[] passes = {0};
            world.failpoint = point -> {
                if (point == Failpoint.Point.IN_RECOVERY && passes[0]++ == survive) {
                    throw new Death();
                }
            };
            try {
                world.settle();
            } catch (Death death) {
                world.restartOn(random.nextBoolean() ? world.disk.afterKill() : world.disk.afterPowerLoss(random));
            } finally {
                world.failpoint = Failpoint.NONE;
            }
        }

        private void check(boolean everythingCommitted) {
            for (CompletableFuture<Void> barrier : barriers) {
                if (barrier.isCompletedExceptionally()) {
                    Throwable cause = barrier.handle((ok, error) -> error).join();
                    assertThat(cause).as("seed %d", seed).hasCauseInstanceOf(TributaryException.class);
                }
            }
            for (long table : TABLES) {
                List<Long> rows = world.engine.rows(table);
                for (int i = 1; i < rows.size(); i++) {
                    assertThat(rows.get(i)).as("seed %d: order", seed).isGreaterThan(rows.get(i - 1));
                }
                assertThat(Collections.disjoint(rows, gone(table)))
                        .as("seed %d: truncated rows", seed)
                        .isTrue();
                if (everythingCommitted) {
                    assertThat(missing(acknowledged(table), table))
                            .as("seed %d: lost rows", seed)
                            .isEmpty();
                }
            }
        }

        /** Those of these rows that the engine does not have. */
        private Set<Long> missing(Collection<Long> rows, long table) {
            Set<Long> missing = new TreeSet<>(rows);
            world.engine.rows(table).forEach(missing::remove);
            return missing;
        }

        private Set<Long> acknowledged(long table) {
            return acknowledged.computeIfAbsent(table, id -> new TreeSet<>());
        }

        private Set<Long> gone(long table) {
            return gone.computeIfAbsent(table, id -> new HashSet<>());
        }
    }

    /** The process dies at a failpoint. */
    private static final class Death extends RuntimeException {}
}
