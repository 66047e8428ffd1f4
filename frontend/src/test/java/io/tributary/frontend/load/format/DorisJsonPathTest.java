package io.tributary.frontend.load.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tributary.frontend.load.format.DorisJsonPath.Step;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DorisJsonPathTest {
    @Test
    void aPathGoesToMembersAndElements() {
        assertThat(DorisJsonPath.parse("$.a.b[0][12]").steps())
                .containsExactly(Step.member("a"), Step.member("b"), Step.element(0), Step.element(12));
    }

    @Test
    void theRootAloneIsTheDocument() {
        assertThat(List.of(DorisJsonPath.parse("$"), DorisJsonPath.parse("$."))).containsOnly(DorisJsonPath.DOCUMENT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"user-id", "1a", "größe", " a ", "last", "*", "a\\n"})
    void aNameIsAllUpToTheNextDotOrBracketAsItStands(String name) {
        assertThat(DorisJsonPath.parse("$." + name + ".b[0]").steps())
                .containsExactly(Step.member(name), Step.member("b"), Step.element(0));
    }

    @Test
    void aNameInQuotesMayHaveDotsAndBracketsAndNoEscapes() {
        assertThat(DorisJsonPath.parse("$.\"a.b[0]\".c").steps())
                .containsExactly(Step.member("a.b[0]"), Step.member("c"));
        assertThat(DorisJsonPath.parse("$.\"\\u0061\"").steps()).containsExactly(Step.member("\\u0061"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "id",
                " $.id",
                "$id",
                "$..id",
                "$**.a",
                "$.a[*]",
                "$.a[last]",
                "$.a[0 to 1]",
                "$.a[",
                "$.a[-1]",
                "$.\"a"
            })
    void whatLeadsToManyValuesOrToNoneIsRefused(String bad) {
        assertThatIllegalArgumentException().isThrownBy(() -> DorisJsonPath.parse(bad));
    }

    @Test
    void aPathOfMoreThanAHundredStepsIsRefused() {
        assertThat(DorisJsonPath.parse("$" + ".a".repeat(100)).steps()).hasSize(100);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DorisJsonPath.parse("$" + ".a".repeat(101)))
                .withMessageContaining("has more than 100 steps");
    }
}
