package io.tributary.bench.lineitem;

import io.tributary.cli.lineitem.LineItemTable;

/** Numbers tables of the same columns from 0, and writes the statements that make, fill and read one of them. */
public final class LineItemTables {
    public static final int COLUMNS = 16;

    /** A writer that names the columns does so in this order. */
    public static final String COLUMN_NAMES = "L_ORDERKEY,L_PARTKEY,L_SUPPKEY,L_LINENUMBER,L_QUANTITY,L_EXTENDEDPRICE,"
            + "L_DISCOUNT,L_TAX,L_RETURNFLAG,L_LINESTATUS,L_SHIPDATE,L_COMMITDATE,L_RECEIPTDATE,L_SHIPINSTRUCT,"
            + "L_SHIPMODE,L_COMMENT";

    /** Other servers refuse Doris' clauses. */
    private static final String CREATE_PLAIN =
            LineItemTable.CREATE.substring(0, LineItemTable.CREATE.indexOf("DUPLICATE KEY"));

    /** What finds the rows that a DUPLICATE KEY would, in a table without an engine's clause. */
    private static final String KEY = "  , KEY (L_ORDERKEY, L_PARTKEY, L_SUPPKEY, L_LINENUMBER)\n";

    private LineItemTables() {}

    /** @param index from 0, which is {@link LineItemTable#NAME} itself */
    public static String name(int index) {
        return index == 0 ? LineItemTable.NAME : LineItemTable.NAME + "_" + index;
    }

    /** Creates it as {@link LineItemTable#CREATE} does. */
    public static String create(int index) {
        return named(LineItemTable.CREATE, index);
    }

    /**
     * Creates it on servers that do not know Doris' clauses.
     *
     * @param keyed whether it has an index where {@link LineItemTable#CREATE} has a DUPLICATE KEY
     */
    public static String createPlain(int index, boolean keyed) {
        int end = CREATE_PLAIN.lastIndexOf(')');
        return named(keyed ? CREATE_PLAIN.substring(0, end) + KEY + CREATE_PLAIN.substring(end) : CREATE_PLAIN, index);
    }

    private static String named(String create, int index) {
        return create.replace("EXISTS " + LineItemTable.NAME + " ", "EXISTS " + name(index) + " ");
    }

    /** Repeats the parameters of {@link LineItemTable#INSERT} for so many rows. */
    public static String insert(int index, int rows) {
        String row = LineItemTable.INSERT.substring(LineItemTable.INSERT.indexOf('('));
        return "INSERT INTO " + name(index) + " VALUES " + row + (", " + row).repeat(rows - 1);
    }

    /** Inserts a row with the key 0. */
    public static String firstRow(int index) {
        return "INSERT INTO " + name(index) + " VALUES (0, 1, 1, 1, 17, 21168.23, 0.04, 0.02, 'N', 'O', '1996-03-13',"
                + " '1996-02-12', '1996-03-22', 'DELIVER IN PERSON', 'TRUCK', 'egular courts above the')";
    }

    /**
     * Copies rows of it under keys that follow.
     *
     * @param there keys from 0 on that it has
     * @param rows that are copied, 1 to {@code there}
     */
    public static String copies(int index, long there, long rows) {
        return "INSERT INTO " + name(index) + " SELECT L_ORDERKEY + " + there
                + COLUMN_NAMES.substring("L_ORDERKEY".length()) + " FROM " + name(index) + " WHERE L_ORDERKEY < "
                + rows;
    }

    /** Counts the rows that have an order key and a line number. */
    public static String lookup(int index) {
        return "SELECT count(*) FROM " + name(index) + " WHERE L_ORDERKEY = ? AND L_LINENUMBER = ?";
    }
}
