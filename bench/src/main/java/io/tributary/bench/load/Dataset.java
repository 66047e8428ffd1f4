package io.tributary.bench.load;

import io.tributary.bench.httplogs.HttpLogs;
import io.tributary.bench.lineitem.LineItemChecksum;
import io.tributary.bench.lineitem.LineItemTables;
import io.tributary.bench.measure.RowSums;
import java.sql.Connection;
import java.sql.SQLException;

/** Which table's rows are written: one table, or several of the same columns, numbered from 0. */
public enum Dataset {
    LINEITEM {
        @Override
        public String table(int index) {
            return LineItemTables.name(index);
        }

        @Override
        public String create(int index) {
            return LineItemTables.create(index);
        }

        @Override
        public String createPlain(int index, boolean keyed) {
            return LineItemTables.createPlain(index, keyed);
        }

        @Override
        public RowSums sums(Connection connection, int index) throws SQLException {
            return LineItemChecksum.query(connection, table(index));
        }

        @Override
        public String key() {
            return "L_ORDERKEY";
        }

        @Override
        public String firstRow(int index) {
            return LineItemTables.firstRow(index);
        }

        @Override
        public String moreRows(int index, long there, long rows) {
            return LineItemTables.copies(index, there, rows);
        }
    },
    HTTPLOGS {
        @Override
        public String table(int index) {
            return index == 0 ? HttpLogs.NAME : HttpLogs.NAME + "_" + index;
        }

        @Override
        public String create(int index) {
            return HttpLogs.CREATE.replace("EXISTS " + HttpLogs.NAME + " ", "EXISTS " + table(index) + " ");
        }

        @Override
        public String createPlain(int index, boolean keyed) {
            throw new UnsupportedOperationException("only servers with Stream Load are given " + HttpLogs.NAME);
        }

        @Override
        public RowSums sums(Connection connection, int index) throws SQLException {
            return RowSums.query(connection, table(index), HttpLogs.SUMS, new int[HttpLogs.SUMS.size()]);
        }

        @Override
        public String key() {
            return "status";
        }

        @Override
        public String firstRow(int index) {
            throw new UnsupportedOperationException("nobody fills " + table(index));
        }

        @Override
        public String moreRows(int index, long there, long rows) {
            throw new UnsupportedOperationException("nobody fills " + table(index));
        }
    };

    public abstract String table(int index);

    /** Returns the statement that makes a table as Doris' manual has it. */
    public abstract String create(int index);

    /**
     * Returns the statement for servers without Doris' clauses.
     *
     * @param keyed whether there is an index where Doris has a sort key
     */
    public abstract String createPlain(int index, boolean keyed);

    /** A column of numbers. */
    public abstract String key();

    /** Inserts a row into an empty table; only of {@link #LINEITEM}. */
    public abstract String firstRow(int index);

    /**
     * Inserts so many rows more, each with a key of its own; only of {@link #LINEITEM}.
     *
     * @param there rows that the table has, which these statements made
     * @param rows 1 to {@code there}
     */
    public abstract String moreRows(int index, long there, long rows);

    /** What the server has in a table. */
    public abstract RowSums sums(Connection connection, int index) throws SQLException;
}
