package io.tributary.planner.plan;

import io.tributary.planner.plan.ShowCondition.AllOf;
import io.tributary.planner.plan.part.TableName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * SHOW and DESCRIBE: a record for each shape of statement, with what such a statement says. Databases are filled in and exist.
 */
public sealed interface ShowPlan extends Plan {
    /** The rows from {@code offset} (0-based) on, at most {@code rows}. */
    record Limit(long offset, long rows) {
        public static final Limit NONE = new Limit(0, Long.MAX_VALUE);
    }

    /** A column of the result by which rows are ordered. */
    record SortKey(String column, boolean descending) {}

    /** What a frontend knows by itself. */
    sealed interface Local extends ShowPlan {
        <R> R accept(LocalVisitor<R> visitor);

        @Override
        default <R> R accept(Plan.Visitor<R> visitor) {
            return visitor.visitShow(this);
        }
    }

    /** What only a backend knows, which reports it. */
    sealed interface Report extends ShowPlan {
        <R> R accept(ReportVisitor<R> visitor);

        @Override
        default <R> R accept(Plan.Visitor<R> visitor) {
            return visitor.visitReport(this);
        }
    }

    /**
     * What the server of a database says itself.
     *
     * @param sql the statement as that server is to read it
     */
    record OfServer(String database, String sql) implements ShowPlan {
        @Override
        public <R> R accept(Plan.Visitor<R> visitor) {
            return visitor.visitShowOfServer(this);
        }
    }

    /** One method for each shape of statement about what a frontend knows. */
    interface LocalVisitor<R> {
        R visitDatabases(Databases plan);

        R visitTables(Tables plan);

        R visitTableStatus(TableStatus plan);

        R visitColumns(Columns plan);

        R visitIndex(Index plan);

        R visitPartitions(Partitions plan);

        R visitDynamicTables(DynamicTables plan);

        R visitCreateDatabase(CreateDatabase plan);

        R visitVariables(Variables plan);

        R visitStatus(Status plan);

        R visitConditions(Conditions plan);

        R visitConditionCount(ConditionCount plan);

        R visitProcesses(Processes plan);

        R visitGrants(Grants plan);

        R visitAlterations(Alterations plan);

        R visitFixed(Fixed plan);

        R visitAbsent(Absent plan);

        R visitFrontends(Frontends plan);

        R visitData(Data plan);

        R visitTableStats(TableStats plan);

        R visitProc(Proc plan);

        R visitOrdered(Ordered plan);
    }

    /** One method for each shape of statement about what a backend reports. */
    interface ReportVisitor<R> {
        R visitBatches(Batches plan);

        R visitBackends(Backends plan);

        R visitTransactions(Transactions plan);

        R visitQuarantined(Quarantined plan);

        R visitCreateTable(CreateTable plan);
    }

    record Databases(AllOf filters) implements Local {
        @Override
        public <R> R accept(LocalVisitor<R> visitor) {
            return visitor.visitDatabases(this);
        }
    }

    /** @param full whether their types are shown, too */
    record Tables(boolean full, String database, AllOf filters) implements Local {
        @Override
        public <R> R accept(LocalVisitor<R> visitor) {
            return visitor.visitTables(this);
        }
    }

    record TableStatus(String database, AllOf filters) implements Local {
        @Override
        public <R> R accept(LocalVisitor<R> visitor) {
            return visitor.visitTableStatus(this);
        }
    }

    /**
     * Also DESCRIBE.
     *
     * @param full FULL, or EXTENDED
     */
    record Columns(boolean full, TableName table, AllOf filters) implements Local {
        @Override
        public <R> R accept(LocalVisitor<R> visitor) {
            return visitor.visitColumns(this);
        }
    }

    record Index(TableName table, AllOf filters) implements Local {
        @Override
        public <R> R accept(LocalVisitor<R> visitor) {
            return visitor.visitIndex(this);
        }
    }

    /** @param order the first decides */
    record Partitions(TableName table, AllOf filters, List<SortKey> order, Limit limit) implements Local {
        public Partitions {
            order = List.copyOf(order);
        }

        @Override
        public <R> R accept(LocalVisitor<R> visitor) {
            return visitor.visitPartitions(this);
        }
    }

    /** Tables of a database with {@code dynamic_partition.*}. */
    record DynamicTables(String database, AllOf filters) implements Local {
        @Override
        public <R> R accept(LocalVisitor<R> visitor) {
            return visitor.visitDynamicTables(this);
        }
    }

    /** Also of a view; the text of a table that was adopted is its server's. */
    record CreateTable(TableName table) implements Report {
        @Override
        public <R> R accept(ReportVisitor<R> visitor) {
            return visitor.visitCreateTable(this);
        }
    }

    record CreateDatabase(String database) implements Local {
        @Override
        public <R> R accept(LocalVisitor<R> visitor) {
            return visitor.visitCreateDatabase(this);
        }
    }

    record Variables(boolean global, AllOf filters) implements Local {
        @Override
        public <R> R accept(LocalVisitor<R> visitor) {
            return visitor.visitVariables(this);
        }
    }

    record Status(boolean global, AllOf filters) implements Local {
        @Override
        public <R> R accept(LocalVisitor<R> visitor) {
            return visitor.visitStatus(this);
        }
    }

    /** WARNINGS and ERRORS: what the diagnostics area holds. */
    record Conditions(boolean errorsOnly, Limit limit) implements Local {
        @Override
        public <R> R accept(LocalVisitor<R> visitor) {
            return visitor.visitConditions(this);
        }
    }

    /** {@code COUNT(*)} of WARNINGS or ERRORS. */
    record ConditionCount(boolean errorsOnly) implements Local {
        @Override
        public <R> R accept(LocalVisitor<R> visitor) {
            return visitor.visitConditionCount(this);
        }
    }

    /** @param full whether statements are told in full */
    record Processes(boolean full, AllOf filters) implements Local {
        @Override
        public <R> R accept(LocalVisitor<R> visitor) {
            return visitor.visitProcesses(this);
        }
    }

    /** @param user empty for the session's own */
    record Grants(String user) implements Local {
        @Override
        public <R> R accept(LocalVisitor<R> visitor) {
            return visitor.visitGrants(this);
        }
    }

    /**
     * Changes of tables that this server made.
     *
     * @param rollups whether rollups that were added, or changes of columns and indexes
     */
    record Alterations(boolean rollups, String database, AllOf filters, boolean newestFirst, Limit limit)
            implements Local {
        @Override
        public <R> R accept(LocalVisitor<R> visitor) {
            return visitor.visitAlterations(this);
        }
    }

    /** What is the same on every server. */
    record Fixed(Fixed.Kind kind, AllOf filters) implements Local {
        public enum Kind {
            ENGINES,
            CHARACTER_SET,
            COLLATION,
            PLUGINS,
            PRIVILEGES,
            CATALOGS
        }

        @Override
        public <R> R accept(LocalVisitor<R> visitor) {
            return visitor.visitFixed(this);
        }
    }

    /** What exists in MySQL or in Doris, and never here. */
    record Absent(Absent.Kind kind, AllOf filters) implements Local {
        public enum Kind {
            TRIGGERS,
            EVENTS,
            PROCEDURE_STATUS,
            FUNCTION_STATUS,
            OPEN_TABLES,
            BINARY_LOG_STATUS,
            REPLICA_STATUS,
            REPLICAS,
            PROFILES,
            HELP,
            LOADS,
            STREAM_LOADS,
            ROUTINE_LOADS,
            ROUTINE_LOAD_TASKS,
            TABLETS,
            PROPERTIES
        }

        @Override
        public <R> R accept(LocalVisitor<R> visitor) {
            return visitor.visitAbsent(this);
        }
    }

    /** The frontend that is asked. */
    record Frontends(AllOf filters) implements Local {
        @Override
        public <R> R accept(LocalVisitor<R> visitor) {
            return visitor.visitFrontends(this);
        }
    }

    /**
     * How much is stored.
     *
     * @param database whose tables are told of; empty: each database is
     * @param table that alone is told of, or null
     */
    record Data(String database, @Nullable TableName table) implements Local {
        @Override
        public <R> R accept(LocalVisitor<R> visitor) {
            return visitor.visitData(this);
        }
    }

    /** TABLE STATS: what is known of a table's rows. */
    record TableStats(TableName table) implements Local {
        @Override
        public <R> R accept(LocalVisitor<R> visitor) {
            return visitor.visitTableStats(this);
        }
    }

    /** PROC, of what no other SHOW tells. */
    record Proc(Proc.Path path) implements Local {
        public enum Path {
            ROOT,
            DATABASES,
            STATISTIC,
            CURRENT_QUERIES
        }

        @Override
        public <R> R accept(LocalVisitor<R> visitor) {
            return visitor.visitProc(this);
        }
    }

    /** Rows in another order, or some of them; {@code order} as of {@link Partitions}. */
    record Ordered(Local rows, List<SortKey> order, Limit limit) implements Local {
        public Ordered {
            order = List.copyOf(order);
        }

        @Override
        public <R> R accept(LocalVisitor<R> visitor) {
            return visitor.visitOrdered(this);
        }
    }

    /** GROUP COMMIT: batches that are not committed yet. */
    record Batches(AllOf filters) implements Report {
        @Override
        public <R> R accept(ReportVisitor<R> visitor) {
            return visitor.visitBatches(this);
        }
    }

    /** Backends with the state of their logs. */
    record Backends(AllOf filters) implements Report {
        @Override
        public <R> R accept(ReportVisitor<R> visitor) {
            return visitor.visitBackends(this);
        }
    }

    /** What became of a load; the filters say which. */
    record Transactions(String database, AllOf filters) implements Report {
        @Override
        public <R> R accept(ReportVisitor<R> visitor) {
            return visitor.visitTransactions(this);
        }
    }

    /**
     * Acknowledged rows that the engine refused.
     *
     * @param table null: of any
     * @param ids of rows; empty: any
     */
    record Quarantined(@Nullable TableName table, List<Long> ids, Limit limit) implements Report {
        public Quarantined {
            ids = List.copyOf(ids);
        }

        @Override
        public <R> R accept(ReportVisitor<R> visitor) {
            return visitor.visitQuarantined(this);
        }
    }
}
