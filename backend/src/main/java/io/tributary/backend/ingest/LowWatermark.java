package io.tributary.backend.ingest;

import io.tributary.backend.catalog.TableLookup;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * The LSN below which the log is no longer needed: the lowest record of any batch that is not in the engine. A table
 * with nothing pending does not hold it back. Ingest agent's thread.
 */
final class LowWatermark {
    private final TreeSet<Long> uncommitted = new TreeSet<>();
    private final List<Discarded> discarded = new ArrayList<>();

    private record Discarded(long tableId, long lowestLsn) {}

    void opened(long lowestLsn) {
        uncommitted.add(lowestLsn);
    }

    void committed(long lowestLsn) {
        uncommitted.remove(lowestLsn);
    }

    /** The batch will never be committed, but is kept until the catalog knows durably that its table was dropped. */
    void discarded(long tableId, long lowestLsn) {
        discarded.add(new Discarded(tableId, lowestLsn));
    }

    /** How many batches hold the log. */
    int uncommitted() {
        return uncommitted.size();
    }

    long value(long nextLsn, TableLookup tables) {
        if (!discarded.isEmpty()) {
            discarded.removeIf(batch -> tables.table(batch.tableId()) == null && uncommitted.remove(batch.lowestLsn()));
        }
        return uncommitted.isEmpty() ? nextLsn : uncommitted.first();
    }
}
