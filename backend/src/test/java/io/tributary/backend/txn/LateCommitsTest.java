package io.tributary.backend.txn;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.backend.batch.CommitTarget;
import io.tributary.backend.batch.TableLanes;
import io.tributary.backend.batch.TransactionHistory;
import io.tributary.backend.batch.TxnIds;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.FakeEngine;
import io.tributary.engine.port.FakeEngine.Fate;
import io.tributary.engine.port.LabelStore;
import io.tributary.engine.port.LateCommits;
import io.tributary.engine.port.Rows;
import io.tributary.testing.Seeds;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Commits without the log on a server that loses answers, and finishes what dead connections have sent later than anybody asks, or
 * never: whatever a client hears is true for ever.
 */
class LateCommitsTest {
    private static final int SEEDS = 300;
    private static final int STEPS = 40;
    private static final long TABLE = 7;

    /** What a client hears of a load: done, certainly not done, or that nobody knows. */
    private enum Heard {
        DONE,
        NOT_DONE,
        UNKNOWN
    }

    @Test
    void whatIsSaidOfACommitIsTrueHoweverLateTheServerGetsToIt() {
        Map<Heard, Integer> counts = new EnumMap<>(Heard.class);
        int late = 0;
        for (int seed : Seeds.of(LateCommitsTest.class, SEEDS)) {
            History history = new History(seed);
            history.run();
            history.loads.forEach(load -> counts.merge(load.heard, 1, Integer::sum));
            late += history.late;
        }
        assertThat(counts).containsOnlyKeys(Heard.values());
        assertThat(late).isPositive();
    }

    private record Sent(long value, Heard heard) {}

    private static final class History {
        private final int seed;
        private final Random random;
        private final FakeEngine home = new FakeEngine();
        private final FakeEngine server = new FakeEngine();
        private final TableSchema table = new TableSchema(
                TABLE,
                "db",
                "t",
                1,
                TableSchema.KeyModel.DUPLICATE,
                List.of(Column.of("v", ColumnType.of(ColumnType.Kind.BIGINT), false)),
                TableProperties.defaults(),
                TableSchema.Layout.none());
        private final List<Sent> loads = new ArrayList<>();
        private final TxnIds txnIds;
        private PrivateCommitter committer;
        private boolean isAway;
        /** Commits that took place after their connection was dead. */
        private int late;

        History(int seed) {
            this.seed = seed;
            random = Seeds.random(seed);
            home.standFor(server);
            LateCommits.Concurrency[] ways = LateCommits.Concurrency.values();
            server.playServer(ways[random.nextInt(ways.length)], () -> {
                boolean takesPlace = random.nextBoolean();
                late += takesPlace ? 1 : 0;
                return takesPlace;
            });
            server.decide(this::fate);
            server.beforeEachAppend(tableId -> arriveMaybe());
            server.beforeEachQuestion(this::ask);
            txnIds = TxnIds.open(home.systemStore(), 10, Runnable::run);
            committer = committer();
        }

        /** That of a process which begins. */
        private PrivateCommitter committer() {
            return new PrivateCommitter(
                    new CommitTarget(home, id -> id == TABLE ? table : null, new TableLanes()),
                    txnIds,
                    new KnownLoads(new Labels(new NoLabels(), 60, 1_000, () -> 1), new TransactionHistory()),
                    new Random(random.nextLong()),
                    1_000);
        }

        private Fate fate() {
            arriveMaybe();
            Fate[] fates = Fate.values();
            return random.nextBoolean() ? Fate.COMMIT : fates[random.nextInt(fates.length)];
        }

        private void arriveMaybe() {
            if (random.nextInt(4) == 0) {
                server.arrive();
            }
        }

        private void ask() {
            if (isAway) {
                // Who is interrupted does not wait until the server is back.
                Thread.currentThread().interrupt();
                throw new TributaryException(ErrorCode.ENGINE_DOWN, "away");
            }
            arriveMaybe();
        }

        void run() {
            for (int step = 0; step < STEPS; step++) {
                isAway = random.nextInt(6) == 0;
                loads.add(new Sent(step, send(step)));
                // It is there for whoever asks later.
                isAway = false;
                if (random.nextInt(8) == 0) {
                    committer = committer();
                }
            }
            server.arrive();

            for (Sent load : loads) {
                List<Long> rows = server.rows(TABLE).stream()
                        .filter(value -> value / 2 == load.value)
                        .toList();
                List<Long> all = List.of(2 * load.value, 2 * load.value + 1);
                switch (load.heard) {
                    case DONE -> assertThat(rows).as("seed %d, %s", seed, load).isEqualTo(all);
                    case NOT_DONE ->
                        assertThat(rows).as("seed %d, %s", seed, load).isEmpty();
                    case UNKNOWN ->
                        assertThat(rows).as("seed %d, %s", seed, load).isIn(List.of(), all);
                }
            }
        }

        private Heard send(long value) {
            try {
                committer.insert(new TableRows(table, List.of(Rows.block(2 * value, 2 * value + 1))), "");
                return Heard.DONE;
            } catch (TributaryException e) {
                return e.code() == ErrorCode.OUTCOME_UNKNOWN ? Heard.UNKNOWN : Heard.NOT_DONE;
            } finally {
                boolean unused = Thread.interrupted();
            }
        }
    }

    /** Nobody uses one. */
    private static final class NoLabels implements LabelStore {
        @Override
        public long moveFormer() {
            return 0;
        }

        @Override
        public long count() {
            return 0;
        }

        @Override
        public void read(Reader reader) {}

        @Override
        public Optional<UsedLabel> find(String name, long fromMillis, long untilMillis) {
            return Optional.empty();
        }

        @Override
        public long removeUntil(long millis, Set<String> except) {
            return 0;
        }
    }
}
