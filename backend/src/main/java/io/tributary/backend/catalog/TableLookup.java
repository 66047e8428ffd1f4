package io.tributary.backend.catalog;

import io.tributary.rpc.schema.TableSchema;
import org.jspecify.annotations.Nullable;

/** Finds a table by id in the newest catalog; any thread, without a lock. */
@FunctionalInterface
public interface TableLookup {
    /** The table, or null when it was dropped or never existed. */
    @Nullable
    TableSchema table(long tableId);
}
