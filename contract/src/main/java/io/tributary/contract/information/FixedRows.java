package io.tributary.contract.information;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rows of information_schema that are the same on every server, by their table's name; null is SQL's NULL. */
final class FixedRows {
    private static final Map<String, List<List<@Nullable String>>> ROWS = read();

    private FixedRows() {}

    /** None for a table that has no such rows. */
    static List<List<@Nullable String>> of(String table) {
        return ROWS.getOrDefault(table, List.of());
    }

    private static Map<String, List<List<@Nullable String>>> read() {
        Map<String, List<List<@Nullable String>>> rows = new HashMap<>();
        String table = "";
        List<List<@Nullable String>> ofTable = List.of();
        for (String line : Resource.lines("rows.txt")) {
            if (line.startsWith("[")) {
                table = line.substring(1, line.length() - 1);
                ofTable = new ArrayList<>();
                rows.put(table, ofTable);
            } else if (table.equals("KEYWORDS")) {
                for (String word : line.split(" ", -1)) {
                    ofTable.add(row(word, "1"));
                }
            } else {
                ofTable.add(row(line.split("\\|", -1)));
            }
        }
        List<List<@Nullable String>> applicable = new ArrayList<>();
        for (List<@Nullable String> collation : rows.getOrDefault("COLLATIONS", List.of())) {
            applicable.add(collation.subList(0, 2));
        }
        rows.put("COLLATION_CHARACTER_SET_APPLICABILITY", applicable);
        return rows;
    }

    private static List<@Nullable String> row(@Nullable String... cells) {
        List<@Nullable String> row = new ArrayList<>(Arrays.asList(cells));
        row.replaceAll(cell -> "\\N".equals(cell) ? null : cell);
        return row;
    }
}
