package io.tributary.frontend.show;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.frontend.execution.Answer;
import io.tributary.planner.plan.ShowCondition;
import io.tributary.planner.plan.ShowCondition.AllOf;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

final class BackendReportTest {
    private static final List<ResultColumn> COLUMNS = Answer.LocalRows.texts("Table", "State");

    @Test
    void columnsAreKnownBeforeTheBackendIsAsked() {
        BackendReport report = new BackendReport(COLUMNS, BackendReportTest::unasked, AllOf.of(where("State", "OPEN")));

        assertThat(report.columns()).isEqualTo(COLUMNS);
    }

    @Test
    void aFilterOfAColumnThatIsNotThereIsRefusedBeforeTheBackendIsAsked() {
        BackendReport report = new BackendReport(COLUMNS, BackendReportTest::unasked, AllOf.of(where("Colour", "red")));

        assertThatThrownBy(report::columns)
                .isInstanceOfSatisfying(TributaryException.class, error -> assertThat(error.code())
                        .isEqualTo(ErrorCode.UNKNOWN_COLUMN))
                .hasMessage("Unknown column 'Colour' in 'where clause'");
    }

    @Test
    void whatTheBackendReportsIsFiltered() {
        CompletableFuture<Answer.LocalRows> reported = new CompletableFuture<>();
        BackendReport report = new BackendReport(COLUMNS, () -> reported, AllOf.of(where("State", "OPEN")));
        CompletableFuture<Answer.LocalRows> rows = report.rows();
        assertThat(rows).isNotDone();

        reported.complete(new Answer.LocalRows(COLUMNS, List.of(List.of("a", "OPEN"), List.of("b", "SEALED"))));

        assertThat(rows.join().rows()).isEqualTo(List.of(List.of("a", "OPEN")));
    }

    private static ShowCondition where(String column, String value) {
        return new ShowCondition.Filter(column, false, List.of(value));
    }

    private static CompletableFuture<Answer.LocalRows> unasked() {
        throw new AssertionError("the backend was asked");
    }
}
