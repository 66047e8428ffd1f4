package io.tributary.engine.mysql;

import com.mysql.cj.jdbc.JdbcConnection;
import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.SqlMode;
import io.tributary.engine.mysql.session.ServerCollations;
import io.tributary.engine.mysql.session.ServerConnections;
import io.tributary.engine.mysql.session.ServerErrors;
import io.tributary.engine.mysql.session.ServerFacts;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.ZoneId;
import java.time.zone.ZoneRules;
import java.util.Arrays;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * What a statement's text is run with, on connections of a server: a session keeps it, so it is set where it differs from what the
 * last statement there was run with. Any thread; a connection by one at a time.
 */
final class SessionState {
    /** Where names without a database are looked for when there is none: nobody's tables are there. */
    private static final String NOWHERE = "information_schema";

    private static final long MICROS_PER_SECOND = 1_000_000;

    /**
     * Modes of MySQL 5.7 that later ones have not: they are about accounts and definitions, which are not the server's here.
     *
     * @see <a href="https://dev.mysql.com/doc/refman/8.0/en/sql-mode.html">Server SQL Modes</a>
     */
    private static final Set<String> NOT_OF_MYSQL =
            Set.of("NO_AUTO_CREATE_USER", "NO_KEY_OPTIONS", "NO_FIELD_OPTIONS", "NO_TABLE_OPTIONS");

    /** MariaDB cuts fractions of a second off by itself, as this mode would have MySQL do. */
    private static final Set<String> NOT_OF_MARIADB = Set.of("TIME_TRUNCATE_FRACTIONAL");

    private static final int ELSEWHERE_MAX = 1_000;

    private final Set<String> notSent;

    /** Databases of sessions that the server has not. */
    private final Set<String> elsewhere = ConcurrentHashMap.newKeySet();

    private final ServerCollations collations;
    private final Settings own;
    private final Map<JdbcConnection, Settings> known = Collections.synchronizedMap(new WeakHashMap<>());

    /**
     * Variables of a session.
     *
     * @param startMicros what NOW() says, in microseconds since 1970 UTC; 0: the server's clock
     */
    private record Settings(
            String sqlMode, String timeZone, String collation, long concatenatedBytesMax, long startMicros) {
        String text() {
            return "SET sql_mode = " + quoted(sqlMode) + ", time_zone = " + quoted(timeZone)
                    + ", collation_connection = " + quoted(collation) + ", group_concat_max_len = "
                    + concatenatedBytesMax + ", timestamp = "
                    + (startMicros == 0
                            ? "DEFAULT"
                            : String.format(
                                    Locale.ROOT,
                                    "%d.%06d",
                                    startMicros / MICROS_PER_SECOND,
                                    startMicros % MICROS_PER_SECOND));
        }

        private static String quoted(String text) {
            return "'" + text.replace("'", "''") + "'";
        }
    }

    /** @param collations whose own one is that of texts in tables, by which literals are compared as well */
    SessionState(ServerFacts facts, ServerCollations collations) {
        notSent = facts.isMariaDb() ? NOT_OF_MARIADB : NOT_OF_MYSQL;
        this.collations = collations;
        own = new Settings(
                ServerConnections.OWN_SQL_MODE, "+00:00", collations.own(), QueryContext.CONCATENATED_BYTES_DEFAULT, 0);
    }

    /** What rows are stored with, whose values are texts that mean the same for everybody. */
    void useOwn(Connection connection) throws SQLException {
        set(connection, own);
    }

    void use(Connection connection, QueryContext context) throws SQLException {
        useDatabase(connection, context.database());
        QueryContext.Meaning meaning = context.meaning();
        set(
                connection,
                new Settings(
                        sqlMode(meaning.sqlMode()),
                        timeZone(meaning.timeZone()),
                        meaning.collation().isEmpty() ? own.collation : collations.like(meaning.collation()),
                        meaning.concatenatedBytesMax(),
                        context.startMicros()));
    }

    /** One of another engine is none of this server's, which does not matter to who names none of its tables. */
    private void useDatabase(Connection connection, String database) throws SQLException {
        if (!database.isEmpty()) {
            try {
                connection.setCatalog(database);
                elsewhere.remove(database);
                return;
            } catch (SQLException e) {
                if (ServerErrors.translate(e).code() != ErrorCode.UNKNOWN_DATABASE) {
                    throw e;
                }
                if (elsewhere.size() >= ELSEWHERE_MAX) {
                    elsewhere.clear();
                }
                elsewhere.add(database);
            }
        }
        connection.setCatalog(NOWHERE);
    }

    /** A server refuses a text with a mode that it has not. */
    private String sqlMode(SqlMode mode) {
        return Arrays.stream(mode.text().split(",", -1))
                .filter(each -> !notSent.contains(each))
                .collect(Collectors.joining(","));
    }

    /** One with a fixed offset by that: a server knows the names of zones only where they were loaded. */
    private static String timeZone(String name) {
        ZoneRules rules = ZoneId.of(name).getRules();
        if (!rules.isFixedOffset()) {
            return name;
        }
        String offset = rules.getOffset(Instant.EPOCH).getId();
        return offset.equals("Z") ? "+00:00" : offset;
    }

    private void set(Connection connection, Settings wanted) throws SQLException {
        JdbcConnection session = connection.unwrap(JdbcConnection.class);
        if (wanted.equals(known.get(session))) {
            return;
        }
        known.remove(session);
        try (Statement statement = connection.createStatement()) {
            statement.execute(wanted.text());
        }
        known.put(session, wanted);
    }

    /** Translates what a statement of a client has failed with. */
    TributaryException translate(TributaryException translated, QueryContext context) {
        Throwable error = translated.getCause();
        boolean nowhere = String.valueOf(translated.getMessage()).contains(NOWHERE)
                && (translated.code() == ErrorCode.UNKNOWN_TABLE_IN || translated.code() == ErrorCode.UNKNOWN_TABLE);
        if (nowhere && context.database().isEmpty()) {
            return new TributaryException(ErrorCode.NO_DATABASE, "No database selected", error);
        }
        return nowhere && elsewhere.contains(context.database())
                ? new TributaryException(
                        ErrorCode.UNKNOWN_DATABASE, "Unknown database '" + context.database() + "'", error)
                : translated;
    }
}
