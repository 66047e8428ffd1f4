package io.tributary.cli.bench.load;

import io.tributary.cli.bench.measure.RowSums;
import io.tributary.cli.httplogs.HttpLogs;
import io.tributary.cli.lineitem.LineItemChecksum;
import io.tributary.cli.lineitem.LineItemTable;
import java.sql.Connection;
import java.sql.SQLException;

/** Which table's rows are written: one table, or several of the same columns, numbered from 0. */
public enum Dataset {
    LINEITEM {
        @Override
        public String table(int index) {
            return LineItemTable.name(index);
        }

        @Override
        public String create(int index) {
            return LineItemTable.create(LineItemTable.CREATE, index);
        }

        @Override
        public String createPlain(int index) {
            return LineItemTable.create(LineItemTable.CREATE_PLAIN, index);
        }

        @Override
        public RowSums sums(Connection connection, int index) throws SQLException {
            return LineItemChecksum.query(connection, table(index));
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
        public String createPlain(int index) {
            throw new UnsupportedOperationException("only servers with Stream Load are given " + HttpLogs.NAME);
        }

        @Override
        public RowSums sums(Connection connection, int index) throws SQLException {
            return RowSums.query(connection, table(index), HttpLogs.SUMS, new int[HttpLogs.SUMS.size()]);
        }
    };

    public abstract String table(int index);

    /** As Doris' manual has it. */
    public abstract String create(int index);

    /** For servers without Doris' clauses. */
    public abstract String createPlain(int index);

    /** What the server has in a table. */
    public abstract RowSums sums(Connection connection, int index) throws SQLException;
}
