package io.tributary.planner.plan;

/** What to do for one statement: data that an executor visits. A new case breaks every executor that forgets it. */
public sealed interface Plan
        permits InsertPlan,
                ExplainInsertPlan,
                PassThroughPlan,
                ChangeRowsPlan,
                DefinitionPlan,
                AccountPlan,
                TransactionPlan,
                SavepointPlan,
                SetPlan,
                UsePlan,
                ShowPlan,
                SelectVariablesPlan,
                SyncPlan,
                QuarantinePlan,
                KillPlan,
                DecommissionPlan,
                MaintenancePlan,
                NamedStatementPlan,
                LoadDataPlan,
                DoNothingPlan {
    <R> R accept(Visitor<R> visitor);

    /** One method for each kind of plan. */
    interface Visitor<R> {
        R visitInsert(InsertPlan plan);

        R visitExplainInsert(ExplainInsertPlan plan);

        R visitPassThrough(PassThroughPlan plan);

        R visitChangeRows(ChangeRowsPlan plan);

        R visitDefinition(DefinitionPlan plan);

        R visitAccount(AccountPlan plan);

        R visitTransaction(TransactionPlan plan);

        R visitSavepoint(SavepointPlan plan);

        R visitSet(SetPlan plan);

        R visitUse(UsePlan plan);

        R visitShow(ShowPlan.Local plan);

        R visitReport(ShowPlan.Report plan);

        R visitShowOfServer(ShowPlan.OfServer plan);

        R visitSelectVariables(SelectVariablesPlan plan);

        R visitSync(SyncPlan plan);

        R visitQuarantine(QuarantinePlan plan);

        R visitKill(KillPlan plan);

        R visitDecommission(DecommissionPlan plan);

        R visitMaintenance(MaintenancePlan plan);

        R visitNamedStatement(NamedStatementPlan plan);

        R visitLoadData(LoadDataPlan plan);

        R visitDoNothing(DoNothingPlan plan);
    }
}
