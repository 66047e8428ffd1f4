package io.tributary.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.SqlMode;
import io.tributary.planner.Prepared;
import io.tributary.planner.plan.DoNothingPlan;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class PreparedStatementsTest {
    private static final long BYTES_MAX = 1 << 20;

    private final PreparedStatements.Limit limit = new PreparedStatements.Limit(() -> 3, BYTES_MAX);
    private final PreparedStatements statements = new PreparedStatements(limit, 10);
    private final Prepared twoParameters = new Prepared(new DoNothingPlan("test"), 2, null);

    private PreparedStatement add() {
        return statements.add(new byte[0], "", SqlMode.DEFAULT, twoParameters);
    }

    @Test
    void theLimitIsOneOfAllSessions() {
        PreparedStatements others = new PreparedStatements(limit, 10);
        add();
        add();
        others.add(new byte[0], "", SqlMode.DEFAULT, twoParameters);
        assertThatExceptionOfType(TributaryException.class)
                .isThrownBy(this::add)
                .matches(e -> e.code() == ErrorCode.TOO_MANY_PREPARED_STATEMENTS);

        others.closeAll();
        statements.close(1);
        statements.close(1);
        statements.close(77);

        assertThat(limit.open()).isEqualTo(1);
        assertThat(add().id()).isEqualTo(3);
    }

    @Test
    void theLimitIsAskedForAtEachStatement() {
        AtomicInteger max = new AtomicInteger(1);
        PreparedStatements few = new PreparedStatements(new PreparedStatements.Limit(max::get, BYTES_MAX), 10);
        few.add(new byte[0], "", SqlMode.DEFAULT, twoParameters);
        assertThatExceptionOfType(TributaryException.class)
                .isThrownBy(() -> few.named().add("s", new NamedStatements.Named(new byte[0], "", 0)))
                .withMessage("Can't create more than max_prepared_stmt_count statements (current value: 1)");

        max.set(2);
        few.named().add("s", new NamedStatements.Named(new byte[0], "", 0));

        assertThat(few.openOfAllSessions()).isEqualTo(2);
    }

    @Test
    void aSessionThatHasEndedTakesNoPlaceAnyMore() {
        add();
        statements.named().add("s", new NamedStatements.Named(new byte[0], "", 0));

        statements.end();

        assertThatExceptionOfType(TributaryException.class)
                .isThrownBy(this::add)
                .matches(e -> e.code() == ErrorCode.INTERRUPTED);
        assertThatExceptionOfType(TributaryException.class)
                .isThrownBy(() -> statements.named().add("t", new NamedStatements.Named(new byte[0], "", 0)));
        assertThat(limit.open()).isZero();
    }

    @Test
    void textsPlansAndLongDataOfAllSessionsShareABudgetInBytes() {
        PreparedStatements.Limit small = new PreparedStatements.Limit(() -> 1_000, 100_000);
        PreparedStatements one = new PreparedStatements(small, 1 << 20);
        PreparedStatements other = new PreparedStatements(small, 1 << 20);
        PreparedStatements third = new PreparedStatements(small, 1 << 20);
        PreparedStatement first = one.add(new byte[20_000], "", SqlMode.DEFAULT, twoParameters);
        assertThatExceptionOfType(TributaryException.class)
                .isThrownBy(() -> one.add(new byte[20_000], "", SqlMode.DEFAULT, twoParameters))
                .matches(e -> e.code() == ErrorCode.OUT_OF_RESOURCES)
                .withMessageContaining("half of prepared_stmt_bytes_max 100000");
        other.named().add("s", new NamedStatements.Named(new byte[20_000], "", 0));
        assertThatExceptionOfType(TributaryException.class)
                .isThrownBy(() -> third.add(new byte[10_000], "", SqlMode.DEFAULT, twoParameters))
                .matches(e -> e.code() == ErrorCode.OUT_OF_RESOURCES)
                .withMessageContaining("more than prepared_stmt_bytes_max 100000");

        first.appendLongData(0, new byte[9_000]);
        assertThatExceptionOfType(TributaryException.class)
                .isThrownBy(() -> {
                    first.appendLongData(0, new byte[9_000]);
                    first.takeLongData();
                })
                .matches(e -> e.code() == ErrorCode.OUT_OF_RESOURCES);

        assertThat(small.open()).isEqualTo(2);
        other.named().remove("s");
        one.close(first.id());
        assertThat(small.bytes()).isZero();
        third.add(new byte[10_000], "", SqlMode.DEFAULT, twoParameters).appendLongData(0, new byte[10]);
        third.end();
        assertThat(small.bytes()).isZero();
        assertThat(small.open()).isZero();
    }

    @Test
    void anUnknownIdIs1243WithTheCallersName() {
        assertThatExceptionOfType(TributaryException.class)
                .isThrownBy(() -> statements.get(999, "mysqld_stmt_execute"))
                .withMessage("Unknown prepared statement handler (999) given to mysqld_stmt_execute");
    }

    @Test
    void piecesOfLongDataAreJoinedByParameterAndTakenOnce() {
        PreparedStatement statement = add();
        statements.appendLongData(statement.id(), 1, new byte[] {1, 2});
        statements.appendLongData(statement.id(), 1, new byte[] {3});
        statements.appendLongData(55, 1, new byte[] {3});

        byte[][] taken = statement.takeLongData();

        assertThat(taken[0]).isNull();
        assertThat(taken[1]).containsExactly(1, 2, 3);
        assertThat(statement.takeLongData()).isEmpty();
    }

    @Test
    void tooMuchLongDataFailsTheNextExecutionAndNotTheOneAfter() {
        PreparedStatement statement = add();
        statement.appendLongData(0, new byte[6]);
        statement.appendLongData(1, new byte[6]);
        statement.appendLongData(1, new byte[1]);

        assertThatExceptionOfType(TributaryException.class)
                .isThrownBy(statement::takeLongData)
                .withMessage("long data of 12 bytes exceeds max_allowed_packet 10");
        assertThat(statement.takeLongData()).isEmpty();
    }

    @Test
    void longDataForAParameterThatIsNotThereFailsTheNextExecution() {
        PreparedStatement statement = add();
        statement.appendLongData(2, new byte[1]);
        assertThatExceptionOfType(TributaryException.class)
                .isThrownBy(statement::takeLongData)
                .matches(e -> e.code() == ErrorCode.WRONG_ARGUMENTS);
    }

    @Test
    void resetForgetsLongDataAndItsErrors() {
        PreparedStatement statement = add();
        statement.appendLongData(0, new byte[11]);
        statement.resetLongData();
        assertThat(statement.takeLongData()).isEmpty();
    }
}
