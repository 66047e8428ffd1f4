package io.tributary.backend.ingest;

import static io.tributary.backend.ingest.World.TABLE;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.backend.ingest.answer.LoadListener;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.IdempotencyKey;
import io.tributary.engine.port.FakeEngine;
import io.tributary.engine.port.Rows;
import io.tributary.log.WalOptions;
import io.tributary.testing.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Loads with keys, repeated at random, through commits that fail, kills and power losses drawn from a seed: a load that was
 * acknowledged is there once after the next recovery, none is there twice, a repetition names the transaction of the
 * first, and whatever was sent to a process that lives on is answered once.
 */
class RepeatedLoadsHistoryTest {
    private static final int SEEDS = 400;
    private static final int STEPS = 150;
    private static final List<FakeEngine.Fate> FATES = FakeEngine.Fate.inProcess();

    static Stream<int[]> hundreds() {
        int[] seeds = Seeds.of(RepeatedLoadsHistoryTest.class, SEEDS);
        return IntStream.iterate(0, from -> from < seeds.length, from -> from + 100)
                .mapToObj(from -> Arrays.copyOfRange(seeds, from, Math.min(from + 100, seeds.length)));
    }

    @ParameterizedTest
    @MethodSource("hundreds")
    void aLoadTakesPlaceOnceHoweverOftenItIsSent(int[] seeds) {
        for (int seed : seeds) {
            new History(seed).run();
        }
    }

    private static final class History {
        private final int seed;
        private final Random random;
        private final World world = new World();
        /** Loads that were sent; the number is the key, and each row is made of it. */
        private int loads;

        private final Map<Integer, Long> acknowledged = new HashMap<>();
        private int sends;
        /** Sends without an answer that the process that runs now has taken. */
        private final Set<Integer> unanswered = new HashSet<>();

        History(int seed) {
            this.seed = seed;
            this.random = Seeds.random(seed);
            world.options = new IngestOptions(
                    2_000,
                    random.nextBoolean() ? 600 : 1 << 20,
                    new WalOptions(4096 + random.nextInt(4096), random.nextInt(3)),
                    0,
                    10_000,
                    10_000,
                    30_000);
        }

        void run() {
            for (int step = 0; step < STEPS; step++) {
                step();
                assertThat(world.engine.rows(TABLE)).as("seed %d: rows", seed).doesNotHaveDuplicates();
            }
            world.engine.decide(() -> FakeEngine.Fate.COMMIT);
            for (int i = 0; i < 10; i++) {
                world.advanceMillis(10_000);
                world.settle();
            }
            assertThat(unanswered).as("seed %d: sends without an answer", seed).isEmpty();
            world.kill();
            world.recover();
            List<Long> rows = world.engine.rows(TABLE);
            assertThat(rows).as("seed %d: rows", seed).doesNotHaveDuplicates();
            acknowledged.keySet().forEach(load -> assertThat(rows)
                    .as("seed %d: load %d", seed, load)
                    .containsAll(values(load)));
        }

        private void step() {
            switch (random.nextInt(12)) {
                case 0, 1, 2 -> send(loads++);
                case 3, 4 -> send(random.nextInt(Math.max(1, loads)));
                case 5, 6, 7 -> world.agent().doWork();
                case 8, 9 -> {
                    Runnable commit = world.commits.poll();
                    if (commit != null) {
                        commit.run();
                    }
                }
                case 10 -> {
                    boolean moody = random.nextInt(3) == 0;
                    world.engine.decide(() -> moody ? FATES.get(random.nextInt(FATES.size())) : FakeEngine.Fate.COMMIT);
                    world.advanceMillis(random.nextInt(12_000));
                }
                default -> {
                    if (random.nextInt(3) == 0) {
                        unanswered.clear();
                        world.restartOn(
                                random.nextBoolean() ? world.disk.afterKill() : world.disk.afterPowerLoss(random));
                    }
                }
            }
        }

        private void send(int load) {
            List<RowBlock> blocks = new ArrayList<>();
            values(load).forEach(value -> blocks.add(Rows.block(value)));
            IdempotencyKey key = new IdempotencyKey("load " + load, load, 0);
            int number = sends++;
            unanswered.add(number);
            boolean taken = world.agent()
                    .offer(new LoadTask(TABLE, 1, random.nextInt(3) == 0, blocks, key, new LoadListener() {
                        @Override
                        public void accepted(long logEpoch, long txnId, boolean visible) {
                            answered(number);
                            Long before = acknowledged.put(load, txnId);
                            assertThat(before == null || before == txnId)
                                    .as("seed %d: load %d in transactions %d and %d", seed, load, before, txnId)
                                    .isTrue();
                        }

                        @Override
                        public void refused(TributaryException error) {
                            answered(number);
                            assertThat(error.code())
                                    .as("seed %d: load %d", seed, load)
                                    .isNotEqualTo(ErrorCode.DUPLICATE_KEY);
                        }
                    }));
            if (!taken) {
                unanswered.remove(number);
            }
        }

        private void answered(int number) {
            assertThat(unanswered.remove(number))
                    .as("seed %d: send %d is answered once", seed, number)
                    .isTrue();
        }

        private static List<Long> values(int load) {
            List<Long> values = new ArrayList<>();
            for (int row = 0; row <= load % 3; row++) {
                values.add(10L * load + row);
            }
            return values;
        }
    }
}
