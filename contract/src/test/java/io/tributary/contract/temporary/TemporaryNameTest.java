package io.tributary.contract.temporary;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;

class TemporaryNameTest {
    private static final String HIDDEN = "tributary_tmp_0a1b200002s_orders";

    @Test
    void aHiddenNameTellsWhoseItIsAndWhatItsSessionCallsIt() {
        TemporaryName name = new TemporaryName("0a1b2", 100, "orders");

        assertThat(name.hidden()).isEqualTo(HIDDEN);
        assertThat(TemporaryName.of(HIDDEN)).contains(name);
        assertThat(TemporaryName.of("orders")).isEmpty();
        assertThat(TemporaryName.of("tributary_tmp_orders")).isEmpty();
        assertThat(TemporaryName.isOne(HIDDEN.toUpperCase(Locale.ROOT))).isTrue();
        assertThat(TemporaryName.newFrontend()).matches("[0-9a-z]{5}");
    }

    @Test
    void theLongestOneIsAsLongAsMySqlTakes() {
        String shown = "s".repeat(TemporaryName.SHOWN_LENGTH_MAX);

        String hidden = new TemporaryName("zzzzz", TemporaryName.NUMBER_MAX, shown).hidden();

        assertThat(hidden).hasSize(64);
        assertThat(TemporaryName.of(hidden).orElseThrow().shown()).isEqualTo(shown);
    }

    @Test
    void textsForClientsHaveTheShownNames() {
        assertThat(TemporaryName.shownIn("Table 'd." + HIDDEN + "' doesn't exist"))
                .isEqualTo("Table 'd.orders' doesn't exist");
        assertThat(TemporaryName.shownIn("a tributary_tmp_")).isEqualTo("a tributary_tmp_");
        assertThat(TemporaryName.mayBeIn("SELECT 1 FROM `Tributary_TMP_x`")).isTrue();
        assertThat(TemporaryName.mayBeIn("SELECT a_b FROM tributary")).isFalse();
    }

    @Test
    void namesAreThoseOfOneMoment() {
        TemporaryTables none = TemporaryTables.NONE;
        TemporaryTables one = none.with("d", "orders", HIDDEN);

        assertThat(none.hidden("d", "orders")).isEmpty();
        assertThat(one.hidden("d", "orders")).contains(HIDDEN);
        assertThat(one.hidden("d", "Orders")).isEmpty();
        assertThat(one.hidden("e", "orders")).isEmpty();
        assertThat(one).isNotEqualTo(none).isEqualTo(none.with("d", "orders", HIDDEN));
        assertThat(one.without("d", "orders")).isEqualTo(none);
    }
}
