package io.tributary.frontend.statement;

import io.tributary.contract.schema.AdoptedTable;
import io.tributary.contract.schema.ForeignKey;
import io.tributary.contract.schema.TableIndex;
import io.tributary.contract.schema.TableSchema;
import io.tributary.planner.sql.definition.DorisProperties;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** What a definition says and nobody heeds, of rows above all: whoever makes it is told so each time. */
final class UnenforcedRules {
    private UnenforcedRules() {}

    /** Returns a sentence for each such rule of a table that was made. */
    static List<String> of(TableSchema table) {
        return rules(table);
    }

    /** Returns those that an ALTER TABLE has added. */
    static List<String> added(TableSchema before, TableSchema after) {
        List<String> added = rules(after);
        added.removeAll(rules(before));
        return added;
    }

    private static List<String> rules(TableSchema table) {
        List<String> rules = new ArrayList<>();
        if (AdoptedTable.isOne(table)) {
            // Its server does.
            return rules;
        }
        for (String property : new TreeSet<>(table.properties().other().keySet())) {
            if (!DorisProperties.isKnown(property)) {
                rules.add("'" + property
                        + "' is kept and shown, and has no effect here: no property of that name is known");
            }
        }
        for (TableIndex index : table.layout().indexes()) {
            if (index.unique()) {
                rules.add("UNIQUE KEY " + index.name() + " is kept and shown, and not enforced: rows of the same values"
                        + " are stored; only the table's own key is");
            }
        }
        for (ForeignKey key : table.layout().constraints().foreignKeys()) {
            rules.add("FOREIGN KEY " + key.name() + " is kept and shown, and not enforced: rows without one in "
                    + key.table() + " are stored, and nothing is done when that one goes");
        }
        return rules;
    }
}
