package io.tributary.test.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.history.HistoryCheck;
import io.tributary.test.history.Operation;
import io.tributary.test.history.Outcome;
import io.tributary.test.history.Recorder;
import io.tributary.test.process.Sql;
import io.tributary.test.process.TributaryProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Writers in all modes and readers in all forms, whose operations are recorded while the server is killed by -9 and started
 * again: there is an order of the operations that explains everything that anybody saw. Rounds with one process and one log take
 * turns with rounds of two frontends and a backend with two logs, of which parents and children have one each.
 *
 * <p>Other rounds: {@code -Dtributary.histories.rounds=200 -Dtributary.histories.seed=7}; the table property {@code
 * group_commit_policy}: {@code -Dtributary.histories.policy=interval}. A history with a violation is kept in {@code
 * src/test/target/histories}.
 */
@Tag("crash")
@Timeout(value = 6, unit = TimeUnit.HOURS)
final class HistoriesIT {
    private static final int ROUNDS = Integer.getInteger("tributary.histories.rounds", 2);
    private static final String POLICY = System.getProperty("tributary.histories.policy", "adaptive");
    private static final String SEGMENTS = "wal_segment_bytes=" + (1 << 20);
    private static final int WRITERS_OF_A_KIND = 2;
    private static final int READERS = 4;
    private static final int KILLS_MAX = 2;
    private static final int LIFE_MILLIS_MIN = 800;
    private static final int LIFE_MILLIS_MAX = 2_500;
    private static final int END_SECONDS = 120;
    private static final int SHOWN_CHARS = 600;

    /** How long a label is, which ends with the epoch of the log. */
    private static final int LABEL_CHARS = "group_commit_".length() + 16 + 1 + 16;

    @TempDir
    private Path directory = Path.of("set by JUnit");

    private long operations;
    private long unknown;
    private long errors;
    private int kills;

    @Test
    void someOrderExplainsWhatEverybodySawWheneverTheServerIsKilled() throws Exception {
        long first = Long.getLong("tributary.histories.seed", System.nanoTime());
        System.out.println("crash histories seed " + first + " (repeat with -Dtributary.histories.seed=" + first + ")");
        for (int round = 0; round < ROUNDS; round++) {
            round(first + round);
            System.out.println("crash histories rounds=" + (round + 1) + " policy=" + POLICY + " kills=" + kills
                    + " operations=" + operations + " unknown=" + unknown + " errors=" + errors
                    + " last seed=" + (first + round));
        }
    }

    private void round(long seed) throws Exception {
        Random random = new Random(seed);
        Path place = Files.createDirectories(directory.resolve("round" + seed));
        boolean apart = Math.floorMod(seed, 2) == 1;
        try (HistoryServer server = apart
                ? new HistoryServer.Apart(place, SEGMENTS, HistoryServer.Apart.twoLogs(place))
                : new HistoryServer.Whole(place, SEGMENTS)) {
            try (Sql sql = Sql.connect(server.mysqlPort(0), "")) {
                HistoryTables.create(sql, POLICY);
            }
            HistoryRun run = new HistoryRun(server);
            try (Sql sql = run.connect(0)) {
                assertThat(new HistoryWriter(run, 0, seed)
                                .first(sql).stream().map(HistoriesIT::epoch).distinct())
                        .as("logs of parents and children")
                        .hasSize(apart ? 2 : 1);
            }
            live(server, run, random);
            try (Sql sql = run.connect(0)) {
                new HistoryReader(run, 0, seed).last(sql);
            }
            errors += run.errors().values().stream().mapToInt(Integer::intValue).sum();
            System.out.println("crash histories errors of seed " + seed + ": " + run.errors());
            check(run.recorder(), seed);
        }
    }

    private static String epoch(String info) {
        int from = info.indexOf("group_commit_");
        return info.substring(from + LABEL_CHARS - 16, from + LABEL_CHARS);
    }

    private void live(HistoryServer server, HistoryRun run, Random random) throws Exception {
        ExecutorService threads = Executors.newCachedThreadPool();
        List<Future<?>> clients = new ArrayList<>();
        int number = 1;
        for (int i = 0; i < WRITERS_OF_A_KIND; i++) {
            HistoryWriter append = new HistoryWriter(run, number, random.nextLong());
            clients.add(begin(threads, run, number++, append::append));
            HistoryWriter pair = new HistoryWriter(run, number, random.nextLong());
            clients.add(begin(threads, run, number++, pair::pair));
            HistoryWriter put = new HistoryWriter(run, number, random.nextLong());
            clients.add(begin(threads, run, number++, put::put));
        }
        for (int i = 0; i < READERS; i++) {
            HistoryReader reader = new HistoryReader(run, number, random.nextLong());
            clients.add(begin(threads, run, number++, reader::read));
        }
        try {
            int times = 1 + random.nextInt(KILLS_MAX);
            for (int kill = 0; kill < times; kill++) {
                pass(random);
                server.kill();
                kills++;
                server.start();
            }
            pass(random);
        } finally {
            run.stop();
            threads.shutdown();
            for (Future<?> client : clients) {
                client.get(END_SECONDS, TimeUnit.SECONDS);
            }
        }
    }

    private static Future<?> begin(ExecutorService threads, HistoryRun run, int client, HistoryRun.Step step) {
        return threads.submit(() -> run.steps(client, step));
    }

    /** A moment that nobody chose. */
    private static void pass(Random random) {
        LockSupport.parkNanos(
                TimeUnit.MILLISECONDS.toNanos(LIFE_MILLIS_MIN + random.nextInt(LIFE_MILLIS_MAX - LIFE_MILLIS_MIN)));
    }

    private void check(Recorder recorder, long seed) throws IOException {
        List<Operation> all = recorder.operations();
        operations += all.size();
        unknown += all.stream()
                .filter(operation -> operation.outcome() == Outcome.UNKNOWN)
                .count();
        HistoryCheck check = HistoryCheck.of(all);
        if (check.violations().isEmpty() && check.undecided().isEmpty()) {
            return;
        }
        List<String> found = new ArrayList<>(List.of("seed " + seed + " policy " + POLICY));
        check.violations().forEach(violation -> found.add(violation.toString()));
        check.undecided().forEach(open -> found.add("undecided " + open));
        Path kept = TributaryProcess.home().resolve("src/test/target/histories/seed" + seed + ".txt");
        recorder.write(kept, found);
        for (String line : found) {
            System.out.println("crash histories violation " + line.substring(0, Math.min(line.length(), SHOWN_CHARS)));
        }
        throw new AssertionError(found.size() - 1 + " violations or undecided, see " + kept);
    }
}
