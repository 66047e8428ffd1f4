package io.tributary.test.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class ComparisonTest {
    private static final Tolerance NEARLY = new Tolerance(1e-12, 0);

    @Test
    void rowsWithoutAnOrderAreComparedAsBags() {
        Answer.Rows one = rows(Tolerance.EXACT, "a", "b", null, "b");
        Answer.Rows other = rows(Tolerance.EXACT, "b", null, "b", "a");

        assertThat(Outcome.of(one, other, false)).isEqualTo(Outcome.SAME);
        assertThat(Outcome.of(one, other, true)).isEqualTo(Outcome.WRONG);
        assertThat(Outcome.of(one, rows(Tolerance.EXACT, "a", "b", null), false))
                .isEqualTo(Outcome.WRONG);
        assertThat(Outcome.of(one, rows(Tolerance.EXACT, "a", "a", null, "b"), false))
                .isEqualTo(Outcome.WRONG);
    }

    @Test
    void onlyTheNumbersOfTwoDoublesMayDifferAndOnlyInTheLastDigits() {
        Answer.Rows one = rows(NEARLY, "0.30000000000000004", "-0", "1e20");

        assertThat(Outcome.of(one, rows(NEARLY, "0", "0.3", "100000000000000000000"), false))
                .isEqualTo(Outcome.SAME);
        assertThat(Outcome.of(one, rows(NEARLY, "0", "0.30000001", "1e20"), false))
                .isEqualTo(Outcome.WRONG);
        assertThat(Outcome.of(one, rows(Tolerance.EXACT, "0.3", "0", "1e20"), false))
                .isEqualTo(Outcome.WRONG);
    }

    @Test
    void anErrorIsForeignByItsWordsAndNotByThoseOfTheQuery() {
        Answer rows = rows(Tolerance.EXACT, "1");

        assertThat(Outcome.of(
                        new Answer.Failure(1235, "doesn't yet support 'what this statement asks of the engine'"),
                        rows,
                        false))
                .isEqualTo(Outcome.FOREIGN);
        assertThat(Outcome.of(new Answer.Failure(1412, "Table definition has changed"), rows, false))
                .isEqualTo(Outcome.FOREIGN);
        assertThat(Outcome.of(new Answer.Failure(1235, "doesn't yet support 'XOR'"), rows, false))
                .isEqualTo(Outcome.REFUSED);
        assertThat(Outcome.of(new Answer.Failure(1292, "Truncated incorrect DOUBLE value: 'x'"), rows, false))
                .isEqualTo(Outcome.ERROR);
        assertThat(List.of(
                        "No function matches 'concat(VARCHAR, DECIMAL(3,1))'",
                        "Binder Error: no such thing",
                        "cannot cast TIMESTAMP_MS to BIGINT",
                        "Correlated things not yet supported",
                        "java.lang.IllegalStateException"))
                .allMatch(words -> Outcome.of(new Answer.Failure(1105, words), rows, false) == Outcome.FOREIGN);
        assertThat(Outcome.of(
                        new Answer.Failure(1064, "syntax to use near 'COALESCE(DATE '2024-01-01')' at line 1"),
                        rows,
                        false))
                .isEqualTo(Outcome.ERROR);
    }

    @Test
    void anotherAnswerIsExcusedOnlyWhereItIsToTheLetterWhatTheRuleMakesOfMariaDbs() {
        Answer.Rows theirs = rows(Tolerance.EXACT, "{\"bb\": 1,\"a\": [1.50]}");

        assertThat(Excuse.of("SELECT j FROM t", rows(Tolerance.EXACT, "{\"a\": [1.50], \"bb\": 1}"), theirs, false))
                .isPresent();
        assertThat(Excuse.of("SELECT j FROM t", rows(Tolerance.EXACT, "{\"bb\": 1, \"a\": [1.50]}"), theirs, false))
                .isEmpty();
        assertThat(Excuse.of("SELECT 1", rows(Tolerance.EXACT, "{\"a\": [1.50], \"bb\": 1}"), theirs, false))
                .isEmpty();
    }

    private static Answer.Rows rows(Tolerance tolerance, @Nullable String... values) {
        return new Answer.Rows(
                Arrays.stream(values)
                        .<List<@Nullable String>>map(Arrays::asList)
                        .toList(),
                List.of(tolerance));
    }
}
