package io.tributary.frontend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tributary.columnar.SpoolDirectory;
import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.calls.TransactionIds;
import io.tributary.contract.calls.TransactionInfo;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.frontend.execution.AlterJobs;
import io.tributary.frontend.execution.Answer;
import io.tributary.frontend.execution.Clients;
import io.tributary.frontend.execution.ConnectionLoop;
import io.tributary.frontend.execution.DecisionCounters;
import io.tributary.frontend.execution.ExecutionServices;
import io.tributary.frontend.execution.IdRanges;
import io.tributary.frontend.execution.LoadMemory;
import io.tributary.frontend.execution.LoadRoom;
import io.tributary.frontend.execution.Planning;
import io.tributary.frontend.execution.Rejections;
import io.tributary.frontend.execution.Reply;
import io.tributary.frontend.execution.ServerFacts;
import io.tributary.frontend.execution.StagedBudget;
import io.tributary.frontend.execution.TemporaryTableOwner;
import io.tributary.frontend.statement.StatementExecutor;
import io.tributary.planner.Planner;
import io.tributary.planner.SharedPlanCache;
import io.tributary.session.Authenticator;
import io.tributary.session.PreparedStatements;
import io.tributary.session.Session;
import io.tributary.session.SessionVariables;
import io.tributary.session.Sessions;
import io.tributary.session.SystemVariables;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which backends the statements of one session ask, where tables have two owners. */
class TwoBackendsTest {
    private static final String VERSION = "8.0.33";

    @TempDir
    Path directory;

    private final ExecutorService loop = Executors.newSingleThreadExecutor();
    private TwoBackends backends;
    private StatementExecutor statements;

    @BeforeEach
    void open() throws Exception {
        backends = new TwoBackends();
        ExecutionServices services = services();
        SystemVariables variables = new SystemVariables(new SystemVariables.Server(
                VERSION, 10, 1 << 20, 10, 0, "mysql_native_password", SystemVariables.Tls.NOT_OFFERED));
        Session session = new Session(
                1,
                "root",
                "localhost",
                0,
                new SessionVariables(variables, Map.of()),
                new PreparedStatements(new PreparedStatements.Limit(() -> 10, 1 << 20), 0),
                connection -> {});
        session.use("ads");
        statements = new StatementExecutor(services, session, new ConnectionLoop(loop, loop));
    }

    private ExecutionServices services() {
        return new ExecutionServices(
                new Planning(new Planner(backends.catalog), new SharedPlanCache(1 << 20), 10),
                backends.catalog,
                backends.router,
                new IdRanges(backends.router),
                new Clients(
                        new Sessions(10),
                        new Authenticator(name -> Optional.empty(), "mysql_native_password", new SecureRandom()),
                        new TemporaryTableOwner(backends.router, backends.catalog)),
                new LoadRoom(
                        new StagedBudget(1 << 20, 1 << 20, 1 << 20),
                        LoadMemory.ofHeap(),
                        new SpoolDirectory(directory, 1 << 20)),
                new ServerFacts(
                        VERSION,
                        System.nanoTime(),
                        new DecisionCounters(new SimpleMeterRegistry()),
                        new AlterJobs(),
                        new Rejections(),
                        new ServerFacts.Address("127.0.0.1", () -> 9030, () -> 8030)));
    }

    @AfterEach
    void close() {
        loop.shutdownNow();
        backends.close();
    }

    @Test
    void eachLoadGoesToTheOwnerOfItsTable() throws Exception {
        run("SET group_commit = async_mode");
        run("INSERT INTO t VALUES (1)");
        run("INSERT INTO u VALUES (2)");

        assertThat(backends.first.calls()).containsExactly("append ads.t ASYNC_MODE 1");
        assertThat(backends.second.calls()).containsExactly("append ads.u ASYNC_MODE 1");
    }

    @Test
    void aTransactionIsBegunAndEndedAtTheOwnerOfItsTables() throws Exception {
        run("BEGIN");
        run("INSERT INTO u VALUES (1)");
        run("SELECT count(*) FROM u");
        run("UPDATE u SET id = 2");
        run("COMMIT");

        assertThat(backends.first.calls()).isEmpty();
        long id = TransactionIds.of(1, 1);
        assertThat(backends.second.calls())
                .containsExactly(
                        "begin",
                        "appendTo ads.u 1",
                        "query SELECT count(*) FROM u in " + id,
                        "execute UPDATE u SET id = 2 in " + id,
                        "commit");
        assertThat(backends.second.visibleRows("ads", "u")).isEqualTo(1);
    }

    @Test
    void aStatementOfAnotherOwnersTableIsRefusedWithinATransactionWhichGoesOn() throws Exception {
        run("BEGIN");
        run("INSERT INTO t VALUES (1)");
        List<String> before = backends.first.calls();

        for (String other : List.of("INSERT INTO u VALUES (2)", "INSERT INTO u SELECT * FROM t", "DELETE FROM u")) {
            assertRefused(other, "table 'ads.u' of backend 1");
        }

        assertThat(backends.first.calls()).isEqualTo(before);
        assertThat(backends.second.calls()).isEmpty();
        run("INSERT INTO t2 VALUES (3)");
        run("COMMIT");
        assertThat(backends.first.visibleRows("ads", "t")).isEqualTo(1);
        assertThat(backends.first.visibleRows("ads", "t2")).isEqualTo(1);
    }

    @Test
    void rowsForTwoOwnersAreNotStagedForOneCommit() throws Exception {
        run("SET autocommit = 0");
        run("INSERT INTO t VALUES (1)");
        String tables = "table 'ads.t' is of backend 0 and table 'ads.u' of backend 1";

        assertRefused("INSERT INTO u VALUES (2)", tables);
        assertRefused("UPDATE u SET id = 2", tables);

        assertThat(backends.first.calls()).isEmpty();
        assertThat(backends.second.calls()).isEmpty();
        run("INSERT INTO t2 VALUES (3)");
        run("COMMIT");
        assertThat(backends.first.calls()).containsExactly("begin", "appendTo ads.t 1", "appendTo ads.t2 1", "commit");
        assertThat(backends.second.calls()).isEmpty();
    }

    @Test
    void syncWaitsForAllOwnersOfWhatTheSessionWrote() throws Exception {
        run("SET group_commit = async_mode");
        run("INSERT INTO t VALUES (1)");
        run("INSERT INTO u VALUES (2)");

        run("SYNC");

        assertThat(backends.first.lastSynced()).containsExactly(backends.t);
        assertThat(backends.second.lastSynced()).containsExactly(backends.u);
        assertThat(backends.first.visibleRows("ads", "t")).isEqualTo(1);
        assertThat(backends.second.visibleRows("ads", "u")).isEqualTo(1);
    }

    @Test
    void showGroupCommitHasTheBatchesOfBoth() throws Exception {
        run("SET group_commit = async_mode");
        run("INSERT INTO u VALUES (2)");
        run("INSERT INTO t VALUES (1)");

        assertThat(rows("SHOW GROUP COMMIT")).extracting(row -> row.get(1)).containsExactly("t", "u");
    }

    @Test
    void showBackendsHasARowForEach() throws Exception {
        assertThat(rows("SHOW BACKENDS"))
                .extracting(row -> row.get(0) + " " + row.get(1) + ":" + row.get(2))
                .containsExactly("1 127.0.0.1:9050", "2 127.0.0.1:9051");
    }

    @Test
    void aBackendIsDecommissionedByItsAddress() throws Exception {
        run("ALTER SYSTEM DECOMMISSION BACKEND '127.0.0.1:9051'");

        assertThat(backends.first.calls()).isEmpty();
        assertThat(backends.second.calls()).containsExactly("decommission 127.0.0.1:9051");
        assertThat(rows("SHOW BACKENDS")).extracting(row -> row.get(11)).containsExactly("NORMAL", "DECOMMISSIONED");
    }

    @Test
    void showTransactionAsksTheBackendThatTheIdNames() throws Exception {
        long id = TransactionIds.of(1, 101);
        backends.second.tellOf(
                List.of(new TransactionInfo(id, "l", "ads", "u", false, TransactionInfo.Status.VISIBLE, 1, 0, 0, "")));

        assertThat(rows("SHOW TRANSACTION WHERE id = " + id)).hasSize(1);
        assertThat(backends.first.calls()).isEmpty();
        assertThat(rows("SHOW TRANSACTION WHERE label = 'l'")).hasSize(1);
        long nobody = TransactionIds.of(5, 101);
        assertThatThrownBy(() -> rows("SHOW TRANSACTION WHERE id = " + nobody))
                .hasMessageContaining("transaction with id " + nobody + " does not exist");
    }

    @Test
    void quarantinedRowsOfATableAreAskedOfItsOwnerAndThoseOfAllTablesOfBoth() throws Exception {
        assertThat(rows("SHOW QUARANTINE FROM u")).hasSize(1);
        assertThat(backends.first.calls()).isEmpty();

        assertThat(rows("SHOW QUARANTINE")).hasSize(2);
        Answer.Done done = (Answer.Done) run("DISCARD QUARANTINE ALL");
        assertThat(done.info()).isEqualTo("Discarded: 4");
    }

    @Test
    void definitionsAndQueriesOfNoTransactionGoToTheFirst() throws Exception {
        run("SELECT count(*) FROM u");
        run("SET GLOBAL group_commit = 'async_mode'");

        assertThat(backends.first.calls())
                .containsExactly("query SELECT count(*) FROM u in 0", "change SetGlobalVariable");
        assertThat(backends.second.calls()).isEmpty();
    }

    private void assertRefused(String sql, String tables) {
        assertThatThrownBy(() -> run(sql))
                .isInstanceOf(TributaryException.class)
                .hasMessageContaining(tables)
                .extracting(error -> ((TributaryException) error).code())
                .isEqualTo(ErrorCode.NOT_SUPPORTED);
    }

    private List<List<String>> rows(String sql) throws Exception {
        return ((Answer.LocalRows) run(sql))
                .rows().stream()
                        .map(row -> row.stream().map(String::valueOf).toList())
                        .toList();
    }

    /** The answer, or where it was a result set of the engine, nothing. */
    private Answer run(String sql) throws Exception {
        CompletableFuture<Answer> answer = new CompletableFuture<>();
        byte[] text = sql.getBytes(StandardCharsets.UTF_8);
        loop.execute(() -> statements.execute(text, 0, text.length, new Answered(answer)));
        try {
            return answer.get(10, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof TributaryException refused ? refused : e;
        }
    }

    private record Answered(CompletableFuture<Answer> answer) implements Reply, Reply.LimitedReceiver {
        @Override
        public void done(Answer.Done done) {
            answer.complete(done);
        }

        @Override
        public void rows(Answer.LocalRows rows) {
            answer.complete(rows);
        }

        @Override
        public void file(Answer.LocalFile file) {
            answer.completeExceptionally(new AssertionError("a file is asked for"));
        }

        @Override
        public Reply.LimitedReceiver resultSet() {
            return this;
        }

        @Override
        public void columns(List<ResultColumn> columns, Flow flow) {
            flow.request(2);
        }

        @Override
        public void rows(RowBlock block, int rows) {}

        @Override
        public void finished() {
            answer.complete(Answer.Done.NOTHING);
        }

        @Override
        public void failed(TributaryException error) {
            answer.completeExceptionally(error);
        }

        @Override
        public void failed(Throwable error) {
            answer.completeExceptionally(error);
        }
    }
}
