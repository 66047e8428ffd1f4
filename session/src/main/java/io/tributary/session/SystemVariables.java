package io.tributary.session;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.SqlMode;
import io.tributary.session.SystemVariable.Scope;
import java.time.ZoneId;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The table of system variables: MySQL's own, and Doris', as {@code variables.txt} lists them. Immutable,
 * shared by all sessions.
 */
public final class SystemVariables {
    public static final String GROUP_COMMIT = "group_commit";

    /** What Doris writes before names of its own variables, or wrote once. */
    private static final Pattern PREFIX = Pattern.compile("^(?:experimental|deprecated)_");

    private final Map<String, SystemVariable> byName = new TreeMap<>();
    private final List<SystemVariable> all;
    private final Map<String, String> aliases =
            Map.of("tx_isolation", "transaction_isolation", "tx_read_only", "transaction_read_only");

    /**
     * What the configuration decides.
     *
     * @param version as announced: variables differ between those below 8.0 and those from there on
     * @param port of the MySQL listener, 0 while unknown
     */
    public record Server(
            String version,
            int maxConnections,
            int maxAllowedPacketBytes,
            int maxPreparedStatements,
            int port,
            String defaultAuthenticationPlugin,
            Tls tls) {
        boolean isBelow80() {
            return version.startsWith("5.");
        }
    }

    public enum Tls {
        NOT_OFFERED,
        OFFERED,
        REQUIRED
    }

    public SystemVariables(Server server) {
        for (SystemVariable variable : VariableFile.read(server.isBelow80(), configured(server))) {
            byName.put(variable.name(), variable);
        }
        all = List.copyOf(byName.values());
    }

    private static Map<String, String> configured(Server server) {
        return Map.of(
                "version",
                server.version(),
                "default_authentication_plugin",
                server.defaultAuthenticationPlugin(),
                "port",
                Integer.toString(server.port()),
                "max_connections",
                Integer.toString(server.maxConnections()),
                "max_allowed_packet",
                Integer.toString(server.maxAllowedPacketBytes()),
                "max_prepared_stmt_count",
                Integer.toString(server.maxPreparedStatements()),
                "tls",
                server.tls() == Tls.NOT_OFFERED ? "DISABLED" : "YES",
                "require_tls",
                server.tls() == Tls.REQUIRED ? "ON" : "OFF",
                "system_time_zone",
                ZoneId.systemDefault().getId(),
                SqlMode.VARIABLE,
                SqlMode.DEFAULT.text());
    }

    /** @throws TributaryException 1193 */
    public SystemVariable get(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        SystemVariable variable = byName.get(aliases.getOrDefault(lower, lower));
        if (variable == null) {
            SystemVariable plain = byName.get(PREFIX.matcher(lower).replaceFirst(""));
            variable = plain != null && plain.isDoris() ? plain : null;
        }
        if (variable == null) {
            throw new TributaryException(ErrorCode.UNKNOWN_SYSTEM_VARIABLE, "Unknown system variable '" + name + "'");
        }
        return variable;
    }

    /**
     * One that may be set in this scope.
     *
     * @throws TributaryException 1193, 1228, 1229 or 1238
     */
    SystemVariable settable(String name, Scope wanted) {
        SystemVariable variable = get(name);
        if (variable.readOnly()) {
            throw new TributaryException(
                    ErrorCode.READ_ONLY_VARIABLE, "Variable '" + variable.name() + "' is a read only variable");
        }
        if (wanted == Scope.SESSION && variable.scope() == Scope.GLOBAL) {
            throw new TributaryException(
                    ErrorCode.GLOBAL_VARIABLE,
                    "Variable '" + variable.name() + "' is a GLOBAL variable and should be set with SET GLOBAL");
        }
        if (wanted == Scope.GLOBAL && variable.scope() == Scope.SESSION) {
            throw new TributaryException(
                    ErrorCode.SESSION_VARIABLE,
                    "Variable '" + variable.name() + "' is a SESSION variable and can't be used with SET GLOBAL");
        }
        return variable;
    }

    /**
     * {@code max_prepared_stmt_count} as it is now.
     *
     * @param globals those that were set, from the newest catalog
     */
    public static int preparedStatementsMax(Map<String, String> globals, int configured) {
        String set = globals.get("max_prepared_stmt_count");
        return set == null ? configured : Integer.parseInt(set);
    }

    /** Whether there is one of this name; globals may have been stored while the server announced another version. */
    boolean has(String name) {
        return byName.containsKey(name);
    }

    /** Returns the variables in name order, without aliases. */
    public Collection<SystemVariable> all() {
        return all;
    }
}
