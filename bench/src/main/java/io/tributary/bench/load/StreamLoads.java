package io.tributary.bench.load;

import io.tributary.bench.httplogs.HttpLogs;
import io.tributary.bench.measure.RowSums;
import io.tributary.bench.replay.PacketPool;
import io.tributary.bench.replay.ReplayException;
import io.tributary.bench.replay.ReplayResult;
import io.tributary.bench.replay.StreamLoadClient;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;

/** Replays bodies of CSV over HTTP. */
final class StreamLoads implements LoadClient {
    /** The rows of all bodies together: they are sent round and round. */
    private static final int ROWS = 20_000;

    private static final int BODIES_MIN = 2;

    /** The sums of each body. */
    private final List<RowSums> sums;

    private final PacketPool pool;
    private final StreamLoadClient client;

    StreamLoads(LoadPlan plan) throws IOException {
        if (plan.httpPort() == 0) {
            throw new IOException(
                    "Stream Load needs servers that the benchmark starts: the HTTP port of others is unknown");
        }
        HttpLogs logs = new HttpLogs();
        int rows = plan.scenario().rowsPerStatement();
        List<HttpLogs.Lines> bodies = IntStream.range(0, Math.max(BODIES_MIN, ROWS / rows))
                .mapToObj(body -> logs.next(rows))
                .toList();
        this.sums = bodies.stream().map(HttpLogs.Lines::sums).toList();
        this.pool = PacketPool.bytes(bodies.stream().map(HttpLogs.Lines::csv).toList());
        this.client = open(plan, pool);
    }

    private static StreamLoadClient open(LoadPlan plan, PacketPool pool) throws ReplayException {
        StreamLoadClient.Target target = new StreamLoadClient.Target(
                plan.address().host(),
                plan.httpPort(),
                plan.credentials().user(),
                plan.credentials().password(),
                plan.database(),
                List.of("group_commit:" + plan.scenario().groupCommitMode(), "column_separator:" + HttpLogs.SEPARATOR));
        List<List<String>> tables = IntStream.range(0, plan.connections())
                .mapToObj(connection -> plan.tablesOf(connection).stream()
                        .map(plan.scenario().dataset()::table)
                        .toList())
                .toList();
        try {
            return new StreamLoadClient(target, tables, pool);
        } catch (ReplayException failed) {
            pool.close();
            throw failed;
        }
    }

    @Override
    public PhaseResult run(int seconds) throws ReplayException, InterruptedException {
        ReplayResult result = client.run(seconds);
        return PhaseResult.of(result, StatementRows.checksum(sums, result.answeredByBody()));
    }

    @Override
    public void close() {
        client.close();
        pool.close();
    }
}
