package io.tributary.frontend.mysql;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.TableSchema;
import io.tributary.frontend.execution.Answer;
import io.tributary.frontend.execution.ConnectionLoop;
import io.tributary.frontend.show.ServerStatistics;
import io.tributary.frontend.statement.StatementExecutor;
import io.tributary.planner.plan.LikePattern;
import io.tributary.protocol.CharacterSet;
import io.tributary.protocol.codec.PacketDecoder;
import io.tributary.protocol.command.ChangeUser;
import io.tributary.protocol.command.Command;
import io.tributary.protocol.command.Debug;
import io.tributary.protocol.command.FieldList;
import io.tributary.protocol.command.InitDb;
import io.tributary.protocol.command.Ping;
import io.tributary.protocol.command.ProcessKill;
import io.tributary.protocol.command.Query;
import io.tributary.protocol.command.Quit;
import io.tributary.protocol.command.ResetConnection;
import io.tributary.protocol.command.SetOption;
import io.tributary.protocol.command.Statistics;
import io.tributary.protocol.command.StmtClose;
import io.tributary.protocol.command.StmtExecute;
import io.tributary.protocol.command.StmtFetch;
import io.tributary.protocol.command.StmtPrepare;
import io.tributary.protocol.command.StmtReset;
import io.tributary.protocol.command.StmtSendLongData;
import io.tributary.protocol.command.Unknown;
import io.tributary.protocol.response.FieldListColumn;
import io.tributary.protocol.response.OkPacket;
import io.tributary.protocol.response.ResultSetEnd;
import io.tributary.protocol.response.StatisticsText;
import io.tributary.session.Session;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * One method per command. Each ends in exactly one call of {@link Progress#answered}, at once or when the backend has answered.
 *
 * <p>Event loop of the connection.
 */
final class CommandDispatcher implements Command.Visitor<Boolean>, ReplyWriter.Answered {
    /** Answer of every method but one: the connection goes on. */
    private static final Boolean CONTINUES = true;

    private final ConnectionServices services;
    private final ClientConnection client;
    private final Session session;
    private final ConnectionLoop loop;
    private final byte[] nonce;
    private final Progress progress;
    private final StatementExecutor executor;
    private final ReplyWriter reply;
    private final TextCommands texts;
    private final PreparedCommands prepared;
    private final PacketExchange exchange;

    /** What the command in flight tells whoever reads packets. */
    interface Progress {
        /** It has its answer, or needs none. */
        void answered();

        /** A packet that belongs to it may be handed on again. */
        void takesPacket();

        /** Whether packets wait that came before they were asked for. */
        boolean packetsWait();

        /** The client hears this, and the connection ends. */
        void broken(Throwable error);
    }

    CommandDispatcher(
            ConnectionServices services,
            ClientConnection client,
            PacketDecoder decoder,
            Session session,
            ConnectionLoop loop,
            byte[] nonce,
            Progress progress) {
        this.services = services;
        this.client = client;
        this.session = session;
        this.loop = loop;
        this.nonce = nonce;
        this.progress = progress;
        this.executor = new StatementExecutor(services.execution(), session, loop);
        this.reply = new ReplyWriter(client, session, executor::inTransaction, this);
        this.texts = new TextCommands(client, session, executor, reply);
        this.prepared = new PreparedCommands(session, executor, reply);
        this.exchange = new PacketExchange(client, decoder, session, progress, run -> executor.finish(run, reply));
    }

    void dispatch(Command command) {
        session.diagnostics().begin();
        if (!command.accept(this)) {
            client.close();
        }
    }

    /** Answers the command in flight with an error. */
    void fail(Throwable error) {
        texts.end();
        reply.failed(error);
    }

    Charset clientCharset() {
        return session.variables().clientIsLatin1()
                ? CharacterSet.charset(CharacterSet.LATIN1_SWEDISH_CI)
                : StandardCharsets.UTF_8;
    }

    /** Ends a query that runs; a load that was sent cannot be called back and gives its answer. */
    void killStatement() {
        RunningResult running = reply.running();
        if (running != null) {
            running.kill();
            client.flush();
        }
        executor.interrupt();
        exchange.interrupt();
    }

    void writabilityChanged() {
        RunningResult running = reply.running();
        if (running != null) {
            running.writabilityChanged();
        }
    }

    /** The connection is gone. */
    void close() {
        // What follows in the same text belongs to a transaction that ends here.
        texts.end();
        RunningResult running = reply.running();
        if (running != null) {
            running.abandon();
        }
        exchange.abandon();
        reply.cursors().closeAll();
        executor.close();
    }

    /** The packets that belong to the command in flight. */
    PacketExchange exchange() {
        return exchange;
    }

    @Override
    public Boolean visit(Query command) {
        texts.query(utf8(command.text()));
        return CONTINUES;
    }

    @Override
    public Boolean visit(StmtPrepare command) {
        byte[] sql = utf8(command.text());
        String info = StatementInfo.of(sql);
        session.doing("Prepare", info);
        prepared.prepare(sql, info, this::finish);
        return CONTINUES;
    }

    @Override
    public Boolean visit(StmtExecute command) {
        prepared.execute(command, clientCharset());
        return CONTINUES;
    }

    @Override
    public Boolean visit(StmtSendLongData command) {
        session.statements().appendLongData(command.statementId(), command.parameter(), command.data());
        finish();
        return CONTINUES;
    }

    @Override
    public Boolean visit(StmtReset command) {
        session.statements().get(command.statementId(), "mysqld_stmt_reset").resetLongData();
        reply.cursors().close(command.statementId());
        ok();
        return CONTINUES;
    }

    @Override
    public Boolean visit(StmtClose command) {
        reply.cursors().close(command.statementId());
        session.statements().close(command.statementId());
        finish();
        return CONTINUES;
    }

    @Override
    public Boolean visit(StmtFetch command) {
        session.doing(
                "Fetch",
                session.statements()
                        .get(command.statementId(), "mysqld_stmt_fetch")
                        .info());
        reply.fetch(command.statementId(), Integer.toUnsignedLong(command.rows()));
        return CONTINUES;
    }

    @Override
    public Boolean visit(InitDb command) {
        session.doing("Init DB", command.database());
        executor.use(command.database(), reply.text(false));
        return CONTINUES;
    }

    @Override
    public Boolean visit(Ping command) {
        ok();
        return CONTINUES;
    }

    @Override
    public Boolean visit(Quit command) {
        return false;
    }

    @Override
    public Boolean visit(ResetConnection command) {
        reply.cursors().closeAll();
        executor.reset(this::ok);
        return CONTINUES;
    }

    @Override
    public Boolean visit(ChangeUser command) {
        AuthenticationExchange started = new AuthenticationExchange(
                services.execution()
                        .clients()
                        .authenticator()
                        .login(command.user(), session.host(), command.authPlugin(), nonce),
                client,
                loop,
                new AuthenticationExchange.Outcome() {
                    @Override
                    public void granted() {
                        changeUser(command);
                    }

                    @Override
                    public void denied(Throwable error) {
                        // MySQL does the same: who fails to become somebody else is nobody.
                        client.writeAndClose(MySqlErrors.packet(error, session.id()));
                    }
                });
        exchange.authenticate(started, command.authResponse());
        return CONTINUES;
    }

    @Override
    public Boolean visit(SetOption command) {
        switch (command.option()) {
            case SetOption.MULTI_STATEMENTS_ON -> session.multiStatements(true);
            case SetOption.MULTI_STATEMENTS_OFF -> session.multiStatements(false);
            default -> throw unknownCommand();
        }
        endOfList();
        return CONTINUES;
    }

    @Override
    public Boolean visit(FieldList command) {
        services.execution().clients().sessions().countQuestion();
        TableSchema table = executor.table(command.table());
        for (Column column : table.visibleColumns()) {
            if (command.wildcard().isEmpty() || LikePattern.matches(command.wildcard(), column.name())) {
                client.write(new FieldListColumn(
                        WireColumns.definition(table, column, reply.head().latin1())));
            }
        }
        endOfList();
        return CONTINUES;
    }

    @Override
    public Boolean visit(Statistics command) {
        client.write(new StatisticsText(new ServerStatistics(services.execution()).text()));
        finish();
        return CONTINUES;
    }

    @Override
    public Boolean visit(ProcessKill command) {
        services.execution().clients().sessions().kill((int) command.threadId(), true);
        ok();
        return CONTINUES;
    }

    @Override
    public Boolean visit(Debug command) {
        endOfList();
        return CONTINUES;
    }

    @Override
    public Boolean visit(Unknown command) {
        throw unknownCommand();
    }

    static TributaryException unknownDatabase(String database) {
        return new TributaryException(ErrorCode.UNKNOWN_DATABASE, "Unknown database '" + database + "'");
    }

    @Override
    public void asked(Answer.LocalFile file) {
        exchange.awaitFile(file);
    }

    @Override
    public void answered(boolean ok) {
        if (!texts.goOn(ok)) {
            finish();
        }
    }

    private void changeUser(ChangeUser command) {
        String database = command.database();
        reply.cursors().closeAll();
        exchange.authenticated(services.settings().maxAllowedPacketBytes());
        executor.reset(() -> {
            session.become(
                    command.user(),
                    database == null ? "" : database,
                    client.packets().capabilities());
            if (CharacterSet.isLatin1(command.characterSet())) {
                session.variables().setNames("latin1", null);
            }
            if (database != null && !services.hasDatabase(database)) {
                session.use("");
                fail(unknownDatabase(database));
            } else {
                ok();
            }
        });
    }

    private void ok() {
        client.write(
                new OkPacket(0, 0, reply.text(false).status(), 0, "", session.takeChanges(executor.inTransaction())));
        finish();
    }

    /** An EOF, not an OK: clients without DEPRECATE_EOF read it as such. */
    private void endOfList() {
        client.write(new ResultSetEnd(reply.text(false).status(), 0));
        finish();
    }

    private void finish() {
        session.doing("Sleep", "");
        progress.answered();
    }

    /**
     * Statements are planned as UTF-8, whatever the client speaks. A NUL at the end is none of the statement: MySQL takes
     * it for the end, and mysqlslap sends it.
     */
    private byte[] utf8(byte[] packet) {
        int length = packet.length;
        byte[] text = length > 0 && packet[length - 1] == 0 ? Arrays.copyOf(packet, length - 1) : packet;
        return session.variables().clientIsLatin1()
                ? new String(text, clientCharset()).getBytes(StandardCharsets.UTF_8)
                : text;
    }

    private static TributaryException unknownCommand() {
        return new TributaryException(ErrorCode.UNKNOWN_COMMAND, "Unknown command");
    }
}
