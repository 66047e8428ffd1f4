package io.tributary.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class SessionLimitsTest {
    private final SessionVariables variables = variables("8.0.36");

    private static SessionVariables variables(String version) {
        SystemVariables table = new SystemVariables(new SystemVariables.Server(
                version, 100, 67_108_864, 1_000, 9_030, "mysql_native_password", SystemVariables.Tls.NOT_OFFERED));
        return new SessionVariables(table, Map.of());
    }

    @Test
    void aSelectEndsAtTheShorterOfItsTwoLimitsAndZeroIsNone() {
        variables.set("query_timeout", "2");
        variables.set("max_execution_time", "1500");
        assertThat(variables.limits().selectTimeMaxMillis()).isEqualTo(1_500);
        assertThat(variables.limits().queryTimeMaxMillis()).isEqualTo(2_000);

        variables.set("max_execution_time", "2500");
        assertThat(variables.limits().selectTimeMaxMillis()).isEqualTo(2_000);

        variables.set("max_execution_time", "0");
        assertThat(variables.limits().selectTimeMaxMillis()).isEqualTo(2_000);
    }

    @Test
    void aTransactionMayBeOpenAsLongAsTheLongestOfItsStatementsRuns() {
        variables.set("insert_timeout", "20");
        variables.set("query_timeout", "10");
        assertThat(variables.limits().transactionTimeoutSeconds()).isEqualTo(20);

        variables.set("query_timeout", "30");
        assertThat(variables.limits().transactionTimeoutSeconds()).isEqualTo(30);
    }

    @Test
    void recursionIsLimitedInVersionsThatHaveNoVariableForIt() {
        variables.set("cte_max_recursion_depth", "7");

        assertThat(variables.limits().recursionStepsMax()).isEqualTo(7);
        assertThat(variables("5.7.99").limits().recursionStepsMax()).isEqualTo(1_000);
    }
}
