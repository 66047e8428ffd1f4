package io.tributary.frontend.routing;

import io.tributary.contract.calls.BackendClient;
import io.tributary.contract.calls.CatalogOrigin;
import io.tributary.contract.calls.CatalogState;
import io.tributary.contract.calls.TableOwner;
import io.tributary.contract.calls.UserAccount;
import io.tributary.contract.temporary.TemporaryName;
import io.tributary.planner.catalog.Catalog;
import io.tributary.planner.catalog.CatalogSnapshot;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The newest catalog this frontend has heard of: by watching, from the answers to its own changes, or because a
 * statement named something unknown and asked. Any thread; reading never blocks.
 */
public final class RemoteCatalog implements Catalog, TableOwners {
    /** Answers that are on their way when a backend ends come soon after, or never. */
    private static final int RUNS_LEFT_MAX = 16;

    private static final Logger log = LoggerFactory.getLogger(RemoteCatalog.class);

    private final BackendClient backend;
    private final String frontend = TemporaryName.newFrontend();
    private final AtomicReference<Known> known = new AtomicReference<>(Known.nothing());
    private final AtomicReference<@Nullable CompletableFuture<CatalogSnapshot>> refreshing = new AtomicReference<>();
    private final CompletableFuture<CatalogSnapshot> first = new CompletableFuture<>();

    private final List<Runnable> runListeners = new CopyOnWriteArrayList<>();

    /** @param left runs of the backend that others came after, the last ones; what still comes from them is old */
    private record Known(
            CatalogSnapshot snapshot,
            TableOwner owner,
            Map<String, UserAccount> users,
            CatalogOrigin origin,
            List<Long> left) {
        static Known nothing() {
            return new Known(CatalogSnapshot.empty(), TableOwner.UNTOLD, Map.of(), CatalogOrigin.UNKNOWN, List.of());
        }

        /**
         * A backend that was restored from a backup, or another one behind the same address, has versions that say nothing
         * about this one's.
         */
        Known followedBy(Known offered) {
            if (offered.origin.runId() == origin.runId()) {
                return offered.snapshot.version() >= snapshot.version() ? offered.after(left) : this;
            }
            if (left.contains(offered.origin.runId())) {
                return this;
            }
            List<Long> older = left.subList(Math.max(0, left.size() - RUNS_LEFT_MAX + 1), left.size());
            return offered.after(
                    Stream.concat(older.stream(), Stream.of(origin.runId())).toList());
        }

        private Known after(List<Long> runsLeft) {
            return new Known(snapshot, owner, users, origin, runsLeft);
        }

        static Known of(CatalogState state) {
            Map<String, UserAccount> users = new HashMap<>();
            for (UserAccount user : state.users()) {
                users.put(user.name(), user);
            }
            return new Known(
                    new CatalogSnapshot(
                            state.version(),
                            state.databases(),
                            state.engines(),
                            state.tables(),
                            state.views(),
                            state.globalVariables()),
                    state.owner(),
                    Map.copyOf(users),
                    state.origin(),
                    List.of());
        }
    }

    public RemoteCatalog(BackendClient backend) {
        this.backend = backend;
    }

    /** Begins to watch; completes with the first catalog. */
    public CompletableFuture<CatalogSnapshot> watch() {
        backend.watchCatalog(frontend, this::apply);
        return first;
    }

    /** What this frontend is called in the names of its temporary tables. */
    public String frontend() {
        return frontend;
    }

    @Override
    public CatalogSnapshot snapshot() {
        return known().snapshot();
    }

    public Optional<UserAccount> user(String name) {
        return Optional.ofNullable(known().users().get(name));
    }

    /** Returns the accounts in name order. */
    public List<UserAccount> users() {
        return known().users().values().stream()
                .sorted(Comparator.comparing(UserAccount::name))
                .toList();
    }

    @Override
    public TableOwner ownerOf(long tableId) {
        return known().owner();
    }

    @Override
    public String nameOf(long tableId) {
        CatalogSnapshot now = snapshot();
        return Stream.concat(
                        now.databaseNames().stream().flatMap(database -> now.tables(database).stream()),
                        now.temporaries().stream())
                .filter(table -> table.tableId() == tableId)
                .map(table -> table.database() + "." + table.name())
                .findAny()
                .orElse("of id " + tableId);
    }

    private Known known() {
        return Objects.requireNonNull(known.get());
    }

    /** Tells when the backend was started anew, before its first catalog is seen here; on the thread that brought it. */
    public void onNewRun(Runnable listener) {
        runListeners.add(listener);
    }

    /** Takes a catalog unless a newer one is known already. */
    public void apply(CatalogState state) {
        Known candidate = Known.of(state);
        while (true) {
            Known now = known();
            Known next = now.followedBy(candidate);
            boolean isNewRun = next.origin().runId() != now.origin().runId();
            if (isNewRun) {
                runListeners.forEach(Runnable::run);
            }
            if (known.compareAndSet(now, next)) {
                if (isNewRun) {
                    told(now.origin(), next.origin());
                }
                break;
            }
        }
        first.complete(candidate.snapshot());
    }

    private static void told(CatalogOrigin before, CatalogOrigin after) {
        if (before.engineId() != 0 && before.engineId() != after.engineId()) {
            log.warn(
                    "event=other_data_directory the backend has engine {} now, it had {}",
                    String.format("%016x", after.engineId()),
                    String.format("%016x", before.engineId()));
        }
    }

    /** Asks the backend for its newest catalog; all who ask while an answer is on its way share it. */
    public CompletableFuture<CatalogSnapshot> refresh() {
        CompletableFuture<CatalogSnapshot> mine = new CompletableFuture<>();
        CompletableFuture<CatalogSnapshot> running = refreshing.compareAndExchange(null, mine);
        if (running != null) {
            return running;
        }
        CompletableFuture<?> unused = backend.catalog().whenComplete((state, error) -> {
            refreshing.set(null);
            if (error != null) {
                mine.completeExceptionally(error);
            } else {
                apply(state);
                mine.complete(snapshot());
            }
        });
        return mine;
    }
}
