package io.tributary.backend.txn;

import io.tributary.backend.batch.TableLanes;
import io.tributary.backend.catalog.TableCatalog;
import io.tributary.backend.catalog.TableChanged;
import io.tributary.backend.catalog.clock.DynamicTables;
import io.tributary.contract.calls.BatchInfo;
import io.tributary.contract.calls.CatalogChange;
import io.tributary.contract.calls.CatalogState;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.AdoptedTable;
import io.tributary.contract.schema.TableChange;
import io.tributary.contract.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes of the catalog among those who write rows: what each waits for, and what it does then in the lanes of its tables.
 * What is done blocks; engine threads.
 */
public final class CatalogChanges {
    private static final Logger log = LoggerFactory.getLogger(CatalogChanges.class);

    /** Lanes that are no table's, in which changes of one {@linkplain TableCatalog#places place} run one after another: 0 and below. */
    private static final int PLACE_LANES = 1 << 20;

    /** Attempts when transactions that are open have changed rows of the table. */
    private static final int DELETE_ATTEMPTS_MAX = 3;

    private final TableCatalog catalog;
    private final TableLanes lanes;
    private final PrivateCommitter committer;
    private final TableRewrites rewrites;
    private final Supplier<CompletableFuture<List<BatchInfo>>> batches;
    private final LongFunction<CompletableFuture<Void>> dropTable;
    private final long dropTimeoutMillis;

    /**
     * @param batches that are not committed
     * @param dropTable has the log forget what is pending of a dropped table, see {@code LogIngest}
     * @param dropTimeoutMillis {@code group_commit_queue_timeout_ms}: how long a DROP waits for that
     */
    public CatalogChanges(
            TableCatalog catalog,
            TableLanes lanes,
            PrivateCommitter committer,
            TableRewrites rewrites,
            Supplier<CompletableFuture<List<BatchInfo>>> batches,
            LongFunction<CompletableFuture<Void>> dropTable,
            long dropTimeoutMillis) {
        this.catalog = catalog;
        this.lanes = lanes;
        this.committer = committer;
        this.rewrites = rewrites;
        this.batches = batches;
        this.dropTable = dropTable;
        this.dropTimeoutMillis = dropTimeoutMillis;
    }

    /** How a change gets to the moment in which it may run. One of these is called, once; none of them blocks. */
    public interface Turns {
        /** Runs the change alone in its table, in its lane, behind everything that was acknowledged before. */
        void behindBarrier(long tableId, Supplier<CatalogState> change);

        /** Runs the change, which enters these lanes, when it is its turn to. */
        void inTurn(List<Long> lanes, Supplier<CatalogState> change);

        /** Takes {@link #copy} and {@link #alter}: the first may take hours. */
        void copied(TableChange change);
    }

    /** Finds out what the change waits for, and leaves it to the turns. Does not block. */
    public void begin(CatalogChange change, Turns turns) {
        change.accept(new Way()).accept(turns);
    }

    /** Which turn a kind of change waits for. */
    private final class Way implements CatalogChange.PartialVisitor<Consumer<Turns>> {
        @Override
        public Consumer<Turns> visitAlterTable(CatalogChange.AlterTable alter) {
            return turns -> turns.copied(alter.change());
        }

        @Override
        public Consumer<Turns> visitTruncateTable(CatalogChange.TruncateTable truncate) {
            TableSchema table = catalog.find(truncate.database(), truncate.table());
            if (table == null) {
                return otherwise(truncate);
            }
            return turns -> turns.behindBarrier(table.tableId(), () -> {
                requireName(truncate.database(), truncate.table(), table.tableId());
                return givingWay(table, () -> catalog.apply(truncate));
            });
        }

        @Override
        public Consumer<Turns> visitRefreshTable(CatalogChange.RefreshTable refresh) {
            return behindBarrier(refresh.database(), refresh.table(), refresh);
        }

        private Consumer<Turns> behindBarrier(String database, String name, CatalogChange change) {
            TableSchema table = catalog.find(database, name);
            if (table == null) {
                return otherwise(change);
            }
            long tableId = table.tableId();
            return turns -> {
                catalog.serverVersions().release(tableId);
                turns.behindBarrier(
                        tableId,
                        () -> committer.inLaneOf(tableId, () -> {
                            requireName(database, name, tableId);
                            lanes.wrote(tableId, List.of());
                            return givingWay(table, () -> catalog.apply(change));
                        }));
            };
        }

        @Override
        public Consumer<Turns> visitAlterProperties(CatalogChange.AlterProperties alter) {
            if (alter.changes().containsKey(AdoptedTable.UPSERT) || DynamicTables.areAmong(alter.changes())) {
                // Rows of before mean something else, or have no partition.
                return behindBarrier(alter.database(), alter.table(), alter);
            }
            TableSchema table = catalog.find(alter.database(), alter.table());
            if (table == null) {
                return otherwise(alter);
            }
            // Rows may come meanwhile; another change of this table may not, since it holds the properties, too.
            return turns -> turns.inTurn(
                    List.of(table.tableId()),
                    () -> committer.inLaneOf(table.tableId(), () -> {
                        requireName(alter.database(), alter.table(), table.tableId());
                        lanes.wrote(table.tableId(), List.of());
                        return catalog.apply(alter);
                    }));
        }

        @Override
        public Consumer<Turns> otherwise(CatalogChange change) {
            List<String> places = catalog.places(change);
            List<Long> ofPlaces =
                    places.stream().map(CatalogChanges::laneOf).distinct().toList();
            return turns -> turns.inTurn(
                    ofPlaces,
                    () -> committer.inLanes(ofPlaces, () -> {
                        catalog.settleFor(change, CatalogChanges.this::forgetLater);
                        return change.accept(new Alone());
                    }));
        }
    }

    /** Two places may have one: that costs time only. */
    private static long laneOf(String place) {
        return place.isEmpty() ? 0 : -1 - Math.floorMod(place.hashCode(), PLACE_LANES);
    }

    /** What a change does in its lane, where nothing is created or dropped meanwhile; only a table's name may change. */
    private final class Alone implements CatalogChange.PartialVisitor<CatalogState> {
        @Override
        public CatalogState visitDropTable(CatalogChange.DropTable drop) {
            TableSchema table = catalog.find(drop.database(), drop.table());
            return table == null
                    ? otherwise(drop)
                    : drop(
                            drop,
                            List.of(table.tableId()),
                            () -> requireName(drop.database(), drop.table(), table.tableId()));
        }

        @Override
        public CatalogState visitDropDatabase(CatalogChange.DropDatabase drop) {
            return drop(drop, tablesOf(drop.database()), () -> {});
        }

        @Override
        public CatalogState visitRefreshDatabase(CatalogChange.RefreshDatabase refresh) {
            List<Long> before = tablesOf(refresh.database());
            CatalogState refreshed = committer.inLanes(
                    before,
                    () -> catalog.apply(
                            new CatalogChange.RefreshDatabase(refresh.database(), waiting(refresh.database()))));
            List<Long> gone = new ArrayList<>(before);
            gone.removeAll(tablesOf(refresh.database()));
            forget(gone);
            return refreshed;
        }

        @Override
        public CatalogState otherwise(CatalogChange change) {
            return catalog.apply(change);
        }
    }

    /**
     * Asks the engine what became of changes in these databases whose outcome is not known, see {@link TableCatalog#settle}; blocks
     * on it. The log forgets what is pending of tables that turn out to be dropped.
     */
    public void settle(Predicate<String> databases) {
        catalog.settle(databases, this::forgetLater);
    }

    private void forgetLater(long tableId) {
        CompletableFuture<?> unused = dropTable.apply(tableId).thenRun(() -> lanes.forget(tableId));
    }

    /** Does ahead what can be done ahead of an ALTER, beside the table's use; see {@link TableRewrites#copy}. */
    public Optional<TableRewrites.Ahead> copy(TableChange change) {
        return rewrites.copy(change);
    }

    /** Says until it is closed that the table is being altered; see {@link TableLanes#changing}. */
    public TableLanes.Pass altering(TableChange change) {
        return lanes.changing(change.table().tableId());
    }

    /** The rest of an ALTER, behind the table's barrier. */
    public CatalogState alter(TableChange change, TableRewrites.@Nullable Ahead ahead) {
        return committer.inLaneOf(
                change.table().tableId(),
                () -> ahead == null
                        ? givingWay(change.table(), () -> catalog.alterTable(change, null))
                        : catalog.alterTable(change, ahead.finish()));
    }

    /** Requires that the name that was looked up before is the table's still; in its lane, where it gets no other. */
    private void requireName(String database, String name, long tableId) {
        TableSchema now = catalog.find(database, name);
        if (now == null || now.tableId() != tableId) {
            throw TableChanged.error(database + "." + name + " was renamed meanwhile");
        }
    }

    /** A transaction that has changed rows of the table and waits for its client gives way, as to a batch. */
    private CatalogState givingWay(TableSchema table, Supplier<CatalogState> change) {
        for (int attempt = 1; ; attempt++) {
            try {
                return change.get();
            } catch (TributaryException e) {
                if (!e.code().isConflict()
                        || attempt == DELETE_ATTEMPTS_MAX
                        || !lanes.committedKeys().makeWay(table, null)) {
                    throw e;
                }
            }
        }
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
    private CatalogState drop(CatalogChange change, List<Long> tableIds, Runnable check) {
        CatalogState dropped = committer.inLanes(tableIds, () -> {
            check.run();
            return catalog.apply(change);
        });
        forget(tableIds);
        return dropped;
    }

    /** Tables of a database of which rows are acknowledged and not committed: who forgets them loses these. */
    private Set<String> waiting(String database) {
        try {
            return batches.get().get(dropTimeoutMillis, TimeUnit.MILLISECONDS).stream()
                    .filter(batch -> batch.database().equals(database))
                    .map(BatchInfo::table)
                    .collect(Collectors.toSet());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TributaryException(ErrorCode.SERVER_SHUTDOWN, "Server shutdown in progress", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new TributaryException(
                    ErrorCode.LIMIT_OR_LOCK_WAIT,
                    "the log has not said within " + dropTimeoutMillis + " ms which tables of " + database
                            + " have rows that are not committed; nothing was refreshed",
                    e);
        }
    }

    private void forget(List<Long> tableIds) {
        CompletableFuture<?>[] forgotten =
                tableIds.stream().map(dropTable::apply).toArray(CompletableFuture<?>[]::new);
        awaitForgotten(CompletableFuture.allOf(forgotten));
        tableIds.forEach(lanes::forget);
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
}
