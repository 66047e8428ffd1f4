package io.tributary.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.GroupCommitMode;
import io.tributary.contract.schema.SqlMode;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class SessionVariablesTest {
    private final SystemVariables table = new SystemVariables(new SystemVariables.Server(
            "8.0.36-tributary",
            100,
            67_108_864,
            1_000,
            9_030,
            "mysql_native_password",
            SystemVariables.Tls.NOT_OFFERED));
    private final SessionVariables variables = new SessionVariables(table, Map.of());

    @Test
    void anUnsetGroupCommitPrintsOffModeAndIsStillUnset() {
        assertThat(variables.get("group_commit", Map.of())).isEqualTo("off_mode");
        assertThat(variables.groupCommit()).isEmpty();

        variables.set("GROUP_COMMIT", "OFF_mode");

        assertThat(variables.groupCommit()).contains(GroupCommitMode.OFF_MODE);
    }

    @Test
    void anIdempotencyKeyIsTakenOnceAndMayBeGivenBack() {
        variables.set("idempotency_key", "k1");
        assertThat(variables.get("idempotency_key", Map.of())).isEqualTo("k1");

        assertThat(variables.takeIdempotencyKey()).isEqualTo("k1");
        assertThat(variables.takeIdempotencyKey()).isEmpty();
        assertThat(variables.get("idempotency_key", Map.of())).isEmpty();
        variables.giveBackIdempotencyKey("k1");
        variables.set("time_zone", "UTC");
        assertThat(variables.takeIdempotencyKey()).isEqualTo("k1");

        variables.set("idempotency_key", "k2");
        variables.reset(Map.of());
        assertThat(variables.takeIdempotencyKey()).isEmpty();
    }

    @Test
    void anIdempotencyKeyHasAtMost128Bytes() {
        variables.set("idempotency_key", "é".repeat(64));

        assertThatExceptionOfType(TributaryException.class)
                .isThrownBy(() -> variables.set("idempotency_key", "é".repeat(64) + "x"))
                .matches(e -> e.code() == ErrorCode.WRONG_VALUE_FOR_VARIABLE)
                .withMessageContaining("129 bytes, 1 to 128 are allowed");
        assertThat(variables.takeIdempotencyKey()).isEqualTo("é".repeat(64));
    }

    @Test
    void defaultTakesTheGlobalValueOfNow() {
        Map<String, String> globals = Map.of("group_commit", "sync_mode", "wait_timeout", "60");
        variables.set("group_commit", "off_mode");
        variables.setDefault("group_commit", globals);
        variables.setDefault("wait_timeout", globals);

        assertThat(variables.groupCommit()).isEmpty();
        assertThat(variables.globalGroupCommit()).contains(GroupCommitMode.SYNC_MODE);
        assertThat(variables.get("group_commit", globals)).isEqualTo("sync_mode");
        assertThat(variables.limits().waitTimeoutSeconds()).isEqualTo(60);
    }

    @Test
    void globalsOfTheBeginStayUntilReset() {
        SessionVariables session = new SessionVariables(table, Map.of("time_zone", "+08:00"));
        session.set("autocommit", "0");
        assertThat(session.timeZone()).isEqualTo(ZoneId.of("+08:00"));

        session.reset(Map.of());

        assertThat(session.timeZone()).isEqualTo(ZoneId.systemDefault());
        assertThat(session.autocommit()).isTrue();
    }

    @Test
    void everyNameThatDriversAskForAtTheStartIsKnown() {
        for (String name : List.of(
                "auto_increment_increment",
                "character_set_client",
                "character_set_connection",
                "character_set_results",
                "character_set_server",
                "collation_server",
                "collation_connection",
                "init_connect",
                "interactive_timeout",
                "license",
                "lower_case_table_names",
                "max_allowed_packet",
                "net_buffer_length",
                "net_write_timeout",
                "performance_schema",
                "sql_mode",
                "system_time_zone",
                "time_zone",
                "transaction_isolation",
                "tx_isolation",
                "transaction_read_only",
                "tx_read_only",
                "wait_timeout",
                "version_comment",
                "innodb_lock_wait_timeout",
                "event_scheduler",
                "group_concat_max_len",
                "sql_select_limit",
                "enable_nereids_planner",
                "insert_max_filter_ratio",
                "max_prepared_stmt_count",
                "show_hidden_columns")) {
            assertThat(table.get(name).name()).isNotEmpty();
        }
    }

    @Test
    void everyDefaultIsAValueThatMayBeSet() {
        for (SystemVariable variable : table.all()) {
            assertThat(variable.normalize(variable.defaultText()))
                    .as(variable.name())
                    .isEqualTo(variable.defaultText());
        }
    }

    @Test
    void theQueryCacheIsOfVersionsBelow80Only() {
        SystemVariables older = new SystemVariables(new SystemVariables.Server(
                "5.7.99", 100, 67_108_864, 1_000, 9_030, "mysql_native_password", SystemVariables.Tls.NOT_OFFERED));

        assertThat(older.get("query_cache_size").defaultText()).isEqualTo("0");
        assertThatExceptionOfType(TributaryException.class)
                .isThrownBy(() -> table.get("query_cache_size"))
                .matches(e -> e.code() == ErrorCode.UNKNOWN_SYSTEM_VARIABLE);
        assertThatExceptionOfType(TributaryException.class)
                .isThrownBy(() -> older.get("cte_max_recursion_depth"))
                .matches(e -> e.code() == ErrorCode.UNKNOWN_SYSTEM_VARIABLE);
    }

    @Test
    void whatIsNoNumberIs1232() {
        for (String value : List.of("x", "1.5", "")) {
            assertThatExceptionOfType(TributaryException.class)
                    .isThrownBy(() -> variables.set("wait_timeout", value))
                    .matches(e -> e.code() == ErrorCode.WRONG_TYPE_FOR_VARIABLE)
                    .withMessage("Incorrect argument type to variable 'wait_timeout'");
        }
    }

    @Test
    void scopesAreKept() {
        refused("init_connect", ErrorCode.GLOBAL_VARIABLE);
        refused("version", ErrorCode.READ_ONLY_VARIABLE);
        refused("warning_count", ErrorCode.READ_ONLY_VARIABLE);
        assertThatExceptionOfType(TributaryException.class)
                .isThrownBy(() -> variables.normalizeGlobal("sql_log_bin", "1"))
                .matches(e -> e.code() == ErrorCode.SESSION_VARIABLE);
        assertThat(variables.normalizeGlobal("event_scheduler", "1")).isEqualTo("ON");
    }

    private void refused(String name, ErrorCode code) {
        assertThatExceptionOfType(TributaryException.class)
                .isThrownBy(() -> variables.set(name, "x"))
                .matches(e -> e.code() == code);
    }

    @Test
    void numbersOutsideTheirRangeAre1231() {
        for (String value : List.of("0", "31536001")) {
            assertThatExceptionOfType(TributaryException.class)
                    .isThrownBy(() -> variables.set("wait_timeout", value))
                    .matches(e -> e.code() == ErrorCode.WRONG_VALUE_FOR_VARIABLE)
                    .withMessage("Variable 'wait_timeout' can't be set to the value of '" + value + "'");
        }
        variables.set("sql_select_limit", "18446744073709551615");
        assertThatExceptionOfType(TributaryException.class)
                .isThrownBy(() -> variables.set("insert_max_filter_ratio", "1.01"));
    }

    @Test
    void sqlModesAreNamesInUpperCaseOnceEachAndCombinationsAreSpelledOut() {
        variables.set("sql_mode", "ansi_quotes, NO_BACKSLASH_ESCAPES,ANSI_QUOTES,");
        assertThat(variables.get("sql_mode", Map.of())).isEqualTo("ANSI_QUOTES,NO_BACKSLASH_ESCAPES");
        assertThat(variables.sqlMode()).isEqualTo(SqlMode.of("ANSI_QUOTES,NO_BACKSLASH_ESCAPES"));

        variables.set("sql_mode", "ANSI");
        assertThat(variables.get("sql_mode", Map.of())).contains("PIPES_AS_CONCAT");
        assertThat(variables.sqlMode().has(SqlMode.Mode.ANSI_QUOTES)).isTrue();

        variables.set("sql_mode", "");
        assertThat(variables.sqlMode()).isEqualTo(SqlMode.NONE);
    }

    @Test
    void theSqlModeIsReadAgainOnlyWhereItChanges() {
        SqlMode before = variables.sqlMode();

        variables.set("autocommit", "0");
        variables.set("sql_mode", SqlMode.DEFAULT.text());
        assertThat(variables.sqlMode()).isSameAs(before);

        variables.set("sql_mode", "ANSI");
        SqlMode ansi = variables.sqlMode();
        variables.set("time_zone", "+08:00");
        assertThat(variables.sqlMode()).isSameAs(ansi).isNotEqualTo(before);
    }

    @Test
    void aStoredGlobalSqlModeOfAnotherVersionKeepsNoSessionFromBeginning() {
        variables.reset(Map.of("sql_mode", "POSTGRESQL,ANSI_QUOTES"));

        assertThat(variables.sqlMode()).isEqualTo(SqlMode.of("ANSI_QUOTES"));
    }

    @Test
    void restoreTakesBackEverySettingOfAStatement() {
        SessionVariables.Saved before = variables.save();
        variables.set("autocommit", "0");
        variables.set("group_commit", "async_mode");
        variables.setNames("latin1", null);

        variables.restore(before);

        assertThat(variables.autocommit()).isTrue();
        assertThat(variables.groupCommit()).isEmpty();
        assertThat(variables.clientIsLatin1()).isFalse();
    }
}
