package io.tributary.frontend.mysql;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.token.StatementSplitter;
import io.tributary.frontend.statement.StatementExecutor;
import io.tributary.session.Session;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * COM_QUERY: the statements of one text, each begun when the one before is answered.
 *
 * <p>Event loop of the connection.
 */
final class TextCommands {
    private final ClientConnection client;
    private final Session session;
    private final StatementExecutor executor;
    private final ReplyWriter reply;
    private @Nullable Chain chain;

    /** The statements of one text, and which of them is next. */
    private static final class Chain {
        final byte[] sql;
        final List<StatementSplitter.Range> ranges;
        int next;

        Chain(byte[] sql, List<StatementSplitter.Range> ranges) {
            this.sql = sql;
            this.ranges = ranges;
        }
    }

    TextCommands(ClientConnection client, Session session, StatementExecutor executor, ReplyWriter reply) {
        this.client = client;
        this.session = session;
        this.executor = executor;
        this.reply = reply;
    }

    void query(byte[] sql) {
        session.doing("Query", StatementInfo.of(sql));
        if (!session.multiStatements()) {
            Optional<StatementSplitter.Range> insert = StatementSplitter.onlyInsert(sql, 0, sql.length);
            if (insert.isPresent()) {
                executor.execute(sql, insert.get().from(), insert.get().to(), reply.text(false));
                return;
            }
        }
        List<StatementSplitter.Range> ranges = StatementSplitter.split(sql, 0, sql.length, executor.sqlMode());
        if (ranges.size() > 1 && !session.multiStatements()) {
            executor.refused(sql);
            throw new TributaryException(
                    ErrorCode.SYNTAX,
                    "You have an error in your SQL syntax; several statements in one command need the capability"
                            + " MULTI_STATEMENTS");
        }
        chain = new Chain(sql, ranges);
        next(chain);
    }

    private void next(Chain of) {
        StatementSplitter.Range range = of.ranges.get(of.next++);
        boolean moreFollow = of.next < of.ranges.size();
        if (!moreFollow) {
            chain = null;
        }
        session.diagnostics().begin();
        executor.execute(of.sql, range.from(), range.to(), reply.text(moreFollow));
    }

    /**
     * Begins the next statement when one is answered.
     *
     * @param ok false after an error, behind which none follows
     * @return false if there is none, and the command is answered
     */
    boolean goOn(boolean ok) {
        Chain of = chain;
        if (of == null || !ok) {
            chain = null;
            return false;
        }
        // The next comes through the loop: a thousand statements that answer at once must not be a thousand frames
        // deep.
        client.eventLoop().execute(() -> {
            if (chain == of) {
                guarded(of);
            }
        });
        return true;
    }

    private void guarded(Chain of) {
        try {
            next(of);
        } catch (RuntimeException e) {
            chain = null;
            reply.failed(e);
        }
    }

    /** What follows in the text is not begun. */
    void end() {
        chain = null;
    }
}
