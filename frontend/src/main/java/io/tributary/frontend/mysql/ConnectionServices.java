package io.tributary.frontend.mysql;

import io.netty.handler.ssl.SslContext;
import io.tributary.contract.information.SystemTables;
import io.tributary.frontend.execution.ExecutionServices;
import io.tributary.protocol.Capability;
import io.tributary.protocol.codec.PacketBudget;
import io.tributary.session.PreparedStatements;
import io.tributary.session.SystemVariables;
import java.util.concurrent.Executor;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What every MySQL connection is made with. Any thread.
 *
 * @param statements bound of prepared statements
 * @param packets bound of large packets
 * @param planning bounded pool for long work
 * @param tls of the port
 */
public record ConnectionServices(
        ExecutionServices execution,
        SystemVariables variables,
        PreparedStatements.Limit statements,
        PacketBudget packets,
        Executor planning,
        Tls tls,
        Settings settings) {
    /** What the greeting offers. */
    int capabilities() {
        int offered = settings.isVersion8() ? Capability.SERVER_8 : Capability.SERVER;
        return tls.context == null ? offered : offered | Capability.SSL;
    }

    boolean hasDatabase(String name) {
        return SystemTables.isDatabase(name) || execution.catalog().snapshot().hasDatabase(name);
    }

    /**
     * @param context makes each connection's TLS; null: not offered
     * @param required refuse who does not ask for it
     */
    public record Tls(@Nullable SslContext context, boolean required) {}

    /**
     * @param serverVersion of the greeting
     * @param connectTimeoutMillis from acceptance to authentication
     */
    public record Settings(String serverVersion, int maxAllowedPacketBytes, long connectTimeoutMillis) {
        private static final Pattern MAJOR = Pattern.compile("(\\d{1,4}).*");

        /** Whether clients take the server for MySQL 8 or newer, by the digits that its version begins with. */
        boolean isVersion8() {
            Matcher major = MAJOR.matcher(serverVersion);
            return major.matches() && Integer.parseInt(major.group(1)) >= 8;
        }
    }
}
