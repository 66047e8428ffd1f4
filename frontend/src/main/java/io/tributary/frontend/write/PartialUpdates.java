package io.tributary.frontend.write;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.HiddenColumns;
import io.tributary.contract.schema.OnDuplicateKey;
import io.tributary.contract.schema.OnDuplicateKey.Action;
import io.tributary.contract.schema.OnDuplicateKey.Assignment;
import io.tributary.contract.schema.TableSchema;
import io.tributary.planner.plan.InsertPlan;
import io.tributary.planner.plan.part.TargetColumns;
import io.tributary.session.Session;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * INSERTs into UNIQUE KEY tables that leave columns out while {@code enable_unique_key_partial_update} is ON: columns left
 * out keep the values that a row of the same key has. Event loop, or the planning pool while the loop waits.
 */
public final class PartialUpdates {
    private PartialUpdates() {}

    public static boolean isOne(Session session, InsertPlan plan) {
        TableSchema table = plan.table();
        return session.variables().partialUpdate()
                && table.isUnique()
                && !plan.overwrites()
                && !Arrays.stream(table.givenPositions()).allMatch(plan.columns()::contains);
    }

    /** @throws TributaryException where a key column is left out: no row could be found by the rest */
    public static OnDuplicateKey rule(Session session, InsertPlan plan) {
        TableSchema table = plan.table();
        TargetColumns given = plan.columns();
        if (given.contains(table.deleteSignPosition())) {
            throw TributaryException.notSupported(
                    HiddenColumns.DELETE_SIGN + " in a partial update",
                    ": enable_unique_key_partial_update is ON, and columns of table " + table.database() + "."
                            + table.name() + " are left out");
        }
        List<Assignment> assignments = new ArrayList<>();
        BitSet positions = new BitSet();
        for (int i = 0; i < given.count(); i++) {
            int position = given.position(i);
            positions.set(position);
            if (!table.columns().get(position).key()) {
                assignments.add(new Assignment(position, OnDuplicateKey.newColumn(position)));
            }
        }
        for (int key : table.keyPositions()) {
            Column column = table.columns().get(key);
            if (!positions.get(key)) {
                throw new TributaryException(
                        ErrorCode.INVALID_STATEMENT,
                        "Partial update should include all key columns, missing: " + column.name());
            }
        }
        return new OnDuplicateKey(
                session.variables().partialUpdateOnlyExisting() ? Action.PARTIAL_EXISTING : Action.PARTIAL,
                OnDuplicateKey.withTimes(table, assignments));
    }

    /**
     * Refuses partial updates for rows that replace others whole, which would reset the columns that the client wants to
     * keep.
     */
    public static void requireWholeRows(Session session, InsertPlan plan) {
        if (isOne(session, plan)) {
            TableSchema table = plan.table();
            throw TributaryException.notSupported(
                    "partial updates by LOAD DATA",
                    ": enable_unique_key_partial_update is ON and columns of table " + table.database() + "."
                            + table.name() + " are left out, which has a UNIQUE KEY and replaces whole rows");
        }
    }
}
