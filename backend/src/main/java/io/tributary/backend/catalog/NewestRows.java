package io.tributary.backend.catalog;

import io.tributary.contract.calls.CatalogState;
import io.tributary.contract.calls.UserAccount;
import io.tributary.contract.information.SystemRows;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The rows of system tables: the same object for as long as nothing changes, by which engines know what they may keep. Any thread. */
final class NewestRows implements Supplier<SystemRows> {
    private final Supplier<CatalogState> catalog;
    private volatile @Nullable Known known;

    private record Known(long version, SystemRows rows) {}

    NewestRows(Supplier<CatalogState> catalog) {
        this.catalog = catalog;
    }

    @Override
    public SystemRows get() {
        CatalogState state = catalog.get();
        Known now = known;
        if (now == null || now.version != state.version()) {
            now = new Known(
                    state.version(),
                    new SystemRows(
                            state.databases(),
                            state.tables(),
                            state.views(),
                            state.users().stream().collect(Collectors.toMap(UserAccount::name, UserAccount::plugin))));
            known = now;
        }
        return now.rows;
    }
}
