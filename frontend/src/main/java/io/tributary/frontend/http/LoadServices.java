package io.tributary.frontend.http;

import io.tributary.frontend.execution.ExecutionServices;
import io.tributary.session.PreparedStatements;
import io.tributary.session.SystemVariables;
import java.util.concurrent.Executor;

/**
 * What loads over HTTP are made with. Any thread.
 *
 * @param planning bounded pool for long work
 */
public record LoadServices(
        ExecutionServices execution,
        SystemVariables variables,
        PreparedStatements.Limit statements,
        Executor planning,
        Rejections rejections) {
    public LoadServices(
            ExecutionServices execution,
            SystemVariables variables,
            PreparedStatements.Limit statements,
            Executor planning) {
        this(execution, variables, statements, planning, new Rejections());
    }
}
