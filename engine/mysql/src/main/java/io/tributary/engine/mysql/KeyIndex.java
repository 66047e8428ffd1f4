package io.tributary.engine.mysql;

import io.tributary.contract.schema.AdoptedTable;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.mysql.session.SqlName;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The index by which rows of a UNIQUE KEY are found. It is the table's primary key where the server can see to the uniqueness, too:
 * not of keys with NULL, of which no unique index keeps one, nor of those that are longer than an index may be.
 *
 * @see <a href="https://dev.mysql.com/doc/refman/8.0/en/innodb-limits.html">InnoDB Limits</a>
 */
final class KeyIndex {
    private static final String NAME = SqlName.quote("tributary_key");
    private static final int BYTES_MAX = 3_072;
    private static final int COLUMNS_MAX = 16;
    private static final int CHARACTER_BYTES = 4;

    /** Characters or bytes of a longer column that an index of many has. */
    private static final int PREFIX = 32;

    private KeyIndex() {}

    private static List<Column> key(TableSchema table) {
        return Arrays.stream(table.keyPositions())
                .mapToObj(table.columns()::get)
                .toList();
    }

    /** Whether it is the primary key. */
    static boolean isPrimary(TableSchema table) {
        List<Column> key = key(table);
        int bytes = key.stream().mapToInt(column -> bytes(column.type())).sum();
        return bytes <= BYTES_MAX
                && key.size() <= COLUMNS_MAX
                && key.stream().noneMatch(column -> column.nullable() || isLob(column.type()));
    }

    /** Returns its name, quoted; empty of a table that is not UNIQUE. */
    static String name(TableSchema table) {
        if (!table.isUnique()) {
            return "";
        }
        if (AdoptedTable.isOne(table)) {
            return SqlName.quote(table.layout().keyName());
        }
        return isPrimary(table) ? "PRIMARY" : NAME;
    }

    /** Returns the part of CREATE TABLE. */
    static String of(TableSchema table) {
        List<Column> key = key(table);
        boolean whole = isPrimary(table);
        return (whole ? "PRIMARY KEY" : "KEY " + NAME)
                + key.stream()
                        .limit(COLUMNS_MAX)
                        .map(column -> SqlName.quote(column.name()) + (whole ? "" : prefix(column.type())))
                        .collect(Collectors.joining(", ", " (", ")"));
    }

    private static boolean isLob(ColumnType type) {
        return type.isVariableWidth() && (type.length() == 0 || type.length() > TableDdl.VARCHAR_MAX);
    }

    private static int bytes(ColumnType type) {
        if (!type.isVariableWidth()) {
            return type.width();
        }
        return isLob(type) ? BYTES_MAX + 1 : type.length() * (type.isText() ? CHARACTER_BYTES : 1);
    }

    private static String prefix(ColumnType type) {
        return type.isVariableWidth() && (isLob(type) || type.length() > PREFIX) ? "(" + PREFIX + ")" : "";
    }
}
