package io.tributary.session;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.temporary.TemporaryName;
import io.tributary.contract.temporary.TemporaryTables;
import io.tributary.protocol.Capability;
import io.tributary.protocol.response.SessionChange;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The state of one MySQL connection between its commands: who, where, how, and what is open.
 *
 * <p>Owned by the connection's event loop. {@link #kill}, {@link #activity} and the final fields may be used by any
 * thread.
 */
public final class Session {
    /** Tables written since the last SYNC that are remembered one by one; with more, SYNC takes all. */
    public static final int WRITTEN_TABLES_MAX = 1_024;

    /** What SHOW PROCESSLIST tells of a session; replaced as a whole. */
    public record Activity(String user, String database, String command, String info, long sinceNanos) {}

    /** What encrypts the connection, by TLS' own names; both empty where nothing does. */
    public record Tls(String version, String cipher) {
        public static final Tls NONE = new Tls("", "");
    }

    private final int id;
    private final String host;
    private final SessionVariables variables;
    private final UserVariables userVariables = new UserVariables();
    private final PreparedStatements statements;
    private final Transaction transaction = new Transaction();
    private final Set<Long> writtenTables = new LinkedHashSet<>();
    private final SessionTracker tracker = new SessionTracker();
    private final Diagnostics diagnostics = new Diagnostics();
    private final Consumer<Boolean> killer;
    private TemporaryTables temporary = TemporaryTables.NONE;
    private String user;
    private String database = "";
    private @Nullable String databaseOfNames;
    private int capabilities;
    private long lastInsertId;
    private long rowCount = -1;
    private long foundRows;
    private boolean multiStatements;
    private Tls tls = Tls.NONE;
    private long lastWrittenTable;
    private volatile Activity activity;

    /**
     * @param id the thread id of the greeting
     * @param capabilities negotiated: the client's and the server's
     * @param killer told true to close the connection, false to end its statement; called by any thread
     */
    public Session(
            int id,
            String user,
            String host,
            int capabilities,
            SessionVariables variables,
            PreparedStatements statements,
            Consumer<Boolean> killer) {
        this.id = id;
        this.user = user;
        this.host = host;
        this.capabilities = capabilities;
        this.variables = variables;
        this.statements = statements;
        this.killer = killer;
        this.multiStatements = Capability.has(capabilities, Capability.MULTI_STATEMENTS);
        this.activity = new Activity(user, "", "Sleep", "", System.nanoTime());
    }

    public int id() {
        return id;
    }

    public String user() {
        return user;
    }

    public String host() {
        return host;
    }

    public int capabilities() {
        return capabilities;
    }

    /** Whether the compressed protocol is spoken. */
    public boolean isCompressed() {
        return Capability.has(capabilities, Capability.COMPRESS | Capability.ZSTD_COMPRESSION);
    }

    /** Whether rows count for the client that a statement finds and leaves as they are. */
    public boolean countsFound() {
        return Capability.has(capabilities, Capability.FOUND_ROWS);
    }

    /** Whether the client answers a request for a file of its own. */
    public boolean sendsLocalFiles() {
        return Capability.has(capabilities, Capability.LOCAL_FILES);
    }

    public Tls tls() {
        return tls;
    }

    public void tls(Tls ofConnection) {
        tls = ofConnection;
    }

    /** The current database, or empty. */
    public String database() {
        return database;
    }

    /**
     * Where names without a database are looked up by the statement that runs: a prepared one keeps the database of its
     * PREPARE.
     */
    public String databaseOfNames() {
        return databaseOfNames == null ? database : databaseOfNames;
    }

    /** @param prepared the database of a prepared statement, or null for any other */
    public void databaseOfNames(@Nullable String prepared) {
        databaseOfNames = prepared;
    }

    public void use(String name) {
        database = name;
        tracker.schemaChosen();
    }

    /** Something that another connection would not have: a user variable, a prepared statement. */
    public void stateChanged() {
        tracker.stateChanged();
    }

    /** What its transaction does, for {@code session_track_transaction_info}. */
    public TransactionTracker transactionTracker() {
        return tracker.transaction();
    }

    /**
     * What the next OK tells a client with SESSION_TRACK; told once.
     *
     * @param inTransaction whether one is open
     */
    public List<SessionChange> takeChanges(boolean inTransaction) {
        List<SessionChange> changes = tracker.take(variables, database, inTransaction);
        return Capability.has(capabilities, Capability.SESSION_TRACK) ? changes : List.of();
    }

    public SessionVariables variables() {
        return variables;
    }

    public UserVariables userVariables() {
        return userVariables;
    }

    public PreparedStatements statements() {
        return statements;
    }

    public Transaction transaction() {
        return transaction;
    }

    /** The tables that this session alone sees, before all others of their names. */
    public TemporaryTables temporary() {
        return temporary;
    }

    /** Whoever takes one away sees to it that it is dropped. */
    public void temporary(TemporaryTables tables) {
        temporary = tables;
    }

    /** Returns the diagnostics of the last statement that was not a question about them. */
    public Diagnostics diagnostics() {
        return diagnostics;
    }

    /** Adds a condition of level Note to the present statement, unless {@code sql_notes} is OFF. */
    public void note(ErrorCode code, String message) {
        if (variables.get("sql_notes", Map.of()).equals("ON")) {
            diagnostics.add(
                    new Condition(Condition.Level.NOTE, code.number(), TemporaryName.shownIn(message)),
                    variables.limits().maxErrorCount());
        }
    }

    /**
     * The present statement left out rows: a condition of level Warning for each.
     *
     * @param refusals why, for the first of them
     */
    public void filtered(long rows, List<TributaryException> refusals) {
        int listed = variables.limits().maxErrorCount();
        for (TributaryException refusal : refusals) {
            diagnostics.add(
                    new Condition(
                            Condition.Level.WARNING,
                            refusal.code().number(),
                            TemporaryName.shownIn(String.valueOf(refusal.getMessage()))),
                    listed);
        }
        diagnostics.addUnlisted(rows - refusals.size());
    }

    /** The present statement fails with this error. */
    public void failed(int number, String message) {
        diagnostics.fail(
                new Condition(Condition.Level.ERROR, number, message),
                variables.limits().maxErrorCount());
        statementEnded(-1, 0);
    }

    public long lastInsertId() {
        return lastInsertId;
    }

    /** {@code ROW_COUNT()}: rows of the last statement, -1 after one that gave a result set. */
    public long rowCount() {
        return rowCount;
    }

    /** {@code FOUND_ROWS()}: rows of the last result set; negative where they were not counted. */
    public long foundRows() {
        return foundRows;
    }

    /** A result set ends; its rows count unless it began with {@link #foundRowsNotCounted}. */
    public void rowsFound(long rows) {
        foundRows = foundRows < 0 ? foundRows : rows;
    }

    /** A result set begins. */
    public void foundRowsCounted() {
        foundRows = 0;
    }

    /** A result set begins whose rows are not those that {@code FOUND_ROWS()} is to tell, or are not known at its end. */
    public void foundRowsNotCounted() {
        foundRows = -1;
    }

    public void statementEnded(long affectedRows, long insertId) {
        rowCount = affectedRows;
        if (insertId != 0) {
            lastInsertId = insertId;
        }
    }

    /** Whether COM_QUERY may hold several statements: as negotiated, until COM_SET_OPTION changes it. */
    public boolean multiStatements() {
        return multiStatements;
    }

    public void multiStatements(boolean allowed) {
        multiStatements = allowed;
    }

    /** Remembers a grouped load for SYNC. */
    public void wrote(long tableId) {
        if (tableId != lastWrittenTable && writtenTables.size() <= WRITTEN_TABLES_MAX) {
            writtenTables.add(tableId);
            lastWrittenTable = tableId;
        }
    }

    /** Tables with loads since the last SYNC; {@link #WRITTEN_TABLES_MAX} + 1 of them stand for "any". */
    public List<Long> writtenTables() {
        return List.copyOf(writtenTables);
    }

    /** These are visible; what is written into them from now on is not yet. */
    public void synced(List<Long> tables) {
        if (writtenTables.size() <= WRITTEN_TABLES_MAX) {
            tables.forEach(writtenTables::remove);
            lastWrittenTable = 0;
        }
    }

    public void synced() {
        writtenTables.clear();
        lastWrittenTable = 0;
    }

    /** COM_RESET_CONNECTION: as after logging in. The caller ends an open transaction before. */
    public void reset(Map<String, String> globals) {
        statements.closeAll();
        variables.reset(globals);
        userVariables.clear();
        transaction.end();
        temporary = TemporaryTables.NONE;
        diagnostics.clear();
        diagnostics.begin();
        lastInsertId = 0;
        rowCount = -1;
        foundRows = 0;
        multiStatements = Capability.has(capabilities, Capability.MULTI_STATEMENTS);
        synced();
    }

    /** COM_CHANGE_USER, after {@link #reset}. */
    public void become(String otherUser, String otherDatabase, int otherCapabilities) {
        user = otherUser;
        database = otherDatabase;
        capabilities = otherCapabilities;
        multiStatements = Capability.has(otherCapabilities, Capability.MULTI_STATEMENTS);
    }

    public Activity activity() {
        return activity;
    }

    /** @param command as in SHOW PROCESSLIST: {@code Query}, {@code Execute}, {@code Sleep} … */
    public void doing(String command, String info) {
        activity = new Activity(user, database, command, info, System.nanoTime());
    }

    void kill(boolean connection) {
        killer.accept(connection);
    }
}
