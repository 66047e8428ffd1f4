package io.tributary.frontend;

import io.tributary.contract.calls.CatalogChange;
import io.tributary.contract.calls.CatalogState;
import io.tributary.contract.calls.TableOwner;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.frontend.routing.BackendRouter;
import io.tributary.frontend.routing.RemoteCatalog;
import io.tributary.frontend.routing.TableOwners;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Two backends in memory that both know the tables {@code ads.t} and {@code ads.t2} of the first one and {@code ads.u} of
 * the second, each with a column {@code id}, and a router that knows whose they are.
 */
public final class TwoBackends implements AutoCloseable {
    public final MemoryBackend first = new MemoryBackend(0);
    public final MemoryBackend second = new MemoryBackend(1);
    public final RemoteCatalog catalog = new RemoteCatalog(first);
    public final long t;
    public final long t2;
    public final long u;
    public final BackendRouter router;

    public TwoBackends() throws Exception {
        for (MemoryBackend backend : List.of(first, second)) {
            get(backend.change(new CatalogChange.CreateDatabase("ads", false)));
            for (String name : List.of("t", "t2", "u")) {
                CatalogState made = get(backend.change(new CatalogChange.CreateTable(table(name), false)));
                catalog.apply(made);
            }
            backend.forgetCalls();
        }
        t = tableId("t");
        t2 = tableId("t2");
        u = tableId("u");
        router = new BackendRouter(List.of(first, second), new TableOwners() {
            @Override
            public TableOwner ownerOf(long tableId) {
                return new TableOwner(tableId == u ? 1 : 0, 1);
            }

            @Override
            public String nameOf(long tableId) {
                return catalog.nameOf(tableId);
            }
        });
    }

    public TableSchema schema(String name) {
        return catalog.snapshot().table("ads", name).orElseThrow();
    }

    private long tableId(String name) {
        return schema(name).tableId();
    }

    private static TableSchema table(String name) {
        return new TableSchema(
                0,
                "ads",
                name,
                1,
                TableSchema.KeyModel.DUPLICATE,
                List.of(Column.of("id", ColumnType.of(ColumnType.Kind.BIGINT), false)),
                TableProperties.defaults(),
                TableSchema.Layout.none());
    }

    public static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(10, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        first.close();
        second.close();
    }
}
