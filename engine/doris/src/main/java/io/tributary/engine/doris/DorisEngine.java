package io.tributary.engine.doris;

import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.GroupCommitPolicy;
import io.tributary.contract.schema.TableChange;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.doris.load.LoadConnection;
import io.tributary.engine.doris.load.LoadWords;
import io.tributary.engine.doris.load.StreamLoads;
import io.tributary.engine.mysql.query.ServerQueries;
import io.tributary.engine.mysql.session.Credentials;
import io.tributary.engine.mysql.session.ServerAddress;
import io.tributary.engine.mysql.session.ServerConnections;
import io.tributary.engine.mysql.session.ServerErrors;
import io.tributary.engine.mysql.session.Sql;
import io.tributary.engine.mysql.session.SqlName;
import io.tributary.engine.port.EngineCapability;
import io.tributary.engine.port.EngineTraits;
import io.tributary.engine.port.ExactlyOnce;
import io.tributary.engine.port.LabelledBatches;
import io.tributary.engine.port.ResultCursor;
import io.tributary.engine.port.SystemStore;
import io.tributary.engine.port.TableEngine;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Tables on an Apache Doris or a StarRocks. A batch is one Stream Load under a label, which the server applies once; definitions and
 * queries go over MySQL's protocol. It has no transactions, and keeps nothing of loads but the labels, for a time.
 */
public final class DorisEngine implements TableEngine {
    private static final int DEFINITIONS_MAX = 4;
    private static final int QUERIES_MAX = 40;

    /** What a connection is set up with; the server knows no lock waits. */
    private static final String SESSION = "time_zone='+00:00'";

    private static final String NOWHERE = "information_schema";

    /** A commit of each load makes a version of each tablet: only a table's interval decides how often that is. */
    static final EngineTraits TRAITS = new EngineTraits(
            "doris",
            ExactlyOnce.REPEATED_LABEL,
            Set.of(EngineCapability.QUERIES, EngineCapability.KEYED_TABLES),
            List.of(GroupCommitPolicy.INTERVAL),
            Set.of(NOWHERE, "mysql", "sys", "__internal_schema", "_statistics_"));

    private final ServerAddress frontend;
    private final Credentials credentials;
    private final ServerConnections definitions;
    private final ServerConnections queries;
    private final ServerQueries clients;
    private final StreamLoads loads;
    private final SystemStore store;

    private DorisEngine(DorisAddress address, Credentials credentials, SystemStore store) {
        frontend = new ServerAddress(address.host(), address.queryPort());
        this.credentials = credentials;
        definitions = ServerConnections.of(frontend, credentials, "definitions", DEFINITIONS_MAX, SESSION);
        queries = ServerConnections.of(frontend, credentials, "queries", QUERIES_MAX, SESSION);
        clients = new ServerQueries(queries, DorisEngine::use);
        this.store = store;
        loads = new StreamLoads(
                new LoadConnection(
                        new LoadConnection.Frontend(address.host(), address.httpPort()), credentials, this::hosts),
                address.kind() == DorisAddress.Kind.STARROCKS ? LoadWords.STARROCKS : LoadWords.DORIS,
                TimeUnit.SECONDS.toMillis(address.labelKeepSeconds()));
    }

    /**
     * @param store what stands in for one of the server, which has none
     * @throws TributaryException ENGINE_DOWN where the server cannot be reached
     */
    public static DorisEngine open(DorisAddress address, Credentials credentials, SystemStore store) {
        DorisEngine engine = new DorisEngine(address, credentials, store);
        boolean opened = false;
        try {
            engine.ping();
            engine.requireKind(address.kind());
            opened = true;
            return engine;
        } finally {
            if (!opened) {
                engine.close();
            }
        }
    }

    /** A StarRocks commits what a Doris would only try. */
    private void requireKind(DorisAddress.Kind kind) {
        String version = Sql.on(
                definitions,
                sql -> sql.query("SELECT @@version_comment", rows -> rows.next() ? rows.getString(1) : ""));
        boolean isStarRocks = version.toLowerCase(Locale.ROOT).contains("starrocks");
        if (isStarRocks != (kind == DorisAddress.Kind.STARROCKS)) {
            throw new TributaryException(
                    ErrorCode.ENGINE,
                    "engine.url: the server says that it is '" + version + "', so its URL begins with "
                            + (isStarRocks ? "starrocks" : "doris") + "://");
        }
    }

    /** Where loads may be sent on to, which have the credentials with them. */
    private Set<String> hosts() {
        return Sql.on(definitions, sql -> sql.query("SHOW BACKENDS", DorisEngine::hosts));
    }

    private static Set<String> hosts(ResultSet rows) throws SQLException {
        Set<String> hosts = new HashSet<>();
        while (rows.next()) {
            // Before version 2.1 another column has it.
            for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                String name = rows.getMetaData().getColumnLabel(i);
                if (name.equalsIgnoreCase("Host") || name.equalsIgnoreCase("IP")) {
                    hosts.add(rows.getString(i));
                }
            }
        }
        return hosts;
    }

    @Override
    public EngineTraits traits() {
        return TRAITS;
    }

    @Override
    public LabelledBatches labelledBatches() {
        return loads;
    }

    @Override
    public void ping() {
        ServerConnections.ping(frontend, credentials, SESSION);
        loads.ping();
    }

    @Override
    public ResultCursor query(String sql, QueryContext context) {
        return clients.query(sql, context, ServerErrors::translate);
    }

    private static void use(Connection connection, QueryContext context) throws SQLException {
        connection.setCatalog(context.database().isEmpty() ? NOWHERE : context.database());
        QueryContext.Meaning meaning = context.meaning();
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET sql_mode = '" + meaning.sqlMode().text() + "', time_zone = '"
                    + meaning.timeZone().replace("'", "''") + "'");
        }
    }

    @Override
    public List<ResultColumn> describe(String sql, QueryContext context) {
        return clients.describe(sql, context);
    }

    @Override
    public List<ResultColumn> columns(String database, String table) {
        return new StoredColumns(definitions).of(database, table);
    }

    @Override
    public void createDatabase(String database) {
        definitions.define("CREATE DATABASE " + SqlName.quote(database));
    }

    @Override
    public void dropDatabase(String database) {
        definitions.define("DROP DATABASE " + SqlName.quote(database));
        List.of(definitions, queries).forEach(ServerConnections::renew);
    }

    @Override
    public void createTable(TableSchema table) {
        definitions.define(DorisDdl.create(table));
    }

    @Override
    public void dropTable(String database, String table) {
        new StoredColumns(definitions).require(database, table);
        definitions.define("DROP TABLE " + SqlName.of(database, table));
    }

    @Override
    public void alterTable(TableSchema before, TableChange change) {
        throw TributaryException.notSupported("ALTER TABLE on a server of this kind");
    }

    @Override
    public SystemStore systemStore() {
        return store;
    }

    @Override
    public void close() {
        List.of(definitions, queries).forEach(ServerConnections::close);
    }
}
