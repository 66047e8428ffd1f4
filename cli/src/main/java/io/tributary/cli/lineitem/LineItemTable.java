package io.tributary.cli.lineitem;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** The table's statements. */
public final class LineItemTable {
    public static final int COLUMNS = 16;
    public static final String NAME = "lineitem";

    /** One row; Connector/J joins a batch of them into one statement. */
    public static final String INSERT = "INSERT INTO lineitem VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

    private static final String COLUMN_LIST =
            """
            CREATE TABLE IF NOT EXISTS lineitem (
              L_ORDERKEY    INTEGER NOT NULL,
              L_PARTKEY     INTEGER NOT NULL,
              L_SUPPKEY     INTEGER NOT NULL,
              L_LINENUMBER  INTEGER NOT NULL,
              L_QUANTITY    DECIMAL(15,2) NOT NULL,
              L_EXTENDEDPRICE  DECIMAL(15,2) NOT NULL,
              L_DISCOUNT    DECIMAL(15,2) NOT NULL,
              L_TAX         DECIMAL(15,2) NOT NULL,
              L_RETURNFLAG  CHAR(1) NOT NULL,
              L_LINESTATUS  CHAR(1) NOT NULL,
              L_SHIPDATE    DATE NOT NULL,
              L_COMMITDATE  DATE NOT NULL,
              L_RECEIPTDATE DATE NOT NULL,
              L_SHIPINSTRUCT CHAR(25) NOT NULL,
              L_SHIPMODE     CHAR(10) NOT NULL,
              L_COMMENT      VARCHAR(44) NOT NULL
            )
            """;

    /** The statement as the manual has it. */
    public static final String CREATE = COLUMN_LIST
            + """
            DUPLICATE KEY(L_ORDERKEY, L_PARTKEY, L_SUPPKEY, L_LINENUMBER)
            DISTRIBUTED BY HASH(L_ORDERKEY) BUCKETS 32
            PROPERTIES (
              "replication_num" = "3"
            )
            """;

    /** The statement for servers without Doris' clauses. */
    public static final String CREATE_PLAIN = COLUMN_LIST;

    /** The names in the order of the columns, as a writer that names them gives them. */
    public static final String COLUMN_NAMES = "L_ORDERKEY,L_PARTKEY,L_SUPPKEY,L_LINENUMBER,L_QUANTITY,L_EXTENDEDPRICE,"
            + "L_DISCOUNT,L_TAX,L_RETURNFLAG,L_LINESTATUS,L_SHIPDATE,L_COMMITDATE,L_RECEIPTDATE,L_SHIPINSTRUCT,"
            + "L_SHIPMODE,L_COMMENT";

    private LineItemTable() {}

    /**
     * The name of one of several tables of the same columns.
     *
     * @param index from 0, which is {@link #NAME} itself
     */
    public static String name(int index) {
        return index == 0 ? NAME : NAME + "_" + index;
    }

    /** @param create {@link #CREATE} or {@link #CREATE_PLAIN} */
    public static String create(String create, int index) {
        return create.replace("EXISTS " + NAME + " ", "EXISTS " + name(index) + " ");
    }

    /** {@link #INSERT} into one of several tables, with the parameters of so many rows. */
    public static String insert(int index, int rows) {
        String row = INSERT.substring(INSERT.indexOf('('));
        return "INSERT INTO " + name(index) + " VALUES " + row + (", " + row).repeat(rows - 1);
    }

    /** A row with the key 0 for one of several tables. */
    public static String firstRow(int index) {
        return "INSERT INTO " + name(index) + " VALUES (0, 1, 1, 1, 17, 21168.23, 0.04, 0.02, 'N', 'O', '1996-03-13',"
                + " '1996-02-12', '1996-03-22', 'DELIVER IN PERSON', 'TRUCK', 'egular courts above the')";
    }

    /**
     * Copies rows of one of several tables under keys that follow.
     *
     * @param there keys from 0 on that it has
     * @param rows that are copied, 1 to {@code there}
     */
    public static String copies(int index, long there, long rows) {
        return "INSERT INTO " + name(index) + " SELECT L_ORDERKEY + " + there
                + COLUMN_NAMES.substring("L_ORDERKEY".length()) + " FROM " + name(index) + " WHERE L_ORDERKEY < "
                + rows;
    }

    /** How many rows of one of several tables have this key, {@link LineItemRow#bindKey}. */
    public static String lookup(int index) {
        return "SELECT count(*) FROM " + name(index) + " WHERE L_ORDERKEY = ? AND L_LINENUMBER = ?";
    }

    public static long count(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT count(*) FROM " + NAME)) {
            if (!result.next()) {
                throw new SQLException("count(*) gave no row");
            }
            return result.getLong(1);
        }
    }
}
