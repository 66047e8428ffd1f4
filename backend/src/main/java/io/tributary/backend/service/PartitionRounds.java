package io.tributary.backend.service;

import io.grpc.stub.StreamObserver;
import io.tributary.backend.catalog.TableCatalog;
import io.tributary.backend.catalog.clock.DynamicTables;
import io.tributary.backend.service.wait.EngineAccess;
import io.tributary.backend.txn.CatalogChanges;
import io.tributary.contract.schema.Partitioning;
import io.tributary.contract.schema.TableChange;
import io.tributary.contract.schema.TableSchema;
import io.tributary.rpc.proto.CatalogReply;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongPredicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes and drops partitions as {@code dynamic_partition.*} says. A round only looks; what is due is an ALTER TABLE like a
 * client's, behind the table's barrier: what was acknowledged before is committed first, rows of an expired partition go in the
 * transaction that takes it from the catalog, and rows that were encoded before are refused. One round at a time.
 */
public final class PartitionRounds {
    private static final Logger log = LoggerFactory.getLogger(PartitionRounds.class);

    private final TableCatalog catalog;
    private final DynamicTables dynamic;
    private final Supplier<List<Long>> precommitted;
    private final LongPredicate isCopied;
    private final AlterCalls alters;
    private final Set<Long> underWay = ConcurrentHashMap.newKeySet();

    /**
     * @param precommitted tables of loads between their two phases: a table of another version would never take them, so its
     *     partitions stay as they are until there is none
     * @param isCopied whether an ALTER TABLE is copying a table: it would have to begin anew, so it is waited for while rows of now
     *     have a partition
     */
    public PartitionRounds(
            TableCatalog catalog,
            DynamicTables dynamic,
            CatalogChanges changes,
            EngineAccess access,
            Supplier<List<Long>> precommitted,
            LongPredicate isCopied) {
        this.catalog = catalog;
        this.dynamic = dynamic;
        this.precommitted = precommitted;
        this.isCopied = isCopied;
        alters = new AlterCalls(changes, access.waits().answers(), access);
    }

    /** Names the tables whose properties say what nobody carries out until one of them is set again. */
    public void warn() {
        catalog.state().tables().stream()
                .filter(DynamicTables::isUnconfirmed)
                .forEach(table -> log.warn(
                        "event=dynamic_partition_unconfirmed table={}.{} no partition of it comes or expires by the clock, since"
                                + " its properties are of a version that carried none out; ALTER TABLE … SET"
                                + " (\"dynamic_partition.enable\" = \"true\") starts that, and deletes what is expired",
                        table.database(),
                        table.name()));
    }

    /** Begins what is due. */
    public void look() {
        for (TableSchema table : catalog.state().tables()) {
            try {
                dynamic.due(table).ifPresent(change -> begin(table, change));
            } catch (RuntimeException e) {
                tell(table, e);
            }
        }
    }

    private void begin(TableSchema table, TableChange change) {
        long tableId = table.tableId();
        boolean waits = precommitted.get().contains(tableId) || (isCopied.test(tableId) && !dynamic.refusesNow(table));
        if (waits || !underWay.add(tableId)) {
            return;
        }
        try {
            alters.alter(new Told(table, change), change);
        } catch (RuntimeException e) {
            underWay.remove(table.tableId());
            throw e;
        }
    }

    /** Where the answer goes that a client would get. */
    private final class Told implements StreamObserver<CatalogReply> {
        private final TableSchema before;
        private final Partitioning after;

        Told(TableSchema before, TableChange change) {
            this.before = before;
            after = change.table().layout().partitioning();
        }

        @Override
        public void onNext(CatalogReply reply) {
            log.info(
                    "event=dynamic_partitions table={}.{} expired={} partitions={}",
                    before.database(),
                    before.name(),
                    after.droppedSince(before.layout().partitioning()).size(),
                    after.partitions().size());
        }

        @Override
        public void onError(Throwable error) {
            underWay.remove(before.tableId());
            tell(before, error);
        }

        @Override
        public void onCompleted() {
            underWay.remove(before.tableId());
        }
    }

    private static void tell(TableSchema table, Throwable error) {
        log.warn(
                "event=dynamic_partitions_failed table={}.{} tried again in the next round",
                table.database(),
                table.name(),
                error);
    }
}
