package io.tributary.dialect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.SqlMode;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ExpressionLimitsTest {
    private static final QueryContext CONTEXT = new QueryContext("shop", SqlMode.NONE, "UTC", 0);

    private static void assertRefused(String sql, String limit) {
        assertThatThrownBy(() -> MySqlDialect.query(sql, CONTEXT, ColumnTypes.NONE))
                .isInstanceOfSatisfying(TributaryException.class, refused -> assertThat(refused.code())
                        .isEqualTo(ErrorCode.NOT_SUPPORTED))
                .hasMessageContaining(limit);
    }

    @Test
    void deepNestingIsRefusedBeforeTheStackEnds() {
        assertRefused("SELECT " + "upper(".repeat(20_000) + "'a'" + ")".repeat(20_000), "256");
        assertRefused("SELECT " + "(".repeat(257) + "1" + ")".repeat(257), "256");
    }

    @Test
    void longChainsOfOperatorsAreRefused() {
        assertRefused("SELECT 1" + "|1".repeat(150_000), "1000");
        assertRefused("SELECT '2024-01-01'" + " + INTERVAL 1 DAY".repeat(60_000), "1000");
        assertRefused("SELECT 1" + "+1".repeat(10_001), "10000");
    }

    @Test
    void withinTheLimitsNothingTakesLong() {
        assertThatCode(() -> {
                    MySqlDialect.query("SELECT 1" + "|1".repeat(1_000), CONTEXT, ColumnTypes.NONE);
                    MySqlDialect.query("SELECT 1" + "+1".repeat(10_000), CONTEXT, ColumnTypes.NONE);
                    MySqlDialect.query(
                            "SELECT '2024-01-01'" + " + INTERVAL 1 DAY".repeat(1_000), CONTEXT, ColumnTypes.NONE);
                    MySqlDialect.query("SELECT 1 IN (" + "-1,".repeat(9_000) + "1)", CONTEXT, ColumnTypes.NONE);
                    MySqlDialect.query(
                            "SELECT " + "upper(".repeat(250) + "'a'" + ")".repeat(250), CONTEXT, ColumnTypes.NONE);
                })
                .doesNotThrowAnyException();
    }
}
