package io.tributary.engine.mysql.rows;

import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.mysql.session.SqlName;
import io.tributary.engine.mysql.store.StoreTables;
import io.tributary.engine.mysql.store.Tombstones;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Statements about staged rows of a table with a sequence column: their number as {@code n}, whether they delete as {@code d}, key and
 * sequence as {@code c} and the column's position. The staged rows are read, and what has their keys is found by its index: a plan the
 * other way round would lock all of the table.
 */
final class SequencedSql {
    static final String STAGED = SqlName.of(StoreTables.DATABASE, "$sequenced");

    private final TableSchema table;
    private final int[] staged;
    private final String theirs;
    private final String tombstones;

    /** @param keyIndex by which the server finds rows of a key */
    SequencedSql(TableSchema table, String keyIndex) {
        this.table = table;
        staged = IntStream.range(0, table.columns().size())
                .filter(i ->
                        i == table.sequencePosition() || table.columns().get(i).key())
                .toArray();
        theirs = " FROM " + STAGED + " AS new STRAIGHT_JOIN " + SqlName.of(table) + " AS old FORCE INDEX (" + keyIndex
                + ") ON " + sameKey();
        tombstones = " FROM " + STAGED + " AS new STRAIGHT_JOIN " + Tombstones.name(table)
                + " AS old FORCE INDEX (PRIMARY) ON old.`key` = " + hash();
    }

    /** The positions of the columns that are staged. */
    int[] staged() {
        return staged;
    }

    /** Its columns are of the table's own types and collations. */
    String create() {
        return "CREATE TEMPORARY TABLE " + STAGED
                + " (n BIGINT NOT NULL DEFAULT 0 PRIMARY KEY, d TINYINT NOT NULL DEFAULT 0) ENGINE=InnoDB AS SELECT "
                + Arrays.stream(staged)
                        .mapToObj(i -> SqlName.quote(table.columns().get(i).name()) + " AS c" + i)
                        .collect(Collectors.joining(", "))
                + " FROM " + SqlName.of(table) + " LIMIT 0";
    }

    static String drop() {
        return "DROP TEMPORARY TABLE IF EXISTS " + STAGED;
    }

    /** What each statement begins with that stages rows. */
    String stage() {
        return "INSERT INTO " + STAGED
                + Arrays.stream(staged).mapToObj(i -> "c" + i).collect(Collectors.joining(",", " (n,d,", ") VALUES "));
    }

    /** The numbers of those that have a lower sequence than the row of their key; all such rows are locked. */
    String outdone() {
        int position = table.sequencePosition();
        return "SELECT new.n" + theirs + " WHERE "
                + isHigher("old." + SqlName.quote(table.columns().get(position).name()), "new.c" + position)
                + " FOR UPDATE";
    }

    /** The numbers of those whose keys have a tombstone, and whether that has a higher sequence. */
    String buried() {
        return "SELECT new.n, " + isHigher("old.`sequence`", number()) + tombstones + " FOR UPDATE";
    }

    String deleteReplaced() {
        return "DELETE old" + theirs;
    }

    String deleteTombstones() {
        return "DELETE old" + tombstones;
    }

    String insertTombstones() {
        return "INSERT INTO " + Tombstones.name(table) + " (`key`, `sequence`) SELECT " + hash() + ", " + number()
                + " FROM " + STAGED + " AS new WHERE new.d = 1";
    }

    private static String isHigher(String is, String wanted) {
        return "(" + is + " > " + wanted + " OR (" + wanted + " IS NULL AND " + is + " IS NOT NULL))";
    }

    private String sameKey() {
        return Arrays.stream(table.keyPositions())
                .mapToObj(i -> {
                    Column column = table.columns().get(i);
                    return "old." + SqlName.quote(column.name()) + (column.nullable() ? " <=> " : " = ") + "new.c" + i;
                })
                .collect(Collectors.joining(" AND "));
    }

    /** Each value's text with its length before it, so that no two keys have one; in the key's order, which stays. */
    private String hash() {
        List<String> names = table.layout().keyColumns();
        IntStream positions = names.isEmpty()
                ? Arrays.stream(table.keyPositions())
                : names.stream().mapToInt(table::indexOf);
        return positions
                .mapToObj(i -> "CAST(new.c" + i + " AS BINARY)")
                .map(text -> "IFNULL(CONCAT(LENGTH(" + text + "), ':', " + text + "), '-')")
                .collect(Collectors.joining(", ", "UNHEX(SHA2(CONCAT(", "), 256))"));
    }

    /** The sequence as a number whatever its type. */
    private String number() {
        int position = table.sequencePosition();
        Kind kind = table.columns().get(position).type().kind();
        boolean time = kind == Kind.DATE || kind == Kind.DATETIME;
        return time ? "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', new.c" + position + ")" : "new.c" + position;
    }
}
