package io.tributary.engine.duckdb.rows;

import io.tributary.contract.calls.EvaluatedRows.Refused;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.engine.duckdb.session.DuckDbSession;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;

/**
 * Asks a query of rows half by half, until what fails is a single row. What has been computed once is kept: asked again,
 * the same row might fail, or no longer. Outside of a transaction. One call, one thread.
 */
final class RowHalves {
    /** Queries of one call: enough for about a hundred bad rows, and a second or two. */
    static final int QUERIES_MAX = 1_000;

    private static final String ALL = DuckDbSession.temporary("$all");

    private final DuckDbSession session;
    private final String source;
    private final String result;
    private final String number;

    private record Range(long first, long last) {}

    /**
     * @param source table with the rows, which is changed
     * @param result table that the query's rows come into
     * @param number column of the source that counts its rows, from 1 on
     */
    RowHalves(DuckDbSession session, String source, String result, String number) {
        this.session = session;
        this.source = source;
        this.result = result;
        this.number = number;
    }

    /**
     * @param query of the source
     * @param rows that are there
     * @return the rows that fail, in their order
     * @throws TributaryException an error that is none of a row; 1205 where {@link #QUERIES_MAX} do not find all
     */
    List<Refused> run(String query, long rows, Function<SQLException, TributaryException> translation)
            throws SQLException {
        session.execute("CREATE OR REPLACE TEMP TABLE " + ALL + " AS SELECT * FROM " + source);
        session.execute("DELETE FROM " + source);
        session.execute("CREATE OR REPLACE TEMP TABLE " + result + " AS " + query);
        List<Refused> refused = new ArrayList<>();
        Deque<Range> left = new ArrayDeque<>(List.of(new Range(1, rows)));
        for (int queries = 0; !left.isEmpty(); queries++) {
            Range range = left.pop();
            try {
                fill(range);
                session.execute("INSERT INTO " + result + " " + query);
            } catch (SQLException e) {
                TributaryException reason = translation.apply(e);
                if (!RowEvaluation.isOfRow(reason)) {
                    throw reason;
                }
                if (queries >= QUERIES_MAX) {
                    throw new TributaryException(
                            ErrorCode.LIMIT_OR_LOCK_WAIT,
                            "too many rows fail beside a function that gives another value each time: " + QUERIES_MAX
                                    + " queries found " + refused.size() + " of them; the last: "
                                    + reason.getMessage(),
                            reason);
                }
                if (range.first == range.last) {
                    refused.add(new Refused(range.first, reason));
                } else {
                    long middle = (range.first + range.last) / 2;
                    left.push(new Range(middle + 1, range.last));
                    left.push(new Range(range.first, middle));
                }
            }
        }
        session.execute("DROP TABLE " + ALL);
        return refused;
    }

    private void fill(Range range) throws SQLException {
        session.execute("CREATE OR REPLACE TEMP TABLE " + source + " AS SELECT * FROM " + ALL + " WHERE " + number
                + " BETWEEN " + range.first + " AND " + range.last);
    }
}
