package io.tributary.backend.txn;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TextNamesTest {
    @Test
    void aNameThatATextMayWriteInOtherWaysAlwaysCounts() {
        assertThat(TextNames.mayName("SELECT 1", "odd name")).isTrue();
        assertThat(TextNames.mayName("SELECT x FROM `t`", "t")).isTrue();
        assertThat(TextNames.mayName("t", "T")).isTrue();
        assertThat(TextNames.mayName("SELECT at FROM tt", "t")).isFalse();
    }
}
