package io.tributary.engine.mysql.session;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One server that takes what it is given: the only one, or a node of a cluster that is not apart from it. Whoever uses it has all of
 * his connections to it, so that he reads where he has written; where it is not usable any more he chooses anew. Any thread.
 *
 * @param isGalera whether what it commits is certified by others, which have it a little later
 * @param isAlone whether there is no other to go to: then one that only reads is better than none
 * @see <a href="https://mariadb.com/docs/galera-cluster/reference/galera-cluster-system-variables">Galera's system variables</a>
 */
public record ServerNode(ServerAddress address, Credentials credentials, boolean isGalera, boolean isAlone) {
    /** How long a node may take until it has what was committed elsewhere before it was chosen. */
    private static final int CATCH_UP_MILLIS = 30_000;

    private static final Logger log = LoggerFactory.getLogger(ServerNode.class);

    /**
     * Returns the first that is usable, once it has all that any of them has committed before. Blocks.
     *
     * @throws TributaryException ENGINE_DOWN where none is, with the reason for each
     */
    public static ServerNode choose(ServerAddresses addresses, Credentials credentials) {
        List<String> reasons = new ArrayList<>();
        boolean isAlone = addresses.nodes().size() == 1;
        for (ServerAddress address : addresses.nodes()) {
            try {
                ServerNode node =
                        new ServerNode(address, credentials, isGalera(address, credentials, isAlone), isAlone);
                log.info(
                        "event=server_chosen address={} galera={} nodes={} reasons_against_others={}",
                        address,
                        node.isGalera(),
                        addresses.nodes().size(),
                        reasons);
                return node;
            } catch (SQLException e) {
                reasons.add(address + ": " + ServerErrors.reason(e));
            }
        }
        throw new TributaryException(
                ErrorCode.ENGINE_DOWN,
                (isAlone ? "mysql " : "no node of the cluster can be used: ") + String.join("; ", reasons));
    }

    private static boolean isGalera(ServerAddress address, Credentials credentials, boolean isAlone)
            throws SQLException {
        try (Connection connection =
                        ServerConnections.asking(address, credentials).getConnection();
                Statement statement = connection.createStatement()) {
            requireUsable(statement, isAlone);
            try (ResultSet row = statement.executeQuery("SHOW GLOBAL VARIABLES LIKE 'wsrep_on'")) {
                if (!row.next() || !row.getString(2).equals("ON")) {
                    return false;
                }
            }
            connection.setNetworkTimeout(Runnable::run, CATCH_UP_MILLIS);
            statement.execute("SET SESSION wsrep_sync_wait = 1");
            statement.execute("SELECT 1");
            return true;
        }
    }

    /** A node that is apart from its cluster refuses the question. */
    private static void requireUsable(Statement statement, boolean isAlone) throws SQLException {
        try (ResultSet row = statement.executeQuery("SELECT @@GLOBAL.read_only")) {
            row.next();
            String value = row.getString(1);
            if (!isAlone && !value.equals("0") && !value.equals("OFF")) {
                throw new SQLException("read_only = " + value);
            }
        }
    }

    /** What is asked of a server that may hang: a question that waits for nobody. */
    public interface Question<T> {
        T ask(Connection connection) throws SQLException;
    }

    /** A connection for who asks whether it is there. */
    Connection connect() throws SQLException {
        return ServerConnections.asking(address, credentials).getConnection();
    }

    /** @throws SQLException also where it is not usable */
    <T> T ask(Connection connection, Question<T> question) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            requireUsable(statement, isAlone);
        }
        return question.ask(connection);
    }
}
