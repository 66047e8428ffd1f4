package io.tributary.frontend.http;

import io.netty.channel.ChannelHandlerContext;
import io.tributary.frontend.compression.DecoderBudget;
import io.tributary.frontend.execution.ConnectionLoop;
import io.tributary.frontend.execution.ExecutionServices;
import io.tributary.frontend.execution.Rejections;
import io.tributary.frontend.http.question.RequestSession;
import io.tributary.session.PreparedStatements;
import io.tributary.session.SystemVariables;
import java.util.concurrent.Executor;

/**
 * What loads over HTTP are made with. Any thread.
 *
 * @param bodies bounded pool that decodes and reads what comes
 * @param bodyBytesMax {@code stream_load_body_bytes_max}: of one body, as it came and decoded
 * @param decoders of compressed bodies
 */
public record LoadServices(
        ExecutionServices execution,
        SystemVariables variables,
        PreparedStatements.Limit statements,
        Executor bodies,
        long bodyBytesMax,
        DecoderBudget decoders) {
    public LoadServices(
            ExecutionServices execution,
            SystemVariables variables,
            PreparedStatements.Limit statements,
            Executor bodies,
            long bodyBytesMax) {
        this(execution, variables, statements, bodies, bodyBytesMax, DecoderBudget.ofHeap());
    }

    /** What loads have left out. */
    Rejections rejections() {
        return execution.status().rejections();
    }

    /** A session for what one request asks. */
    RequestSession session(String user, ChannelHandlerContext context) {
        return new RequestSession(
                execution,
                variables,
                statements,
                user,
                HttpLoads.host(context),
                new ConnectionLoop(context.executor(), bodies));
    }
}
