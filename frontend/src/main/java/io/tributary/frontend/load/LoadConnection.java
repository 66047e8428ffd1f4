package io.tributary.frontend.load;

import io.tributary.contract.calls.GeneratedRows;
import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.memory.ByteBudget;
import io.tributary.contract.row.FilterLimits;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.row.encode.RowFilter;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.Durability;
import io.tributary.contract.schema.Partitioning;
import io.tributary.contract.schema.TableSchema;
import io.tributary.frontend.execution.ConnectionLoop;
import io.tributary.frontend.execution.ExecutionServices;
import io.tributary.frontend.execution.QueryContexts;
import io.tributary.frontend.load.StreamLoadRequest.OmittedColumns;
import io.tributary.frontend.load.format.RejectedRows;
import io.tributary.frontend.write.InsertExecutor;
import io.tributary.frontend.write.OwnWrites;
import io.tributary.frontend.write.PartialUpdates;
import io.tributary.frontend.write.SessionTransaction;
import io.tributary.frontend.write.TableWriters;
import io.tributary.planner.catalog.CatalogSnapshot;
import io.tributary.planner.plan.FallbackReason;
import io.tributary.planner.plan.HttpStreamPlan;
import io.tributary.planner.plan.InsertPlan;
import io.tributary.planner.plan.part.LoadHint;
import io.tributary.planner.plan.part.TargetColumns;
import io.tributary.session.PreparedStatements;
import io.tributary.session.Session;
import io.tributary.session.SessionVariables;
import io.tributary.session.SystemVariables;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The Stream Loads of one HTTP connection, one after another: what they need of a session, and the writers that are used
 * again. Event loop of the connection.
 */
public final class LoadConnection {
    /** Bad rows of which a load's transaction need not be told: they are listed elsewhere. */
    private static final int NO_WARNINGS = 0;

    private final ExecutionServices services;
    private final SystemVariables variables;
    private final PreparedStatements.Limit statements;
    private final ConnectionLoop loop;
    private final String host;
    private TableWriters writers = new TableWriters();
    /** The share of the writers between two loads. */
    private final ByteBudget.Share idle;

    public LoadConnection(
            ExecutionServices services,
            SystemVariables variables,
            PreparedStatements.Limit statements,
            String host,
            ConnectionLoop loop) {
        this.services = services;
        this.variables = variables;
        this.statements = statements;
        this.host = host;
        this.loop = loop;
        idle = services.loadRoom().memory().share();
    }

    /**
     * Begins a load; the one before has ended.
     *
     * @return fails with what is wrong with the request: 1049, 1146, 1054 and the like
     */
    public CompletableFuture<StreamLoad> begin(String user, StreamLoadRequest request) {
        Optional<TableSchema> table = find(services.catalog().snapshot(), request);
        if (table.isPresent()) {
            return CompletableFuture.completedFuture(begin(user, request, table.get()));
        }
        // Another frontend may have made it.
        return loop.resume(services.catalog().refresh())
                .thenApply(
                        newer -> begin(user, request, find(newer, request).orElseThrow(() -> unknown(newer, request))));
    }

    private static Optional<TableSchema> find(CatalogSnapshot catalog, StreamLoadRequest request) {
        return catalog.table(request.database(), request.table());
    }

    private static TributaryException unknown(CatalogSnapshot catalog, StreamLoadRequest request) {
        if (catalog.view(request.database(), request.table()).isPresent()) {
            return new TributaryException(
                    ErrorCode.NOT_INSERTABLE,
                    "The target table " + request.table() + " of the INSERT is not insertable-into");
        }
        return catalog.hasDatabase(request.database())
                ? new TributaryException(
                        ErrorCode.UNKNOWN_TABLE,
                        "unknown table, tableName=" + request.table() + ": OlapTable not found")
                : new TributaryException(
                        ErrorCode.UNKNOWN_DATABASE, "unknown database, database=" + request.database());
    }

    /** The load has ended: what its rows were written with stays for the next one while there is room for that. */
    public void ended() {
        if (!idle.tryKeep(writers.heldBytes())) {
            writers = new TableWriters();
            idle.hold(0);
        }
    }

    /** No more loads come. */
    public void close() {
        idle.hold(0);
    }

    private StreamLoad begin(String user, StreamLoadRequest request, TableSchema table) {
        // The load counts them from now on.
        idle.hold(0);
        HttpStreamPlan statement = request.mapping().statement();
        TargetColumns columns;
        Function<LoadInputs, LoadInput> opening;
        // What comes back from the engine may meet a load that has ended, and the next one's rows.
        TableWriters used = new TableWriters();
        if (statement == null) {
            LoadFields fields = LoadColumns.of(request.mapping(), table);
            columns = fields.targets();
            opening = inputs -> inputs.of(fields);
            used = fields.areComputed() || table.isCompleted() ? used : writers;
        } else {
            TargetColumns filled = HttpStreamFields.targets(statement, table);
            columns = filled;
            opening = inputs -> request.format().accept(new HttpStreamInput(inputs, statement, table, filled));
        }
        List<String> partitions = partitions(request, table);
        Session session = session(user);
        keepLeftOut(request, table, session);
        request.rules().zone().ifPresent(zone -> session.variables().set("time_zone", zone.getId()));
        if (request.commit().durability() != Durability.FSYNC) {
            session.variables()
                    .set(Durability.VARIABLE, request.commit().durability().text());
        }
        InsertPlan target = new InsertPlan(
                table,
                columns,
                true,
                InsertPlan.Form.VALUES,
                0,
                request.commit().label(),
                new LoadHint(request.commit().groupCommit(), request.commit().idempotencyKey()),
                reason(request, partitions),
                false,
                partitions,
                InsertPlan.Verb.INSERT);
        SessionTransaction transaction = new SessionTransaction(services, session, loop);
        InsertExecutor inserts = new InsertExecutor(
                services,
                session,
                transaction,
                new OwnWrites(session, services.router(), services.catalog(), loop),
                loop);
        inserts.requireStorable(target);
        RejectedRows rejected = new RejectedRows();
        LoadInputs inputs = inputs(target, request, session, rejected, used);
        LoadInput rows = opening.apply(inputs);
        if (!PartialUpdates.isOne(session, target)) {
            rows = GeneratedInput.of(
                    rows, target, inputs.writer(), inserts, services.loadRoom().memory(), rejected);
        }
        LoadDataRun run = new LoadDataRun(
                target,
                rows,
                session,
                transaction,
                inserts,
                services.loadRoom(),
                new LoadDataRun.Commit(
                        request.commit().idempotencyKey(), request.commit().twoPhases()));
        return new StreamLoad(
                request, run, transaction, rows, rejected, inserts.decide(target, target.reason(), table));
    }

    private static void keepLeftOut(StreamLoadRequest request, TableSchema table, Session session) {
        OmittedColumns omittedColumns = request.mapping().omittedColumns();
        if (omittedColumns == OmittedColumns.DEFAULT) {
            return;
        }
        if (request.commit().twoPhases()) {
            throw TributaryException.notSupported("two_phase_commit of a partial update");
        }
        if (!table.isUnique()) {
            throw new TributaryException(
                    ErrorCode.INVALID_STATEMENT,
                    "Only unique key merge on write support partial update: table " + table.name()
                            + " has no UNIQUE KEY");
        }
        session.variables().set("enable_unique_key_partial_update", "ON");
        if (omittedColumns == OmittedColumns.KEPT_OF_EXISTING) {
            session.variables().set("partial_update_new_key_behavior", "ERROR");
        }
    }

    private static RowBlockWriter partial(List<Column> columns, ZoneId zone) {
        RowBlockWriter writer = new RowBlockWriter(columns);
        writer.setTimeZone(zone);
        return writer;
    }

    private LoadInputs inputs(
            InsertPlan target, StreamLoadRequest request, Session session, RejectedRows rejected, TableWriters used) {
        TableSchema table = target.table();
        ZoneId zone = session.variables().timeZone();
        RowFilter filter = new RowFilter(
                new FilterLimits(request.rules().filterRatioMax(), NO_WARNINGS),
                !request.rules().strict(),
                rejected);
        boolean partial = PartialUpdates.isOne(session, target);
        List<Column> columns = partial
                ? PartialUpdates.rule(session, target).newRowColumns(table)
                : GeneratedRows.sourceColumns(table);
        RowBlockWriter writer = partial
                ? partial(columns, zone)
                : used.writer(table, target.columns().contains(table.deleteSignPosition()), zone);
        writer.filter(filter);
        writer.partitions(target.partitions());
        QueryContext context = QueryContexts.ofLoad(session, table.database(), zone);
        return new LoadInputs(
                request,
                columns,
                writer,
                filter,
                rejected,
                zone,
                new LoadInputs.Surroundings(
                        context, services.router().ownerOf(table.tableId())::evaluate, services.loadRoom(), loop));
    }

    /**
     * The partitions that alone take the rows; none: all. A table that is not partitioned has one, which is named as the
     * table.
     */
    private static List<String> partitions(StreamLoadRequest request, TableSchema table) {
        List<String> wanted = request.mapping().partitions();
        Partitioning partitioning = table.layout().partitioning();
        if (!partitioning.hasPartitions() && wanted.stream().allMatch(table.name()::equalsIgnoreCase)) {
            return List.of();
        }
        partitioning.requireAll(wanted, table.name());
        return wanted;
    }

    private static @Nullable FallbackReason reason(StreamLoadRequest request, List<String> partitions) {
        if (request.commit().twoPhases()) {
            return FallbackReason.TWO_PHASE_COMMIT;
        }
        if (request.mapping().omittedColumns() != OmittedColumns.DEFAULT) {
            return FallbackReason.PARTIAL_UPDATE;
        }
        if (!partitions.isEmpty()) {
            return FallbackReason.PARTITIONS;
        }
        return request.commit().label().isEmpty() ? null : FallbackReason.EXPLICIT_LABEL;
    }

    /** Headers and table alone decide how a load is made: of the global variables only the time zone counts. */
    private Session session(String user) {
        Map<String, String> globals =
                new HashMap<>(services.catalog().snapshot().globalVariables());
        globals.keySet().retainAll(Set.of("time_zone"));
        return new Session(
                0,
                user,
                host,
                0,
                new SessionVariables(variables, globals),
                new PreparedStatements(statements, 0),
                connection -> {});
    }
}
