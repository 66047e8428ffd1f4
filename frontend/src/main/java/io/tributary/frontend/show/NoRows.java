package io.tributary.frontend.show;

import static io.tributary.frontend.execution.Answer.LocalRows.number;
import static io.tributary.frontend.execution.Answer.LocalRows.text;
import static io.tributary.frontend.execution.Answer.LocalRows.texts;

import io.tributary.contract.calls.ResultColumn;
import io.tributary.frontend.execution.Answer;
import io.tributary.planner.plan.ShowPlan;
import java.util.List;

/** SHOW of what exists in MySQL and never here: the columns a client reads, and no rows. */
final class NoRows {
    private NoRows() {}

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
                };
        return new Answer.LocalRows(columns, List.of());
    }
}
