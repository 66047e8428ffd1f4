package io.tributary.engine.mysql;

import io.tributary.contract.schema.AdoptedTable;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.TableIndex;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.mysql.session.SqlName;
import java.util.Arrays;
import java.util.List;

/**
 * The index by which rows of a UNIQUE KEY are found. It is the table's primary key where the server can see to the uniqueness, too:
 * not of keys with NULL, of which no unique index keeps one, nor of those that are longer than an index may be.
 */
final class KeyIndex {
    private static final String NAME = "tributary_key";

    private KeyIndex() {}

    private static List<Column> key(TableSchema table) {
        return Arrays.stream(table.keyPositions())
                .mapToObj(table.columns()::get)
                .toList();
    }

    private static List<IndexPart> parts(TableSchema table) {
        return key(table).stream()
                .map(column -> IndexPart.of(column.name(), column.type(), ""))
                .toList();
    }

    /** The name of an index over the key, where that is not the primary key: one that no other index of the table has. */
    static String nameIn(TableSchema table) {
        StringBuilder name = new StringBuilder(NAME);
        while (table.layout().indexes().stream().map(TableIndex::name).anyMatch(name.toString()::equalsIgnoreCase)) {
            name.append('_');
        }
        return name.toString();
    }

    /** Whether it is the primary key. */
    static boolean isPrimary(TableSchema table) {
        return IndexPart.fit(parts(table)) && key(table).stream().noneMatch(Column::nullable);
    }

    /** Returns its name, quoted; empty of a table that is not UNIQUE. */
    static String name(TableSchema table) {
        if (!table.isUnique()) {
            return "";
        }
        if (AdoptedTable.isOne(table)) {
            return SqlName.quote(table.layout().keyName());
        }
        return isPrimary(table) ? "PRIMARY" : SqlName.quote(nameIn(table));
    }

    /** Returns the part of CREATE TABLE. */
    static String of(TableSchema table) {
        List<IndexPart> parts = parts(table);
        return isPrimary(table)
                ? "PRIMARY KEY " + IndexPart.text(parts)
                : "KEY `" + nameIn(table) + "` " + IndexPart.text(IndexPart.fitting(parts));
    }
}
