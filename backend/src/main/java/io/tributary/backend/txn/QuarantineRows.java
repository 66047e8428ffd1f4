package io.tributary.backend.txn;

import io.tributary.backend.batch.Bisection;
import io.tributary.backend.catalog.TableLookup;
import io.tributary.contract.calls.QuarantineInfo;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.QuarantineStore;
import io.tributary.engine.port.QuarantinedRow;
import io.tributary.engine.port.TableEngine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Shows, replays and discards rows in quarantine. A replay inserts rows again as an INSERT of now would: behind everything
 * that is committed, and into a UNIQUE KEY table over newer rows of the same keys. Blocks; engine threads.
 */
public final class QuarantineRows {
    /** Rows that are replayed in one engine transaction. */
    static final int ROWS_AT_A_TIME = 1_000;

    /** JSON in one answer; rows beyond are not shown. */
    static final long SHOWN_BYTES_MAX = 16L << 20;

    private final TableEngine engine;
    private final TableLookup tables;
    private final PrivateCommitter committer;

    public QuarantineRows(TableEngine engine, TableLookup tables, PrivateCommitter committer) {
        this.engine = engine;
        this.tables = tables;
        this.committer = committer;
    }

    /** The first rows by id, at most so many, and fewer where they are large. */
    public List<QuarantineInfo> show(QuarantineStore.Filter filter, int limit) {
        List<QuarantineInfo> shown = new ArrayList<>();
        long bytes = 0;
        long after = 0;
        while (shown.size() < limit && bytes < SHOWN_BYTES_MAX) {
            int wanted = Math.min(ROWS_AT_A_TIME, limit - shown.size());
            List<QuarantinedRow> rows = read(filter, after, wanted);
            for (QuarantinedRow row : rows) {
                bytes += row.json().length();
                if (!shown.isEmpty() && bytes > SHOWN_BYTES_MAX) {
                    break;
                }
                shown.add(new QuarantineInfo(
                        row.id(), row.database(), row.table(), row.label(), row.json(), row.reason(), row.millis()));
                after = row.id();
            }
            if (rows.size() < wanted) {
                break;
            }
        }
        return shown;
    }

    /** @throws TributaryException {@code INVALID_STATEMENT} naming an id that is not there; nothing was done then */
    public QuarantineInfo.Outcome discard(QuarantineStore.Filter filter) {
        requireIds(filter);
        long removed = 0;
        for (TableEngine each : enginesOf(filter)) {
            try (EngineTransaction transaction = each.begin()) {
                removed += transaction.removeQuarantined(filter);
                transaction.commit();
            }
        }
        return new QuarantineInfo.Outcome(removed, 0);
    }

    /** The engines that may have such rows: each keeps those of its own tables. */
    private List<TableEngine> enginesOf(QuarantineStore.Filter filter) {
        TableSchema table = filter.tableId() == 0 ? null : tables.table(filter.tableId());
        if (table != null) {
            return List.of(engine.keeperOf(table));
        }
        return engine.keepers();
    }

    private List<QuarantinedRow> read(QuarantineStore.Filter filter, long after, int limit) {
        List<TableEngine> engines = enginesOf(filter);
        if (engines.size() == 1) {
            return engines.get(0).quarantine().read(filter, after, limit);
        }
        return engines.stream()
                .flatMap(each -> each.quarantine().read(filter, after, limit).stream())
                .sorted(Comparator.comparingLong(QuarantinedRow::id))
                .limit(limit)
                .toList();
    }

    /**
     * Inserts rows again. Those that are refused once more stay, with the new reason; those that somebody else replays or
     * discards meanwhile are left to him, and do not count.
     *
     * @throws TributaryException {@code INVALID_STATEMENT} as {@link #discard}; for any other error the rows before it have
     *     been replayed
     */
    public QuarantineInfo.Outcome replay(QuarantineStore.Filter filter) {
        requireIds(filter);
        long replayed = 0;
        long refused = 0;
        long after = 0;
        while (true) {
            List<QuarantinedRow> rows = read(filter, after, ROWS_AT_A_TIME);
            Map<Long, List<QuarantinedRow>> byTable = new LinkedHashMap<>();
            for (QuarantinedRow row : rows) {
                byTable.computeIfAbsent(row.tableId(), id -> new ArrayList<>()).add(row);
                after = row.id();
            }
            for (Map.Entry<Long, List<QuarantinedRow>> one : byTable.entrySet()) {
                QuarantineInfo.Outcome outcome = replay(one.getKey(), one.getValue(), replayed);
                replayed += outcome.removed();
                refused += outcome.refused();
            }
            if (rows.size() < ROWS_AT_A_TIME) {
                return new QuarantineInfo.Outcome(replayed, refused);
            }
        }
    }

    private void requireIds(QuarantineStore.Filter filter) {
        if (filter.ids().isEmpty()) {
            return;
        }
        Set<Long> missing = new HashSet<>(filter.ids());
        read(filter, 0, filter.ids().size()).forEach(row -> missing.remove(row.id()));
        if (!missing.isEmpty()) {
            throw new TributaryException(
                    ErrorCode.INVALID_STATEMENT,
                    "no row " + missing.stream().min(Long::compare).orElseThrow() + " is in quarantine"
                            + (filter.tableId() == 0 ? "" : ", or it is of another table") + "; nothing was done");
        }
    }

    /** @param before rows that are replayed already */
    private QuarantineInfo.Outcome replay(long tableId, List<QuarantinedRow> rows, long before) {
        try {
            return replay(tableId, rows);
        } catch (TributaryException e) {
            throw before == 0 ? e : e.behind(before + " rows are replayed");
        }
    }

    private QuarantineInfo.Outcome replay(long tableId, List<QuarantinedRow> rows) {
        TableSchema known = tables.table(tableId);
        if (known == null) {
            QuarantinedRow first = rows.get(0);
            throw new TributaryException(
                    ErrorCode.UNKNOWN_TABLE,
                    "Table '" + first.database() + "." + first.table() + "' of row " + first.id()
                            + " in quarantine doesn't exist, it was dropped: DISCARD QUARANTINE forgets its rows");
        }
        return committer.inLaneOf(tableId, () -> inLane(committer.current(tableId), ids(rows)));
    }

    private static Set<Long> ids(List<QuarantinedRow> rows) {
        return rows.stream().map(QuarantinedRow::id).collect(Collectors.toSet());
    }

    /**
     * What is still there of these rows: another replay may have had its turn in the lane before. A discard needs no lane and
     * may take some even now; then it goes on with those that are left, fewer each time.
     */
    private QuarantineInfo.Outcome inLane(TableSchema table, Set<Long> ids) {
        QuarantineStore.Filter filter = new QuarantineStore.Filter(table.tableId(), ids);
        List<QuarantinedRow> rows = read(filter, 0, ids.size());
        while (!rows.isEmpty()) {
            try {
                return replayAll(table, rows);
            } catch (TributaryException e) {
                if (!e.code().isConflict()) {
                    throw e;
                }
                List<QuarantinedRow> left = read(filter, 0, ids.size());
                if (left.size() == rows.size()) {
                    throw e;
                }
                rows = left;
            }
        }
        return new QuarantineInfo.Outcome(0, 0);
    }

    /** @throws TributaryException {@code WRITE_CONFLICT}, among others if some of them are not there any more */
    private QuarantineInfo.Outcome replayAll(TableSchema table, List<QuarantinedRow> rows) {
        JsonRow reader = new JsonRow(table);
        List<QuarantinedRow> stay = new ArrayList<>();
        List<QuarantinedRow> read = new ArrayList<>();
        List<RowBlock> blocks = new ArrayList<>();
        for (QuarantinedRow row : rows) {
            try {
                blocks.add(reader.read(row.json()));
                read.add(row);
            } catch (TributaryException e) {
                stay.add(refusedAgain(row, e));
            }
        }
        BitSet refusedPart = refused(table, read, blocks, stay);
        List<RowBlock> good = others(blocks, 0, blocks.size(), refusedPart);
        QuarantineStore.Filter filter = new QuarantineStore.Filter(table.tableId(), ids(rows));
        committer.commit(table, "", null, transaction -> {
            // Each attempt looks first: a row that was discarded must neither be stored nor be put back.
            if (transaction.removeQuarantined(filter) != rows.size()) {
                throw new TributaryException(
                        ErrorCode.WRITE_CONFLICT,
                        "Deadlock found when trying to get lock; try restarting transaction: rows left the quarantine"
                                + " since they were read");
            }
            if (!good.isEmpty()) {
                transaction.append(table, good);
            }
            if (!stay.isEmpty()) {
                transaction.quarantine(stay);
            }
        });
        committer.inserted(table, good);
        return new QuarantineInfo.Outcome(good.size(), stay.size());
    }

    /** Which of the blocks, of a row each, the engine refuses, one behind the other as far as it takes them. */
    private BitSet refused(
            TableSchema table, List<QuarantinedRow> read, List<RowBlock> blocks, List<QuarantinedRow> stay) {
        Bisection bisection = new Bisection(
                new SingleRows(blocks.size()),
                (from, to, refusedPart, together) -> trial(table, others(blocks, together ? 0 : from, to, refusedPart)),
                unit -> stay.add(refusedAgain(read.get(unit.from()), unit.error())));
        try {
            Optional<TributaryException> all = trial(table, blocks);
            if (all.isPresent()) {
                bisection.alone(all.get());
                Optional<TributaryException> rest =
                        trial(table, others(blocks, 0, blocks.size(), bisection.refusedPart()));
                if (rest.isPresent()) {
                    bisection.together(rest.get());
                }
            }
            return bisection.refusedPart();
        } catch (IOException e) {
            throw new IllegalStateException("trials of blocks in memory read nothing", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TributaryException(ErrorCode.SERVER_SHUTDOWN, "Server shutdown in progress", e);
        }
    }

    private Optional<TributaryException> trial(TableSchema table, List<RowBlock> blocks) {
        if (blocks.isEmpty()) {
            return Optional.empty();
        }
        try {
            Bisection.tryOut(engine.of(table), table, reader -> reader.accept(blocks));
            return Optional.empty();
        } catch (IOException e) {
            throw new IllegalStateException("blocks in memory are not read", e);
        } catch (TributaryException e) {
            if (Bisection.isRefusal(e)) {
                return Optional.of(e);
            }
            throw e;
        }
    }

    private static List<RowBlock> others(List<RowBlock> blocks, int from, int to, BitSet refusedPart) {
        List<RowBlock> others = new ArrayList<>();
        for (int i = from; i < to; i++) {
            if (!refusedPart.get(i)) {
                others.add(blocks.get(i));
            }
        }
        return others;
    }

    private static QuarantinedRow refusedAgain(QuarantinedRow row, TributaryException error) {
        return new QuarantinedRow(
                row.id(),
                row.tableId(),
                row.database(),
                row.table(),
                row.schemaVersion(),
                row.label(),
                row.position(),
                row.json(),
                String.valueOf(error.getMessage()),
                row.millis());
    }

    /** Each row is a unit. */
    private record SingleRows(int count) implements Bisection.Units {
        @Override
        public int start(int row) {
            return row;
        }

        @Override
        public int end(int row) {
            return row + 1;
        }
    }
}
