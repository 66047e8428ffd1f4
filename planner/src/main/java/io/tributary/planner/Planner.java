package io.tributary.planner;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.token.Parameters;
import io.tributary.planner.catalog.Catalog;
import io.tributary.planner.catalog.CatalogSnapshot;
import io.tributary.planner.catalog.NameResolver;
import io.tributary.planner.plan.ChangeRowsPlan;
import io.tributary.planner.plan.InsertPlan;
import io.tributary.planner.plan.LoadDataPlan;
import io.tributary.planner.plan.NamedStatementPlan;
import io.tributary.planner.plan.PassThroughPlan;
import io.tributary.planner.plan.Plan;
import io.tributary.planner.plan.part.RowTemplate;
import io.tributary.planner.sql.SqlParser;
import io.tributary.planner.sql.insert.InsertShape;
import io.tributary.planner.sql.insert.RowTemplateBuilder;
import java.util.Optional;

/**
 * Turns one statement into a plan against the newest catalog snapshot. Any thread; never blocks. A statement's bytes are
 * UTF-8.
 *
 * <p>Every method throws {@code TributaryException}: SYNTAX 1064, EMPTY_QUERY 1065, NO_DATABASE 1046, UNKNOWN_DATABASE
 * 1049, UNKNOWN_TABLE 1146, UNKNOWN_COLUMN 1054, COLUMN_SPECIFIED_TWICE 1110, NOT_SUPPORTED 1235 and what a property or
 * a column definition is refused with.
 */
public final class Planner {
    /** A longer beginning of an INSERT (a comment, thousands of columns) is planned each time. */
    private static final int SHAPE_BYTES_MAX = 64 * 1024;

    private final Catalog catalog;

    public Planner(Catalog catalog) {
        this.catalog = catalog;
    }

    /**
     * Plans {@code sql[from, to)}, one statement (see {@code StatementSplitter}), to be executed as it stands. The values
     * of an INSERT are not looked at: {@code ValuesScanner.scan} reads them and may still find an expression.
     */
    public Plan plan(byte[] sql, int from, int to, PlanContext context, PlanCache cache) {
        Plan plan = cached(sql, from, to, context, cache);
        boolean parameters = (plan instanceof PassThroughPlan query && query.parameterCount() > 0)
                || (plan instanceof ChangeRowsPlan change && change.parameterCount() > 0);
        if (parameters) {
            throw Parameters.refused(sql, from, to, context.sqlMode());
        }
        return plan;
    }

    private Plan cached(byte[] sql, int from, int to, PlanContext context, PlanCache cache) {
        CatalogSnapshot snapshot = catalog.snapshot();
        InsertPlan last = cache.last(sql, from, to, context, snapshot);
        if (last != null) {
            return last;
        }
        int shapeEnd = InsertShape.end(sql, from, to, context.sqlMode());
        if (shapeEnd < 0 || shapeEnd - from > SHAPE_BYTES_MAX) {
            return parse(sql, from, to, context, snapshot);
        }
        PlanKey key = new PlanKey(context, sql, from, shapeEnd);
        InsertPlan known = cache.find(key, snapshot);
        if (known != null) {
            return known;
        }
        Plan plan = parse(sql, from, to, context, snapshot);
        // The parser has the last word on where the rows begin: without it the shape would not decide the plan.
        // A key in it is another one each time: nobody would ever find the plan again.
        if (plan instanceof InsertPlan insert
                && insert.rowsOffset() == shapeEnd - from
                && insert.hint().idempotencyKey().isEmpty()) {
            cache.put(key, insert);
        }
        return plan;
    }

    private static Plan parse(byte[] sql, int from, int to, PlanContext context, CatalogSnapshot snapshot) {
        NameResolver names = new NameResolver(snapshot, context.database(), context.temporary());
        return new SqlParser(sql, from, to, context.sqlMode(), names).parse();
    }

    /**
     * Plans a statement with {@code ?}. The array is kept where literals stand between the parameters. UNSUPPORTED_PREPARED
     * (1295) for PREPARE itself and its like, TOO_MANY_PLACEHOLDERS 1390.
     */
    public Prepared prepare(byte[] sql, int from, int to, PlanContext context, PlanCache cache) {
        Plan plan = cached(sql, from, to, context, cache);
        if (plan instanceof InsertPlan insert) {
            RowTemplate rows = RowTemplateBuilder.build(insert, sql, from, to, context.sqlMode());
            int parameters = rows == null ? Parameters.count(sql, from, to, context.sqlMode()) : rows.parameterCount();
            return new Prepared(plan, checked(parameters), rows);
        } else if (plan instanceof NamedStatementPlan || plan instanceof LoadDataPlan) {
            throw ErrorCode.UNSUPPORTED_PREPARED.error(
                    "This command is not supported in the prepared statement protocol yet");
        }
        return new Prepared(plan, checked(Parameters.count(sql, from, to, context.sqlMode())), null);
    }

    private static int checked(int parameters) {
        if (parameters > Prepared.PARAMETERS_MAX) {
            throw ErrorCode.TOO_MANY_PLACEHOLDERS.error("Prepared statement contains too many placeholders");
        }
        return parameters;
    }

    /** The plan's table with its newest properties, or empty when it is gone or has another schema version: plan again. */
    public static Optional<TableSchema> current(InsertPlan plan, CatalogSnapshot snapshot) {
        TableSchema planned = plan.table();
        return snapshot.stored(planned.database(), planned.name())
                .filter(table ->
                        table.tableId() == planned.tableId() && table.schemaVersion() == planned.schemaVersion());
    }
}
