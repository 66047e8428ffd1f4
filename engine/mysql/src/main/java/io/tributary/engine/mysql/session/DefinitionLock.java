package io.tributary.engine.mysql.session;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A lock by name that the server's session has while it is sent a definition (GET_LOCK). It ends with that session, which outlives its
 * connection until what it was sent is over. So where nobody has it, a definition whose answer was lost is carried out, refused, or
 * will never be: before that, what the tables look like says nothing.
 */
public final class DefinitionLock {
    /** Sessions that have just lost their connection end meanwhile. */
    private static final int WAIT_SECONDS = 2;

    private static final Logger log = LoggerFactory.getLogger(DefinitionLock.class);

    private final String database;
    private final String table;

    /** @param table empty: the database itself is defined */
    public DefinitionLock(String database, String table) {
        this.database = database;
        this.table = table;
    }

    /** It has at most 64 characters, as names of locks do. */
    private String name() {
        byte[] of = (SqlName.quote(database) + "." + SqlName.quote(table)).getBytes(StandardCharsets.UTF_8);
        return "tributary-definition-" + UUID.nameUUIDFromBytes(of);
    }

    /** @throws TributaryException {@code LIMIT_OR_LOCK_WAIT} if another session has it: nothing was done */
    void take(Connection connection) throws SQLException {
        if (new Sql(connection).number("SELECT GET_LOCK('" + name() + "', " + WAIT_SECONDS + ")") != 1) {
            throw new TributaryException(
                    ErrorCode.LIMIT_OR_LOCK_WAIT,
                    "Lock wait timeout exceeded; the server is still at an earlier definition of " + database
                            + (table.isEmpty() ? "" : "." + table) + "; nothing was done, try again later");
        }
    }

    /**
     * Gives it back where the server has answered: else its session has it until it ends.
     *
     * @param failed what the definition has failed with, which is thrown
     */
    void release(Connection connection, @Nullable SQLException failed) throws SQLException {
        try {
            long unused = new Sql(connection).number("SELECT RELEASE_LOCK('" + name() + "')");
        } catch (SQLException e) {
            if (failed == null) {
                // What it was held for is done.
                log.info("the lock of a definition ends with its session: {}", e.getMessage());
            }
        }
        if (failed != null) {
            throw failed;
        }
    }

    /** Whether no session has it. */
    public boolean isFree(ServerConnections connections) {
        return Sql.on(connections, sql -> sql.number("SELECT IS_FREE_LOCK('" + name() + "')")) == 1;
    }
}
