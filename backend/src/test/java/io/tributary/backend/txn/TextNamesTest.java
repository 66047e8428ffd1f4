package io.tributary.backend.txn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TextNamesTest {
    @Test
    void aNameThatATextMayWriteInOtherWaysAlwaysCounts() {
        assertThat(TextNames.mayName("SELECT 1", "odd name")).isTrue();
        assertThat(TextNames.mayName("SELECT x FROM `t`", "t")).isTrue();
        assertThat(TextNames.mayName("t", "T")).isTrue();
        assertThat(TextNames.mayName("SELECT at FROM tt", "t")).isFalse();
        assertThat(TextNames.mayName("SELECT 1t", "t")).isFalse();
    }

    @Test
    void aNameStandsBehindTheVersionOfACommentThatIsCarriedOut() {
        for (String sql : List.of("FROM /*!t*/", "FROM /*!50000t*/", "FROM /*!080013t */", "FROM /*!50000\nt*/")) {
            assertThat(TextNames.mayName(sql, "t")).as(sql).isTrue();
            assertThat(TextNames.words(sql)).as(sql).contains("t");
        }
        assertThat(TextNames.mayName("FROM /*!500007t*/", "7t")).isTrue();
        assertThat(TextNames.words("FROM /*!500007t*/")).contains("7t");
        assertThat(TextNames.words("a != 50000t")).containsExactlyInAnyOrder("a", "50000t");
    }
}
