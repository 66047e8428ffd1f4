package io.tributary.backend.service;

import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.tributary.backend.catalog.AutoIncrementIds;
import io.tributary.backend.catalog.TableCatalog;
import io.tributary.backend.service.wait.EngineAccess;
import io.tributary.backend.service.wait.EnginePools;
import io.tributary.backend.service.wait.TimedAnswers;
import io.tributary.backend.service.wait.UnaryCalls;
import io.tributary.backend.txn.CatalogChanges;
import io.tributary.backend.txn.PrivateCommitter;
import io.tributary.contract.calls.CatalogChange;
import io.tributary.contract.calls.CatalogState;
import io.tributary.contract.calls.ReservedIds;
import io.tributary.contract.schema.TableChange;
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
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Snapshots of what exists, and changes of it. */
public final class CatalogService extends CatalogsGrpc.CatalogsImplBase implements AutoCloseable {
    private final TableCatalog catalog;
    private final AutoIncrementIds ids;
    private final TimedAnswers answers;
    private final PrivateCommitter committer;
    private final CatalogChanges changes;
    private final EngineAccess access;
    private final AlterCalls alters;
    private final ContractCheck contract;
    private final WatchingFrontends frontends;
    private final Set<WatchCall> watches = ConcurrentHashMap.newKeySet();

    /**
     * @param contract who knows whether frontends may hold numbers that they take for good whatever is truncated
     * @param frontends told who watches
     */
    public CatalogService(
            TableCatalog catalog,
            AutoIncrementIds ids,
            CatalogChanges changes,
            EngineAccess access,
            ContractCheck contract,
            WatchingFrontends frontends) {
        this.frontends = frontends;
        this.contract = contract;
        this.catalog = catalog;
        this.ids = ids;
        answers = access.waits().answers();
        committer = access.committer();
        this.changes = changes;
        this.access = access;
        alters = new AlterCalls(changes, answers, access);
    }

    @Override
    public void get(CatalogRequest request, StreamObserver<CatalogReply> out) {
        UnaryCalls.reply(out, CatalogMapping.toProto(catalog.state()));
    }

    @Override
    public void watch(CatalogRequest request, StreamObserver<CatalogReply> out) {
        String frontend = request.getFrontend();
        WatchCall watch = new WatchCall((ServerCallStreamObserver<CatalogReply>) out, ended -> {
            if (watches.remove(ended)) {
                frontends.went(frontend);
            }
        });
        watches.add(watch);
        frontends.came(frontend);
        watch.start(catalog);
    }

    @Override
    public void change(ChangeRequest request, StreamObserver<CatalogReply> out) {
        CatalogChange change;
        try {
            ChangeLimits.check(request);
            change = CatalogMapping.fromProto(request);
            if (change instanceof CatalogChange.TruncateTable truncate && contract.hasServedEarlier()) {
                change = truncate.keepingNumbers();
            }
        } catch (RuntimeException e) {
            UnaryCalls.fail(out, e);
            return;
        }
        change(change, out);
    }

    /** Carries out a change when its turn has come, and answers it. */
    public void change(CatalogChange change, StreamObserver<CatalogReply> out) {
        changes.begin(change, new ChangeCall(out, change.database()));
    }

    /** Answers one change, when the turn that it waits for has come. */
    private final class ChangeCall implements CatalogChanges.Turns {
        private final StreamObserver<CatalogReply> to;
        private final EnginePools pools;

        ChangeCall(StreamObserver<CatalogReply> to, String database) {
            this.to = to;
            pools = access.poolsIn(database);
        }

        @Override
        public void behindBarrier(long tableId, Supplier<CatalogState> change) {
            TimedAnswers.TimedAnswer<CatalogReply> out = answers.of(to);
            access.barriers(pools.changes()).answer(out, tableId, out.by(() -> CatalogMapping.toProto(change.get())));
        }

        @Override
        public void inTurn(List<Long> lanes, Supplier<CatalogState> change) {
            TimedAnswers.TimedAnswer<CatalogReply> out = answers.of(to);
            access.barriers(pools.writes()).inTurn(out, lanes, out.by(() -> CatalogMapping.toProto(change.get())));
        }

        @Override
        public void copied(TableChange change) {
            alters.alter(to, change);
        }
    }

    @Override
    public void reserveIds(ReserveIdsRequest request, StreamObserver<ReserveIdsReply> to) {
        TimedAnswers.TimedAnswer<ReserveIdsReply> out = answers.of(to, TimedAnswers.Kind.HARMLESS);
        long tableId = request.getTableId();
        new UnaryCalls(access.poolsOf(tableId).ids()).answer(out, out.by(() -> {
            TableSchema table = committer.current(tableId);
            ReservedIds reserved = request.getCount() == 0
                    ? ids.startAt(table, request.getAtLeast())
                    : ids.reserve(table, request.getCount(), request.getAtLeast());
            return ReserveIdsReply.newBuilder()
                    .setFirst(reserved.first())
                    .setStep(reserved.step())
                    .build();
        }));
    }

    @Override
    public void close() {
        watches.forEach(WatchCall::complete);
    }
}
