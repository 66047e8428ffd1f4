package io.tributary.engine.mysql.rows;

import io.tributary.contract.schema.AdoptedTable;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.rows.KeyPadding;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;

/**
 * What a server does not look at when it compares the keys of a table that others have made: zeros at the end of BINARY(n), and blanks
 * at the end of texts, but for collations that count them. Tables of our own have such ones.
 */
final class ServerPadding {
    private ServerPadding() {}

    /** For each column of the key the byte that makes no difference at the end, or {@link KeyPadding#NONE}. */
    static int[] of(TableSchema table) {
        Set<String> zeros = AdoptedTable.columns(table, AdoptedTable.PADDED);
        return Arrays.stream(table.keyPositions())
                .map(position -> AdoptedTable.isOne(table) ? of(table.columns().get(position), zeros) : KeyPadding.NONE)
                .toArray();
    }

    private static int of(Column column, Set<String> zeros) {
        if (zeros.contains(column.name())) {
            return 0;
        }
        boolean isBlank =
                column.type().kind() == Kind.CHAR || (column.type().isText() && !countsBlanks(column.collationName()));
        return isBlank ? ' ' : KeyPadding.NONE;
    }

    /** Those of MySQL 8's tables, and those of a MariaDB that are named so. */
    private static boolean countsBlanks(String collation) {
        String name = collation.toLowerCase(Locale.ROOT);
        return name.contains("_0900_") || name.contains("nopad");
    }
}
