package io.tributary.frontend.show;

import static io.tributary.frontend.execution.Answer.LocalRows.number;
import static io.tributary.frontend.execution.Answer.LocalRows.text;
import static io.tributary.frontend.execution.Answer.LocalRows.texts;

import io.tributary.contract.calls.ResultColumn;
import io.tributary.frontend.execution.Answer;
import io.tributary.planner.plan.ShowPlan;
import java.util.List;

/** SHOW of what exists in MySQL or in Doris and never here: the columns a client reads, and no rows. */
final class NoRows {
    private static final String LOADS =
            "JobId Label State Progress Type EtlInfo TaskInfo ErrorMsg CreateTime EtlStartTime"
                    + " EtlFinishTime LoadStartTime LoadFinishTime URL JobDetails TransactionId ErrorTablets User Comment";
    private static final String STREAM_LOADS =
            "Label Db Table ClientIp Status Message Url TotalRows LoadedRows FilteredRows"
                    + " UnselectedRows LoadBytes StartTime FinishTime User Comment";
    private static final String ROUTINE_LOADS =
            "Id Name CreateTime PauseTime EndTime DbName TableName IsMultiTable State"
                    + " DataSourceType CurrentTaskNum JobProperties DataSourceProperties CustomProperties Statistic Progress Lag"
                    + " ReasonOfStateChanged ErrorLogUrls OtherMsg User Comment";
    private static final String ROUTINE_LOAD_TASKS =
            "TaskId TxnId TxnStatus JobId CreateTime ExecuteStartTime Timeout BeId DataSourceProperties";
    private static final String TABLETS = "TabletId ReplicaId BackendId SchemaHash Version LstSuccessVersion"
            + " LstFailedVersion LstFailedTime LocalDataSize RemoteDataSize RowCount State LstConsistencyCheckTime"
            + " CheckVersion VisibleVersionCount VersionCount QueryHits PathHash Path MetaUrl CompactionStatus"
            + " CooldownReplicaId CooldownMetaId";

    private NoRows() {}

    private static List<ResultColumn> names(String names) {
        return texts(names.split(" "));
    }

    static Answer.LocalRows of(ShowPlan.Absent.Kind kind) {
        List<ResultColumn> columns =
                switch (kind) {
                    case TRIGGERS ->
                        texts(
                                "Trigger",
                                "Event",
                                "Table",
                                "Statement",
                                "Timing",
                                "Created",
                                "sql_mode",
                                "Definer",
                                "character_set_client",
                                "collation_connection",
                                "Database Collation");
                    case EVENTS ->
                        texts(
                                "Db",
                                "Name",
                                "Definer",
                                "Time zone",
                                "Type",
                                "Execute at",
                                "Interval value",
                                "Interval field",
                                "Starts",
                                "Ends",
                                "Status",
                                "Originator",
                                "character_set_client",
                                "collation_connection",
                                "Database Collation");
                    case PROCEDURE_STATUS, FUNCTION_STATUS ->
                        texts(
                                "Db",
                                "Name",
                                "Type",
                                "Definer",
                                "Modified",
                                "Created",
                                "Security_type",
                                "Comment",
                                "character_set_client",
                                "collation_connection",
                                "Database Collation");
                    case OPEN_TABLES ->
                        List.of(text("Database"), text("Table"), number("In_use"), number("Name_locked"));
                    case BINARY_LOG_STATUS ->
                        List.of(
                                text("File"),
                                number("Position"),
                                text("Binlog_Do_DB"),
                                text("Binlog_Ignore_DB"),
                                text("Executed_Gtid_Set"));
                    case REPLICA_STATUS ->
                        texts("Replica_IO_State", "Source_Host", "Source_User", "Replica_IO_Running", "Last_Error");
                    case REPLICAS ->
                        List.of(
                                number("Server_Id"),
                                text("Host"),
                                number("Port"),
                                number("Source_Id"),
                                text("Replica_UUID"));
                    case PROFILES -> List.of(number("Query_ID"), number("Duration"), text("Query"));
                    case HELP -> texts("name", "is_it_category");
                    case LOADS -> names(LOADS);
                    case STREAM_LOADS -> names(STREAM_LOADS);
                    case ROUTINE_LOADS -> names(ROUTINE_LOADS);
                    case ROUTINE_LOAD_TASKS -> names(ROUTINE_LOAD_TASKS);
                    case TABLETS -> names(TABLETS);
                    case PROPERTIES -> texts("Key", "Value");
                };
        return new Answer.LocalRows(columns, List.of());
    }
}
