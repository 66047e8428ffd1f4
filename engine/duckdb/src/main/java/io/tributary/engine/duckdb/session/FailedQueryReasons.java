package io.tributary.engine.duckdb.session;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.duckdb.DuckDBChunkedResult;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBPreparedStatement;
import org.jspecify.annotations.Nullable;

/**
 * Finds the reason of a failed query again. A streaming query of the driver (2.0.0) that fails while it computes its first
 * rows says "Invalid result set" and nothing else; without streaming it would hold the whole result in memory. So such a
 * query, and only such a one, is run once more on a connection of its own through the driver's other interface, which
 * tells. If that run succeeds, the answer is what the first one said.
 *
 * <p>Another connection does not see what a transaction has changed, and in its own a failed statement is the last. There the
 * result is kept before it is read ({@link #KEPT}), which costs half a millisecond and tells as well.
 */
public final class FailedQueryReasons {
    private static final String LOST = "Invalid result set";
    /**
     * The most chunks that are read, of 2048 rows each: the first run failed before it had filled its buffer of a megabyte.
     */
    private static final int CHUNKS_MAX = 1000;

    /** An instance for statements that must not run twice: it finds nothing. */
    public static final FailedQueryReasons NONE = new FailedQueryReasons();

    /**
     * For queries of a transaction that has changed something, or has rows staged; what they keep is taken away by {@link
     * #forget}.
     */
    public static final FailedQueryReasons KEPT = new FailedQueryReasons();

    private static final String RESULT = DuckDbSession.temporary("$told");

    private final @Nullable DuckDBConnection root;
    private final boolean refusingDivisionByZero;

    public FailedQueryReasons(DuckDBConnection root) {
        this(root, false);
    }

    private FailedQueryReasons() {
        this(null, false);
    }

    private FailedQueryReasons(@Nullable DuckDBConnection root, boolean refusingDivisionByZero) {
        this.root = root;
        this.refusingDivisionByZero = refusingDivisionByZero;
    }

    /** Returns an instance for queries in a session that does so, or not. */
    public FailedQueryReasons refusingDivisionByZero(boolean refusing) {
        return refusing == refusingDivisionByZero ? this : new FailedQueryReasons(root, refusing);
    }

    /** Runs a query, not to its end. */
    public ResultSet open(Statement statement, String sql) throws SQLException {
        if (this != KEPT) {
            return statement.executeQuery(sql);
        }
        statement.execute("CREATE OR REPLACE TEMP TABLE " + RESULT + " AS " + sql);
        return statement.executeQuery("SELECT * FROM " + RESULT);
    }

    /** Takes away what {@link #KEPT} has kept: a transaction that commits would leave it to the next. */
    public static void forget(DuckDbSession session) throws SQLException {
        session.execute("DROP TABLE IF EXISTS " + RESULT);
    }

    /** Whether the driver has lost the reason. */
    static boolean isLost(SQLException error) {
        String text = error.getMessage();
        return text != null && text.endsWith(LOST);
    }

    /** What to report instead of {@code seen}. */
    public SQLException find(SQLException seen, String sql) {
        if (root == null || !isLost(seen)) {
            return seen;
        }
        try (DuckDBConnection connection = root.duplicate()) {
            DuckDbSession session = new DuckDbSession(connection);
            session.useNoDatabase();
            session.refuseDivisionByZero(refusingDivisionByZero);
            try (DuckDBPreparedStatement statement = connection.prepare(sql);
                    DuckDBChunkedResult result = statement.query()) {
                for (int chunk = 0; chunk < CHUNKS_MAX && result.nextChunk(); chunk++) {
                    // Only its error is wanted.
                }
            }
        } catch (SQLException reason) {
            reason.addSuppressed(seen);
            return reason;
        }
        return seen;
    }
}
