package io.tributary.backend.service;

import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.tributary.backend.batch.TableLanes;
import io.tributary.backend.catalog.AutoIncrementIds;
import io.tributary.backend.catalog.TableCatalog;
import io.tributary.backend.catalog.TableChanged;
import io.tributary.backend.ingest.LogIngest;
import io.tributary.backend.service.wait.Barriers;
import io.tributary.backend.service.wait.EnginePools;
import io.tributary.backend.service.wait.StatementWaits;
import io.tributary.backend.service.wait.TimedAnswers;
import io.tributary.backend.service.wait.UnaryCalls;
import io.tributary.backend.txn.PrivateCommitter;
import io.tributary.backend.txn.TableRewrites;
import io.tributary.contract.calls.CatalogChange;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.TableSchema;
import io.tributary.rpc.client.CatalogMapping;
import io.tributary.rpc.proto.CatalogReply;
import io.tributary.rpc.proto.CatalogRequest;
import io.tributary.rpc.proto.CatalogsGrpc;
import io.tributary.rpc.proto.ChangeRequest;
import io.tributary.rpc.proto.ReserveIdsReply;
import io.tributary.rpc.proto.ReserveIdsRequest;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Snapshots of what exists, and changes of it. */
public final class CatalogService extends CatalogsGrpc.CatalogsImplBase implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(CatalogService.class);

    /** Not a table's: changes of the catalog run one after another. */
    private static final List<Long> CHANGES_LANE = List.of(0L);

    /** Attempts when transactions that are open have changed rows of the table. */
    private static final int TRUNCATE_ATTEMPTS_MAX = 3;

    private final TableCatalog catalog;
    private final AutoIncrementIds ids;
    private final LogIngest ingest;
    private final TimedAnswers answers;
    private final TableLanes lanes;
    private final PrivateCommitter committer;
    private final long dropTimeoutMillis;
    private final UnaryCalls reservations;
    private final Barriers barriers;
    private final Barriers definitions;
    private final TableChanges changes;
    private final Set<WatchCall> watches = ConcurrentHashMap.newKeySet();

    /** @param dropTimeoutMillis {@code group_commit_queue_timeout_ms}: how long a DROP waits for a commit under way */
    public CatalogService(
            TableCatalog catalog,
            AutoIncrementIds ids,
            LogIngest ingest,
            StatementWaits waits,
            TableLanes lanes,
            PrivateCommitter committer,
            TableRewrites rewrites,
            EnginePools pools,
            long dropTimeoutMillis) {
        this.catalog = catalog;
        this.ids = ids;
        this.ingest = ingest;
        answers = waits.answers();
        this.lanes = lanes;
        this.committer = committer;
        this.dropTimeoutMillis = dropTimeoutMillis;
        reservations = new UnaryCalls(pools.ids());
        barriers = new Barriers(waits, committer, pools.changes());
        definitions = new Barriers(waits, committer, pools.writes());
        changes = new TableChanges(catalog, answers, barriers, lanes, committer, rewrites, pools.changes());
    }

    @Override
    public void get(CatalogRequest request, StreamObserver<CatalogReply> out) {
        UnaryCalls.reply(out, CatalogMapping.toProto(catalog.state()));
    }

    @Override
    public void watch(CatalogRequest request, StreamObserver<CatalogReply> out) {
        WatchCall watch = new WatchCall((ServerCallStreamObserver<CatalogReply>) out, watches::remove);
        watches.add(watch);
        watch.start(catalog);
    }

    @Override
    public void change(ChangeRequest request, StreamObserver<CatalogReply> out) {
        CatalogChange change;
        try {
            ChangeLimits.check(request);
            change = CatalogMapping.fromProto(request);
        } catch (RuntimeException e) {
            UnaryCalls.fail(out, e);
            return;
        }
        if (change instanceof CatalogChange.AlterTable alter) {
            // Copies the table, maybe for hours.
            changes.alter(out, alter.change());
            return;
        }
        change(change, answers.of(out));
    }

    private void change(CatalogChange change, TimedAnswers.TimedAnswer<CatalogReply> out) {
        if (change instanceof CatalogChange.TruncateTable truncate) {
            TableSchema table = catalog.find(truncate.database(), truncate.table());
            if (table != null) {
                barriers.answer(out, table.tableId(), out.by(() -> {
                    requireName(truncate.database(), truncate.table(), table.tableId());
                    return truncate(change, table);
                }));
                return;
            }
        }
        if (change instanceof CatalogChange.AlterProperties alter) {
            TableSchema table = catalog.find(alter.database(), alter.table());
            if (table != null) {
                // Rows may come meanwhile; another change of this table may not, since it holds the properties, too.
                definitions.inTurn(
                        out,
                        List.of(table.tableId()),
                        out.by(() -> committer.inLaneOf(table.tableId(), () -> {
                            requireName(alter.database(), alter.table(), table.tableId());
                            lanes.wrote(table.tableId(), List.of());
                            return apply(change);
                        })));
                return;
            }
        }
        definitions.inTurn(
                out,
                CHANGES_LANE,
                out.by(() -> committer.inLanes(CHANGES_LANE, () -> {
                    settle();
                    return applyAlone(change);
                })));
    }

    @Override
    public void reserveIds(ReserveIdsRequest request, StreamObserver<ReserveIdsReply> to) {
        TimedAnswers.TimedAnswer<ReserveIdsReply> out = answers.of(to, TimedAnswers.Kind.HARMLESS);
        reservations.answer(out, out.by(() -> {
            long tableId = request.getTableId();
            committer.requireExists(tableId);
            return ReserveIdsReply.newBuilder()
                    .setFirst(ids.reserve(tableId, request.getCount(), request.getAtLeast()))
                    .build();
        }));
    }

    /** In the lane of changes, where nothing is created or dropped meanwhile; only a table's name may change. */
    private CatalogReply applyAlone(CatalogChange change) {
        if (change instanceof CatalogChange.DropTable drop) {
            TableSchema table = catalog.find(drop.database(), drop.table());
            return table == null
                    ? apply(change)
                    : drop(
                            change,
                            List.of(table.tableId()),
                            () -> requireName(drop.database(), drop.table(), table.tableId()));
        }
        if (change instanceof CatalogChange.DropDatabase drop) {
            return drop(change, tablesOf(drop.database()), () -> {});
        }
        return apply(change);
    }

    /**
     * Asks the engine what became of changes whose outcome is not known, see {@link TableCatalog#settle}; blocks on it. The
     * log forgets what is pending of tables that turn out to be dropped.
     */
    public void settle() {
        for (long tableId : catalog.settle()) {
            CompletableFuture<?> unused = ingest.dropTable(tableId).thenRun(() -> lanes.forget(tableId));
        }
    }

    /** In the table's lane, where it gets no other name: whether the name that was looked up before is its name still. */
    private void requireName(String database, String name, long tableId) {
        TableSchema now = catalog.find(database, name);
        if (now == null || now.tableId() != tableId) {
            throw TableChanged.error(database + "." + name + " was renamed meanwhile");
        }
    }

    /** A transaction that has changed rows of the table and waits for its client gives way, as to a batch. */
    private CatalogReply truncate(CatalogChange change, TableSchema table) {
        for (int attempt = 1; ; attempt++) {
            try {
                return apply(change);
            } catch (TributaryException e) {
                if (e.code() != ErrorCode.WRITE_CONFLICT
                        || attempt == TRUNCATE_ATTEMPTS_MAX
                        || !lanes.committedKeys().makeWay(table, null)) {
                    throw e;
                }
            }
        }
    }

    private CatalogReply apply(CatalogChange change) {
        return CatalogMapping.toProto(catalog.apply(change));
    }

    private List<Long> tablesOf(String database) {
        return catalog.state().tables().stream()
                .filter(table -> table.database().equals(database))
                .map(TableSchema::tableId)
                .toList();
    }

    /**
     * First the tables go from the catalog, in their lanes so that no commit is under way; then the log forgets what is
     * pending, and the next change waits for that. The other way round, a DROP that fails would have lost acknowledged
     * rows.
     */
    private CatalogReply drop(CatalogChange change, List<Long> tableIds, Runnable check) {
        CatalogReply reply = committer.inLanes(tableIds, () -> {
            check.run();
            return apply(change);
        });
        CompletableFuture<?>[] forgotten =
                tableIds.stream().map(ingest::dropTable).toArray(CompletableFuture<?>[]::new);
        awaitForgotten(CompletableFuture.allOf(forgotten));
        tableIds.forEach(lanes::forget);
        return reply;
    }

    /** A time-out changes nothing: the tables are dropped, and a batch that enters their lanes now finds no table. */
    private void awaitForgotten(CompletableFuture<?> forgotten) {
        try {
            forgotten.get(dropTimeoutMillis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            log.warn(
                    "event=drop_not_forgotten timeout_ms={} the log has not forgotten yet what was pending of a table"
                            + " that is dropped",
                    dropTimeoutMillis,
                    e);
        }
    }

    @Override
    public void close() {
        watches.forEach(WatchCall::complete);
    }
}
