package io.tributary.frontend.show;

import static io.tributary.frontend.execution.Answer.LocalRows.number;
import static io.tributary.frontend.execution.Answer.LocalRows.text;

import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.calls.TransactionInfo;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.frontend.execution.Answer;
import io.tributary.planner.plan.ShowCondition;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** {@code SHOW TRANSACTION WHERE id = n} or {@code label = 'l'}: what became of a load. Any thread. */
final class TransactionRows {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);

    private TransactionRows() {}

    /** @param label empty where an id is asked for */
    record Wanted(long txnId, String label) {}

    /** @throws TributaryException 1105 for any other condition, in Doris' words */
    static Wanted wanted(ShowCondition.AllOf where) {
        List<ShowCondition> conditions = where.conditions();
        if (conditions.size() == 1
                && conditions.get(0) instanceof ShowCondition.Filter filter
                && !filter.pattern()
                && filter.values().size() == 1) {
            String value = filter.values().get(0);
            if (filter.column().equalsIgnoreCase("label")) {
                return new Wanted(0, value);
            }
            if (filter.column().equalsIgnoreCase("id")) {
                try {
                    return new Wanted(Long.parseLong(value), "");
                } catch (NumberFormatException e) {
                    throw new TributaryException(ErrorCode.INVALID_STATEMENT, "Invalid id: " + value);
                }
            }
        }
        throw new TributaryException(
                ErrorCode.INVALID_STATEMENT, "Where clause should looks like one of them: id = 123 or label = 'label'");
    }

    /** @throws TributaryException 1105 where there is none */
    static Answer.LocalRows of(List<TransactionInfo> found, Wanted wanted, ZoneId zone) {
        if (found.isEmpty()) {
            throw new TributaryException(
                    ErrorCode.INVALID_STATEMENT,
                    wanted.label().isEmpty()
                            ? "transaction with id " + wanted.txnId() + " does not exist"
                            : "transaction with label " + wanted.label() + " does not exist");
        }
        List<List<@Nullable String>> rows = new ArrayList<>(found.size());
        for (TransactionInfo one : found) {
            rows.add(Arrays.asList(
                    Long.toString(one.txnId()),
                    one.label(),
                    one.status().name(),
                    one.groupCommit() ? "GROUP_COMMIT" : "INSERT_STREAMING",
                    one.database(),
                    one.table(),
                    Long.toString(one.rows()),
                    time(one.beganMillis(), zone),
                    time(one.endedMillis(), zone),
                    one.reason()));
        }
        return new Answer.LocalRows(columns(), rows);
    }

    static List<ResultColumn> columns() {
        return List.of(
                number("TransactionId"),
                text("Label"),
                text("TransactionStatus"),
                text("LoadJobSourceType"),
                text("Database"),
                text("Table"),
                number("Rows"),
                text("PrepareTime"),
                text("FinishTime"),
                text("Reason"));
    }

    private static @Nullable String time(long millis, ZoneId zone) {
        return millis == 0 ? null : TIME.format(Instant.ofEpochMilli(millis).atZone(zone));
    }
}
