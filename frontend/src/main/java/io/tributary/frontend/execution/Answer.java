package io.tributary.frontend.execution;

import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.Durability;
import io.tributary.planner.plan.FallbackReason;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one statement is answered with, before any wire knows of it. */
public sealed interface Answer {
    /**
     * OK.
     *
     * @param affectedRows rows accepted
     * @param load which load took the rows, or null for a statement that was none
     * @param info what a client shows under "Query OK"; empty where the load says it
     * @param insertId the first number generated for an AUTO_INCREMENT column, or 0
     * @param givenId where none was generated, the last one that the rows brought themselves, or 0; {@code LAST_INSERT_ID()} does not
     *     know it
     */
    record Done(long affectedRows, @Nullable Load load, String info, long insertId, long givenId) implements Answer {
        public static final Done NOTHING = new Done(0, null);

        public Done(long affectedRows, @Nullable Load load) {
            this(affectedRows, load, "", 0, 0);
        }

        public Done(long affectedRows, @Nullable Load load, String info, long insertId) {
            this(affectedRows, load, info, insertId, 0);
        }

        public Done withInsertId(long id) {
            return new Done(affectedRows, load, info, id, givenId);
        }

        public Done withGivenId(long id) {
            return new Done(affectedRows, load, info, insertId, id);
        }

        /** The number that a driver is told of. */
        public long toldId() {
            return insertId != 0 ? insertId : givenId;
        }
    }

    /** How a load stands when it is answered. */
    enum Status {
        /** Grouped, staged or inside a transaction: the commit comes later, or came with others. */
        PREPARE,
        VISIBLE,
        ABORTED
    }

    /**
     * A load.
     *
     * @param txnId 0 while there is none
     * @param fellBackBy why the load was not grouped as EXPLAIN said it would be, or null
     * @param durability of what was answered; OS only where the session asked for it and the log took the load
     * @param repeated whether it was there already under its idempotency key, and nothing was added
     */
    public record Load(
            String label,
            Status status,
            long txnId,
            @Nullable FallbackReason fellBackBy,
            Durability durability,
            boolean repeated) {
        public Load(String label, Status status, long txnId) {
            this(label, status, txnId, null, Durability.FSYNC, false);
        }
    }

    /** A result set that the frontend made itself, as text. Null is SQL's NULL. */
    record LocalRows(List<ResultColumn> columns, List<List<@Nullable String>> rows) implements Answer {
        /** What a client is told of the length of a text; it is no limit. */
        private static final int TEXT_CHARACTERS = 16_383;

        /** Columns of text with these names. */
        public static List<ResultColumn> texts(String... names) {
            List<ResultColumn> columns = new ArrayList<>(names.length);
            for (String name : names) {
                columns.add(text(name));
            }
            return columns;
        }

        public static ResultColumn text(String name) {
            return new ResultColumn(name, ColumnType.varchar(TEXT_CHARACTERS), true);
        }

        public static ResultColumn number(String name) {
            return new ResultColumn(name, ColumnType.of(ColumnType.Kind.BIGINT), true);
        }
    }

    /** The client is to send this file of its own, and its end is the answer. */
    record LocalFile(String name, ClientFile run) implements Answer {}

    /**
     * A query that the engine will answer.
     *
     * @param rowsMax {@code sql_select_limit}
     */
    record EngineQuery(String sql, QueryContext context, long rowsMax) implements Answer {}
}
