package io.tributary.planner;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.OnDuplicateKey;
import io.tributary.contract.schema.SqlMode;
import io.tributary.planner.plan.ChangeRowsPlan;
import io.tributary.planner.plan.ComputedRows;
import io.tributary.planner.plan.DefinitionPlan;
import io.tributary.planner.plan.EngineRows;
import io.tributary.planner.plan.ExplainInsertPlan;
import io.tributary.planner.plan.InsertPlan;
import io.tributary.planner.plan.LoadDataPlan;
import io.tributary.planner.plan.PassThroughPlan;
import io.tributary.planner.plan.Plan;
import io.tributary.planner.plan.SyncPlan;
import io.tributary.planner.plan.part.LoadDataFormat;
import io.tributary.planner.sql.definition.TableDdl;
import io.tributary.planner.sql.insert.EngineInsert;
import io.tributary.planner.sql.insert.ValuesScanner;
import java.util.HexFormat;
import java.util.TreeMap;

/** Plans as text, for data files. */
final class PlanText {
    private static final HexFormat HEX = HexFormat.of();

    private PlanText() {}

    static String of(Plan plan, byte[] sql) {
        if (plan instanceof InsertPlan insert) {
            return "Insert " + insert(insert) + "\n" + rows(insert, sql);
        }
        if (plan instanceof ExplainInsertPlan explain) {
            return "ExplainInsert " + insert(explain.insert()) + " reason=" + explain.reason() + " rows="
                    + explain.rows();
        }
        if (plan instanceof ChangeRowsPlan change) {
            return "ChangeRows " + change.kind() + " " + change.table().name() + " sessionTokens="
                    + change.sessionTokens() + ": " + change.sql();
        }
        if (plan instanceof PassThroughPlan query) {
            return "PassThrough sessionTokens=" + query.sessionTokens() + ": " + query.sql();
        }
        if (plan instanceof SyncPlan sync) {
            return "Sync " + (sync.table() == null ? "session" : sync.table().name());
        }
        if (plan instanceof DefinitionPlan.CreateTable create) {
            return "CreateTable " + create.table().database() + " ifNotExists=" + create.ifNotExists()
                    + (create.autoIncrementStart() == 0 ? "" : " autoIncrementStart=" + create.autoIncrementStart())
                    + "\n"
                    + TableDdl.show(create.table());
        }
        if (plan instanceof DefinitionPlan.CreateView create) {
            return "CreateView " + create.view().fullName() + " "
                    + create.view().table().columns().stream().map(Column::name).toList() + " by '"
                    + create.view().definer() + "' current=" + create.currentDatabase() + " existing="
                    + create.existing() + ": " + create.view().query();
        }
        if (plan instanceof DefinitionPlan.SetAutoIncrement set) {
            return "SetAutoIncrement " + set.table().name() + " " + set.next();
        }
        if (plan instanceof DefinitionPlan.ChangeIndexes change) {
            return "ChangeIndexes " + change.table().name();
        }
        if (plan instanceof DefinitionPlan.TruncateTable truncate) {
            return "TruncateTable " + truncate.table().name();
        }
        if (plan instanceof DefinitionPlan.TruncatePartitions truncate) {
            return "TruncatePartitions " + truncate.table().name() + " " + truncate.partitions();
        }
        if (plan instanceof DefinitionPlan.AlterProperties alter) {
            return "AlterProperties " + alter.table().name() + " " + new TreeMap<>(alter.changes());
        }
        if (plan instanceof DefinitionPlan.AlterTable alter) {
            return "AlterTable " + alter.table().name() + " version="
                    + alter.change().table().schemaVersion()
                    + " origins=" + alter.change().origins()
                    + (alter.autoIncrementStart() == 0 ? "" : " autoIncrementStart=" + alter.autoIncrementStart())
                    + "\n" + TableDdl.show(alter.change().table());
        }
        if (plan instanceof LoadDataPlan load) {
            return "LoadData '" + load.file() + "' " + insert(load.target()) + " fields=" + load.fields() + "\n  "
                    + format(load.format());
        }
        return plan.toString();
    }

    private static String format(LoadDataFormat format) {
        return format.charset() + " fields " + HEX.formatHex(format.fieldEnd()) + " enclosed " + format.enclosure()
                + " escaped " + format.escape() + " lines " + HEX.formatHex(format.lineStart()) + ".."
                + HEX.formatHex(format.lineEnd()) + " ignored " + format.ignoredLines();
    }

    private static String insert(InsertPlan plan) {
        return plan.table().database() + "." + plan.table().name() + plan.columns()
                + (plan.columnList() ? " list " : " ") + plan.form()
                + (plan.label().isEmpty() ? "" : " label=" + plan.label())
                + plan.hint().groupCommit().map(mode -> " hint=" + mode).orElse("")
                + (plan.hint().idempotencyKey().isEmpty()
                        ? ""
                        : " key=" + plan.hint().idempotencyKey())
                + (plan.reason() == null ? "" : " reason=" + plan.reason())
                + (plan.ignore() ? " ignore" : "")
                + (plan.overwrites() ? " overwrite" : "");
    }

    private static String rows(InsertPlan plan, byte[] sql) {
        Events events = new Events();
        try {
            ValuesScanner.Outcome outcome = new ValuesScanner().scan(plan, sql, 0, sql.length, SqlMode.DEFAULT, events);
            return outcome == ValuesScanner.Outcome.LITERALS ? "  " + events : "  " + outcome + engineRows(plan, sql);
        } catch (TributaryException e) {
            return "  error " + e.code().number() + " " + e.getMessage();
        }
    }

    private static String engineRows(InsertPlan plan, byte[] sql) {
        String source = EngineInsert.source(plan, sql, 0, sql.length, SqlMode.DEFAULT);
        StringBuilder text = new StringBuilder();
        ComputedRows computed = EngineInsert.computed(plan, source, SqlMode.DEFAULT);
        for (EngineRows rows : computed.queries()) {
            text.append(' ').append(rows.rows()).append(' ').append(rows.query());
        }
        OnDuplicateKey rule = computed.onDuplicateKey();
        if (rule != null) {
            text.append(" on duplicate key ").append(rule.action());
            rule.assignments()
                    .forEach(each ->
                            text.append(' ').append(each.position()).append('=').append(each.expression()));
        }
        return text.toString();
    }
}
