package io.tributary.session;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Durability;
import io.tributary.contract.schema.GroupCommitMode;
import io.tributary.contract.schema.IdempotencyKey;
import io.tributary.contract.schema.SqlMode;
import io.tributary.session.SystemVariable.Scope;
import java.time.ZoneId;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The system variables as one session sees them. Global values are taken when the session begins, as in MySQL.
 *
 * <p>{@code group_commit} alone knows a true <em>unset</em> state: a session that names no mode falls through to the
 * global value taken at its begin, which may be unset as well, and then to the table.
 *
 * <p>Event loop of the connection. What the hot path asks (autocommit, mode, zone, SQL mode) is kept ready, not parsed.
 */
public final class SessionVariables {
    /** What SET NAMES sets. */
    private static final List<String> NAMES = List.of(
            "character_set_client", "character_set_connection", "character_set_results", "collation_connection");

    private final SystemVariables table;
    private final VariableTexts values;
    private final SessionLimits limits;
    /** Given a value since they were asked for last; at most all there are. */
    private Set<String> touched = new LinkedHashSet<>();

    /** The key of the next load, or empty; kept among the values as well, where it can be read. */
    private String idempotencyKey = "";

    private boolean autocommit;
    private boolean transactionReadOnly;
    private boolean wantsDefinitions;
    private boolean partialUpdate;
    private boolean insertStrict;
    private boolean requiresSequence;
    private boolean showsHiddenColumns;
    private boolean readsOwnWrites;
    private Durability durability = Durability.FSYNC;
    private String transactionInfo = "OFF";
    private ZoneId timeZone = ZoneId.systemDefault();
    private SqlMode sqlMode = SqlMode.DEFAULT;
    private String collation = "";
    private Optional<GroupCommitMode> groupCommit = Optional.empty();
    private Optional<GroupCommitMode> globalGroupCommit = Optional.empty();

    /** @param globals those that were set, from the newest catalog */
    public SessionVariables(SystemVariables table, Map<String, String> globals) {
        this.table = table;
        values = new VariableTexts(table);
        limits = new SessionLimits(values);
        reset(globals);
    }

    /** Sets everything as when a session begins, for COM_RESET_CONNECTION and COM_CHANGE_USER. */
    public void reset(Map<String, String> globals) {
        groupCommit = Optional.empty();
        globalGroupCommit = mode(globals);
        values.begin(globals);
        refresh();
    }

    public SystemVariables table() {
        return table;
    }

    public SessionLimits limits() {
        return limits;
    }

    /**
     * The text of a variable in this session; global-only ones give their global value.
     *
     * @throws TributaryException 1193
     */
    public String get(String name, Map<String, String> globals) {
        SystemVariable variable = table.get(name);
        if (isGroupCommit(variable)) {
            return groupCommit
                    .or(() -> globalGroupCommit)
                    .orElse(GroupCommitMode.OFF_MODE)
                    .text();
        }
        if (variable.scope() == Scope.GLOBAL) {
            return globals.getOrDefault(variable.name(), variable.defaultText());
        }
        return values.get(variable.name(), variable.defaultText());
    }

    /** @throws TributaryException 1193, or 1238 for a variable that sessions alone have */
    public String getGlobal(String name, Map<String, String> globals) {
        SystemVariable variable = table.get(name);
        if (variable.scope() == Scope.SESSION) {
            throw new TributaryException(
                    ErrorCode.READ_ONLY_VARIABLE, "Variable '" + variable.name() + "' is a SESSION variable");
        }
        return globals.getOrDefault(variable.name(), variable.defaultText());
    }

    /**
     * Sets a variable of this session.
     *
     * @throws TributaryException 1193, 1228, 1229, 1231, 1232, 1238 and what {@link SystemVariable#normalize} throws
     */
    public void set(String name, String value) {
        SystemVariable variable = table.settable(name, Scope.SESSION);
        String text = variable.normalize(value);
        if (variable.name().equals(IdempotencyKey.VARIABLE) && !text.isEmpty()) {
            IdempotencyKey.requireText(text);
        }
        touched.add(variable.name());
        if (isGroupCommit(variable)) {
            groupCommit = GroupCommitMode.parse(text);
            return;
        }
        values.put(variable.name(), text);
        refresh();
    }

    /** {@code SET name = DEFAULT}: the global value of now, unset included. */
    public void setDefault(String name, Map<String, String> globals) {
        SystemVariable variable = table.settable(name, Scope.SESSION);
        touched.add(variable.name());
        if (isGroupCommit(variable)) {
            groupCommit = Optional.empty();
            globalGroupCommit = mode(globals);
            return;
        }
        String global = globals.get(variable.name());
        if (global == null) {
            values.remove(variable.name());
        } else {
            values.put(variable.name(), global);
        }
        refresh();
    }

    /**
     * The kept text of a global value, or null for DEFAULT, once it is known that it may be set.
     *
     * @throws TributaryException as {@link #set}
     */
    public @Nullable String normalizeGlobal(String name, @Nullable String value) {
        SystemVariable variable = table.settable(name, Scope.GLOBAL);
        return value == null ? null : variable.normalize(value);
    }

    /** Both character sets and the collation, as SET NAMES does. */
    public void setNames(String characterSet, @Nullable String collation) {
        String text = table.get("character_set_client").normalize(characterSet);
        String collationText = collation == null
                ? defaultCollation(text)
                : table.get("collation_connection").normalize(collation);
        values.put("character_set_client", text);
        values.put("character_set_connection", text);
        values.put("character_set_results", text);
        values.put("collation_connection", collationText);
        collation = collationText;
        touched.addAll(NAMES);
    }

    /** The key for a load that begins now, or empty; it is the session's no longer. */
    public String takeIdempotencyKey() {
        String taken = idempotencyKey;
        if (!taken.isEmpty()) {
            idempotencyKey = "";
            values.remove(IdempotencyKey.VARIABLE);
        }
        return taken;
    }

    /** The statement that took it is no load. */
    public void giveBackIdempotencyKey(String taken) {
        if (!taken.isEmpty()) {
            idempotencyKey = taken;
            values.put(IdempotencyKey.VARIABLE, taken);
        }
    }

    /** All values at one moment, for a SET that must not take effect by halves. */
    public record Saved(
            Map<String, String> values, Optional<GroupCommitMode> session, Optional<GroupCommitMode> global) {}

    public Saved save() {
        return new Saved(values.copy(), groupCommit, globalGroupCommit);
    }

    public void restore(Saved saved) {
        values.restore(saved.values());
        touched.clear();
        groupCommit = saved.session();
        globalGroupCommit = saved.global();
        refresh();
    }

    /** Names of the variables that were set since the last call, perhaps to what they were. */
    Set<String> takeTouched() {
        if (touched.isEmpty()) {
            return Set.of();
        }
        Set<String> taken = touched;
        touched = new LinkedHashSet<>();
        return taken;
    }

    /** {@code group_commit_read_your_writes}: whether a statement that reads tables waits until it sees what was acknowledged. */
    public boolean readsOwnWrites() {
        return readsOwnWrites;
    }

    /** {@code group_commit_durability}: what has happened to an async load when it is answered. */
    public Durability durability() {
        return durability;
    }

    /** {@code resultset_metadata}: whether result sets begin with the definitions of their columns. */
    public boolean wantsDefinitions() {
        return wantsDefinitions;
    }

    /** {@code enable_unique_key_partial_update}. */
    public boolean partialUpdate() {
        return partialUpdate;
    }

    /** {@code enable_insert_strict}: whether a bad value fails the INSERT, rather than leaving its row out. */
    public boolean insertStrict() {
        return insertStrict;
    }

    /** {@code require_sequence_in_insert}. */
    public boolean requiresSequence() {
        return requiresSequence;
    }

    /** {@code show_hidden_columns}. */
    public boolean showsHiddenColumns() {
        return showsHiddenColumns;
    }

    /** {@code partial_update_new_key_behavior}: whether a partial update of a row that is not there is an error. */
    public boolean partialUpdateOnlyExisting() {
        return values.get("partial_update_new_key_behavior", "APPEND").equals("ERROR");
    }

    /** {@code session_track_transaction_info}. */
    String transactionInfo() {
        return transactionInfo;
    }

    public boolean autocommit() {
        return autocommit;
    }

    /** Named by this session, or empty while unset. */
    public Optional<GroupCommitMode> groupCommit() {
        return groupCommit;
    }

    /** The global mode as this session took it. */
    public Optional<GroupCommitMode> globalGroupCommit() {
        return globalGroupCommit;
    }

    public ZoneId timeZone() {
        return timeZone;
    }

    public SqlMode sqlMode() {
        return sqlMode;
    }

    /** {@code collation_connection}. */
    public String collation() {
        return collation;
    }

    /** Whether the client's texts are latin1 and must be transcoded before anybody reads them. */
    public boolean clientIsLatin1() {
        return values.get("character_set_client", "").equals("latin1");
    }

    /** Whether text is to be transcoded to latin1 for the client. */
    public boolean resultsAreLatin1() {
        return values.get("character_set_results", "").equals("latin1");
    }

    /** Whether transactions only read unless they say otherwise. */
    public boolean transactionReadOnly() {
        return transactionReadOnly;
    }

    private void refresh() {
        autocommit = values.get("autocommit", "ON").equals("ON");
        idempotencyKey = values.get(IdempotencyKey.VARIABLE, "");
        transactionReadOnly = values.get("transaction_read_only", "OFF").equals("ON");
        wantsDefinitions = values.get("resultset_metadata", "FULL").equals("FULL");
        partialUpdate = values.get("enable_unique_key_partial_update", "OFF").equals("ON");
        insertStrict = values.get("enable_insert_strict", "ON").equals("ON");
        requiresSequence = values.get("require_sequence_in_insert", "ON").equals("ON");
        showsHiddenColumns = values.get("show_hidden_columns", "OFF").equals("ON");
        readsOwnWrites = values.get("group_commit_read_your_writes", "OFF").equals("ON");
        durability = Durability.parse(values.get(Durability.VARIABLE, "")).orElse(Durability.FSYNC);
        transactionInfo = values.get("session_track_transaction_info", "OFF");
        collation = values.get("collation_connection", "");
        String mode = values.get(SqlMode.VARIABLE);
        if (!mode.equals(sqlMode.text())) {
            sqlMode = SqlMode.known(mode);
        }
        String zone = values.get("time_zone", "SYSTEM");
        timeZone = zone.equals("SYSTEM") ? ZoneId.systemDefault() : ZoneId.of(zone);
    }

    private static boolean isGroupCommit(SystemVariable variable) {
        return variable.name().equals(SystemVariables.GROUP_COMMIT);
    }

    private static Optional<GroupCommitMode> mode(Map<String, String> globals) {
        return Optional.ofNullable(globals.get(SystemVariables.GROUP_COMMIT)).flatMap(GroupCommitMode::parse);
    }

    /** Texts are compared by their codes unless somebody asks for something else. */
    private static String defaultCollation(String characterSet) {
        return switch (characterSet.toLowerCase(Locale.ROOT)) {
            case "latin1" -> "latin1_bin";
            case "ascii", "us-ascii" -> "ascii_bin";
            case "binary" -> "binary";
            case "utf8", "utf8mb3" -> "utf8mb3_bin";
            default -> "utf8mb4_0900_bin";
        };
    }
}
