package io.tributary.planner.sql.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.planner.plan.part.LoadColumn;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoadExpressionsTest {
    @Test
    void namesAndExpressionsAreDividedByCommasOutsideOfParenthesesAndQuotes() {
        assertThat(LoadExpressions.columns(
                        "columns",
                        " id,`a, ``b`,tmp , ü, score = tmp*10, n=CONCAT(tmp, ',', 'x=(') , d = EXTRACT(YEAR FROM t)"))
                .containsExactly(
                        new LoadColumn("id", ""),
                        new LoadColumn("a, `b", ""),
                        new LoadColumn("tmp", ""),
                        new LoadColumn("ü", ""),
                        new LoadColumn("score", "tmp*10"),
                        new LoadColumn("n", "CONCAT(tmp, ',', 'x=(')"),
                        new LoadColumn("d", "EXTRACT(YEAR FROM t)"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "id,,b          | columns has an empty name: id,,b",
                "id,            | columns has an empty name: id,",
                "=1             | columns has an empty name: =1",
                "a b            | columns: a b: You have an error",
                "a = 1; b = 2   | columns: a = 1; b = 2: You have an error",
                "a =            | columns: a =: You have an error",
                "a = (1         | columns: a = (1: You have an error",
                "a = 1) , b     | columns: a = 1) , b: You have an error",
                "a = 'x         | columns: a = 'x: You have an error",
            })
    void whatIsNoListNamesTheHeaderAndItsText(String text, String message) {
        assertThatThrownBy(() -> LoadExpressions.columns("columns", text))
                .isInstanceOfSatisfying(
                        TributaryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_STATEMENT))
                .hasMessageStartingWith(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a = (SELECT 1)          | a subquery in columns of a load",
                "a = ROW_NUMBER() OVER () | a window in columns of a load",
                "a = ?                   | ? in columns of a load",
                "a = @u + 1              | @u in columns of a load",
            })
    void whatIsNotOfOneRowIsRefused(String text, String message) {
        assertThatThrownBy(() -> LoadExpressions.columns("columns", text))
                .isInstanceOfSatisfying(
                        TributaryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_SUPPORTED))
                .hasMessageContaining(message);
    }

    @Test
    void aConditionIsOneExpression() {
        assertThat(LoadExpressions.expression("where", " a > 1 AND b IN (1, 2) "))
                .isEqualTo("a > 1 AND b IN (1, 2)");
        assertThatThrownBy(() -> LoadExpressions.expression("where", "a > 1, b"))
                .hasMessageStartingWith("where: a > 1, b: You have an error");
        assertThat(LoadExpressions.soleName(" `x y` ")).isEqualTo("x y");
        assertThat(LoadExpressions.soleName("x + 1")).isEmpty();
        assertThat(LoadExpressions.soleName("NULL")).isEmpty();
    }

    @Test
    void aDerivedNameMeansItsExpression() {
        assertThat(FieldNames.resolved(
                        "score > 5 AND Score(1) < t.score AND `score` <> 'score'", Map.of("score", "tmp * 10")))
                .isEqualTo("(tmp * 10) > 5 AND Score(1) < t.score AND (tmp * 10) <> 'score'");
        assertThat(FieldNames.mentioned("CONCAT(a, `B`) > 'c' AND b IS NOT NULL"))
                .containsExactly("a", "B");
    }

    @Test
    void expressionsThatDoubleOneAnotherEndAtALimit() {
        String expression = "x";
        for (int i = 0; i < 17; i++) {
            expression = FieldNames.resolved("a + a", Map.of("a", expression));
        }
        String grown = expression;

        assertThatThrownBy(() -> FieldNames.resolved("a + a", Map.of("a", grown)))
                .hasMessageContaining("have more than 1048576 characters");
    }
}
