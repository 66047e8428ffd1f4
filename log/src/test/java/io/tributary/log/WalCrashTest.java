package io.tributary.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.testing.Seeds;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Logs that die at any moment, live on, recycle their files many times, and must never forget, repeat or mix up. */
class WalCrashTest {
    private static final int SEEDS = 150;
    private static final int LIVES = 6;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    @Test
    void whateverAPowerLossLeavesEveryForcedRecordIsThereAndNoneIsFromThePast() throws IOException {
        int recycled = 0;
        int[] seeds = Seeds.of(WalCrashTest.class, SEEDS);
        for (int seed : seeds) {
            recycled += new History(seed).run();
        }
        assertThat(recycled).as("segments in files of earlier ones").isGreaterThanOrEqualTo((seeds.length - 1) * LIVES);
    }

    @Test
    void everyStepOfARollThatRecyclesMayBeTheLast() throws IOException {
        int[] seeds = Seeds.of(WalCrashTest.class, 12);
        int steps = 1;
        for (int step = 0; step < steps; step++) {
            for (int seed : seeds) {
                History history = new History(seed);
                steps = history.runUntil(step);
            }
        }
        assertThat(steps).as("writes, forces, renames, deletes and syncs").isGreaterThan(60);
    }

    /** One log through several lives, and what it must hold. */
    private static final class History {
        private final int seed;
        private final Random random;
        /** Text by LSN, of the life at hand and what it found. */
        private final TreeMap<Long, String> written = new TreeMap<>();

        private final Deque<Runnable> preparations = new ArrayDeque<>();
        private final WalOptions options;
        private final LongSupplier salts;
        private MemoryWalDirectory disk = new MemoryWalDirectory();
        private long forced;
        private long truncated;
        private int texts;
        private int recycled;
        private int operation;

        /** What the disk was when it crashed, and what was promised by then. */
        private @Nullable Crash crash;

        private record Crash(MemoryWalDirectory disk, long forced, long truncated, TreeMap<Long, String> written) {}

        History(int seed) {
            this.seed = seed;
            this.random = Seeds.random(seed);
            this.options = new WalOptions(4096, random.nextInt(4));
            // With a salt that never changes, segment id and LSN alone must tell old records from new ones.
            Random saltRandom = new Random(seed);
            this.salts = seed % 2 == 0 ? () -> 7 : saltRandom::nextLong;
        }

        int run() throws IOException {
            for (int life = 0; life < LIVES; life++) {
                // One life in four dies while it is being opened.
                crashBefore(random.nextInt(random.nextInt(4) == 0 ? 12 : 150));
                SegmentedLog wal = begin();
                for (int step = 20 + random.nextInt(60); step > 0; step--) {
                    step(wal);
                }
                continueAfterCrash();
            }
            begin();
            return recycled;
        }

        /** A fixed script that crashes before this operation; returns how many operations there are. */
        int runUntil(int crashStep) throws IOException {
            crashBefore(crashStep);
            SegmentedLog wal = begin();
            for (int i = 0; i < 24; i++) {
                append(wal, 1000);
                if (i % 2 == 0) {
                    wal.force();
                    forced = wal.forcedLsn();
                }
                if (i % 4 == 3) {
                    truncated = Math.max(1, forced - 2);
                    wal.truncateBefore(truncated);
                }
            }
            int operations = operation;
            continueAfterCrash();
            crashBefore(random.nextInt(6));
            begin();
            continueAfterCrash();
            SegmentedLog next = begin();
            for (int i = 0; i < 7; i++) {
                append(next, 900);
            }
            next.force();
            forced = next.forcedLsn();
            continueAfterCrash();
            begin();
            return operations;
        }

        private void step(SegmentedLog wal) throws IOException {
            switch (random.nextInt(8)) {
                case 0, 1, 2, 3 -> append(wal, random.nextInt(40) == 0 ? 6000 : random.nextInt(1500));
                case 4, 5 -> {
                    wal.force();
                    forced = wal.forcedLsn();
                }
                case 6 -> {
                    long before = Math.max(1, forced - random.nextInt(6));
                    truncated = Math.max(truncated, before);
                    wal.truncateBefore(before);
                }
                default -> {
                    Runnable preparation = preparations.poll();
                    if (preparation != null) {
                        preparation.run();
                    }
                }
            }
            forced = wal.forcedLsn();
        }

        private void append(SegmentedLog wal, int bytes) throws LogFailedException {
            String text = "text " + ++texts + " " + "x".repeat(bytes);
            long spares = wal.spareCount();
            written.put(wal.nextLsn(), text);
            wal.append((byte) 1, NOTHING, NOTHING, ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)));
            recycled += wal.spareCount() < spares ? 1 : 0;
        }

        /** Takes what a crash would leave before this operation on the disk; the doomed life goes on meanwhile. */
        private void crashBefore(int step) {
            operation = 0;
            disk.beforeEach(() -> {
                if (operation++ == step) {
                    crash = crashNow();
                }
            });
        }

        private Crash crashNow() {
            MemoryWalDirectory left =
                    random.nextInt(3) == 0 ? disk.afterKill() : disk.afterPowerLoss(new Random(random.nextLong()));
            return new Crash(left, forced, truncated, new TreeMap<>(written));
        }

        private void continueAfterCrash() {
            Crash left = crash == null ? crashNow() : crash;
            crash = null;
            disk = left.disk();
            forced = left.forced();
            truncated = left.truncated();
            written.clear();
            written.putAll(left.written());
            preparations.clear();
        }

        /** Opens the log, checks all that is in it, and begins a life. */
        private SegmentedLog begin() throws IOException {
            int mood = random.nextInt(3);
            Executor preparer = mood == 0 ? Runnable::run : mood == 1 ? preparations::add : task -> {};
            SegmentedLog wal = SegmentedLog.open(disk, options, salts, preparer);
            List<Long> lsns = new ArrayList<>();
            wal.replay(record -> {
                assertThat(SegmentedLogTest.text(record))
                        .as("seed %d lsn %d", seed, record.lsn())
                        .isEqualTo(written.get(record.lsn()));
                lsns.add(record.lsn());
            });
            assertThat(lsns).as("seed %d: once each, in order", seed).isSorted().doesNotHaveDuplicates();
            for (long lsn : written.tailMap(truncated, true).keySet()) {
                if (lsn <= forced) {
                    assertThat(lsns)
                            .as("seed %d: forced up to %d", seed, forced)
                            .contains(lsn);
                }
            }
            if (!lsns.isEmpty()) {
                assertThat(written.subMap(lsns.get(0), true, lsns.get(lsns.size() - 1), true))
                        .as("seed %d: no gap", seed)
                        .hasSize(lsns.size());
            }
            written.keySet().retainAll(lsns);
            // Whoever read a record acts on it, so from now on it must stay.
            forced = Math.max(forced, wal.lastLsn());
            wal.tryBegin(Math.max(wal.lastLsn(), forced) + 1 + random.nextInt(2));
            return wal;
        }
    }
}
