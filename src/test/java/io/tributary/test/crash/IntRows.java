package io.tributary.test.crash;

import io.tributary.test.process.Sql;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Results whose values are INTs, read to their end. */
final class IntRows {
    private IntRows() {}

    static int[] pair(Sql sql, String query) throws SQLException {
        List<int[]> rows = pairs(sql, query);
        if (rows.size() != 1) {
            throw new AssertionError(rows.size() + " rows of " + query);
        }
        return rows.get(0);
    }

    static List<int[]> pairs(Sql sql, String query) throws SQLException {
        try (Statement statement = sql.connection().createStatement();
                ResultSet result = statement.executeQuery(query)) {
            List<int[]> rows = new ArrayList<>();
            while (result.next()) {
                rows.add(new int[] {result.getInt(1), result.getInt(2)});
            }
            return rows;
        }
    }

    static List<Integer> of(Sql sql, String query) throws SQLException {
        try (Statement statement = sql.connection().createStatement();
                ResultSet result = statement.executeQuery(query)) {
            return firstColumn(result);
        }
    }

    static List<Integer> prepared(Sql sql, String query, int fetchRows) throws SQLException {
        return prepared(sql, query, fetchRows, 0);
    }

    static List<Integer> prepared(Sql sql, String query, int fetchRows, int parameter) throws SQLException {
        try (PreparedStatement statement = sql.connection().prepareStatement(query)) {
            statement.setFetchSize(fetchRows);
            statement.setInt(1, parameter);
            try (ResultSet result = statement.executeQuery()) {
                return firstColumn(result);
            }
        }
    }

    private static List<Integer> firstColumn(ResultSet result) throws SQLException {
        List<Integer> values = new ArrayList<>();
        while (result.next()) {
            values.add(result.getInt(1));
        }
        return values;
    }
}
