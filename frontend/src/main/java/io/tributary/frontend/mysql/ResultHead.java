package io.tributary.frontend.mysql;

import io.netty.buffer.ByteBuf;
import io.tributary.contract.calls.ResultColumn;
import io.tributary.protocol.Capability;
import io.tributary.protocol.ServerStatus;
import io.tributary.protocol.response.ColumnCount;
import io.tributary.protocol.response.EofPacket;
import io.tributary.protocol.response.PrepareOk;
import io.tributary.protocol.response.ResultSetEnd;
import io.tributary.session.Session;
import java.util.List;

/**
 * Writes what stands before rows: how many columns, their definitions, and what ends those. Definitions are left out for
 * a client with OPTIONAL_RESULTSET_METADATA that set {@code resultset_metadata = NONE}. Event loop of the connection.
 */
final class ResultHead {
    private final ClientConnection client;
    private final Session session;

    ResultHead(ClientConnection client, Session session) {
        this.client = client;
        this.session = session;
    }

    /** Whether text is transcoded for the client. */
    boolean latin1() {
        return session.variables().resultsAreLatin1();
    }

    /** Writes the head of a result set whose rows follow. */
    void write(List<ResultColumn> columns, int status) {
        ByteBuf out = client.buffer();
        writeColumns(out, columns);
        writeEof(out, status);
        client.write(out);
    }

    /** Writes the head of one whose rows are fetched: what ends the columns says so, whatever the client made of EOF. */
    void writeCursor(List<ResultColumn> columns, int status) {
        ByteBuf out = client.buffer();
        writeColumns(out, columns);
        client.packets()
                .write(
                        out,
                        new ResultSetEnd(
                                status | ServerStatus.CURSOR_EXISTS,
                                session.diagnostics().told()));
        client.write(out);
    }

    /** The answer to COM_STMT_PREPARE. */
    void writePrepared(int statementId, int parameters, List<ResultColumn> columns, int status) {
        boolean definitions = definitionsFollow();
        ByteBuf out = client.buffer();
        client.packets().write(out, new PrepareOk(statementId, columns.size(), parameters, 0, definitions));
        if (definitions && parameters > 0) {
            for (int i = 0; i < parameters; i++) {
                client.packets().write(out, WireColumns.PARAMETER);
            }
            writeEof(out, status);
        }
        if (definitions && !columns.isEmpty()) {
            writeDefinitions(out, columns);
            writeEof(out, status);
        }
        client.write(out);
    }

    private boolean definitionsFollow() {
        return session.variables().wantsDefinitions()
                || !Capability.has(client.packets().capabilities(), Capability.OPTIONAL_RESULTSET_METADATA);
    }

    private void writeColumns(ByteBuf out, List<ResultColumn> columns) {
        boolean definitions = definitionsFollow();
        client.packets().write(out, new ColumnCount(columns.size(), definitions));
        if (definitions) {
            writeDefinitions(out, columns);
        }
    }

    private void writeDefinitions(ByteBuf out, List<ResultColumn> columns) {
        boolean latin1 = latin1();
        for (ResultColumn column : columns) {
            client.packets().write(out, WireColumns.definition(column, latin1));
        }
    }

    private void writeEof(ByteBuf out, int status) {
        if (!client.deprecatesEof()) {
            client.packets().write(out, new EofPacket(status, 0));
        }
    }
}
