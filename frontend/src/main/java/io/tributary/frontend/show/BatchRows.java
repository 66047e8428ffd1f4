package io.tributary.frontend.show;

import static io.tributary.frontend.execution.Answer.LocalRows.number;
import static io.tributary.frontend.execution.Answer.LocalRows.text;

import io.tributary.contract.calls.BatchInfo;
import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.temporary.TemporaryName;
import io.tributary.frontend.execution.Answer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** SHOW GROUP COMMIT: the batches that are not committed yet, a row each. Any thread. */
final class BatchRows {
    private BatchRows() {}

    static List<ResultColumn> columns() {
        return List.of(
                text("Database"),
                text("Table"),
                text("Label"),
                number("TxnId"),
                text("State"),
                number("Loads"),
                number("Rows"),
                number("Bytes"),
                number("AgeMs"),
                number("WaitingWriters"),
                number("FailedCommits"),
                text("LastError"));
    }

    static Answer.LocalRows of(List<BatchInfo> batches) {
        List<List<@Nullable String>> rows = new ArrayList<>(batches.size());
        for (BatchInfo batch : batches) {
            if (TemporaryName.isOne(batch.table())) {
                continue;
            }
            rows.add(Arrays.asList(
                    batch.database(),
                    batch.table(),
                    batch.label(),
                    Long.toString(batch.txnId()),
                    batch.state().name(),
                    Long.toString(batch.loads()),
                    Long.toString(batch.rows()),
                    Long.toString(batch.bytes()),
                    Long.toString(batch.ageMillis()),
                    Integer.toString(batch.writers()),
                    Integer.toString(batch.failedCommits()),
                    batch.lastError()));
        }
        return new Answer.LocalRows(columns(), rows);
    }
}
