package io.tributary.frontend.mysql;

import io.netty.buffer.ByteBuf;
import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.schema.ColumnType;
import io.tributary.frontend.execution.Answer;
import io.tributary.frontend.execution.Reply;
import io.tributary.protocol.CharacterSet;
import io.tributary.protocol.ServerStatus;
import io.tributary.protocol.response.BinaryRow;
import io.tributary.protocol.response.ErrPacket;
import io.tributary.protocol.response.LocalInfileRequest;
import io.tributary.protocol.response.OkPacket;
import io.tributary.protocol.response.ResultSetEnd;
import io.tributary.protocol.response.RowWriter;
import io.tributary.protocol.response.TextRow;
import io.tributary.session.Session;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes the answers of one connection's statements as packets, and says when a statement is answered. One for a
 * connection, told before each statement how it is to be answered. Event loop of the connection.
 */
final class ReplyWriter implements Reply, ResultSetWriter.End, Cursor.Listener {
    private final ClientConnection client;
    private final Session session;
    private final BooleanSupplier inTransaction;
    private final Answered answered;
    private final ResultHead head;
    private final Cursors cursors = new Cursors();
    private @Nullable RunningResult running;
    /** The statement whose result set is to be fetched; 0 for one that is written at once. */
    private int cursorOf;

    private boolean binary;
    private boolean moreResults;
    private boolean reusedPlan;
    private long executions;

    /** Called once for each statement, when its last packet is written. */
    interface Answered {
        /** @param ok false after an error, which ends a chain of statements */
        void answered(boolean ok);

        /** Called instead, until the file has come: the client was asked for it. */
        void asked(Answer.LocalFile file);
    }

    ReplyWriter(ClientConnection client, Session session, BooleanSupplier inTransaction, Answered answered) {
        this.client = client;
        this.session = session;
        this.head = new ResultHead(client, session);
        this.inTransaction = inTransaction;
        this.answered = answered;
    }

    /** The next answer is that of a text statement. */
    ReplyWriter text(boolean moreFollow) {
        binary = false;
        cursorOf = 0;
        moreResults = moreFollow;
        return this;
    }

    /**
     * The next answer is that of an EXECUTE.
     *
     * @param statementId whose rows wait to be fetched; 0 where they are sent at once
     */
    ReplyWriter executed(boolean planReused, int statementId) {
        binary = true;
        cursorOf = statementId;
        moreResults = false;
        reusedPlan = planReused;
        executions++;
        return this;
    }

    int status() {
        return (session.variables().autocommit() ? ServerStatus.AUTOCOMMIT : 0)
                | (inTransaction.getAsBoolean() ? ServerStatus.IN_TRANSACTION : 0)
                | (session.variables().sqlMode().noBackslashEscapes() ? ServerStatus.NO_BACKSLASH_ESCAPES : 0)
                | (moreResults ? ServerStatus.MORE_RESULTS : 0);
    }

    /** The result set being written, if one is. */
    @Nullable
    RunningResult running() {
        return running;
    }

    ResultHead head() {
        return head;
    }

    Cursors cursors() {
        return cursors;
    }

    /** COM_STMT_FETCH. */
    void fetch(int statementId, long rows) {
        text(false);
        Cursor cursor = cursors.get(statementId);
        running = cursor;
        cursor.fetch(rows);
    }

    @Override
    public void done(Answer.Done done) {
        String info = !done.info().isEmpty()
                ? done.info()
                : binary
                        ? LoadInfo.executed(done.load(), session.id(), executions, reusedPlan)
                        : LoadInfo.text(done.load());
        client.write(new OkPacket(
                Math.max(0, done.affectedRows()),
                done.toldId(),
                status(),
                session.diagnostics().told(),
                info,
                session.takeChanges(inTransaction.getAsBoolean())));
        answered.answered(true);
    }

    @Override
    public void rows(Answer.LocalRows rows) {
        if (cursorOf != 0) {
            LocalBlocks.send(rows, resultSet());
            return;
        }
        head.write(rows.columns(), status());
        RowWriter row = binary ? new BinaryRow(WireColumns.typeCodes(rows.columns())) : new TextRow();
        ByteBuf out = client.buffer();
        for (List<@Nullable String> cells : rows.rows()) {
            client.packets().begin(out);
            row.start(out);
            for (int i = 0; i < cells.size(); i++) {
                cell(rows.columns().get(i), cells.get(i), row);
            }
            client.packets().end(out);
        }
        client.packets()
                .write(out, new ResultSetEnd(status(), session.diagnostics().told()));
        client.write(out);
        answered.answered(true);
    }

    @Override
    public void file(Answer.LocalFile file) {
        client.writeAndFlush(new LocalInfileRequest(file.name()));
        answered.asked(file);
    }

    @Override
    public LimitedReceiver resultSet() {
        if (cursorOf != 0) {
            Cursor cursor = new Cursor(client, head.latin1(), inTransaction.getAsBoolean(), this);
            running = cursor;
            return cursor;
        }
        ResultSetWriter writer = new ResultSetWriter(client, head, binary, status(), this);
        running = writer;
        return writer;
    }

    @Override
    public void opened(Cursor cursor, List<ResultColumn> columns) {
        running = null;
        session.foundRowsNotCounted();
        cursors.add(cursorOf, cursor);
        head.writeCursor(columns, status());
        answered.answered(true);
    }

    @Override
    public void fetched(int cursorStatus) {
        running = null;
        client.write(new ResultSetEnd(status() | cursorStatus, 0));
        answered.answered(true);
    }

    @Override
    public void finished(long rows) {
        running = null;
        session.rowsFound(rows);
        client.write(new ResultSetEnd(status(), session.diagnostics().told()));
        answered.answered(true);
    }

    @Override
    public void failed(Throwable error) {
        running = null;
        ErrPacket packet = MySqlErrors.packet(error, session);
        session.failed(packet.number(), packet.message());
        client.write(packet);
        answered.answered(false);
    }

    private void cell(ResultColumn column, @Nullable String text, RowWriter row) {
        if (text == null) {
            row.appendNull();
        } else if (column.type().kind() == ColumnType.Kind.BIGINT) {
            row.appendLong(Long.parseLong(text));
        } else if (head.latin1()) {
            byte[] bytes = text.getBytes(CharacterSet.charset(CharacterSet.LATIN1_SWEDISH_CI));
            row.appendBytes(bytes, 0, bytes.length);
        } else {
            row.appendText(text);
        }
    }
}
