package io.tributary.engine.mysql.session;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Which run of which server answers. Another one, after a start or a failover, has none of this process's connections, and may lack what
 * the one before has committed, so that it is to be opened anew. Any thread.
 */
public final class ServerRun {
    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

    private @Nullable Seen last;

    /**
     * What was seen of it.
     *
     * @param name host, port and number
     * @param earliestNanos of its start, of the monotonic clock; it tells its age in whole seconds
     * @param latestNanos likewise
     */
    private record Seen(String name, long earliestNanos, long latestNanos) {}

    /** @throws SQLException where it is another one than was seen before */
    public void require(Connection connection) throws SQLException {
        Seen now = look(connection);
        synchronized (this) {
            Seen before = last;
            last = now;
            if (before != null && !before.name().equals(now.name())) {
                throw new SQLException("another server answers, " + now.name() + " instead of " + before.name());
            }
            if (before != null && now.earliestNanos() - before.latestNanos() > 0) {
                throw new SQLException("the server was started again");
            }
        }
    }

    private static Seen look(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            String name;
            try (ResultSet row = statement.executeQuery("SELECT @@hostname, @@port, @@server_id")) {
                row.next();
                name = row.getString(1) + ":" + row.getString(2) + "/" + row.getString(3);
            }
            long before = System.nanoTime();
            try (ResultSet row = statement.executeQuery("SHOW GLOBAL STATUS LIKE 'Uptime'")) {
                long after = System.nanoTime();
                if (!row.next()) {
                    return new Seen(name, before - Long.MAX_VALUE / 4, after);
                }
                long age = TimeUnit.SECONDS.toNanos(row.getLong(2));
                return new Seen(name, before - age - SECOND_NANOS, after - age);
            }
        }
    }
}
