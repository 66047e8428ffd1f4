package io.tributary.backend.service;

import io.grpc.stub.StreamObserver;
import io.tributary.backend.batch.TableLanes;
import io.tributary.backend.catalog.TableCatalog;
import io.tributary.backend.txn.TableRewrites;
import io.tributary.rpc.client.CatalogMapping;
import io.tributary.rpc.proto.CatalogReply;
import io.tributary.rpc.schema.TableChange;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * ALTER TABLE from its request to its answer: what can be done beside the table's use, on an engine thread; then, behind a
 * barrier, the rest.
 */
final class TableChanges {
    private final TableCatalog catalog;
    private final TableLanes lanes;
    private final TableRewrites rewrites;
    private final EnginePool pool;
    private final Barriers barriers;

    TableChanges(TableCatalog catalog, TableLanes lanes, TableRewrites rewrites, EnginePool pool, Barriers barriers) {
        this.catalog = catalog;
        this.lanes = lanes;
        this.rewrites = rewrites;
        this.pool = pool;
        this.barriers = barriers;
    }

    void alter(StreamObserver<CatalogReply> out, TableChange change) {
        try {
            EnginePool.Place place = pool.admit();
            place.run(() -> {
                try (place) {
                    behindBarrier(out, change, rewrites.copy(change).orElse(null));
                } catch (RuntimeException | Error e) {
                    UnaryCalls.fail(out, e);
                }
            });
        } catch (RuntimeException e) {
            UnaryCalls.fail(out, e);
        }
    }

    private void behindBarrier(
            StreamObserver<CatalogReply> out, TableChange change, TableRewrites.@Nullable Ahead ahead) {
        long tableId = change.table().tableId();
        TableLanes.Pass changing = lanes.changing(tableId);
        StreamObserver<CatalogReply> ending = new Ending<>(out, () -> {
            changing.close();
            if (ahead != null) {
                ahead.close();
            }
        });
        barriers.answer(
                ending,
                tableId,
                () -> CatalogMapping.toProto(catalog.alterTable(change, ahead == null ? null : ahead.finish())));
    }

    /** Does something before the answer is given, whatever it is. */
    private static final class Ending<T> implements StreamObserver<T> {
        private final StreamObserver<T> out;
        private final AtomicReference<@Nullable Runnable> end;

        Ending(StreamObserver<T> out, Runnable end) {
            this.out = out;
            this.end = new AtomicReference<>(end);
        }

        private void end() {
            Runnable once = end.getAndSet(null);
            if (once != null) {
                once.run();
            }
        }

        @Override
        public void onNext(T value) {
            end();
            out.onNext(value);
        }

        @Override
        public void onError(Throwable error) {
            end();
            out.onError(error);
        }

        @Override
        public void onCompleted() {
            end();
            out.onCompleted();
        }
    }
}
