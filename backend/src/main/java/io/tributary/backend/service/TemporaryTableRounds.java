package io.tributary.backend.service;

import io.grpc.stub.StreamObserver;
import io.tributary.backend.catalog.TableCatalog;
import io.tributary.contract.calls.CatalogChange;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.temporary.TemporaryName;
import io.tributary.rpc.proto.CatalogReply;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drops temporary tables whose sessions cannot be any more: those that a start finds, and those of frontends that are gone. As a
 * client's DROP TABLE would, which is tried again in the next round where it fails. One round at a time.
 */
public final class TemporaryTableRounds {
    private static final Logger log = LoggerFactory.getLogger(TemporaryTableRounds.class);

    private final TableCatalog catalog;
    private final WatchingFrontends frontends;
    private final BiConsumer<CatalogChange, StreamObserver<CatalogReply>> changes;
    private final Set<Long> ofBefore;
    private final Set<Long> underWay = ConcurrentHashMap.newKeySet();

    /**
     * Takes note of what is there at the start.
     *
     * @param changes carry out a change and answer it
     */
    public TemporaryTableRounds(
            TableCatalog catalog,
            WatchingFrontends frontends,
            BiConsumer<CatalogChange, StreamObserver<CatalogReply>> changes) {
        this.catalog = catalog;
        this.frontends = frontends;
        this.changes = changes;
        ofBefore = catalog.state().tables().stream()
                .filter(table -> TemporaryName.isOne(table.name()))
                .map(TableSchema::tableId)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Begins to drop what nobody has. */
    public void look() {
        for (TableSchema table : catalog.state().tables()) {
            boolean left = TemporaryName.of(table.name())
                    .filter(name -> ofBefore.contains(table.tableId()) || frontends.isGone(name.frontend()))
                    .isPresent();
            if (left && underWay.add(table.tableId())) {
                changes.accept(new CatalogChange.DropTable(table.database(), table.name(), true), new Dropped(table));
            }
        }
    }

    /** Where the answer goes that a client would get. */
    private final class Dropped implements StreamObserver<CatalogReply> {
        private final TableSchema table;

        Dropped(TableSchema table) {
            this.table = table;
        }

        @Override
        public void onNext(CatalogReply reply) {
            log.info("event=temporary_table_dropped table={}.{} its session is gone", table.database(), table.name());
        }

        @Override
        public void onError(Throwable error) {
            underWay.remove(table.tableId());
            log.warn(
                    "event=temporary_table_left table={}.{} tried again in the next round",
                    table.database(),
                    table.name(),
                    error);
        }

        @Override
        public void onCompleted() {
            underWay.remove(table.tableId());
        }
    }
}
