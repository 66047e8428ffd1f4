package io.tributary.engine.mysql.store;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.engine.mysql.session.ServerErrors;
import io.tributary.engine.mysql.session.Sql;
import io.tributary.engine.port.AppliedBatch;
import io.tributary.engine.port.ConditionalPosition;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Moves the position of a table on in the transaction of its rows, and only from where it is expected: a transaction of a process
 * that is gone, which the server commits later than anybody asks, holds the row's lock meanwhile, and one of both is refused.
 */
public final class AppliedPositions {
    private static final String FIRST =
            "INSERT INTO " + StoreTables.POSITIONS + " (`epoch`, `table_id`, `position`) VALUES (?, ?, ?)";
    private static final String NEXT = "UPDATE " + StoreTables.POSITIONS
            + " SET `position` = ? WHERE `epoch` = ? AND `table_id` = ? AND `position` = ? AND ? > `position`";
    private static final String BATCH = "INSERT INTO " + StoreTables.BATCHES
            + " (`epoch`, `table_id`, `position`, `txn_id`, `row_count`, `committed_millis`) VALUES (?, ?, ?, ?, ?, ?)";

    private AppliedPositions() {}

    /**
     * Moves one.
     *
     * @throws TributaryException WRITE_CONFLICT where the table is elsewhere, or another owner has it; the transaction is to be
     *     rolled back
     */
    public static void move(Connection connection, ConditionalPosition position) throws SQLException {
        long owner = StoredValues.heldGeneration(connection);
        if (owner > position.generation()) {
            throw refused(position, "generation " + owner + " owns it, this is " + position.generation());
        }
        AppliedBatch batch = position.batch();
        Sql sql = new Sql(connection);
        if (position.expected() == ConditionalPosition.NONE) {
            first(sql, position);
        } else {
            next(sql, position);
        }
        if (batch.txnId() != 0) {
            sql.update(
                    BATCH,
                    batch.logEpoch(),
                    batch.tableId(),
                    batch.position(),
                    batch.txnId(),
                    batch.rows(),
                    batch.committedMillis());
        }
    }

    private static void next(Sql sql, ConditionalPosition position) throws SQLException {
        AppliedBatch batch = position.batch();
        long moved = sql.update(
                NEXT, batch.position(), batch.logEpoch(), batch.tableId(), position.expected(), batch.position());
        if (moved != 1) {
            throw refused(position, "it is not at " + position.expected());
        }
    }

    private static void first(Sql sql, ConditionalPosition position) throws SQLException {
        AppliedBatch batch = position.batch();
        try {
            sql.update(FIRST, batch.logEpoch(), batch.tableId(), batch.position());
        } catch (SQLException e) {
            if (ServerErrors.isDuplicate(e)) {
                throw refused(position, "it has a position already");
            }
            throw e;
        }
    }

    private static TributaryException refused(ConditionalPosition position, String why) {
        AppliedBatch batch = position.batch();
        return new TributaryException(
                ErrorCode.WRITE_CONFLICT,
                "table " + batch.tableId() + " cannot be moved to position " + batch.position() + " of log "
                        + Long.toHexString(batch.logEpoch()) + ": " + why);
    }
}
