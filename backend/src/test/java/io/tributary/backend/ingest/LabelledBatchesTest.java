package io.tributary.backend.ingest;

import static io.tributary.backend.ingest.World.OTHER;
import static io.tributary.backend.ingest.World.TABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.backend.batch.Failpoint;
import io.tributary.backend.record.BegunBatches;
import io.tributary.backend.record.PartialRecovery;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.engine.port.FakeEngine;
import io.tributary.engine.port.FakeLabelledEngine;
import io.tributary.engine.port.FakeLabelledEngine.Fate;
import io.tributary.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Batches of an engine without transactions, which knows labels: its tables are there, positions are at home. */
class LabelledBatchesTest {
    private static final int SEEDS = 300;
    private static final int STEPS = 100;
    private static final List<Fate> FATES = List.of(Fate.values());
    private static final List<FakeEngine.Fate> FATES_AT_HOME = FakeEngine.Fate.inProcess();

    private final World world = new World();
    private final FakeLabelledEngine server = new FakeLabelledEngine();

    @BeforeEach
    void standForTheServer() {
        world.engine.standFor(server);
    }

    /** Goes on past the waits between attempts. */
    private void goOn() {
        for (int i = 0; i < 8; i++) {
            world.settle();
            world.advanceMillis(11_000);
        }
        world.settle();
    }

    /** Seals what is open, and tries it once. */
    private void attempt() {
        world.settle();
        world.advanceMillis(11_000);
        world.settle();
    }

    private void failAt(Failpoint.Point at) {
        world.failpoint = point -> {
            if (point == at) {
                throw new TributaryException(ErrorCode.ENGINE, "failpoint " + at);
            }
        };
    }

    @Test
    void aBatchIsSentUnderALabelOfItsOwnAndItsPositionIsKeptAtHome() {
        World.Answer first = world.sync(TABLE, 1, 2);
        goOn();
        World.Answer second = world.sync(TABLE, 3);
        goOn();

        assertThat(first.heard).containsExactly("visible");
        assertThat(second.heard).containsExactly("visible");
        assertThat(server.rows(TABLE)).containsExactly(1L, 2L, 3L);
        assertThat(server.labels()).hasSize(2).allMatch(label -> label.matches("tributary_[0-9a-f]+_7_[0-9]+"));
        assertThat(world.engine.rows(TABLE)).isEmpty();
        assertThat(world.engine.systemStore().list("begun")).isEmpty();
        world.kill();
        world.recover();
        assertThat(server.sent()).isEqualTo(2);
    }

    @Test
    void whoeverEndsBetweenTwoStepsSendsTheSameAgain() {
        for (Failpoint.Point at : List.of(Failpoint.Point.BEFORE_ENGINE_COMMIT, Failpoint.Point.IN_ENGINE_COMMIT)) {
            failAt(at);
            world.async(TABLE, 1, 2);
            attempt();
            world.kill();
            world.failpoint = Failpoint.NONE;
            world.recover();
        }

        assertThat(server.rows(TABLE)).containsExactly(1L, 2L, 1L, 2L);
        assertThat(server.labels()).hasSize(2);
    }

    @Test
    void aBatchThatComesLaterThanAnybodyWaitsIsThereOnce() {
        server.decide(() -> Fate.COME_LATER);
        world.async(TABLE, 1, 2);
        attempt();
        assertThat(server.sent()).isEqualTo(1);
        world.kill();
        server.arrive();
        world.async(TABLE, 3);
        server.decide(() -> Fate.APPLY);
        goOn();

        assertThat(server.rows(TABLE)).containsExactly(1L, 2L, 3L);
    }

    @Test
    void aRefusedRowIsInQuarantineOnceHoweverOftenTheRestIsSent() {
        server.refuseValues(2L);
        failAt(Failpoint.Point.IN_ENGINE_COMMIT);
        world.async(TABLE, 1, 2, 3);
        goOn();
        assertThat(server.rows(TABLE)).containsExactly(1L, 3L);
        assertThat(world.engine.quarantined()).hasSize(1);
        world.failpoint = Failpoint.NONE;
        goOn();

        world.kill();
        world.recover();
        goOn();

        assertThat(server.rows(TABLE)).containsExactly(1L, 3L);
        assertThat(world.engine.quarantined()).hasSize(1);
        assertThat(world.engine.quarantined().get(0).json()).isEqualTo("{\"v\":2}");
        assertThat(server.labels()).hasSize(1);
    }

    @Test
    void aSyncLoadWithARefusedRowFailsAsAWhole() {
        server.refuseValues(2L);
        World.Answer refused = world.sync(TABLE, 2, 5);
        World.Answer other = world.sync(TABLE, 1);
        attempt();

        assertThat(refused.heard).containsExactly("refused CONSTRAINT_VIOLATED");
        assertThat(other.heard).containsExactly("visible");
        assertThat(server.rows(TABLE)).containsExactly(1L);
        assertThat(world.engine.quarantined()).isEmpty();
    }

    @Test
    void rowsThatAreRefusedLaterJoinThoseThatAreLeftOut() {
        server.refuseValues(2L);
        failAt(Failpoint.Point.IN_ENGINE_COMMIT);
        server.decide(() -> Fate.FAIL);
        world.async(TABLE, 1, 2, 3, 4);
        server.decide(new Once(Fate.APPLY, Fate.APPLY, Fate.FAIL));
        goOn();
        world.kill();
        world.failpoint = Failpoint.NONE;
        server.refuseValues(2L, 4L);
        server.decide(() -> Fate.APPLY);
        world.recover();
        goOn();

        assertThat(world.engine.quarantined()).extracting(row -> row.json()).doesNotHaveDuplicates();
        List<Long> all = new ArrayList<>(server.rows(TABLE));
        world.engine
                .quarantined()
                .forEach(row -> all.add(Long.valueOf(row.json().replaceAll("\\D", ""))));
        assertThat(all).containsExactlyInAnyOrder(1L, 2L, 3L, 4L);
    }

    /** Some fates in their order, the last for ever. */
    private static final class Once implements Supplier<Fate> {
        private final Fate[] fates;
        private int next;

        Once(Fate... fates) {
            this.fates = fates;
        }

        @Override
        public Fate get() {
            return fates[Math.min(next++, fates.length - 1)];
        }
    }

    @Test
    void keysAreKeptWithThePositionAndARepetitionIsKnownBehindACrash() {
        failAt(Failpoint.Point.IN_ENGINE_COMMIT);
        world.keyed("k", false, 1);
        attempt();
        world.kill();
        world.failpoint = Failpoint.NONE;
        World.Answer again = world.keyed("k", true, 1);
        goOn();

        assertThat(again.heard).containsExactly("repeated visible");
        assertThat(server.rows(TABLE)).containsExactly(1L);
        assertThat(world.engine.keptKeys()).hasSize(1);
    }

    /** What a tool has sent ends where the tool was told to end: the next start sends that again, and then the rest. */
    @Test
    void aBatchThatWasBegunInPartIsEndedInPartAndTheRestIsAnother() throws Exception {
        server.decide(() -> Fate.FAIL);
        world.async(TABLE, 1);
        world.async(TABLE, 2);
        world.async(OTHER, 3);
        world.async(TABLE, 4);
        world.agent().doWork();
        world.kill();
        List<Long> positions = new ArrayList<>();
        new LoggedLoads(world).loads().forEach((position, load) -> {
            if (load.values().contains(2L)) {
                positions.add(position);
            }
        });
        server.decide(() -> Fate.COME_LATER);
        assertThatThrownBy(() -> partially(positions.get(0))).hasMessageContaining("connection lost");
        server.arrive();
        server.decide(() -> Fate.APPLY);
        assertThatThrownBy(() -> partially(positions.get(0) - 1)).hasMessageContaining("is not sent again");

        world.recover();
        goOn();

        assertThat(server.rows(TABLE)).containsExactly(1L, 2L, 4L);
        assertThat(server.rows(OTHER)).containsExactly(3L);
        assertThat(server.labels()).hasSize(3);
        world.kill();
        world.recover();
        assertThat(server.labels()).hasSize(3);
    }

    private void partially(long lastLsn) throws Exception {
        var unused =
                PartialRecovery.upTo(lastLsn, world.disk, world.engine, world, world.quarantine(), () -> world.txnIds
                        .tryNext()
                        .orElseThrow());
    }

    @Test
    void aBatchWhoseLabelMayBeForgottenIsNotSentAgain() {
        server.knowFor(60_000);
        server.decide(() -> Fate.APPLY_AND_LOSE_ANSWER);
        failAt(Failpoint.Point.IN_ENGINE_COMMIT);
        world.async(TABLE, 1);
        attempt();
        world.kill();
        world.advanceMillis(60_000);
        world.failpoint = Failpoint.NONE;
        int sent = server.sent();
        goOn();

        assertThat(sent).isPositive();
        assertThat(server.sent()).isEqualTo(sent);
        assertThat(world.agent().recovering()).containsExactly(TABLE);
        assertThat(world.quarantine().whyWaiting()).contains("is not sent again: it was begun");
    }

    @Test
    void whoHasLookedSaysWhetherTheRowsAreThere() {
        failAt(Failpoint.Point.IN_ENGINE_COMMIT);
        server.decide(() -> Fate.FAIL);
        world.async(TABLE, 1);
        attempt();
        server.decide(() -> Fate.APPLY);
        world.async(OTHER, 2);
        attempt();
        world.kill();
        world.failpoint = Failpoint.NONE;
        server.knowFor(1);
        BegunBatches begun = new BegunBatches(world.engine);
        List<String> lines = begun.lines();
        assertThat(lines).hasSize(2);
        assertThatThrownBy(() -> begun.isThere("another")).hasMessageContaining("no batch another");

        for (String line : lines) {
            String label = line.substring(0, line.indexOf(' '));
            if (server.labels().contains(label)) {
                begun.isThere(label);
            } else {
                begun.isNotThere(label);
            }
        }
        world.advanceMillis(60_000);
        world.recover();

        assertThat(server.rows(TABLE)).containsExactly(1L);
        assertThat(server.rows(OTHER)).containsExactly(2L);
        assertThat(begun.lines()).isEmpty();
    }

    @Test
    void everyAcknowledgedRowIsThereOnceWhateverHappens() {
        for (int seed : Seeds.of(LabelledBatchesTest.class, SEEDS)) {
            new History(seed).run();
        }
    }

    private static final class History {
        private final int seed;
        private final Random random;
        private final World world = new World();
        private final FakeLabelledEngine server = new FakeLabelledEngine();
        private final List<World.Answer> answers = new ArrayList<>();
        private final List<Long> values = new ArrayList<>();
        private long next = 1;

        History(int seed) {
            this.seed = seed;
            random = Seeds.random(seed);
            world.engine.standFor(server);
            world.define(TABLE, "group_commit_data_bytes", String.valueOf(1 + random.nextInt(300)));
        }

        void run() {
            for (int step = 0; step < STEPS; step++) {
                step();
            }
            world.engine.decide(() -> FakeEngine.Fate.COMMIT);
            server.decide(() -> Fate.APPLY);
            world.kill();
            world.recover();
            server.arrive();
            List<Long> rows = new ArrayList<>(server.rows(TABLE));
            rows.addAll(server.rows(OTHER));
            assertThat(rows).as("seed %d", seed).doesNotHaveDuplicates();
            Set<Long> acknowledged = new TreeSet<>();
            for (int i = 0; i < answers.size(); i++) {
                List<String> heard = answers.get(i).heard;
                if (heard.contains("logged") || heard.contains("visible")) {
                    acknowledged.add(values.get(i));
                }
            }
            assertThat(new TreeSet<>(rows)).as("seed %d", seed).containsAll(acknowledged);
        }

        private void step() {
            switch (random.nextInt(12)) {
                case 0, 1, 2, 3 -> {
                    long table = random.nextBoolean() ? TABLE : OTHER;
                    values.add(next);
                    answers.add(random.nextBoolean() ? world.async(table, next) : world.sync(table, next));
                    next++;
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
                case 9 -> {
                    Fate fate = FATES.get(random.nextInt(FATES.size()));
                    server.decide(() -> fate);
                    FakeEngine.Fate atHome = FATES_AT_HOME.get(random.nextInt(FATES_AT_HOME.size()));
                    world.engine.decide(() -> random.nextInt(4) == 0 ? atHome : FakeEngine.Fate.COMMIT);
                }
                case 10 -> server.arrive();
                default -> {
                    if (random.nextInt(3) == 0) {
                        world.engine.decide(() -> FakeEngine.Fate.COMMIT);
                        if (random.nextBoolean()) {
                            world.kill();
                        } else {
                            world.restartOn(world.disk.afterPowerLoss(random));
                        }
                    }
                }
            }
        }
    }
}
