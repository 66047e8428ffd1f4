package io.tributary.protocol.command;

/**
 * What a client asked, in the command phase.
 *
 * @see <a href="https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_command_phase.html">Command phase</a>
 */
public sealed interface Command
        permits ChangeUser,
                Debug,
                FieldList,
                InitDb,
                Ping,
                ProcessKill,
                Query,
                Quit,
                ResetConnection,
                SetOption,
                Statistics,
                StmtClose,
                StmtExecute,
                StmtFetch,
                StmtPrepare,
                StmtReset,
                StmtSendLongData,
                Unknown {
    <R> R accept(Visitor<R> visitor);

    /** One method per command. */
    interface Visitor<R> {
        R visit(Query command);

        R visit(StmtPrepare command);

        R visit(StmtExecute command);

        R visit(StmtSendLongData command);

        R visit(StmtReset command);

        R visit(StmtClose command);

        R visit(StmtFetch command);

        R visit(InitDb command);

        R visit(Ping command);

        R visit(Quit command);

        R visit(ResetConnection command);

        R visit(ChangeUser command);

        R visit(SetOption command);

        R visit(FieldList command);

        R visit(Statistics command);

        R visit(ProcessKill command);

        R visit(Debug command);

        R visit(Unknown command);
    }
}
