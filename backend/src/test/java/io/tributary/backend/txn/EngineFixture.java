package io.tributary.backend.txn;

import io.tributary.backend.batch.CommitTarget;
import io.tributary.backend.batch.OpenTransactionIds;
import io.tributary.backend.batch.TableLanes;
import io.tributary.backend.batch.TransactionHistory;
import io.tributary.backend.batch.TxnIds;
import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.calls.TransactionTimeout;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.duckdb.DuckDbEngine;
import io.tributary.engine.duckdb.DuckDbOptions;
import io.tributary.engine.port.ResultCursor;
import io.tributary.engine.port.TableEngine;
import io.tributary.engine.port.TestRows;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A real engine with two tables, and what private commits need beside it; time is the test's. */
final class EngineFixture implements AutoCloseable {
    static final QueryContext CONTEXT = new QueryContext("shop", SqlMode.NONE, "UTC", 0);
    private static final List<ColumnType> TYPES = List.of(ColumnType.of(ColumnType.Kind.INT));
    private static final TransactionLimits LIMITS = new TransactionLimits(3, 1_000, 1_500, 2, 300);
    private static final long LANE_TIMEOUT_MILLIS = 20;

    final TableEngine engine;
    final TableLanes lanes = new TableLanes();
    final AtomicLong wallMillis = new AtomicLong(1_000_000);
    final AtomicLong nanos = new AtomicLong();
    final Map<Long, TableSchema> tables = new ConcurrentHashMap<>();
    final TableSchema orders = table(1, "orders");
    final TableSchema lines = table(2, "order_lines");
    /** Its ids are a UNIQUE KEY. */
    final TableSchema prices = keyed(table(4, "prices"));

    final TransactionHistory history = new TransactionHistory();
    final Labels labels;
    final KnownLoads known;
    final PrivateCommitter committer;
    final TransactionRegistry registry;

    EngineFixture(Path directory) {
        engine = DuckDbEngine.open(DuckDbOptions.defaults(directory.resolve("t.duckdb"), directory.resolve("tmp")));
        engine.createDatabase("shop");
        for (TableSchema table : List.of(orders, lines, prices)) {
            engine.createTable(table);
            tables.put(table.tableId(), table);
        }
        labels = new Labels(engine.labelStore(), 60, 1000, wallMillis::get);
        known = new KnownLoads(labels, history);
        committer = committerOn(engine);
        registry = registryOn(committer);
    }

    TransactionRegistry registryOn(PrivateCommitter on) {
        return new TransactionRegistry(on, labels, LIMITS, nanos::get, new OpenTransactionIds(0, new Random(7)));
    }

    PrivateCommitter committerOn(TableEngine other) {
        return new PrivateCommitter(
                new CommitTarget(other, tables::get, lanes),
                TxnIds.open(other.systemStore(), 10, Runnable::run),
                known,
                new Random(5),
                LANE_TIMEOUT_MILLIS);
    }

    static TableSchema table(long id, String name) {
        return new TableSchema(
                id,
                "shop",
                name,
                1,
                TableSchema.KeyModel.DUPLICATE,
                List.of(Column.of("id", TYPES.get(0), true)),
                TableProperties.defaults(),
                TableSchema.Layout.none());
    }

    private static TableSchema keyed(TableSchema table) {
        return new TableSchema(
                table.tableId(),
                table.database(),
                table.name(),
                table.schemaVersion(),
                TableSchema.KeyModel.UNIQUE,
                table.columns().stream().map(Column::asKey).toList(),
                table.properties(),
                table.layout());
    }

    static TableRows rows(TableSchema table, Integer... ids) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (Integer id : ids) {
            rows.add(new Object[] {id});
        }
        return new TableRows(table, List.of(TestRows.block(TYPES, rows)));
    }

    /** A transaction that no test outlives. */
    long begin(String label) {
        return registry.begin(label, TransactionTimeout.of(14_400));
    }

    /** The committed ids in a table, as any other session sees them. */
    String ids(TableSchema table) {
        try (ResultCursor cursor = engine.query("SELECT id FROM " + table.name() + " ORDER BY id", CONTEXT)) {
            return ids(cursor);
        }
    }

    static String ids(ResultCursor cursor) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (RowBlock block = cursor.next(); block != null; block = cursor.next()) {
            rows.addAll(TestRows.rows(TYPES, block));
        }
        return rows.stream().map(row -> String.valueOf(row[0])).collect(Collectors.joining(" "));
    }

    @Override
    public void close() {
        registry.close();
        engine.close();
    }
}
