package io.tributary.frontend.routing;

import io.tributary.planner.catalog.Catalog;
import io.tributary.planner.catalog.CatalogSnapshot;
import io.tributary.rpc.client.BackendClient;
import io.tributary.rpc.client.CatalogState;
import io.tributary.rpc.client.UserAccount;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The newest catalog this frontend has heard of: by watching, from the answers to its own changes, or because a
 * statement named something unknown and asked. Any thread; reading never blocks.
 */
public final class RemoteCatalog implements Catalog {
    private final BackendClient backend;
    private final AtomicReference<Known> known = new AtomicReference<>(Known.nothing());
    private final AtomicReference<@Nullable CompletableFuture<CatalogSnapshot>> refreshing = new AtomicReference<>();
    private final CompletableFuture<CatalogSnapshot> first = new CompletableFuture<>();

    private record Known(CatalogSnapshot snapshot, Map<String, UserAccount> users) {
        static Known nothing() {
            return new Known(CatalogSnapshot.empty(), Map.of());
        }

        static Known of(CatalogState state) {
            Map<String, UserAccount> users = new HashMap<>();
            for (UserAccount user : state.users()) {
                users.put(user.name(), user);
            }
            return new Known(
                    new CatalogSnapshot(state.version(), state.databases(), state.tables(), state.globalVariables()),
                    Map.copyOf(users));
        }
    }

    public RemoteCatalog(BackendClient backend) {
        this.backend = backend;
    }

    /** Begins to watch; completes with the first catalog. */
    public CompletableFuture<CatalogSnapshot> watch() {
        backend.watchCatalog(this::apply);
        return first;
    }

    @Override
    public CatalogSnapshot snapshot() {
        return known().snapshot();
    }

    public Optional<UserAccount> user(String name) {
        return Optional.ofNullable(known().users().get(name));
    }

    /** In name order. */
    public List<UserAccount> users() {
        return known().users().values().stream()
                .sorted(Comparator.comparing(UserAccount::name))
                .toList();
    }

    private Known known() {
        return Objects.requireNonNull(known.get());
    }

    /** Takes a catalog unless a newer one is known already. */
    public void apply(CatalogState state) {
        Known candidate = Known.of(state);
        known.accumulateAndGet(
                candidate,
                (now, offered) -> offered.snapshot().version() >= now.snapshot().version() ? offered : now);
        first.complete(candidate.snapshot());
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
