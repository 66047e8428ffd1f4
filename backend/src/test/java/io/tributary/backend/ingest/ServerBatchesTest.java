package io.tributary.backend.ingest;

import static io.tributary.backend.ingest.World.OTHER;
import static io.tributary.backend.ingest.World.TABLE;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.backend.engine.PositionGap;
import io.tributary.backend.record.LogOnServers;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.engine.port.FakeEngine;
import io.tributary.engine.port.FakeEngine.Fate;
import io.tributary.engine.port.LateCommits;
import io.tributary.log.WalOptions;
import io.tributary.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Batches of tables on a server beside the process's own engine, which may be away, also at a start, and finishes COMMITs of dead
 * connections later than anybody asks, or never. What is kept of a batch is on that server.
 */
class ServerBatchesTest {
    private static final int SEEDS = 300;
    private static final int STEPS = 100;
    private static final List<Long> TABLES = List.of(TABLE, OTHER);

    @Test
    void everyAcknowledgedRowIsThereOnceWhateverHappens() {
        int late = 0;
        int lost = 0;
        for (int seed : Seeds.of(ServerBatchesTest.class, SEEDS)) {
            History history = new History(seed);
            history.run();
            late += history.late;
            lost += history.lost;
        }
        assertThat(late).isPositive();
        assertThat(lost).isPositive();
    }

    /** A load of the rows {@code 2 * number} and {@code 2 * number + 1}. */
    private record Sent(long tableId, World.Answer answer) {}

    private static final class History {
        private final int seed;
        private final Random random;
        private final World world = new World();
        private final FakeEngine server = new FakeEngine();
        private final List<Sent> loads = new ArrayList<>();
        private boolean isAway;
        private boolean isCalm;
        /** Commits that took place after their connection was dead. */
        private int late;

        /** Commits that the server has lost. */
        private int lost;

        History(int seed) {
            this.seed = seed;
            random = Seeds.random(seed);
            world.options =
                    new IngestOptions(100_000, 1 << 20, new WalOptions(4096, 2, 1 << 24), 0, 10_000, 10_000, 30_000);
            world.engine.standFor(server);
            world.define(TABLE, "group_commit_data_bytes", String.valueOf(1 + random.nextInt(300)));
            LateCommits.Concurrency[] ways = LateCommits.Concurrency.values();
            server.playServer(ways[random.nextInt(ways.length)], () -> {
                boolean takesPlace = random.nextInt(3) > 0;
                late += takesPlace ? 1 : 0;
                return takesPlace;
            });
            server.mayGoBack();
            server.decide(this::fate);
            server.beforeEachAppend(tableId -> arriveMaybe(4));
            server.beforeEachQuestion(this::ask);
        }

        private Fate fate() {
            arriveMaybe(4);
            requireThere();
            Fate[] fates = Fate.values();
            return isCalm || random.nextBoolean() ? Fate.COMMIT : fates[random.nextInt(fates.length)];
        }

        private void ask() {
            requireThere();
            arriveMaybe(8);
        }

        private void requireThere() {
            if (isAway) {
                throw new TributaryException(ErrorCode.ENGINE_DOWN, "away");
            }
        }

        private void arriveMaybe(int calls) {
            if (random.nextInt(calls) == 0) {
                server.arrive();
            }
        }

        void run() {
            for (int step = 0; step < STEPS; step++) {
                arriveMaybe(20);
                step();
            }
            isCalm = true;
            isAway = false;
            restart();
            world.recover();
            server.arrive();
            check();
        }

        private void step() {
            switch (random.nextInt(13)) {
                case 0, 1, 2, 3 -> {
                    long table = TABLES.get(random.nextInt(TABLES.size()));
                    long first = 2L * loads.size();
                    loads.add(new Sent(
                            table,
                            random.nextBoolean()
                                    ? world.async(table, first, first + 1)
                                    : world.sync(table, first, first + 1)));
                }
                case 4, 5 -> world.agent().doWork();
                case 6 -> {
                    Runnable commit = world.commits.poll();
                    if (commit != null) {
                        commit.run();
                    }
                }
                case 7 -> world.settle();
                case 8 -> world.advanceMillis(random.nextInt(12_000));
                case 11 -> failOver();
                case 9, 10 -> isAway = random.nextInt(3) == 0;
                default -> {
                    if (random.nextInt(3) == 0) {
                        restart();
                    }
                }
            }
        }

        /** What takes over lacks the last commits, and knows nothing of connections; it is used once it has been given what it lacks. */
        private void failOver() {
            if (isAway || server.losable() == 0) {
                return;
            }
            server.arrive();
            Map<Long, Long> known = world.agent().onServers().positions();
            lost += server.goBack(1 + random.nextInt(Math.min(3, server.losable())));
            while (true) {
                try {
                    List<PositionGap> gaps = gaps(known);
                    if (gaps.isEmpty()) {
                        return;
                    }
                    LogOnServers.giveBack(List.of(world.agent().onServers()), server, gaps);
                } catch (TributaryException e) {
                    assertThat(e.code()).as("seed " + seed).isNotEqualTo(ErrorCode.SERVER_ERROR_READING_LOG);
                }
            }
        }

        private List<PositionGap> gaps(Map<Long, Long> known) {
            long epoch = world.agent().epoch();
            Map<Long, Long> found = server.systemStore().appliedPositions(epoch);
            return known.entrySet().stream()
                    .map(each -> new PositionGap(
                            epoch, each.getKey(), found.getOrDefault(each.getKey(), 0L), each.getValue()))
                    .filter(gap -> gap.from() < gap.to())
                    .toList();
        }

        /** It is another owner, as soon as the server is there. */
        private void restart() {
            if (random.nextBoolean()) {
                world.kill();
            } else {
                world.restartOn(world.disk.afterPowerLoss(random));
            }
            if (!isAway) {
                server.systemStore().raiseGeneration();
            }
        }

        private void check() {
            for (long table : TABLES) {
                List<Long> rows = server.rows(table);
                List<Long> whole = new ArrayList<>();
                for (int number = 0; number < loads.size(); number++) {
                    Sent load = loads.get(number);
                    List<String> heard = load.answer.heard;
                    boolean promised = heard.contains("logged") || heard.contains("visible");
                    boolean isOpen = heard.isEmpty() || heard.contains("refused OUTCOME_UNKNOWN");
                    if (load.tableId == table && (promised || (isOpen && rows.contains(2L * number)))) {
                        whole.add(2L * number);
                        whole.add(2L * number + 1);
                    }
                }
                assertThat(rows).as("seed %d, table %d", seed, table).isEqualTo(whole);
            }
        }
    }
}
