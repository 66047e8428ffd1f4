package io.tributary.bench.lineitem;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LineItemTablesTest {
    @Test
    void aTableWithoutASortKeyHasAnIndexOfTheSameColumnsIfAskedFor() {
        String sorted = "(L_ORDERKEY, L_PARTKEY, L_SUPPKEY, L_LINENUMBER)";
        assertThat(LineItemTables.create(3)).contains("lineitem_3 ", "DUPLICATE KEY" + sorted);
        assertThat(LineItemTables.createPlain(3, true)).contains("lineitem_3 ").endsWith(", KEY " + sorted + "\n)\n");
        assertThat(LineItemTables.createPlain(3, false))
                .contains("lineitem_3 ")
                .endsWith("NOT NULL\n)\n")
                .doesNotContain("KEY (");
    }
}
