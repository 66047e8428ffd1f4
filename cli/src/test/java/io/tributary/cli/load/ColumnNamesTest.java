package io.tributary.cli.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ColumnNamesTest {
    private static Optional<String> unknown(String list, String elsewhere) {
        return ColumnNames.unknown(list, List.of("id", "name", "score"), elsewhere);
    }

    @Test
    void aNameThatIsNoColumnIsFound() {
        assertThat(unknown("id, nmae, score", "")).contains("nmae");
        assertThat(unknown("id,`full name`", "")).contains("full name");
        assertThat(unknown("ID, `name` , Score", "")).isEmpty();
    }

    @Test
    void aNameOfWhichSomethingIsComputedMayBeAny() {
        assertThat(unknown("id, tmp, name = upper(tmp), score = if(a, 'x,b', 1)", ""))
                .isEmpty();
        assertThat(unknown("id, tmp, name = upper(tmp2)", "")).contains("tmp");
        assertThat(unknown("id, tmp", "where: tmp > 5")).isEmpty();
        assertThat(unknown("id, __DORIS_DELETE_SIGN__", "")).isEmpty();
    }
}
