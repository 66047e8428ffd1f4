package io.tributary.bench.load;

import io.tributary.bench.lineitem.LineItemTables;
import io.tributary.bench.replay.PacketPool;
import io.tributary.bench.replay.ReplayClient;
import io.tributary.bench.replay.ReplayException;
import io.tributary.bench.replay.ReplayResult;
import io.tributary.bench.replay.ReplayTarget;
import java.util.ArrayList;
import java.util.List;

/** Replays pre-encoded packets. */
final class ReplayLoad implements LoadClient {
    private final StatementRows rows;
    private final PacketPool pool;
    private final ReplayClient client;

    ReplayLoad(LoadPlan plan, StatementRows rows) throws ReplayException, InterruptedException {
        this.rows = rows;
        boolean prepared = plan.scenario().form() == Scenario.Form.PREPARED;
        int perStatement = plan.scenario().rowsPerStatement();
        this.pool = prepared
                ? PacketPool.prepared(rows.all(), perStatement)
                : PacketPool.text(rows.all(), perStatement, InsertText.literals(plan.scenario()));
        // One loop sends millions of rows a second; a second one pays where there are processors to spare.
        this.client = new ReplayClient(target(plan), Runtime.getRuntime().availableProcessors() > 2 ? 2 : 1);
        try {
            client.openIdle(plan.idleConnections());
            client.open(new ReplayClient.Writers(pool, !prepared, inserts(plan, prepared)));
        } catch (ReplayException | InterruptedException | RuntimeException failed) {
            close();
            throw failed;
        }
    }

    static ReplayTarget target(LoadPlan plan) {
        return new ReplayTarget(
                plan.address().host(),
                plan.address().port(),
                plan.credentials().user(),
                plan.credentials().password(),
                plan.database(),
                plan.sessionStatement());
    }

    /** Returns by connection and table the INSERT that is prepared, or what a text has before its rows. */
    private static List<List<String>> inserts(LoadPlan plan, boolean prepared) {
        List<List<String>> inserts = new ArrayList<>();
        for (int connection = 0; connection < plan.connections(); connection++) {
            inserts.add(plan.tablesOf(connection).stream()
                    .map(table -> prepared
                            ? LineItemTables.insert(table, plan.scenario().rowsPerStatement())
                            : InsertText.beforeRows(plan.scenario(), table))
                    .toList());
        }
        return inserts;
    }

    @Override
    public PhaseResult run(int seconds) throws ReplayException, InterruptedException {
        ReplayResult result = client.run(seconds);
        return PhaseResult.of(result, rows.checksum(result.answeredByBody()));
    }

    @Override
    public void close() {
        client.close();
        pool.close();
    }
}
