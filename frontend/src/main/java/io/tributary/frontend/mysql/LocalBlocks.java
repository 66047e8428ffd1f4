package io.tributary.frontend.mysql;

import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.calls.ResultReceiver;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.frontend.execution.Answer;
import io.tributary.frontend.execution.Reply;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Gives a result set that the frontend made itself to who expects one of the engine. */
final class LocalBlocks {
    private LocalBlocks() {}

    static void send(Answer.LocalRows rows, Reply.LimitedReceiver receiver) {
        AtomicBoolean cancelled = new AtomicBoolean();
        receiver.columns(rows.columns(), new ResultReceiver.Flow() {
            @Override
            public void request(int blocks) {}

            @Override
            public void cancel() {
                cancelled.set(true);
            }
        });
        if (!cancelled.get()) {
            receiver.rows(block(rows));
            receiver.finished();
        }
    }

    private static RowBlock block(Answer.LocalRows rows) {
        List<Column> columns =
                rows.columns().stream().map(LocalBlocks::unlimited).toList();
        RowBlockWriter writer = new RowBlockWriter(columns);
        for (List<@Nullable String> cells : rows.rows()) {
            writer.beginRow();
            for (int i = 0; i < cells.size(); i++) {
                String cell = cells.get(i);
                if (cell == null) {
                    writer.putNull(i);
                } else {
                    byte[] text = cell.getBytes(StandardCharsets.UTF_8);
                    writer.putText(i, text, 0, text.length);
                }
            }
            writer.endRow();
        }
        return writer.finish();
    }

    /** What a client is told of a text's length is no limit. */
    private static Column unlimited(ResultColumn column) {
        ColumnType type =
                column.type().kind() == ColumnType.Kind.VARCHAR ? ColumnType.of(ColumnType.Kind.STRING) : column.type();
        return Column.of(column.name(), type, true);
    }
}
