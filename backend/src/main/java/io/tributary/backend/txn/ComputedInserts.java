package io.tributary.backend.txn;

import io.tributary.backend.catalog.AutoIncrementIds;
import io.tributary.backend.catalog.TableLookup;
import io.tributary.backend.engine.OneEngine;
import io.tributary.contract.calls.InsertQuery;
import io.tributary.contract.calls.LoadResult;
import io.tributary.contract.calls.StatementResult;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.Partition;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.TableEngine;
import io.tributary.engine.port.TransactionLimit;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** INSERTs whose rows the engine computes, alone or in a session's transaction. Blocks; engine threads. */
public final class ComputedInserts {
    /**
     * Where values come from that a statement does not give.
     *
     * @param ids for AUTO_INCREMENT
     * @param engine computes generated columns
     * @param clock for NOW() and DEFAULT CURRENT_TIMESTAMP of a statement that does not say when it began
     */
    public record GeneratedValues(AutoIncrementIds ids, TableEngine engine, InstantSource clock) {}

    private final TableLookup tables;
    private final GeneratedValues generated;
    private final PrivateCommitter committer;
    private final TransactionRegistry transactions;
    private final Labels labels;
    private final StatementTimeouts timeouts;
    private final Snapshots snapshots;

    public ComputedInserts(
            TableLookup tables,
            GeneratedValues generated,
            PrivateCommitter committer,
            TransactionRegistry transactions,
            Labels labels,
            StatementTimeouts timeouts,
            Snapshots snapshots) {
        this.tables = tables;
        this.generated = generated;
        this.committer = committer;
        this.transactions = transactions;
        this.labels = labels;
        this.timeouts = timeouts;
        this.snapshots = snapshots;
    }

    /** One engine transaction for queries, rows, what they overwrite, and label. The caller has entered the table's lane. */
    public StatementResult insert(InsertQuery insert) {
        TableSchema table = PrivateCommitter.requireCurrent(tables, insert.tableId(), insert.schemaVersion());
        if (insert.label().isEmpty()) {
            return commit(table, started(insert), null);
        }
        try (Labels.Claim claim = labels.claim(table.database(), insert.label())) {
            return commit(table, started(insert), claim);
        }
    }

    /** Part of a transaction that the caller uses; it has neither label nor id yet. */
    public StatementResult insert(InsertQuery insert, LoadTransaction transaction) {
        TableSchema table = PrivateCommitter.requireCurrent(tables, insert.tableId(), insert.schemaVersion());
        if (insert.overwrites()) {
            throw new TributaryException(
                    ErrorCode.INVALID_STATEMENT,
                    "This is in a transaction, only insert, update, delete, commit, rollback is acceptable.");
        }
        try (StatementTimeouts.Running running = timeouts.beginInsert(insert.timeoutSeconds())) {
            running.interruptBy(transaction::interrupt);
            try {
                return transaction.insert(table, started(insert), generated);
            } catch (RuntimeException e) {
                throw running.told(e);
            }
        }
    }

    private StatementResult commit(TableSchema table, InsertQuery insert, Labels.@Nullable Claim claim) {
        ByteReservation bytes = transactions.reservation();
        try (StatementTimeouts.Running running = timeouts.beginInsert(insert.timeoutSeconds())) {
            return commit(table, insert, claim, bytes, running);
        } finally {
            bytes.release();
        }
    }

    private StatementResult commit(
            TableSchema table,
            InsertQuery insert,
            Labels.@Nullable Claim claim,
            ByteReservation bytes,
            StatementTimeouts.Running running) {
        try {
            ComputedRows rows = new ComputedRows(table, insert, bytes, generated);
            List<RowBlock> committed = new ArrayList<>();
            long[] stored = new long[1];
            TableEngine other = otherEngine(table, insert);
            // One without transactions of its own keeps all of them, to send them once more.
            boolean passes =
                    other != null && committer.engineOfTransaction().with(table).keepsLoads();
            PrivateCommitter.Work work = transaction -> {
                EngineTransaction elsewhere = other == null ? null : other.beginReading();
                try (elsewhere) {
                    EngineTransaction reading = elsewhere == null ? transaction : elsewhere;
                    running.interruptBy(() -> {
                        reading.interrupt();
                        transaction.interrupt();
                    });
                    snapshots.take(
                            reading,
                            texts(insert, table),
                            Math.min(insert.context().visibleMillis(), Snapshots.LANE_MILLIS_MAX));
                    committed.clear();
                    if (passes && insert.overwrites()) {
                        transaction.truncate(table, overwritten(table, insert));
                    }
                    stored[0] = passes
                            ? rows.pass(reading, passing(table, transaction))
                            : rows.store(reading, transaction, blocks -> {
                                if (insert.overwrites()) {
                                    // Not before all rows are computed: the queries may read the table.
                                    transaction.truncate(table, overwritten(table, insert));
                                }
                                committed.addAll(blocks);
                                transaction.append(table, blocks);
                            });
                    running.requireTime();
                }
            };
            LoadResult result = insert.overwrites()
                    ? committer.commitOver(table, insert.label(), claim, work)
                    : committer.commit(table, insert.label(), claim, work);
            if (passes) {
                committer.committed(table, null);
            } else if (insert.overwrites()) {
                committer.committed(table, committed);
            } else {
                committer.inserted(table, committed);
            }
            return new StatementResult(
                    stored[0],
                    result.label(),
                    result.txnId(),
                    rows.firstGenerated(),
                    rows.largestGiven(),
                    rows.filtered());
        } catch (RuntimeException e) {
            throw running.told(e);
        }
    }

    /** Stores rows as they come, up to what a transaction of the table's engine takes. */
    private Consumer<List<RowBlock>> passing(TableSchema table, EngineTransaction transaction) {
        TransactionLimit limit = committer.engineOfTransaction().with(table).transactionLimit();
        long[] bytesAndRows = new long[2];
        return blocks -> {
            for (RowBlock block : blocks) {
                bytesAndRows[0] += block.length();
                bytesAndRows[1] += block.rowCount();
            }
            TributaryException refusal = limit.refusal(bytesAndRows[0], bytesAndRows[1]);
            if (refusal != null) {
                throw refusal;
            }
            transaction.append(table, blocks);
        };
    }

    /**
     * The engine of the tables that the queries read, where that is another than the table's, or null.
     *
     * @throws TributaryException {@code NOT_SUPPORTED} where they read tables of several
     */
    private @Nullable TableEngine otherEngine(TableSchema table, InsertQuery insert) {
        TableEngine own = committer.engineOfTransaction().with(table);
        OneEngine read = committer.engineReadFor(table);
        TableEngine reading = own;
        for (InsertQuery.Source source : insert.sources()) {
            reading = read.with(source.sql(), insert.context());
        }
        if (reading == own || insert.sources().isEmpty()) {
            return null;
        }
        if (insert.onDuplicateKey() != null) {
            throw TributaryException.notSupported("an INSERT that merges rows with those which another engine has");
        }
        return reading;
    }

    /** Where it changes rows that are there it reads its own table, too. */
    private static String texts(InsertQuery insert, TableSchema table) {
        return insert.onDuplicateKey() == null ? insert.texts() : insert.texts() + " " + table.name();
    }

    /** Empty: all of the table. */
    private static List<Partition> overwritten(TableSchema table, InsertQuery insert) {
        return table.layout().partitioning().requireAll(insert.partitions(), table.name());
    }

    /** NOW() is the same in all its queries and defaults, and in every attempt. */
    private InsertQuery started(InsertQuery insert) {
        return insert.context().startMicros() != 0
                ? insert
                : insert.in(insert.context()
                        .startedAt(ChronoUnit.MICROS.between(
                                Instant.EPOCH, generated.clock().instant())));
    }
}
