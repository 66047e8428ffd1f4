package io.tributary.frontend.mysql;

import io.tributary.frontend.execution.ExecutionServices;
import io.tributary.session.PreparedStatements;
import io.tributary.session.SystemVariables;
import java.util.concurrent.Executor;

/**
 * What every MySQL connection is made with. Any thread.
 *
 * @param statements bound of prepared statements
 * @param planning bounded pool for long work
 */
public record ConnectionServices(
        ExecutionServices execution,
        SystemVariables variables,
        PreparedStatements.Limit statements,
        Executor planning,
        Settings settings) {
    /**
     * @param serverVersion of the greeting
     * @param connectTimeoutMillis from acceptance to authentication
     */
    public record Settings(String serverVersion, int maxAllowedPacketBytes, long connectTimeoutMillis) {}
}
