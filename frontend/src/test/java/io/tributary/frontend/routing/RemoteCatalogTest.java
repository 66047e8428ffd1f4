package io.tributary.frontend.routing;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.calls.CatalogOrigin;
import io.tributary.contract.calls.CatalogState;
import io.tributary.contract.calls.TableOwner;
import io.tributary.contract.schema.DatabaseSchema;
import io.tributary.frontend.MemoryBackend;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RemoteCatalogTest {
    private final RemoteCatalog catalog = new RemoteCatalog(new MemoryBackend());
    private final List<String> runs = new ArrayList<>();

    private void hear(long engine, long run, long version, String database) {
        catalog.apply(new CatalogState(
                new CatalogOrigin(engine, run),
                new TableOwner(0, run),
                version,
                List.of(DatabaseSchema.embedded(database)),
                new CatalogState.Relations(List.of(), List.of()),
                List.of(),
                Map.of()));
    }

    private List<String> databases() {
        return List.copyOf(catalog.snapshot().databaseNames());
    }

    @Test
    void ofOneRunTheHigherVersionCounts() {
        hear(1, 5, 10, "new");
        hear(1, 5, 9, "old");

        assertThat(databases()).containsExactly("new");
    }

    @Test
    void aRestoredBackendIsHeardAlthoughItsVersionIsLowerAndTheOneBeforeNoLonger() {
        catalog.onNewRun(() -> runs.add(databases().toString()));
        hear(1, 5, 1L << 40, "before");

        hear(1, 6, 3, "restored");
        hear(1, 5, (1L << 40) + 1, "late answer");
        assertThat(databases()).containsExactly("restored");
        hear(2, 7, 1, "replaced");
        hear(1, 6, 4, "late answer");
        hear(2, 7, 2, "replaced again");

        assertThat(databases()).containsExactly("replaced again");
        assertThat(runs).containsExactly("[]", "[before]", "[restored]");
    }

    @Test
    void theOwnerOfTablesIsThatOfTheCatalogThatCounts() {
        assertThat(catalog.ownerOf(7)).isEqualTo(new TableOwner(0, 0));

        hear(1, 5, 10, "before");
        hear(1, 6, 3, "restarted");
        hear(1, 5, 11, "late answer");

        assertThat(catalog.ownerOf(7)).isEqualTo(new TableOwner(0, 6));
        assertThat(catalog.nameOf(7)).isEqualTo("of id 7");
    }

    @Test
    void onlyTheLastRunsAreRemembered() {
        for (int run = 1; run < 100; run++) {
            hear(1, run, 1, "d" + run);
        }

        assertThat(databases()).containsExactly("d99");
        hear(1, 98, 9, "late answer");
        assertThat(databases()).containsExactly("d99");
    }
}
