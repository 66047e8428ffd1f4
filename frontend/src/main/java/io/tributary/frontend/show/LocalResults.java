package io.tributary.frontend.show;

import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.ColumnType;
import io.tributary.frontend.execution.AlterJobs;
import io.tributary.frontend.execution.Answer;
import io.tributary.frontend.execution.ProcessList;
import io.tributary.frontend.execution.SessionValues;
import io.tributary.frontend.routing.RemoteCatalog;
import io.tributary.planner.plan.MaintenancePlan;
import io.tributary.planner.plan.SelectVariablesPlan;
import io.tributary.planner.plan.ShowPlan;
import io.tributary.session.Session;
import io.tributary.session.Sessions;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Result sets that need no backend: SHOW, DESCRIBE, and SELECT of variables and session functions. Event loop of the
 * connection.
 */
public final class LocalResults {
    private final Session session;
    private final Sessions sessions;
    private final RemoteCatalog catalog;
    private final SessionValues values;
    private final StatusRows status;

    public LocalResults(
            Session session, Sessions sessions, RemoteCatalog catalog, SessionValues values, StatusRows status) {
        this.session = session;
        this.sessions = sessions;
        this.catalog = catalog;
        this.values = values;
        this.status = status;
    }

    public Answer.LocalRows select(SelectVariablesPlan plan) {
        List<ResultColumn> columns = new ArrayList<>();
        List<@Nullable String> row = new ArrayList<>();
        for (SelectVariablesPlan.Item item : plan.items()) {
            SessionValues.Value value = values.evaluate(item.expression());
            columns.add(value.number() ? numeric(item.name(), value.text()) : Answer.LocalRows.text(item.name()));
            row.add(value.text());
        }
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (int i = 0; i < plan.rows(); i++) {
            rows.add(row);
        }
        return new Answer.LocalRows(columns, rows);
    }

    public Answer.LocalRows show(ShowPlan plan) {
        Answer.LocalRows rows = unfiltered(plan);
        return switch (plan.subject()) {
            case TRANSACTION, PARTITIONS -> rows;
            default -> ShowFilter.keep(rows, plan.filters());
        };
    }

    public Answer.LocalRows maintenance(MaintenancePlan plan) {
        return new CatalogRows(catalog.snapshot()).maintenance(plan);
    }

    private Answer.LocalRows unfiltered(ShowPlan plan) {
        CatalogRows ofCatalog = new CatalogRows(catalog.snapshot());
        ServerRows ofServer = new ServerRows(session, catalog.snapshot().globalVariables());
        return switch (plan.subject()) {
            case DATABASES -> ofCatalog.databases();
            case TABLES -> ofCatalog.tables(plan);
            case TABLE_STATUS -> ofCatalog.tableStatus(plan);
            case COLUMNS -> ofCatalog.columns(plan, session.variables().showsHiddenColumns());
            case INDEX -> ofCatalog.index(plan);
            case PARTITIONS -> ofCatalog.partitions(plan);
            case CREATE_TABLE -> ofCatalog.createTable(plan);
            case CREATE_DATABASE -> ofCatalog.createDatabase(plan);
            case VARIABLES -> ofServer.variables(plan.global());
            case STATUS -> status.rows(plan.global());
            case WARNINGS -> ofServer.conditions(false, plan.limit());
            case ERRORS -> ofServer.conditions(true, plan.limit());
            case WARNING_COUNT -> ofServer.conditionCount(false);
            case ERROR_COUNT -> ofServer.conditionCount(true);
            case PROCESSLIST -> ProcessList.rows(sessions, plan.full());
            case ENGINES -> ServerRows.engines();
            case CHARACTER_SET -> ServerRows.characterSets();
            case COLLATION -> ServerRows.collations();
            case PLUGINS -> ServerRows.plugins();
            case GRANTS -> ServerRows.grants(account(plan.table()));
            case PRIVILEGES -> NoRows.privileges();
            case TRIGGERS,
                    EVENTS,
                    PROCEDURE_STATUS,
                    FUNCTION_STATUS,
                    OPEN_TABLES,
                    BINARY_LOG_STATUS,
                    REPLICA_STATUS,
                    REPLICAS,
                    PROFILES,
                    HELP -> NoRows.of(plan.subject());
            case ALTER_COLUMN, ALTER_ROLLUP -> AlterRows.of(plan, new AlterJobs(), ZoneOffset.UTC);
            // Their columns; the rows are the backend's.
            case GROUP_COMMIT -> BatchRows.of(List.of());
            case QUARANTINE -> new Answer.LocalRows(QuarantineStatements.columns(), List.of());
            case BACKENDS -> new Answer.LocalRows(BackendRows.columns(), List.of());
            case TRANSACTION -> new Answer.LocalRows(TransactionRows.columns(), List.of());
        };
    }

    private String account(String named) {
        if (named.isEmpty()) {
            return session.user();
        }
        if (catalog.user(named).isEmpty()) {
            throw new TributaryException(
                    ErrorCode.NO_SUCH_GRANT, "There is no such grant defined for user '" + named + "' on host '%'");
        }
        return named;
    }

    /** A whole number that 64 bits hold is a BIGINT; a longer one goes as the digits it has. */
    private static ResultColumn numeric(String name, @Nullable String number) {
        if (number != null && !number.chars().allMatch(c -> c == '-' || (c >= '0' && c <= '9'))) {
            return Answer.LocalRows.text(name);
        }
        try {
            if (number != null) {
                Long.parseLong(number);
            }
            return Answer.LocalRows.number(name);
        } catch (NumberFormatException tooLong) {
            return number != null && number.length() <= ColumnType.DECIMAL_PRECISION_MAX
                    ? new ResultColumn(name, ColumnType.decimal(number.length(), 0), true)
                    : Answer.LocalRows.text(name);
        }
    }
}
