package io.tributary.backend.service.wait;

import io.tributary.backend.catalog.TableCatalog;
import io.tributary.backend.txn.TextNames;
import io.tributary.contract.calls.CatalogState;
import io.tributary.contract.schema.TableSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Which tables a text may name, and which have the policy {@code on_read}, by the newest catalog. The tables of a text are a
 * superset: which they are only the engine knows for sure. Any thread.
 */
public final class NamedTables {
    private final Supplier<CatalogState> catalog;
    private volatile Index index;

    public NamedTables(TableCatalog catalog) {
        this(catalog::state);
    }

    NamedTables(Supplier<CatalogState> catalog) {
        this.catalog = catalog;
        index = Index.of(catalog.get());
    }

    /**
     * @param unclear tables whose names a text may write in several ways: each text may name them
     * @param onRead ids of the tables with that policy
     */
    private record Index(
            CatalogState state, Map<String, List<TableSchema>> byName, List<TableSchema> unclear, List<Long> onRead) {
        static Index of(CatalogState state) {
            Map<String, List<TableSchema>> byName = new HashMap<>();
            List<TableSchema> unclear = new ArrayList<>();
            List<Long> onRead = new ArrayList<>();
            for (TableSchema table : state.tables()) {
                if (TextNames.isWord(table.name())) {
                    byName.computeIfAbsent(table.name().toLowerCase(Locale.ROOT), name -> new ArrayList<>())
                            .add(table);
                } else {
                    unclear.add(table);
                }
                if (table.properties().bindsReads()) {
                    onRead.add(table.tableId());
                }
            }
            return new Index(state, byName, List.copyOf(unclear), List.copyOf(onRead));
        }
    }

    private Index newest() {
        CatalogState state = catalog.get();
        Index known = index;
        if (known.state().version() != state.version()) {
            known = Index.of(state);
            index = known;
        }
        return known;
    }

    /** The tables that these texts may name, by themselves or by way of views. */
    List<TableSchema> in(String texts) {
        Index known = newest();
        List<TableSchema> named = new ArrayList<>(known.unclear());
        for (String word :
                TextNames.words(TextNames.withViews(texts, known.state().views()))) {
            named.addAll(known.byName().getOrDefault(word, List.of()));
        }
        return named;
    }

    /** Tables whose sync loads reads are bound to see. */
    List<Long> onRead() {
        return newest().onRead();
    }
}
