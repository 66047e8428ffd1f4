package io.tributary.planner.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.testing.Seeds;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class LikePatternTest {
    @Test
    void wildcardsEscapesAndCase() {
        assertThat(LikePattern.matches("%", "")).isTrue();
        assertThat(LikePattern.matches("group\\_commit", "GROUP_COMMIT")).isTrue();
        assertThat(LikePattern.matches("group\\_commit", "groupXcommit")).isFalse();
        assertThat(LikePattern.matches("_", "")).isFalse();
        assertThat(LikePattern.matches("", "")).isTrue();
    }

    @Test
    void agreesWithARegularExpression() {
        Seeds.check(LikePatternTest.class, 3000, random -> {
            String pattern = text(random, "ab%_");
            String value = text(random, "abA");
            String regex = pattern.replace("%", ".*").replace("_", ".");

            assertThat(LikePattern.matches(pattern, value))
                    .as("'%s' LIKE '%s'", value, pattern)
                    .isEqualTo(Pattern.compile(regex, Pattern.CASE_INSENSITIVE)
                            .matcher(value)
                            .matches());
        });
    }

    private static String text(Random random, String letters) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(8); i > 0; i--) {
            text.append(letters.charAt(random.nextInt(letters.length())));
        }
        return text.toString();
    }
}
