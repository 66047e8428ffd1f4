package io.tributary.engine.mysql.existing;

import io.tributary.contract.calls.ReservedIds;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.AdoptedTable;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.mysql.session.SqlName;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.Collections;

/**
 * Takes numbers of an AUTO_INCREMENT column from the server: rows that ask for some are inserted and taken back, while the
 * counter stays where it is. So it needs no lock, and who else writes there gets others. One transaction of a connection.
 *
 * @see <a href="https://dev.mysql.com/doc/refman/8.0/en/innodb-auto-increment-handling.html">AUTO_INCREMENT Handling in InnoDB</a>
 */
public final class IdReservation {
    private final Connection connection;
    private final TableSchema table;
    private final String column;

    /** @param connection in a transaction, which is to be committed */
    public IdReservation(Connection connection, TableSchema table) {
        this.connection = connection;
        this.table = table;
        column =
                SqlName.quote(table.columns().get(table.autoIncrementPosition()).name());
    }

    /** @throws TributaryException {@code AUTO_INCREMENT_EXHAUSTED} where the server has none left */
    public ReservedIds reserve(int count, long atLeast) throws SQLException {
        Savepoint before = connection.setSavepoint();
        try (Statement statement = connection.createStatement()) {
            if (atLeast > 1) {
                // A number that a row brings itself moves the counter, never back.
                long unused = statement.executeLargeUpdate(insert("(" + (atLeast - 1) + ")"));
            }
            if (count == 0) {
                return new ReservedIds(atLeast, 1);
            }
            long inserted =
                    statement.executeLargeUpdate(insert(String.join(",", Collections.nCopies(count, "(NULL)"))));
            try (ResultSet row = statement.executeQuery("SELECT LAST_INSERT_ID(), @@auto_increment_increment")) {
                row.next();
                ReservedIds reserved = new ReservedIds(row.getLong(1), row.getLong(2));
                boolean fits = count - 1 <= (AdoptedTable.largestNumber(table) - reserved.first()) / reserved.step();
                if (inserted < 1 || reserved.first() < atLeast || !fits) {
                    throw new TributaryException(
                            ErrorCode.AUTO_INCREMENT_EXHAUSTED,
                            "the server has not as many as " + count + " numbers left for " + table.database() + "."
                                    + table.name() + "." + column);
                }
                return reserved;
            }
        } finally {
            connection.rollback(before);
        }
    }

    /** IGNORE, for what the other columns have nothing to say. */
    private String insert(String values) {
        return "INSERT IGNORE INTO " + SqlName.of(table) + " (" + column + ") VALUES " + values;
    }
}
