package io.tributary.engine.mysql;

import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.GroupCommitPolicy;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableChange;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.mysql.query.ServerQueries;
import io.tributary.engine.mysql.session.Credentials;
import io.tributary.engine.mysql.session.DefinitionLock;
import io.tributary.engine.mysql.session.ServerAddresses;
import io.tributary.engine.mysql.session.ServerCollations;
import io.tributary.engine.mysql.session.ServerConnections;
import io.tributary.engine.mysql.session.ServerErrors;
import io.tributary.engine.mysql.session.ServerFacts;
import io.tributary.engine.mysql.session.ServerNode;
import io.tributary.engine.mysql.session.ServerRun;
import io.tributary.engine.mysql.session.Sql;
import io.tributary.engine.mysql.session.SqlName;
import io.tributary.engine.mysql.store.ServerKeys;
import io.tributary.engine.mysql.store.ServerLabels;
import io.tributary.engine.mysql.store.ServerQuarantine;
import io.tributary.engine.mysql.store.ServerStore;
import io.tributary.engine.mysql.store.StoreTables;
import io.tributary.engine.mysql.store.Tombstones;
import io.tributary.engine.port.EngineCapability;
import io.tributary.engine.port.EngineTraits;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.ExactlyOnce;
import io.tributary.engine.port.ExistingTables;
import io.tributary.engine.port.KeyStore;
import io.tributary.engine.port.LabelStore;
import io.tributary.engine.port.QuarantineStore;
import io.tributary.engine.port.ResultCursor;
import io.tributary.engine.port.SystemStore;
import io.tributary.engine.port.TableEngine;
import io.tributary.engine.port.TransactionLimit;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.LongPredicate;

/**
 * Tables on a server that speaks MySQL's protocol. Rows and the position of their log are one transaction of it, which holds them
 * apart from all others: the server may be written by others too, and commits what it was sent though nobody waits any more.
 */
public final class MySqlEngine implements TableEngine {
    /** Connections at once for commits, for queries, and for transactions that clients hold: fewer than a server has by default (151). */
    private static final int COMMITS_MAX = 46;

    private static final int QUERIES_MAX = 40;
    private static final int HELD_MAX = 64;

    /** Batches that are told of beyond a restart; a start forgets those before. */
    private static final long BATCHES_KEPT = 10_000;

    static final EngineTraits TRAITS = new EngineTraits(
            "mysql",
            ExactlyOnce.POSITION_IN_TRANSACTION,
            Set.of(
                    EngineCapability.QUERIES,
                    EngineCapability.KEYED_TABLES,
                    EngineCapability.MERGE_BY_KEY,
                    EngineCapability.HELD_TRANSACTIONS,
                    EngineCapability.LABELS,
                    EngineCapability.KEYS,
                    EngineCapability.EXISTING_TABLES,
                    EngineCapability.HIDDEN_COLUMNS,
                    EngineCapability.QUARANTINE),
            List.of(GroupCommitPolicy.ADAPTIVE, GroupCommitPolicy.INTERVAL),
            Set.of(StoreTables.DATABASE, "mysql", "sys", "performance_schema", "information_schema"));

    private final ServerRun run;
    private final ServerConnections connections;
    private final ServerConnections queries;
    private final ServerConnections held;
    private final ServerStore store;
    private final ServerFacts facts;
    private final SessionState sessions;
    private final ServerQueries clients;
    private final Tombstones tombstones;

    private MySqlEngine(
            ServerNode node, ServerConnections connections, ServerConnections queries, ServerConnections held) {
        this.run = new ServerRun(node);
        this.connections = connections;
        this.queries = queries;
        this.held = held;
        this.store = new ServerStore(connections);
        try (Connection connection = connections.open()) {
            StoreTables.create(connection);
            facts = ServerFacts.read(connection);
            sessions = new SessionState(facts, ServerCollations.read(connection, facts.collation()));
            clients = new ServerQueries(queries, sessions::use);
            tombstones = new Tombstones(connections, facts.isMariaDb());
            store.forgetBatches(BATCHES_KEPT);
        } catch (SQLException e) {
            throw ServerErrors.translate(e);
        }
    }

    /**
     * Opens it on the first of these servers that can be used, and stays there: what it was opened on has all that was committed on
     * the others. Blocks.
     *
     * @throws io.tributary.contract.error.TributaryException ENGINE_DOWN where none can be used
     */
    public static MySqlEngine open(ServerAddresses addresses, Credentials credentials) {
        ServerNode node = ServerNode.choose(addresses, credentials);
        ServerConnections connections = ServerConnections.of(node, ServerConnections.Use.COMMITS, COMMITS_MAX);
        ServerConnections queries = ServerConnections.of(node, ServerConnections.Use.QUERIES, QUERIES_MAX);
        ServerConnections held = ServerConnections.of(node, ServerConnections.Use.TRANSACTIONS, HELD_MAX);
        boolean opened = false;
        try {
            MySqlEngine engine = new MySqlEngine(node, connections, queries, held);
            engine.ping();
            opened = true;
            return engine;
        } finally {
            if (!opened) {
                List.of(connections, queries, held).forEach(ServerConnections::close);
            }
        }
    }

    @Override
    public EngineTraits traits() {
        return TRAITS;
    }

    @Override
    public EngineTransaction begin() {
        return newTransaction();
    }

    @Override
    public void ping() {
        boolean unused = run.ask(connection -> true);
    }

    @Override
    public long pingGeneration() {
        return run.ask(ServerStore::generation);
    }

    @Override
    public EngineTransaction beginHeld() {
        return new MySqlTransaction(held, facts, sessions, tombstones);
    }

    @Override
    public EngineTransaction beginReading() {
        return new MySqlTransaction(queries, facts, sessions, tombstones);
    }

    @Override
    public ResultCursor query(String sql, QueryContext context) {
        return clients.query(sql, context, e -> sessions.translate(queries.translated(e), context));
    }

    @Override
    public List<ResultColumn> describe(String sql, QueryContext context) {
        return clients.describe(sql, context);
    }

    @Override
    public List<ResultColumn> columns(String database, String table) {
        String sql = "SELECT * FROM " + SqlName.of(database, table) + " LIMIT 0";
        try (ResultCursor cursor = query(sql, new QueryContext("", SqlMode.NONE, "UTC", 0))) {
            List<ResultColumn> columns = cursor.columns();
            // Its end is here, so that nothing is to be killed.
            cursor.next();
            return columns;
        }
    }

    @Override
    public ExistingTables existingTables() {
        return new AdoptedTables(queries, facts, this::newTransaction);
    }

    private MySqlTransaction newTransaction() {
        return new MySqlTransaction(connections, facts, sessions, tombstones);
    }

    @Override
    public void createDatabase(String database) {
        connections.define(
                new DefinitionLock(database, ""),
                "CREATE DATABASE " + SqlName.quote(database) + " CHARACTER SET utf8mb4 COLLATE " + facts.collation());
    }

    @Override
    public void dropDatabase(String database) {
        try {
            connections.define(new DefinitionLock(database, ""), "DROP DATABASE " + SqlName.quote(database));
        } finally {
            // Where somebody else has dropped it, too.
            List.of(connections, queries, held).forEach(ServerConnections::renew);
        }
    }

    @Override
    public void createTable(TableSchema table) {
        String sql = TableDdl.create(table, facts);
        if (table.sequencePosition() >= 0) {
            tombstones.renew(table);
        }
        connections.define(new DefinitionLock(table.database(), table.name()), sql);
    }

    @Override
    public void dropTable(String database, String table) {
        try {
            connections.define(new DefinitionLock(database, table), "DROP TABLE " + SqlName.of(database, table));
        } catch (TributaryException e) {
            throw e.code() == ErrorCode.UNKNOWN_TABLE_ON_DROP
                    ? new TributaryException(
                            ErrorCode.UNKNOWN_TABLE, "Table '" + database + "." + table + "' doesn't exist", e)
                    : e;
        }
    }

    @Override
    public void alterTable(TableSchema before, TableChange change) {
        List<String> parts = new ArrayList<>(TableAlter.parts(before, change));
        if (ServerIndexes.areChanged(before, change)) {
            parts.addAll(ServerIndexes.changes(before, change, indexNames(before)));
        }
        if (!parts.isEmpty()) {
            connections.define(
                    new DefinitionLock(before.database(), before.name()),
                    "ALTER TABLE " + SqlName.of(before) + " " + String.join(", ", parts));
        }
    }

    private Set<String> indexNames(TableSchema table) {
        return Sql.on(
                connections,
                sql -> sql.query("SHOW INDEX FROM " + SqlName.of(table), rows -> {
                    Set<String> names = new HashSet<>();
                    while (rows.next()) {
                        names.add(rows.getString("Key_name").toLowerCase(Locale.ROOT));
                    }
                    return names;
                }));
    }

    @Override
    public long tombstones() {
        return tombstones.count();
    }

    @Override
    public long forgetTables(LongPredicate dropped) {
        return tombstones.forget(dropped);
    }

    @Override
    public SystemStore systemStore() {
        return store;
    }

    @Override
    public KeyStore keyStore() {
        return new ServerKeys(connections);
    }

    @Override
    public LabelStore labelStore() {
        return new ServerLabels(connections);
    }

    @Override
    public QuarantineStore quarantine() {
        return new ServerQuarantine(connections);
    }

    @Override
    public TransactionLimit transactionLimit() {
        return facts.limit();
    }

    @Override
    public void disconnect() {
        List.of(connections, queries, held).forEach(ServerConnections::cut);
    }

    @Override
    public void close() {
        run.close();
        List.of(connections, queries, held).forEach(ServerConnections::close);
    }
}
