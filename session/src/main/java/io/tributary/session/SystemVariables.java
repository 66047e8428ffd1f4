package io.tributary.session;

import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import io.tributary.session.SystemVariable.Kind;
import io.tributary.session.SystemVariable.Scope;
import java.math.BigInteger;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The table of system variables: MySQL's own that drivers and tools ask for, and Doris' of the load path. Immutable,
 * shared by all sessions.
 *
 * <p>Most have no effect and exist because a client fails to connect without them; those with one are named in
 * {@link SessionVariables}.
 */
public final class SystemVariables {
    public static final String GROUP_COMMIT = "group_commit";

    private static final BigInteger UNSIGNED_MAX = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);
    private static final String SQL_MODE_DEFAULT =
            "ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,"
                    + "NO_ENGINE_SUBSTITUTION";

    private final Map<String, SystemVariable> byName = new TreeMap<>();
    private final Map<String, String> aliases =
            Map.of("tx_isolation", "transaction_isolation", "tx_read_only", "transaction_read_only");

    /**
     * What the configuration decides.
     *
     * @param port of the MySQL listener, 0 while unknown
     */
    public record Server(
            String version,
            int maxConnections,
            int maxAllowedPacketBytes,
            int maxPreparedStatements,
            int port,
            Tls tls) {}

    public enum Tls {
        NOT_OFFERED,
        OFFERED,
        REQUIRED
    }

    public SystemVariables(Server server) {
        groupCommit();
        connection(server);
        characterSets();
        limitsAndTimeouts(server);
        engineLike();
    }

    /** @throws TributaryException 1193 */
    public SystemVariable get(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        SystemVariable variable = byName.get(aliases.getOrDefault(lower, lower));
        if (variable == null) {
            throw new TributaryException(ErrorCode.UNKNOWN_SYSTEM_VARIABLE, "Unknown system variable '" + name + "'");
        }
        return variable;
    }

    /** In name order, without aliases. */
    public Collection<SystemVariable> all() {
        return List.copyOf(byName.values());
    }

    private void groupCommit() {
        // Printed as off_mode while unset, as Doris does; the unset state itself is kept by SessionVariables.
        choice(GROUP_COMMIT, Scope.BOTH, "off_mode", "off_mode", "sync_mode", "async_mode");
        bool("enable_group_commit_full_prepare", Scope.BOTH, true);
        bool("enable_prepared_stmt_audit_log", Scope.BOTH, false);
        bool("enable_server_side_prepared_statement", Scope.BOTH, true);
        bool("enable_insert_strict", Scope.BOTH, true);
        decimal("insert_max_filter_ratio", Scope.BOTH, "1.0", 0, 1);
        bool("enable_unique_key_partial_update", Scope.BOTH, false);
        choice("partial_update_new_key_behavior", Scope.BOTH, "APPEND", "APPEND", "ERROR");
        integer("insert_timeout", Scope.BOTH, 14_400, 1, Integer.MAX_VALUE);
        integer("query_timeout", Scope.BOTH, 900, 1, Integer.MAX_VALUE);
        integer("insert_visible_timeout_ms", Scope.BOTH, 60_000, 1_000, Integer.MAX_VALUE);
        choice("insert_visible_timeout_return_mode", Scope.BOTH, "committed", "committed", "error");
        bool("enable_nereids_planner", Scope.BOTH, true);
        bool("enable_nereids_dml", Scope.BOTH, true);
        bool("enable_nereids_dml_with_pipeline", Scope.BOTH, true);
        bool("enable_pipeline_engine", Scope.BOTH, true);
        bool("enable_fallback_to_original_planner", Scope.BOTH, false);
        bool("enable_strict_cast", Scope.BOTH, false);
        bool("require_sequence_in_insert", Scope.BOTH, true);
        bool("enable_memtable_on_sink_node", Scope.BOTH, true);
        bool("show_hidden_columns", Scope.SESSION, false);
        bool("enable_profile", Scope.BOTH, false);
        integer("parallel_pipeline_task_num", Scope.BOTH, 0, 0, Integer.MAX_VALUE);
    }

    private void connection(Server server) {
        bool("autocommit", Scope.BOTH, true);
        choice(
                "transaction_isolation",
                Scope.BOTH,
                "REPEATABLE-READ",
                "READ-UNCOMMITTED",
                "READ-COMMITTED",
                "REPEATABLE-READ",
                "SERIALIZABLE");
        bool("transaction_read_only", Scope.BOTH, false);
        put("sql_mode", Kind.SQL_MODE, Scope.BOTH, false, SQL_MODE_DEFAULT);
        put("time_zone", Kind.TIME_ZONE, Scope.BOTH, false, "SYSTEM");
        fixed("system_time_zone", ZoneId.systemDefault().getId());
        fixed("version", server.version());
        fixed("version_comment", "Tributary");
        fixed("version_compile_os", "Linux");
        fixed("version_compile_machine", "x86_64");
        fixed("protocol_version", "10");
        fixedNumber("port", server.port());
        fixed("hostname", "localhost");
        fixed("license", "Apache-2.0");
        String offered = server.tls() == Tls.NOT_OFFERED ? "DISABLED" : "YES";
        fixed("have_ssl", offered);
        fixed("have_openssl", offered);
        put("require_secure_transport", Kind.BOOLEAN, Scope.GLOBAL, true, server.tls() == Tls.REQUIRED ? "ON" : "OFF");
        fixed("have_query_cache", "NO");
        fixed("default_authentication_plugin", "mysql_native_password");
        fixedNumber("lower_case_table_names", 0);
        put("init_connect", Kind.TEXT, Scope.GLOBAL, false, "");
        bool("read_only", Scope.GLOBAL, false);
        bool("super_read_only", Scope.GLOBAL, false);
        choice("event_scheduler", Scope.GLOBAL, "OFF", "ON", "OFF", "DISABLED");
        bool("performance_schema", Scope.GLOBAL, false);
        bool("local_infile", Scope.GLOBAL, false);
        fixedNumber("max_connections", server.maxConnections());
        fixedNumber("max_prepared_stmt_count", server.maxPreparedStatements());
        fixedNumber("server_id", 1);
        bool("log_bin", Scope.GLOBAL, false);
        bool("foreign_key_checks", Scope.BOTH, true);
        bool("unique_checks", Scope.BOTH, true);
        bool("sql_safe_updates", Scope.BOTH, false);
        bool("sql_notes", Scope.BOTH, true);
        bool("sql_warnings", Scope.BOTH, false);
        bool("sql_log_bin", Scope.SESSION, true);
        bool("sql_auto_is_null", Scope.BOTH, false);
        bool("sql_big_selects", Scope.BOTH, true);
        bool("sql_quote_show_create", Scope.BOTH, true);
        bool("big_tables", Scope.BOTH, false);
        put("session_track_system_variables", Kind.TEXT, Scope.BOTH, false, "");
        put("session_track_transaction_info", Kind.TEXT, Scope.BOTH, false, "OFF");
        bool("session_track_schema", Scope.BOTH, true);
        bool("session_track_state_change", Scope.BOTH, false);
        put("optimizer_switch", Kind.TEXT, Scope.BOTH, false, "");
        put("lc_time_names", Kind.TEXT, Scope.BOTH, false, "en_US");
        put("lc_messages", Kind.TEXT, Scope.BOTH, false, "en_US");
        put("resultset_metadata", Kind.TEXT, Scope.SESSION, false, "FULL");
        bool("profiling", Scope.BOTH, false);
    }

    private void characterSets() {
        for (String name : List.of(
                "character_set_client",
                "character_set_connection",
                "character_set_results",
                "character_set_server",
                "character_set_database")) {
            put(name, Kind.CHARACTER_SET, Scope.BOTH, false, "utf8mb4");
        }
        fixed("character_set_system", "utf8mb3");
        put("character_set_filesystem", Kind.CHARACTER_SET, Scope.BOTH, false, "binary");
        for (String name : List.of(
                "collation_connection", "collation_server", "collation_database", "default_collation_for_utf8mb4")) {
            put(name, Kind.COLLATION, Scope.BOTH, false, "utf8mb4_0900_bin");
        }
    }

    private void limitsAndTimeouts(Server server) {
        fixedNumber("max_allowed_packet", server.maxAllowedPacketBytes());
        integer("net_buffer_length", Scope.BOTH, 16_384, 1_024, 1_048_576);
        integer("net_read_timeout", Scope.BOTH, 600, 1, 31_536_000);
        integer("net_write_timeout", Scope.BOTH, 600, 1, 31_536_000);
        integer("net_retry_count", Scope.BOTH, 10, 1, Integer.MAX_VALUE);
        integer("wait_timeout", Scope.BOTH, 28_800, 1, 31_536_000);
        integer("interactive_timeout", Scope.BOTH, 3_600, 1, 31_536_000);
        integer("connect_timeout", Scope.GLOBAL, 10, 2, 31_536_000);
        integer("lock_wait_timeout", Scope.BOTH, 31_536_000, 1, 31_536_000);
        integer("innodb_lock_wait_timeout", Scope.BOTH, 50, 1, 1_073_741_824);
        integer("max_execution_time", Scope.BOTH, 900_000, 0, Integer.MAX_VALUE);
        integer("group_concat_max_len", Scope.BOTH, 1_024, 4, Long.MAX_VALUE);
        integer("sort_buffer_size", Scope.BOTH, 262_144, 1, Long.MAX_VALUE);
        integer("tmp_table_size", Scope.BOTH, 16_777_216, 1_024, Long.MAX_VALUE);
        integer("max_heap_table_size", Scope.BOTH, 16_777_216, 16_384, Long.MAX_VALUE);
        integer("max_join_size", Scope.BOTH, Long.MAX_VALUE, 1, Long.MAX_VALUE);
        integer("max_error_count", Scope.BOTH, 64, 0, 65_535);
        integer("default_week_format", Scope.BOTH, 0, 0, 7);
        integer("div_precision_increment", Scope.BOTH, 4, 0, 30);
        put(
                "sql_select_limit",
                Kind.INTEGER,
                Scope.BOTH,
                false,
                UNSIGNED_MAX.toString(),
                BigInteger.ZERO,
                UNSIGNED_MAX,
                List.of());
    }

    private void engineLike() {
        integer("auto_increment_increment", Scope.BOTH, 1, 1, 65_535);
        integer("auto_increment_offset", Scope.BOTH, 1, 1, 65_535);
        fixedNumber("query_cache_size", 0);
        choice("query_cache_type", Scope.BOTH, "OFF", "OFF", "ON", "DEMAND");
        put("default_storage_engine", Kind.TEXT, Scope.BOTH, false, "TRIBUTARY");
        put("storage_engine", Kind.TEXT, Scope.BOTH, false, "TRIBUTARY");
        put("default_tmp_storage_engine", Kind.TEXT, Scope.BOTH, false, "TRIBUTARY");
        bool("explicit_defaults_for_timestamp", Scope.BOTH, true);
        bool("innodb_strict_mode", Scope.BOTH, true);
        fixed("secure_file_priv", "");
        fixed("pid_file", "");
        fixed("socket", "");
    }

    private void bool(String name, Scope scope, boolean value) {
        put(name, Kind.BOOLEAN, scope, false, value ? "ON" : "OFF");
    }

    private void integer(String name, Scope scope, long value, long low, long high) {
        put(
                name,
                Kind.INTEGER,
                scope,
                false,
                Long.toString(value),
                BigInteger.valueOf(low),
                BigInteger.valueOf(high),
                List.of());
    }

    private void decimal(String name, Scope scope, String value, long low, long high) {
        put(name, Kind.DECIMAL, scope, false, value, BigInteger.valueOf(low), BigInteger.valueOf(high), List.of());
    }

    private void choice(String name, Scope scope, String value, String... choices) {
        put(name, Kind.CHOICE, scope, false, value, BigInteger.ZERO, BigInteger.ZERO, Arrays.asList(choices));
    }

    private void fixed(String name, String value) {
        put(name, Kind.TEXT, Scope.GLOBAL, true, value);
    }

    private void fixedNumber(String name, long value) {
        put(
                name,
                Kind.INTEGER,
                Scope.GLOBAL,
                true,
                Long.toString(value),
                BigInteger.ZERO,
                BigInteger.valueOf(Long.MAX_VALUE),
                List.of());
    }

    private void put(String name, Kind kind, Scope scope, boolean readOnly, String value) {
        put(name, kind, scope, readOnly, value, BigInteger.ZERO, BigInteger.ZERO, List.of());
    }

    private void put(
            String name,
            Kind kind,
            Scope scope,
            boolean readOnly,
            String value,
            BigInteger low,
            BigInteger high,
            List<String> choices) {
        byName.put(name, new SystemVariable(name, kind, scope, readOnly, value, low, high, choices));
    }
}
