package io.tributary.test.sql;

import io.tributary.bench.server.LocalServer;
import io.tributary.bench.server.MariaDb;
import io.tributary.test.process.TributaryProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** {@code bin/prove sql [QUERIES [SEED]]}: asks random queries of Tributary and of MariaDB, and compares the answers. */
final class SqlProof {
    private static final int CONNECTIONS = 4;
    private static final int SHOWN = 10;
    private static final int DONE_ONCE_IN = 1_000;
    private static final Duration RECOVERY = Duration.ofMinutes(2);

    /** How often a query may be asked to make it smaller, and one after which the engine must start again. */
    private static final int TRIES_MAX = 150;

    private static final int SLOW_TRIES_MAX = 60;

    private static final String MODE = "ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,"
            + "ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION";
    private static final List<String> SESSION = List.of("SET sql_mode = '" + MODE + "', time_zone = '+00:00'");

    /** MySQL rounds a fraction of a second, which MariaDB does in a mode. What takes too long there is not worth to be asked. */
    private static final List<String> SESSION_OF_MARIADB = List.of(
            "SET NAMES utf8mb4 COLLATE utf8mb4_nopad_bin",
            "SET sql_mode = '" + MODE + ",TIME_ROUND_FRACTIONAL', time_zone = '+00:00', max_statement_time = 10,"
                    // It sorts by the first 1024 bytes.
                    + " max_sort_length = 200000, sort_buffer_size = 67108864,"
                    // It loses that a row of a derived table is none, in an outer join, and NULL where a number is
                    // beyond the type of IN's rows.
                    + " optimizer_switch = 'derived_merge=off,materialization=off'");

    private static final List<String> OPTIONS = List.of(
            "--innodb-buffer-pool-size=64M",
            "--innodb-log-file-size=16M",
            "--innodb-flush-log-at-trx-commit=0",
            "--max-connections=20",
            "--character-set-server=utf8mb4",
            "--collation-server=utf8mb4_nopad_bin");

    private final ServerConnection tributary;
    private final ServerConnection mariaDb;
    private final Findings findings = new Findings();

    private SqlProof(ServerConnection tributary, ServerConnection mariaDb) {
        this.tributary = tributary;
        this.mariaDb = mariaDb;
    }

    /** @param arguments directory for the servers, which is empty; directory for the findings; queries; seed */
    public static void main(String... arguments) throws IOException, InterruptedException, SQLException {
        Path directory = Path.of(arguments[0]);
        int queries = Integer.parseInt(arguments[2]);
        long seed = Long.parseLong(arguments[3]);
        Findings findings = ask(directory, queries, seed);
        String summary = queries + " queries from seed " + seed + ": " + findings.summary();
        findings.lines(SHOWN).forEach(System.out::println);
        System.out.println(summary);
        List<String> all = new ArrayList<>(List.of(summary, ""));
        all.addAll(findings.lines(Integer.MAX_VALUE));
        Files.write(Files.createDirectories(Path.of(arguments[1])).resolve("sql-" + seed + ".txt"), all);
        System.exit(findings.hasFailed() ? 1 : 0);
    }

    /**
     * Asks both servers, each started for it and ended behind it.
     *
     * @param directory for the servers, which is empty
     * @param seed of the first query
     */
    static Findings ask(Path directory, int queries, long seed) throws IOException, InterruptedException, SQLException {
        RandomTables tables = new RandomTables();
        try (LocalServer peer =
                        MariaDb.start(Files.createDirectory(directory.resolve("mariadb")), CONNECTIONS, OPTIONS);
                TributaryProcess server = TributaryProcess.startBoth(directory, directory.resolve("data"));
                ServerConnection ours = new ServerConnection(server.mysqlPort(), SESSION, tables.statements(false));
                ServerConnection theirs =
                        new ServerConnection(peer.address().port(), SESSION_OF_MARIADB, tables.statements(true))) {
            // Ends it, too, when this process is told to end.
            Runtime.getRuntime().addShutdownHook(new Thread(server::close, "end-server"));
            return new SqlProof(ours, theirs).run(tables, queries, seed);
        }
    }

    private Findings run(RandomTables tables, int queries, long seed) {
        FunctionTable functions = FunctionTable.read();
        for (int i = 0; i < queries; i++) {
            RandomQuery query = QueryGrammar.draw(functions, tables, seed + i);
            try {
                prove(query);
            } catch (IllegalStateException | ConditionTimeoutException e) {
                findings.add(query, Outcome.HANG);
                findings.addSilent(query, query.piece(), new Answer.Silence("nothing is asked any more: " + e));
                return findings;
            }
            if ((i + 1) % DONE_ONCE_IN == 0) {
                System.err.println(i + 1 + " queries: " + findings.summary());
            }
        }
        return findings;
    }

    private void prove(RandomQuery query) {
        Asked asked = ask(query.piece());
        findings.add(query, asked.outcome());
        asked.excuse().ifPresent(rule -> findings.addExcuse(rule, query.piece().text()));
        if (asked.outcome() == Outcome.HANG) {
            findings.addSilent(query, query.piece(), asked.ours());
        } else if (asked.outcome() == Outcome.DOWN) {
            findings.addSilent(query, shrunk(query, SLOW_TRIES_MAX, Outcome.DOWN), asked.ours());
        } else if (asked.outcome() == Outcome.WRONG && findings.keepsMoreWrong()) {
            Piece smallest = shrunk(query, TRIES_MAX, Outcome.WRONG);
            Asked again = ask(smallest);
            if (again.ours() instanceof Answer.Rows ours && again.theirs() instanceof Answer.Rows theirs) {
                findings.addWrong(query, smallest, ours, theirs);
            }
        } else if (asked.outcome() != Outcome.BOTH_ERRORS && asked.ours() instanceof Answer.Failure failure) {
            findings.addError(query, asked.outcome(), failure);
        } else if (asked.outcome() == Outcome.LENIENT && asked.theirs() instanceof Answer.Failure failure) {
            findings.addError(query, asked.outcome(), failure);
        }
    }

    private Piece shrunk(RandomQuery query, int triesMax, Outcome outcome) {
        return Shrinker.shrink(query.piece(), triesMax, piece -> ask(piece).outcome() == outcome);
    }

    /**
     * A query and its answers.
     *
     * @param excuse the rule by which they may differ
     */
    private record Asked(Answer ours, Answer theirs, Outcome outcome, Optional<Excuse> excuse) {}

    private Asked ask(Piece query) {
        Answer ours = tributary.ask(query.text());
        if (ours instanceof Answer.Failure && Outcome.of(ours, ours, false) == Outcome.DOWN) {
            // What is asked next shall not suffer for it.
            Awaitility.await("the engine is up again")
                    .atMost(RECOVERY)
                    .until(() -> tributary.ask("SELECT COUNT(*) FROM wide") instanceof Answer.Rows);
        }
        Answer theirs = mariaDb.ask(query.peerText());
        Outcome outcome = Outcome.of(ours, theirs, query.isOrdered());
        Optional<Excuse> excuse =
                outcome == Outcome.WRONG && ours instanceof Answer.Rows rows && theirs instanceof Answer.Rows expected
                        ? Excuse.of(query.text(), rows, expected, query.isOrdered())
                        : Optional.empty();
        return new Asked(ours, theirs, excuse.isPresent() ? Outcome.EXCUSED : outcome, excuse);
    }
}
