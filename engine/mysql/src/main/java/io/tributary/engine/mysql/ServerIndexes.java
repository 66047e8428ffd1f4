package io.tributary.engine.mysql;

import io.tributary.contract.schema.AdoptedTable;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.TableChange;
import io.tributary.contract.schema.TableIndex;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.mysql.session.SqlName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The indexes by which rows of a table are found on its server, beside a UNIQUE KEY: the columns of a DUPLICATE KEY, since a model that
 * sorts by them promises that they find rows, and MySQL's indexes as they were written. In a table that is made here a further UNIQUE
 * is not enforced, on no engine; in an adopted one it is what its server makes of it. Indexes of Doris' kinds and over expressions
 * stay in the catalog.
 */
final class ServerIndexes {
    private final TableSchema table;
    /** What the table's columns are called there, empty for one that is not there any more. */
    private final Function<Column, String> names;

    private ServerIndexes(TableSchema table, Function<Column, String> names) {
        this.table = table;
        this.names = names;
    }

    /** @param kind what stands before the name */
    private record Definition(String name, String kind, String parts) {
        String text() {
            return kind + " " + SqlName.quote(name) + " " + parts;
        }

        boolean isAs(Definition other) {
            return kind.equals(other.kind) && parts.equals(other.parts);
        }
    }

    /** Returns the parts of CREATE TABLE. */
    static List<String> of(TableSchema table) {
        return new ServerIndexes(table, Column::name)
                .definitions().values().stream().map(Definition::text).toList();
    }

    /** Whether a change makes others of them. */
    static boolean areChanged(TableSchema before, TableChange change) {
        return !after(change).equals(before(before, change));
    }

    /**
     * Returns the clauses of ALTER TABLE. What the server has not, for the table was made before there were any, is not dropped, and
     * not made by a change of something else either. What an adopted table keeps is left to its server, which knows more of it.
     *
     * @param there names of the indexes that it has, in lower case
     */
    static List<String> changes(TableSchema before, TableChange change, Set<String> there) {
        Map<String, Definition> old = before(before, change);
        Map<String, Definition> now = after(change);
        List<String> parts = new ArrayList<>();
        Set<String> renamed = new HashSet<>();
        old.keySet().retainAll(there);
        old.forEach((name, was) -> {
            Definition is = now.get(name);
            if (is == null) {
                Optional<Definition> other = now.entrySet().stream()
                        .filter(each -> !there.contains(each.getKey()) && !renamed.contains(each.getKey()))
                        .map(Map.Entry::getValue)
                        .filter(was::isAs)
                        .findFirst();
                other.ifPresent(each -> renamed.add(each.name().toLowerCase(Locale.ROOT)));
                parts.add(other.map(each -> "RENAME INDEX " + SqlName.quote(name) + " TO " + SqlName.quote(each.name()))
                        .orElse("DROP INDEX " + SqlName.quote(name)));
            } else if (!is.isAs(was) && !AdoptedTable.isOne(before)) {
                parts.add("DROP INDEX " + SqlName.quote(name));
                parts.add("ADD " + is.text());
            }
        });
        Set<String> known = before(before, change).keySet();
        now.forEach((name, is) -> {
            if (!known.contains(name) && !there.contains(name) && !renamed.contains(name)) {
                parts.add("ADD " + is.text());
            }
        });
        return parts;
    }

    private static Map<String, Definition> after(TableChange change) {
        return new ServerIndexes(change.table(), Column::name).definitions();
    }

    /** Those of the table as it was, by the names that its columns get. */
    private static Map<String, Definition> before(TableSchema before, TableChange change) {
        Map<String, String> names = new HashMap<>();
        for (int i = 0; i < change.origins().size(); i++) {
            if (change.origins().get(i) instanceof TableChange.Kept kept) {
                names.put(
                        before.columns().get(kept.position()).name(),
                        change.table().columns().get(i).name());
            }
        }
        return new ServerIndexes(before, column -> names.getOrDefault(column.name(), "")).definitions();
    }

    /** Keyed by names in lower case. */
    private Map<String, Definition> definitions() {
        Map<String, Definition> all = new LinkedHashMap<>();
        if (!table.isUnique() && !AdoptedTable.isOne(table)) {
            List<IndexPart> key = table.layout().keyColumns().stream()
                    .map(name -> part(name, ""))
                    .toList();
            put(all, KeyIndex.nameIn(table), false, IndexPart.fitting(key));
        }
        for (TableIndex index : table.layout().indexes()) {
            if (index.isMySqls() && !index.columns().contains("")) {
                put(all, index.name(), index.unique() && AdoptedTable.isOne(table), parts(index));
            }
        }
        return all;
    }

    private static void put(Map<String, Definition> all, String name, boolean unique, List<IndexPart> parts) {
        if (!parts.isEmpty()) {
            all.put(
                    name.toLowerCase(Locale.ROOT),
                    new Definition(name, unique ? "UNIQUE KEY" : "KEY", IndexPart.text(parts)));
        }
    }

    private List<IndexPart> parts(TableIndex index) {
        List<IndexPart> parts = new ArrayList<>();
        for (int i = 0; i < index.columns().size(); i++) {
            parts.add(part(index.columns().get(i), index.endings().get(i)));
        }
        // What is unique by a prefix would be so no longer by a shorter one.
        return AdoptedTable.isOne(table) ? parts : IndexPart.fitting(parts);
    }

    private IndexPart part(String name, String ending) {
        Column column = table.columns().get(table.indexOf(name));
        return IndexPart.of(names.apply(column), column.type(), ending);
    }
}
