package io.tributary.frontend.http;

import io.tributary.frontend.execution.ExecutionServices;
import io.tributary.session.PreparedStatements;
import io.tributary.session.SystemVariables;
import java.util.concurrent.Executor;

/**
 * What loads over HTTP are made with. Any thread.
 *
 * @param planning bounded pool for long work
 * @param bodyBytesMax {@code stream_load_body_bytes_max}: of one body, as it came and decoded
 */
public record LoadServices(
        ExecutionServices execution,
        SystemVariables variables,
        PreparedStatements.Limit statements,
        Executor planning,
        long bodyBytesMax,
        Rejections rejections) {
    public LoadServices(
            ExecutionServices execution,
            SystemVariables variables,
            PreparedStatements.Limit statements,
            Executor planning,
            long bodyBytesMax) {
        this(execution, variables, statements, planning, bodyBytesMax, new Rejections());
    }
}
