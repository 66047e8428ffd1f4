package io.tributary.backend.txn;

import io.tributary.backend.batch.RecordedWrites;
import io.tributary.backend.batch.TableLanes;
import io.tributary.backend.catalog.TableLookup;
import io.tributary.contract.schema.TableChange;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.TableEngine;
import io.tributary.engine.port.TableRewrite;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What of an ALTER TABLE goes on beside reads and writes: a table that has to be written anew is copied first, and only
 * what was committed meanwhile is left for the time in which nobody may write. Where that cannot be known (somebody
 * changed rows by an UPDATE or DELETE, twice in a row) nothing is copied ahead. Blocks; engine threads, outside of lanes.
 */
public final class TableRewrites {
    /** Copies that are begun; what is written meanwhile may spoil one. */
    private static final int COPIES_MAX = 2;

    /** Rows of so many bytes are left for the last step. */
    private static final long LAST_BYTES = 4L << 20;

    /** A table that is written to as fast as its copy is brought up to date must be held at some time. */
    private static final int ROUNDS_MAX = 20;

    private static final Logger log = LoggerFactory.getLogger(TableRewrites.class);

    private final TableEngine engine;
    private final TableLookup tables;
    private final TableLanes lanes;
    private final PrivateCommitter committer;
    private final long rowsMin;
    private final RecordedWrites.Budget budget;

    /**
     * @param rowsMin {@code schema_change_copy_rows_min}: a table with fewer is altered at once
     * @param bytesMax {@code schema_change_copy_bytes}: encoded rows that may be written while tables are copied
     */
    public TableRewrites(
            TableEngine engine,
            TableLookup tables,
            TableLanes lanes,
            PrivateCommitter committer,
            long rowsMin,
            long bytesMax) {
        this.engine = engine;
        this.tables = tables;
        this.lanes = lanes;
        this.committer = committer;
        this.rowsMin = rowsMin;
        budget = new RecordedWrites.Budget(bytesMax);
    }

    /** A copy that is nearly up to date, and what has been written since. */
    public static final class Ahead implements AutoCloseable {
        private final TableRewrite rewrite;
        private final RecordedWrites writes;

        private Ahead(TableRewrite rewrite, RecordedWrites writes) {
            this.rewrite = rewrite;
            this.writes = writes;
        }

        private void copy() {
            rewrite.copy();
            for (int round = 1; round <= ROUNDS_MAX && writes.bytes() > LAST_BYTES && !writes.isUseless(); round++) {
                rewrite.catchUp(writes.take());
            }
        }

        /**
         * Brings the copy up to date; in the table's lane, where it stays so. Null if it is of no use.
         *
         * @throws io.tributary.contract.error.TributaryException for a value that does not fit its column
         */
        public @Nullable TableRewrite finish() {
            if (writes.isUseless()) {
                return null;
            }
            rewrite.catchUp(writes.take());
            return rewrite;
        }

        @Override
        public void close() {
            writes.close();
            rewrite.close();
        }
    }

    /**
     * Does ahead what can be done ahead of a change; empty where it is quick, or was changed meanwhile.
     *
     * @throws io.tributary.contract.error.TributaryException for a value that does not fit its column
     */
    public Optional<Ahead> copy(TableChange change) {
        TableSchema now = tables.table(change.table().tableId());
        if (now == null || !engine.of(now).isRewrite(now, change)) {
            return Optional.empty();
        }
        for (int attempt = 1; attempt <= COPIES_MAX; attempt++) {
            Ahead ahead = begin(change);
            if (ahead == null) {
                return Optional.empty();
            }
            boolean usable = false;
            try {
                ahead.copy();
                usable = !ahead.writes.isUseless();
            } finally {
                if (!usable) {
                    ahead.close();
                }
            }
            if (usable) {
                return Optional.of(ahead);
            }
        }
        log.info(
                "event=table_copy_useless table={}.{} it is altered while nobody writes to it",
                change.table().database(),
                change.table().name());
        return Optional.empty();
    }

    private @Nullable Ahead begin(TableChange change) {
        long tableId = change.table().tableId();
        return committer.inLanes(List.of(tableId), () -> {
            TableSchema before = tables.table(tableId);
            if (before == null || before.schemaVersion() + 1 != change.table().schemaVersion()) {
                // The change itself says so.
                return null;
            }
            RecordedWrites writes = lanes.record(tableId, budget).orElse(null);
            if (writes == null) {
                return null;
            }
            TableRewrite rewrite = null;
            try {
                rewrite = engine.of(before).rewrite(before, change, rowsMin).orElse(null);
                return rewrite == null ? null : new Ahead(rewrite, writes);
            } finally {
                if (rewrite == null) {
                    writes.close();
                }
            }
        });
    }
}
