package io.tributary.contract.schema;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GeneratedTest {
    @Test
    void readsWhatStandsInBackticksAndNothingInATextDoes() {
        var generated = new Column.Generated("concat(`a`, 'it''s `c`', `b``x`, '`d`') + `a`", false);

        assertThat(generated.columns()).containsExactly("a", "b`x");
        assertThat(generated.reads("A")).isTrue();
        assertThat(generated.reads("c")).isFalse();
        assertThat(Column.Generated.NONE.columns()).isEmpty();
    }
}
