package io.tributary.frontend.http.question;

import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.calls.ResultReceiver;
import io.tributary.contract.calls.ResultValues;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.memory.ByteBudget;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.RowBlockReader;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.frontend.execution.Answer;
import io.tributary.frontend.execution.ConnectionLoop;
import io.tributary.frontend.execution.Reply;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Collects the rows of one answer as MySQL prints them; bytes are {@code 0x} and hexadecimal digits. The next block is asked
 * for when the one before is collected. Event loop of the connection, but for what the engine's thread hands over.
 */
final class RowsReply implements Reply {
    /** The most bytes of all values of an answer, as text. */
    static final int BYTES_MAX = 4 << 20;

    private final ConnectionLoop loop;
    private final ByteBudget.Share memory;
    private final int rowsMax;
    private final CompletableFuture<Answer.LocalRows> rows = new CompletableFuture<>();
    private final List<List<@Nullable String>> cells = new ArrayList<>();
    private long bytes;
    private ResultReceiver.@Nullable Flow flow;

    /** @param memory of what is collected; given back when the rows are told or nobody wants them */
    RowsReply(ConnectionLoop loop, ByteBudget.Share memory, int rowsMax) {
        this.loop = loop;
        this.memory = memory;
        this.rowsMax = rowsMax;
    }

    /** Completed on the loop. */
    CompletableFuture<Answer.LocalRows> rows() {
        return rows;
    }

    /** Nobody wants them any more. */
    void abandon() {
        end(new TributaryException(ErrorCode.INTERRUPTED, "Query execution was interrupted"));
    }

    /** A reply to a statement that is done before another answers here; its error is the answer. */
    Reply then(Runnable next) {
        RowsReply last = this;
        return new Reply() {
            @Override
            public void done(Answer.Done done) {
                next.run();
            }

            @Override
            public void rows(Answer.LocalRows unexpected) {
                last.rows(unexpected);
            }

            @Override
            public void file(Answer.LocalFile file) {
                last.file(file);
            }

            @Override
            public LimitedReceiver resultSet() {
                return last.resultSet();
            }

            @Override
            public void failed(Throwable error) {
                last.failed(error);
            }
        };
    }

    @Override
    public void done(Answer.Done done) {
        rows.complete(new Answer.LocalRows(List.of(), List.of()));
    }

    @Override
    public void rows(Answer.LocalRows told) {
        int count = Math.min(rowsMax, told.rows().size());
        rows.complete(
                new Answer.LocalRows(told.columns(), new ArrayList<>(told.rows().subList(0, count))));
    }

    @Override
    public void file(Answer.LocalFile file) {
        file.run().abandon();
        failed(new TributaryException(ErrorCode.INVALID_STATEMENT, "a file of the client is not taken by HTTP"));
    }

    @Override
    public LimitedReceiver resultSet() {
        return new Blocks();
    }

    @Override
    public void failed(Throwable error) {
        end(ConnectionLoop.cause(error));
    }

    private void end(Throwable error) {
        ResultReceiver.Flow source = flow;
        if (!rows.isDone() && source != null) {
            source.cancel();
        }
        memory.hold(0);
        rows.completeExceptionally(error);
    }

    /** A result set of the engine. */
    private final class Blocks implements LimitedReceiver {
        private List<ResultColumn> columns = List.of();
        private CompletableFuture<?> collected = CompletableFuture.completedFuture(null);

        @Override
        public void started(Flow source) {
            loop.loop().execute(() -> keep(source));
        }

        @Override
        public void columns(List<ResultColumn> of, Flow source) {
            loop.loop().execute(() -> {
                columns = of;
                keep(source);
            });
        }

        private void keep(Flow source) {
            flow = source;
            if (rows.isDone()) {
                source.cancel();
            }
        }

        @Override
        public void rows(RowBlock block, int count) {
            loop.loop().execute(() -> {
                if (rows.isDone()) {
                    return;
                }
                collected = texts(block, count).thenAccept(this::take).whenComplete((done, error) -> {
                    if (error != null) {
                        end(ConnectionLoop.cause(error));
                    }
                });
            });
        }

        private CompletableFuture<List<List<@Nullable String>>> texts(RowBlock block, int count) {
            List<ResultColumn> of = columns;
            if (block.length() > ConnectionLoop.BYTES_MAX) {
                return loop.offLoop(() -> RowsReply.texts(of, block, count));
            }
            try {
                return CompletableFuture.completedFuture(RowsReply.texts(of, block, count));
            } catch (RuntimeException e) {
                return CompletableFuture.failedFuture(e);
            }
        }

        private void take(List<List<@Nullable String>> texts) {
            if (rows.isDone()) {
                return;
            }
            for (List<@Nullable String> row : texts) {
                for (@Nullable String cell : row) {
                    bytes += cell == null ? 1 : cell.length() + 1L;
                }
            }
            if (bytes > BYTES_MAX) {
                throw new TributaryException(
                        ErrorCode.INVALID_STATEMENT,
                        "the values of the result have more than " + BYTES_MAX
                                + " bytes: ask for fewer by limit, or read them by the MySQL protocol");
            }
            memory.hold(bytes);
            cells.addAll(texts);
            Flow source = flow;
            if (source != null) {
                source.request(1);
            }
        }

        @Override
        public void finished() {
            loop.loop().execute(() -> {
                CompletableFuture<?> unused = collected.thenRun(() -> {
                    memory.hold(0);
                    rows.complete(new Answer.LocalRows(columns, cells));
                });
            });
        }

        @Override
        public void failed(TributaryException error) {
            loop.loop().execute(() -> end(error));
        }
    }

    private static List<List<@Nullable String>> texts(List<ResultColumn> columns, RowBlock block, int count) {
        ResultValues values = new ResultValues(columns);
        values.read(block);
        List<Column> printed = columns.stream()
                .map(column -> Column.of(column.name(), printed(column.type()), true))
                .toList();
        RowBlockWriter writer = new RowBlockWriter(printed);
        for (int row = 0; row < count; row++) {
            writer.beginRow();
            for (int i = 0; i < printed.size(); i++) {
                values.put(i, row, writer, i);
            }
            writer.endRow();
        }
        RowBlockReader texts =
                new RowBlockReader(printed.stream().map(Column::type).toList());
        texts.reset(writer.finish());
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (int row = 0; row < count; row++) {
            List<@Nullable String> cells = new ArrayList<>();
            for (int i = 0; i < printed.size(); i++) {
                cells.add(
                        texts.isNull(i, row)
                                ? null
                                : text(texts, i, row, printed.get(i).type()));
            }
            rows.add(cells);
        }
        return rows;
    }

    private static ColumnType printed(ColumnType type) {
        return ColumnType.of(type.kind() == Kind.VARBINARY && !type.isBits() ? Kind.VARBINARY : Kind.STRING);
    }

    private static String text(RowBlockReader rows, int column, int row, ColumnType type) {
        int from = rows.bytesOffset(column, row);
        int length = rows.bytesLength(column, row);
        return type.kind() == Kind.VARBINARY
                ? "0x" + HexFormat.of().formatHex(rows.array(), from, from + length)
                : new String(rows.array(), from, length, StandardCharsets.UTF_8);
    }
}
