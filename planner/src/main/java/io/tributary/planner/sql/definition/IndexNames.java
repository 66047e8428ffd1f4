package io.tributary.planner.sql.definition;

import io.tributary.contract.schema.TableIndex;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Names of indexes that were written without one, as MySQL gives them: {@code a}, {@code a_2}, {@code a_3} … */
final class IndexNames {
    private static final String OF_EXPRESSIONS = "functional_index";

    private IndexNames() {}

    /** @param key name of the table's own key, or empty */
    static List<TableIndex> given(List<TableIndex> indexes, String key) {
        Set<String> used = new HashSet<>(Set.of(key.toLowerCase(Locale.ROOT)));
        indexes.forEach(index -> used.add(index.name().toLowerCase(Locale.ROOT)));
        List<TableIndex> named = new ArrayList<>();
        for (TableIndex index : indexes) {
            TableIndex with = index.name().isEmpty() ? index.named(free(index, used)) : index;
            used.add(with.name().toLowerCase(Locale.ROOT));
            named.add(with);
        }
        return named;
    }

    private static String free(TableIndex index, Set<String> used) {
        String first = index.columns().get(0);
        String base = first.isEmpty() ? OF_EXPRESSIONS : first;
        String name = base;
        for (int i = 2; used.contains(name.toLowerCase(Locale.ROOT)); i++) {
            name = base + "_" + i;
        }
        return name;
    }
}
