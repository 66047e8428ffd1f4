package io.tributary.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.schema.GroupCommitMode;
import io.tributary.planner.GroupCommitDecision.DecidedBy;
import io.tributary.planner.plan.FallbackReason;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GroupCommitDecisionTest {
    private static Optional<GroupCommitMode> mode(String name) {
        return name.equals("-") ? Optional.empty() : GroupCommitMode.parse(name + "_mode");
    }

    @ParameterizedTest
    @CsvSource({
        // hint, session, global, table, light, transaction, statement, mode, by, reason
        "-,     -,     -,     off,   true,  false, -,              off,   default, MODE_OFF",
        "-,     -,     -,     async, true,  false, -,              async, table,   -",
        "-,     -,     sync,  async, true,  false, -,              sync,  global,  -",
        "-,     -,     off,   async, true,  false, -,              off,   global,  MODE_OFF",
        "-,     off,   sync,  async, true,  false, -,              off,   session, MODE_OFF",
        "-,     async, off,   off,   true,  false, -,              async, session, -",
        "sync,  async, off,   off,   true,  false, -,              sync,  hint,    -",
        "off,   async, async, async, true,  false, -,              off,   hint,    MODE_OFF",
        "-,     async, -,     off,   true,  true,  -,              off,   session, IN_TRANSACTION",
        "-,     async, -,     off,   true,  true,  EXPLICIT_LABEL, off,   session, IN_TRANSACTION",
        "-,     async, -,     off,   true,  false, EXPLICIT_LABEL, off,   session, EXPLICIT_LABEL",
        "-,     async, -,     off,   true,  false, EXPRESSION,     off,   session, EXPRESSION",
        "-,     sync,  -,     off,   true,  false, PARTIAL_UPDATE, off,   session, PARTIAL_UPDATE",
        "-,     sync,  -,     off,   true,  false, NOT_VALUES,     off,   session, NOT_VALUES",
        "-,     sync,  -,     off,   false, false, -,              off,   session, NO_LIGHT_SCHEMA_CHANGE",
        "-,     -,     -,     sync,  false, false, -,              off,   table,   NO_LIGHT_SCHEMA_CHANGE",
        "-,     -,     -,     off,   false, true,  EXPRESSION,     off,   default, MODE_OFF",
    })
    void theFirstWhoNamedAModeDecidesAndTheFirstReasonCounts(
            String hint,
            String session,
            String global,
            String table,
            boolean light,
            boolean transaction,
            String statement,
            String mode,
            String by,
            String reason) {
        GroupCommitDecision decision = GroupCommitDecision.decide(new GroupCommitDecision.Facts(
                mode(hint),
                mode(session),
                mode(global),
                mode(table).orElseThrow(),
                light
                        ? new TableRules(null, null)
                        : new TableRules(FallbackReason.NO_LIGHT_SCHEMA_CHANGE, FallbackReason.NO_LIGHT_SCHEMA_CHANGE),
                transaction,
                reason(statement)));

        assertThat(decision)
                .isEqualTo(new GroupCommitDecision(
                        mode(mode).orElseThrow(), DecidedBy.valueOf(by.toUpperCase(Locale.ROOT)), reason(reason)));
    }

    private static @Nullable FallbackReason reason(String name) {
        return name.equals("-") ? null : FallbackReason.valueOf(name);
    }
}
