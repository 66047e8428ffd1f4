package io.tributary.frontend;

import io.tributary.contract.calls.BackendClient;
import io.tributary.contract.calls.BackendStatus;
import io.tributary.contract.calls.BatchInfo;
import io.tributary.contract.calls.CatalogChange;
import io.tributary.contract.calls.CatalogOrigin;
import io.tributary.contract.calls.CatalogState;
import io.tributary.contract.calls.EvaluatedRows;
import io.tributary.contract.calls.Evaluation;
import io.tributary.contract.calls.InsertQuery;
import io.tributary.contract.calls.LoadRequest;
import io.tributary.contract.calls.LoadResult;
import io.tributary.contract.calls.LogStatus;
import io.tributary.contract.calls.QuarantineInfo;
import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.calls.ReservedIds;
import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.calls.ResultReceiver;
import io.tributary.contract.calls.StatementResult;
import io.tributary.contract.calls.TableOwner;
import io.tributary.contract.calls.TransactionIds;
import io.tributary.contract.calls.TransactionInfo;
import io.tributary.contract.calls.TransactionTimeout;
import io.tributary.contract.calls.UserAccount;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.FilteredRows;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.RowBlockReader;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.schema.AdoptedTable;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnOrigin;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.DatabaseSchema;
import io.tributary.contract.schema.Durability;
import io.tributary.contract.schema.GroupCommitMode;
import io.tributary.contract.schema.IdempotencyKey;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A backend in lists, for tests: every call is carried out and completed on one thread of its own, as a transport
 * would. Rows of a grouped async load become visible by {@link #commitBatches}.
 */
public final class MemoryBackend implements BackendClient {
    static final long EPOCH = 0x1234_5678_9abc_def0L;

    private static final Pattern FROM = Pattern.compile("(?is).*?\\bfrom\\s+(?:`?(\\w+)`?\\.)?`?(\\w+)`?.*");

    private final ExecutorService thread = Executors.newSingleThreadExecutor(task -> {
        Thread named = new Thread(task, "memory-backend");
        named.setDaemon(true);
        return named;
    });
    private final TreeSet<String> databases = new TreeSet<>();
    private final Map<String, List<String>> changedTables = new HashMap<>();
    private final Map<Long, TableSchema> tables = new TreeMap<>();
    private final Map<String, UserAccount> users = new TreeMap<>();
    private final Map<String, String> globals = new TreeMap<>();
    private final Map<Long, List<RowBlock>> committed = new HashMap<>();
    private final Map<Long, List<RowBlock>> batches = new HashMap<>();
    private final Map<Long, Long> nextIds = new HashMap<>();
    private final Map<String, KeyedLoad> keyed = new HashMap<>();
    private final Map<Long, Transaction> transactions = new TreeMap<>();
    private final Map<Long, Transaction> precommitted = new TreeMap<>();
    private final List<Consumer<CatalogState>> watchers = new ArrayList<>();
    private final Map<String, Queue<RuntimeException>> failures = new HashMap<>();
    private final List<String> calls = new ArrayList<>();
    private boolean decommissioned;
    /** What its status warns of. */
    volatile String warning = "";

    volatile List<String> deadThreads = List.of();

    private boolean tellsWatchers = true;
    private long version = 1;
    private long lastTableId;
    private final int number;
    private long lastTxnId;
    private long lastTransaction;
    private List<Long> lastSynced = List.of();
    private volatile List<TransactionInfo> loads = List.of();
    private long batchTxnId;
    private @Nullable CompletableFuture<Void> gate;
    private boolean queriesHeld;
    private Function<Evaluation, EvaluatedRows> evaluating =
            evaluation -> new EvaluatedRows(List.of(), List.of(), List.of());
    private int blocksSent;
    private long computedId;
    private long filteredComputedRows;
    private @Nullable BlockFlow newestFlow;
    private @Nullable TransactionTimeout lastTimeout;
    private int lastInsertTimeout;

    /** A load that was made under a key. */
    private record KeyedLoad(IdempotencyKey key, long txnId) {}

    /** What a transaction holds until its end. */
    private static final class Transaction {
        final String label;
        final Map<Long, List<RowBlock>> rows = new HashMap<>();
        final List<Long> tables = new ArrayList<>();
        final List<Integer> blocks = new ArrayList<>();

        Transaction(String label) {
            this.label = label;
        }

        void append(long tableId, List<RowBlock> more) {
            tables.add(tableId);
            blocks.add(more.size());
            rows.computeIfAbsent(tableId, id -> new ArrayList<>()).addAll(more);
        }

        void keep(int appends) {
            for (int last = tables.size() - 1; last >= appends; last--) {
                List<RowBlock> ofTable = Objects.requireNonNull(rows.get(tables.remove(last)));
                ofTable.subList(ofTable.size() - blocks.remove(last), ofTable.size())
                        .clear();
            }
        }
    }

    public MemoryBackend() {
        this(0);
    }

    /** One of several. */
    public MemoryBackend(int number) {
        this.number = number;
        lastTxnId = TransactionIds.of(number, 100);
        lastTransaction = TransactionIds.of(number, 0);
        users.put("root", new UserAccount("root", "mysql_native_password", "", ""));
    }

    /** The next call of this name fails so; several queue up. */
    public void failNext(String call, RuntimeException error) {
        on(() -> {
            failures.computeIfAbsent(call, name -> new ArrayDeque<>()).add(error);
            return 0;
        });
    }

    /** A REFRESH of a database finds that these may be otherwise on its server. */
    void findsChanged(String database, List<String> names) {
        on(() -> {
            changedTables.put(database, names);
            return 0;
        });
    }

    /** Other frontends' changes: nobody here is told of them. */
    void changeSilently(CatalogChange change) {
        on(() -> {
            tellsWatchers = false;
            apply(change);
            tellsWatchers = true;
            return 0;
        });
    }

    /** Gives a table another schema version, as an ALTER by somebody else would. */
    void raiseSchemaVersion(String database, String name) {
        on(() -> {
            TableSchema old = table(database, name);
            tables.put(
                    old.tableId(),
                    new TableSchema(
                            old.tableId(),
                            old.database(),
                            old.name(),
                            old.schemaVersion() + 1,
                            old.keyModel(),
                            old.columns(),
                            old.properties(),
                            old.layout()));
            version++;
            return 0;
        });
    }

    /** Answers of loads wait until {@link #release}. */
    void hold() {
        on(() -> {
            gate = new CompletableFuture<>();
            return 0;
        });
    }

    /** Queries are taken and never answered. */
    void holdQueries() {
        on(() -> {
            queriesHeld = true;
            return 0;
        });
    }

    /** So many rows the computed INSERTs from now on leave out, where they are not strict. */
    void filterComputedRows(long rows) {
        on(() -> {
            filteredComputedRows = rows;
            return 0;
        });
    }

    /** INSERTs that the backend computes bring this number for an AUTO_INCREMENT column. */
    void computeId(long id) {
        on(() -> {
            computedId = id;
            return 0;
        });
    }

    /** The newest query ends with this error instead of its next rows. */
    void failResult(TributaryException error) {
        on(() -> {
            BlockFlow flow = newestFlow;
            if (flow != null && !flow.ended) {
                flow.ended = true;
                flow.receiver.failed(error);
            }
            return 0;
        });
    }

    /** Blocks of rows handed out by all queries. */
    int blocksSent() {
        return on(() -> blocksSent);
    }

    void release() {
        on(() -> {
            if (gate != null) {
                gate.complete(null);
                gate = null;
            }
            return 0;
        });
    }

    void commitBatches() {
        on(() -> {
            commitAll();
            return 0;
        });
    }

    /** Whoever asks for loads is told of these. */
    public void tellOf(List<TransactionInfo> known) {
        loads = known;
    }

    /** Tables of the newest {@link #sync}. */
    public List<Long> lastSynced() {
        return on(() -> lastSynced);
    }

    /** What was called, in order: {@code append ads.t ASYNC_MODE}, {@code begin l}, {@code commit 1} … */
    public List<String> calls() {
        return on(() -> List.copyOf(calls));
    }

    /** Returns for each committed row of a table, in order, whether it deletes its key. */
    List<Boolean> deletes(String database, String name) {
        return on(() -> {
            TableSchema table = table(database, name);
            RowBlockReader reader = new RowBlockReader(
                    table.columns().stream().map(Column::type).toList());
            List<Boolean> deletes = new ArrayList<>();
            for (RowBlock block : committed.getOrDefault(table.tableId(), List.of())) {
                reader.reset(block);
                for (int row = 0; row < reader.rowCount(); row++) {
                    deletes.add(reader.isDeleted(row));
                }
            }
            return deletes;
        });
    }

    /** Returns the timeout of the newest transaction. */
    public @Nullable TransactionTimeout lastTimeout() {
        return on(() -> Optional.ofNullable(lastTimeout)).orElse(null);
    }

    /** Seconds, of the newest INSERT that it was to compute. */
    int lastInsertTimeout() {
        return on(() -> lastInsertTimeout);
    }

    public void forgetCalls() {
        on(() -> {
            calls.clear();
            return 0;
        });
    }

    public int openTransactions() {
        return on(transactions::size);
    }

    /** Rows that a SELECT would see. */
    public int visibleRows(String database, String name) {
        return on(() -> rows(committed.get(table(database, name).tableId())));
    }

    @Override
    public CompletableFuture<LoadResult> append(LoadRequest load) {
        return later(() -> {
            TableSchema table = checked(load.tableId(), load.schemaVersion());
            IdempotencyKey key = load.key();
            calls.add("append " + name(table) + " " + load.mode() + " " + rows(load.blocks())
                    + (key == null ? "" : " key " + key.text())
                    + (load.durability() == Durability.OS ? " os" : ""));
            fail("append");
            KeyedLoad first = key == null ? null : keyed.get(load.tableId() + " " + key.text());
            if (key != null && first != null) {
                return repeated(key, first);
            }
            if (batchTxnId == 0) {
                batchTxnId = ++lastTxnId;
            }
            long txnId = batchTxnId;
            batches.computeIfAbsent(load.tableId(), id -> new ArrayList<>()).addAll(load.blocks());
            if (key != null) {
                keyed.put(load.tableId() + " " + key.text(), new KeyedLoad(key, txnId));
            }
            if (load.mode() == GroupCommitMode.SYNC_MODE) {
                commitAll();
            }
            return new LoadResult(LoadResult.groupLabel(EPOCH, txnId), txnId, load.mode() == GroupCommitMode.SYNC_MODE);
        });
    }

    @Override
    public CompletableFuture<LoadResult> insert(long tableId, int schemaVersion, List<RowBlock> blocks, String label) {
        return later(() -> {
            TableSchema table = checked(tableId, schemaVersion);
            calls.add("insert " + name(table) + " '" + label + "' " + rows(blocks));
            fail("insert");
            committed.computeIfAbsent(tableId, id -> new ArrayList<>()).addAll(blocks);
            return new LoadResult(label.isEmpty() ? "label_1" : label, ++lastTxnId, true);
        });
    }

    @Override
    public CompletableFuture<Long> begin(String label, TransactionTimeout timeout) {
        return later(() -> {
            calls.add("begin");
            fail("begin");
            lastTimeout = timeout;
            transactions.put(++lastTransaction, new Transaction(label));
            return lastTransaction;
        });
    }

    @Override
    public CompletableFuture<Void> appendTo(
            long transactionId, long tableId, int schemaVersion, List<RowBlock> blocks) {
        return later(() -> {
            calls.add("appendTo " + name(checked(tableId, schemaVersion)) + " " + rows(blocks));
            fail("appendTo");
            transaction(transactionId).append(tableId, blocks);
            return null;
        });
    }

    @Override
    public CompletableFuture<Void> keep(long transactionId, int appends) {
        return later(() -> {
            calls.add("keep " + appends);
            fail("keep");
            transaction(transactionId).keep(appends);
            return null;
        });
    }

    @Override
    public CompletableFuture<LoadResult> commit(long transactionId) {
        return later(() -> {
            calls.add("commit");
            fail("commit");
            Transaction done = transaction(transactionId);
            transactions.remove(transactionId);
            done.rows.forEach((tableId, blocks) ->
                    committed.computeIfAbsent(tableId, id -> new ArrayList<>()).addAll(blocks));
            return new LoadResult(done.label, ++lastTxnId, true);
        });
    }

    @Override
    public CompletableFuture<LoadResult> precommit(long transactionId, long tableId, int schemaVersion) {
        return later(() -> {
            calls.add("precommit");
            fail("precommit");
            Transaction kept = Objects.requireNonNull(transactions.remove(transactionId));
            precommitted.put(++lastTxnId, kept);
            return new LoadResult(kept.label, lastTxnId, false);
        });
    }

    @Override
    public CompletableFuture<LoadResult> decide(String database, long txnId, String label, boolean commit) {
        return later(() -> {
            calls.add(commit ? "commit " + txnId : "abort " + txnId);
            fail("decide");
            Transaction kept = precommitted.remove(txnId);
            if (kept == null) {
                throw new TributaryException(
                        ErrorCode.INVALID_STATEMENT,
                        "errCode = 2, detailMessage = transaction [" + txnId + "] not found");
            }
            if (commit) {
                kept.rows.forEach((tableId, blocks) -> committed
                        .computeIfAbsent(tableId, id -> new ArrayList<>())
                        .addAll(blocks));
            }
            return new LoadResult(kept.label, txnId, commit);
        });
    }

    @Override
    public CompletableFuture<LogStatus> logStatus() {
        return batches()
                .thenApply(open ->
                        new LogStatus("127.0.0.1:" + (9050 + number), open.size(), 0, 0, 1, open.size(), false));
    }

    @Override
    public CompletableFuture<BackendStatus> status() {
        return later(() -> new BackendStatus(
                decommissioned ? BackendStatus.State.DECOMMISSIONED : BackendStatus.State.NORMAL,
                0,
                List.of(new BackendStatus.LogState("/log", 1, "", 1L << 30, "", false)),
                warning,
                deadThreads,
                ""));
    }

    @Override
    public CompletableFuture<Void> decommission(String address, boolean cancelled) {
        return later(() -> {
            calls.add("decommission " + address + (cancelled ? " cancelled" : ""));
            decommissioned = !cancelled;
            return null;
        });
    }

    @Override
    public CompletableFuture<Void> rollback(long transactionId) {
        return later(() -> {
            calls.add("rollback");
            transactions.remove(transactionId);
            return null;
        });
    }

    /** Understands {@code SELECT count(*) FROM t} and {@code SELECT * FROM t}; anything else gives {@code 1}. */
    @Override
    public void query(String sql, QueryContext context, ResultReceiver receiver) {
        thread.execute(() -> {
            try {
                calls.add("query " + sql + " in " + context.transactionId());
                fail("query");
                if (queriesHeld) {
                    receiver.started(new BlockFlow(new ArrayDeque<>(), receiver));
                    return;
                }
                Optional<TableSchema> table = tableIn(sql, context);
                boolean all = table.isPresent() && sql.contains("*") && !sql.contains("count(");
                List<ResultColumn> columns = columns(sql, context);
                List<RowBlock> blocks = all
                        ? seen(table.orElseThrow(), context)
                        : List.of(oneNumber(
                                table.map(one -> rows(seen(one, context))).orElse(1)));
                newestFlow = new BlockFlow(new ArrayDeque<>(blocks), receiver);
                receiver.columns(columns, newestFlow);
                if (receiver.wantsRows()) {
                    newestFlow.request(1);
                }
            } catch (TributaryException e) {
                receiver.failed(e);
            }
        });
    }

    /** Hands out one block for each request, on the backend's thread. */
    private final class BlockFlow implements ResultReceiver.Flow {
        private final Queue<RowBlock> blocks;
        private final ResultReceiver receiver;
        private boolean ended;

        BlockFlow(Queue<RowBlock> blocks, ResultReceiver receiver) {
            this.blocks = blocks;
            this.receiver = receiver;
        }

        @Override
        public void request(int count) {
            thread.execute(() -> {
                for (int i = 0; i < count && !ended; i++) {
                    RowBlock next = blocks.poll();
                    if (next == null) {
                        ended = true;
                        receiver.finished();
                    } else {
                        blocksSent++;
                        receiver.rows(next);
                    }
                }
            });
        }

        @Override
        public void cancel() {
            thread.execute(() -> {
                if (!ended) {
                    ended = true;
                    calls.add("cancel");
                    receiver.failed(new TributaryException(ErrorCode.INTERRUPTED, "cancelled"));
                }
            });
        }
    }

    @Override
    public CompletableFuture<List<ResultColumn>> describe(String sql, QueryContext context) {
        return later(() -> columns(sql, context));
    }

    @Override
    public CompletableFuture<StatementResult> execute(
            String sql, long tableId, int schemaVersion, QueryContext context) {
        return later(() -> {
            TableSchema unused = checked(tableId, schemaVersion);
            calls.add("execute " + sql + " in " + context.transactionId());
            fail("execute");
            return new StatementResult(7, "label_2", ++lastTxnId, 0, 0);
        });
    }

    /** Computes nothing, and answers that it inserted seven rows. */
    @Override
    public CompletableFuture<StatementResult> insertQuery(InsertQuery insert) {
        return later(() -> {
            TableSchema table = checked(insert.tableId(), insert.schemaVersion());
            StringJoiner sources = new StringJoiner("; ");
            insert.sources().forEach(source -> sources.add(source.rows() + " " + source.sql()));
            insert.rows().forEach(block -> sources.add(block.rowCount() + " rows " + insert.onDuplicateKey()));
            calls.add((insert.overwrites() ? "overwrite " + insert.partitions() + " " : "insertQuery ") + name(table)
                    + " '" + insert.label() + "' " + sources + " in "
                    + insert.context().transactionId());
            fail("insertQuery");
            lastInsertTimeout = insert.timeoutSeconds();
            if (computedId > 0) {
                nextIds.merge(table.tableId(), computedId + 1, Math::max);
            }
            return new StatementResult(
                    7,
                    insert.label().isEmpty() ? "label_2" : insert.label(),
                    ++lastTxnId,
                    0,
                    computedId,
                    insert.filter() == null ? FilteredRows.NONE : filtered());
        });
    }

    private FilteredRows filtered() {
        List<TributaryException> first = filteredComputedRows == 0
                ? List.of()
                : List.of(new TributaryException(ErrorCode.OUT_OF_RANGE, "out of range"));
        return new FilteredRows(filteredComputedRows, first);
    }

    /** What {@link #evaluate} answers from now on. */
    void computing(Function<Evaluation, EvaluatedRows> engine) {
        on(() -> {
            evaluating = engine;
            return 0;
        });
    }

    @Override
    public CompletableFuture<EvaluatedRows> evaluate(Evaluation evaluation) {
        return later(() -> {
            calls.add("evaluate " + evaluation.values() + " where '" + evaluation.condition() + "'");
            fail("evaluate");
            return evaluating.apply(evaluation);
        });
    }

    @Override
    public CompletableFuture<ReservedIds> reserveIds(long tableId, long count, long atLeast) {
        return later(() -> {
            calls.add("reserveIds " + tableId + " " + count + " from " + atLeast);
            fail("reserveIds");
            long first = Math.max(nextIds.getOrDefault(tableId, 1L), atLeast);
            nextIds.put(tableId, first + count);
            return new ReservedIds(first, 1);
        });
    }

    @Override
    public CompletableFuture<CatalogState> change(CatalogChange change) {
        return later(() -> {
            calls.add("change " + change.getClass().getSimpleName()
                    + (change instanceof CatalogChange.TruncateTable truncate
                                    && !truncate.partitions().isEmpty()
                            ? " " + truncate.partitions()
                            : ""));
            fail("change");
            apply(change);
            return state();
        });
    }

    @Override
    public CompletableFuture<CatalogState> catalog() {
        return later(() -> {
            calls.add("catalog");
            fail("catalog");
            return state();
        });
    }

    @Override
    public void watchCatalog(String frontend, Consumer<CatalogState> listener) {
        thread.execute(() -> {
            watchers.add(listener);
            listener.accept(state());
        });
    }

    @Override
    public CompletableFuture<Void> sync(List<Long> tableIds, int timeoutMillis) {
        return later(() -> {
            calls.add("sync " + tableIds.size() + " within " + timeoutMillis);
            fail("sync");
            lastSynced = List.copyOf(tableIds);
            commitAll();
            return null;
        });
    }

    @Override
    public CompletableFuture<List<TransactionInfo>> transactions(long txnId, String label, String database) {
        return later(() -> {
            calls.add("transactions " + txnId + " " + label + " " + database);
            fail("transactions");
            return loads;
        });
    }

    @Override
    public CompletableFuture<List<QuarantineInfo>> quarantined(long tableId, List<Long> ids, int limit) {
        return later(() -> {
            calls.add("quarantined " + tableId + " " + ids + " " + limit);
            fail("quarantined");
            return List.of(new QuarantineInfo(3, "shop", "t", "label", "{}", "why", 0));
        });
    }

    @Override
    public CompletableFuture<QuarantineInfo.Outcome> replayQuarantine(long tableId, List<Long> ids) {
        return later(() -> {
            calls.add("replay " + tableId + " " + ids);
            fail("replay");
            return new QuarantineInfo.Outcome(2, 1);
        });
    }

    @Override
    public CompletableFuture<QuarantineInfo.Outcome> discardQuarantine(long tableId, List<Long> ids) {
        return later(() -> {
            calls.add("discard " + tableId + " " + ids);
            fail("discard");
            return new QuarantineInfo.Outcome(2, 0);
        });
    }

    @Override
    public CompletableFuture<List<BatchInfo>> batches() {
        return later(() -> {
            fail("batches");
            List<BatchInfo> open = new ArrayList<>();
            batches.forEach((tableId, blocks) -> {
                TableSchema table = Objects.requireNonNull(tables.get(tableId));
                open.add(new BatchInfo(
                        table.database(),
                        table.name(),
                        LoadResult.groupLabel(EPOCH, batchTxnId),
                        batchTxnId,
                        BatchInfo.State.OPEN,
                        blocks.size(),
                        blocks.stream().mapToLong(RowBlock::rowCount).sum(),
                        blocks.stream().mapToLong(RowBlock::length).sum(),
                        1_500,
                        0,
                        0,
                        ""));
            });
            return open;
        });
    }

    @Override
    public void close() {
        thread.shutdown();
    }

    private static LoadResult repeated(IdempotencyKey key, KeyedLoad first) {
        if (first.key().rowsDigest() != key.rowsDigest()) {
            throw new TributaryException(
                    ErrorCode.DUPLICATE_KEY, "Duplicate entry '" + key.text() + "' for key 'idempotency_key'");
        }
        return new LoadResult(
                LoadResult.groupLabel(EPOCH, first.txnId()),
                first.txnId(),
                true,
                first.key().firstId());
    }

    private void commitAll() {
        batches.forEach((tableId, blocks) ->
                committed.computeIfAbsent(tableId, id -> new ArrayList<>()).addAll(blocks));
        batches.clear();
        batchTxnId = 0;
    }

    private List<RowBlock> seen(TableSchema table, QueryContext context) {
        List<RowBlock> blocks = new ArrayList<>(committed.getOrDefault(table.tableId(), List.of()));
        if (context.transactionId() != 0) {
            blocks.addAll(transaction(context.transactionId()).rows.getOrDefault(table.tableId(), List.of()));
        }
        return blocks;
    }

    private List<ResultColumn> columns(String sql, QueryContext context) {
        Optional<TableSchema> table = tableIn(sql, context);
        if (table.isEmpty() || sql.contains("count(")) {
            return List.of(new ResultColumn("n", ColumnType.of(ColumnType.Kind.BIGINT), false));
        }
        String alias = sql.matches("(?is).*\\sx") ? "x" : table.get().name();
        List<ResultColumn> columns = new ArrayList<>();
        for (Column column : table.get().columns()) {
            ColumnOrigin origin = ColumnOrigin.of(table.get(), column).under(alias);
            columns.add(new ResultColumn(column.name(), column.type(), column.nullable(), origin));
        }
        return columns;
    }

    private Optional<TableSchema> tableIn(String sql, QueryContext context) {
        Matcher from = FROM.matcher(sql);
        if (!from.matches()) {
            return Optional.empty();
        }
        String database = from.group(1) == null ? context.database() : from.group(1);
        return Optional.of(table(database, from.group(2)));
    }

    private static RowBlock oneNumber(long number) {
        RowBlockWriter writer =
                new RowBlockWriter(List.of(Column.of("n", ColumnType.of(ColumnType.Kind.BIGINT), false)));
        writer.reset();
        writer.beginRow();
        writer.putLong(0, number);
        writer.endRow();
        return writer.finish();
    }

    private void apply(CatalogChange change) {
        if (change instanceof CatalogChange.CreateDatabase create) {
            if (!databases.add(create.database()) && !create.ifNotExists()) {
                throw new TributaryException(
                        ErrorCode.DATABASE_EXISTS,
                        "Can't create database '" + create.database() + "'; database exists");
            }
        } else if (change instanceof CatalogChange.DropDatabase drop) {
            if (!databases.remove(drop.database()) && !drop.ifExists()) {
                throw new TributaryException(
                        ErrorCode.DATABASE_UNKNOWN_ON_DROP,
                        "Can't drop database '" + drop.database() + "'; database doesn't exist");
            }
            tables.values().removeIf(table -> table.database().equals(drop.database()));
        } else if (change instanceof CatalogChange.CreateTable create) {
            create(create);
        } else if (change instanceof CatalogChange.DropTable drop) {
            drop(drop);
        } else if (change instanceof CatalogChange.RefreshTable refresh) {
            fail("refresh " + refresh.table());
        } else if (change instanceof CatalogChange.TruncateTable truncate) {
            TableSchema table = table(truncate.database(), truncate.table());
            committed.remove(table.tableId());
            if (table.autoIncrementPosition() >= 0 && truncate.partitions().isEmpty()) {
                nextIds.remove(table.tableId());
                tables.put(table.tableId(), AdoptedTable.renumbered(table, table.schemaVersion() + 1));
            }
        } else if (change instanceof CatalogChange.AlterProperties alter) {
            TableSchema table = table(alter.database(), alter.table());
            TableProperties properties = table.properties();
            for (Map.Entry<String, String> one : alter.changes().entrySet()) {
                properties = properties.with(one.getKey(), one.getValue());
            }
            tables.put(table.tableId(), table.withProperties(properties));
        } else if (change instanceof CatalogChange.AlterTable alter) {
            TableSchema after = alter.change().table();
            // Its rows are in blocks of the old columns, which nobody here converts.
            if (!committed.getOrDefault(after.tableId(), List.of()).isEmpty()) {
                throw new UnsupportedOperationException("ALTER TABLE of a table with rows");
            }
            tables.put(after.tableId(), after);
        } else if (change instanceof CatalogChange.PutUser put) {
            boolean exists = users.containsKey(put.account().name());
            if (exists != put.mustExist() && !put.ifNotExists()) {
                throw userFailed(put.account().name());
            }
            if (exists == put.mustExist()) {
                users.put(put.account().name(), put.account());
            }
        } else if (change instanceof CatalogChange.DropUser drop) {
            if (users.remove(drop.user()) == null && !drop.ifExists()) {
                throw userFailed(drop.user());
            }
        } else if (change instanceof CatalogChange.SetGlobalVariable set) {
            if (set.value() == null) {
                globals.remove(set.name());
            } else {
                globals.put(set.name(), set.value());
            }
        }
        version++;
        if (tellsWatchers) {
            CatalogState state = state();
            watchers.forEach(watcher -> watcher.accept(state));
        }
    }

    private void create(CatalogChange.CreateTable create) {
        TableSchema table = create.table().withTableId(lastTableId + 1);
        if (find(table.database(), table.name()).isPresent()) {
            if (create.ifNotExists()) {
                return;
            }
            throw new TributaryException(ErrorCode.TABLE_EXISTS, "Table '" + table.name() + "' already exists");
        }
        tables.put(++lastTableId, table);
    }

    private void drop(CatalogChange.DropTable drop) {
        Optional<TableSchema> found = find(drop.database(), drop.table());
        if (found.isEmpty() && !drop.ifExists()) {
            throw new TributaryException(
                    ErrorCode.UNKNOWN_TABLE_ON_DROP, "Unknown table '" + drop.database() + "." + drop.table() + "'");
        }
        found.ifPresent(table -> tables.remove(table.tableId()));
    }

    private static TributaryException userFailed(String user) {
        return new TributaryException(ErrorCode.USER_OPERATION_FAILED, "Operation failed for '" + user + "'@'%'");
    }

    private CatalogState state() {
        return new CatalogState(
                CatalogOrigin.UNKNOWN,
                TableOwner.UNTOLD,
                version,
                databases.stream()
                        .map(name -> new DatabaseSchema(
                                name,
                                Optional.empty(),
                                new DatabaseSchema.Refreshed(List.of(), changedTables.getOrDefault(name, List.of()))))
                        .toList(),
                new CatalogState.Relations(List.copyOf(tables.values()), List.of()),
                List.copyOf(users.values()),
                Map.copyOf(globals));
    }

    private TableSchema checked(long tableId, int schemaVersion) {
        TableSchema table = tables.get(tableId);
        if (table == null) {
            throw new TributaryException(ErrorCode.UNKNOWN_TABLE, "no table has the id " + tableId);
        }
        if (table.schemaVersion() != schemaVersion) {
            throw new TributaryException(
                    ErrorCode.SCHEMA_VERSION_MISMATCH,
                    "rows of schema version " + schemaVersion + ", the table has " + table.schemaVersion());
        }
        return table;
    }

    private TableSchema table(String database, String name) {
        return find(database, name)
                .orElseThrow(() -> new TributaryException(
                        ErrorCode.UNKNOWN_TABLE, "Table '" + database + "." + name + "' doesn't exist"));
    }

    private Optional<TableSchema> find(String database, String name) {
        return tables.values().stream()
                .filter(table ->
                        table.database().equals(database) && table.name().equals(name))
                .findAny();
    }

    private Transaction transaction(long id) {
        Transaction found = transactions.get(id);
        if (found == null) {
            throw new TributaryException(ErrorCode.TRANSACTION_ABORTED, "transaction " + id + " is over");
        }
        return found;
    }

    private void fail(String call) {
        Queue<RuntimeException> queue = failures.get(call);
        RuntimeException error = queue == null ? null : queue.poll();
        if (error != null) {
            throw error;
        }
    }

    private static String name(TableSchema table) {
        return table.database() + "." + table.name();
    }

    private static int rows(@Nullable List<RowBlock> blocks) {
        return blocks == null ? 0 : blocks.stream().mapToInt(RowBlock::rowCount).sum();
    }

    /** Carries a call out and completes it on the backend's thread, behind the gate while that is closed. */
    private <T> CompletableFuture<T> later(Supplier<T> work) {
        CompletableFuture<T> result = new CompletableFuture<>();
        thread.execute(() -> {
            CompletableFuture<Void> closed = gate;
            if (closed == null) {
                complete(result, work);
            } else {
                CompletableFuture<?> unused = closed.thenRun(() -> complete(result, work));
            }
        });
        return result;
    }

    private static <T> void complete(CompletableFuture<T> result, Supplier<T> work) {
        try {
            result.complete(work.get());
        } catch (RuntimeException e) {
            result.completeExceptionally(e);
        }
    }

    private <T> T on(Supplier<T> work) {
        try {
            return CompletableFuture.supplyAsync(work, thread).get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }
}
