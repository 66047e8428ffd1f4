package io.tributary.backend.record;

import io.tributary.backend.catalog.TableLookup;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * The LSN below which the log is no longer needed: the lowest record of any batch that is not in the engine. A table
 * with nothing pending does not hold it back. Ingest agent's thread.
 */
public final class LowWatermark {
    /** How many batches have this lowest LSN: more than one only behind records that were skipped. */
    private final TreeMap<Long, Integer> uncommitted = new TreeMap<>();

    private int count;
    private final List<Discarded> discarded = new ArrayList<>();

    private record Discarded(long tableId, long lowestLsn) {}

    public void opened(long lowestLsn) {
        uncommitted.merge(lowestLsn, 1, Integer::sum);
        count++;
    }

    public void committed(long lowestLsn) {
        remove(lowestLsn);
    }

    private boolean remove(long lowestLsn) {
        Integer batches = uncommitted.remove(lowestLsn);
        if (batches == null) {
            return false;
        }
        if (batches > 1) {
            uncommitted.put(lowestLsn, batches - 1);
        }
        count--;
        return true;
    }

    /** The batch will never be committed, but is kept until the catalog knows durably that its table was dropped. */
    public void discarded(long tableId, long lowestLsn) {
        discarded.add(new Discarded(tableId, lowestLsn));
    }

    /** How many batches hold the log. */
    public int uncommitted() {
        return count;
    }

    public long value(long nextLsn, TableLookup tables) {
        if (!discarded.isEmpty()) {
            discarded.removeIf(batch -> tables.table(batch.tableId()) == null && remove(batch.lowestLsn()));
        }
        return uncommitted.isEmpty() ? nextLsn : uncommitted.firstKey();
    }
}
