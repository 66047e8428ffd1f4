package io.tributary.backend.catalog;

import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.schema.ViewSchema;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The tables as they were at one moment. Immutable. */
record TableSnapshot(Map<Long, TableSchema> tables, List<ViewSchema> views) implements TableLookup {
    @Override
    public @Nullable TableSchema table(long tableId) {
        return tables.get(tableId);
    }
}
