package io.tributary.planner.plan;

import io.tributary.contract.schema.TableSchema;
import io.tributary.planner.plan.part.LoadHint;
import io.tributary.planner.plan.part.TargetColumns;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An INSERT, REPLACE or INSERT OVERWRITE up to where its rows begin. Statements that differ only in their rows share one plan: neither
 * values nor the number of rows are part of it.
 *
 * @param table the schema it was planned for; its properties may be older than the newest snapshot's
 * @param columns where each value of a row goes
 * @param columnList whether the statement listed its columns
 * @param form how the rows are written
 * @param rowsOffset bytes from the statement's first byte to its rows: after VALUES or SET, or at SELECT
 * @param label of WITH LABEL, or empty
 * @param hint what an optimizer hint says of the load
 * @param reason why the statement can never be grouped as far as its beginning tells, or null; the rows may add
 *     EXPRESSION, NOT_VALUES or PARTIAL_UPDATE
 * @param ignore whether IGNORE was written
 * @param partitions of the table that alone take the rows; empty: all
 * @param verb what becomes of rows that are there
 */
public record InsertPlan(
        TableSchema table,
        TargetColumns columns,
        boolean columnList,
        Form form,
        int rowsOffset,
        String label,
        LoadHint hint,
        @Nullable FallbackReason reason,
        boolean ignore,
        List<String> partitions,
        Verb verb)
        implements Plan {
    public InsertPlan {
        partitions = List.copyOf(partitions);
    }

    /** Makes the plan of an INSERT that names no partitions. */
    public InsertPlan(
            TableSchema table,
            TargetColumns columns,
            boolean columnList,
            Form form,
            int rowsOffset,
            String label,
            LoadHint hint,
            @Nullable FallbackReason reason,
            boolean ignore) {
        this(table, columns, columnList, form, rowsOffset, label, hint, reason, ignore, List.of(), Verb.INSERT);
    }

    /** What the statement begins with. */
    public enum Verb {
        INSERT,
        /** Inserts as INSERT does, and takes no ON DUPLICATE KEY UPDATE. */
        REPLACE,
        /** INSERT OVERWRITE: the rows take the place of all that the table held, or the partitions that are named. */
        OVERWRITE
    }

    /** How the rows of an INSERT are written. */
    public enum Form {
        /** {@code VALUES (…), (…)}. */
        VALUES,
        /** {@code SET a = 1, b = 2}: one row. */
        SET,
        /** {@code SELECT 1, 'a' UNION ALL SELECT …}: rows while there are only literals, else text for the engine. */
        SELECT,
        /** Anything else (WITH, TABLE, a query in parentheses): text for the engine. */
        QUERY
    }

    public boolean overwrites() {
        return verb == Verb.OVERWRITE;
    }

    /** The same, where so many bytes more stand before the rows. */
    public InsertPlan shifted(int bytes) {
        return new InsertPlan(
                table, columns, columnList, form, rowsOffset + bytes, label, hint, reason, ignore, partitions, verb);
    }

    /** INSERT IGNORE into a table with a UNIQUE KEY: of the same key the old row stays. */
    public boolean keepsOldRows() {
        return ignore && table.isUnique();
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.visitInsert(this);
    }
}
