package io.tributary.engine.mysql;

import com.mysql.cj.jdbc.JdbcConnection;
import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.engine.mysql.session.ServerCollations;
import io.tributary.engine.mysql.session.ServerErrors;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.ZoneId;
import java.time.zone.ZoneRules;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * What a statement's text is run with, on connections of a server: a session keeps it, so it is set where it differs from what the
 * last statement there was run with. Any thread; a connection by one at a time.
 */
final class SessionState {
    /** Where names without a database are looked for when there is none: nobody's tables are there. */
    private static final String NOWHERE = "information_schema";

    private static final long MICROS_PER_SECOND = 1_000_000;

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
    SessionState(ServerCollations collations) {
        this.collations = collations;
        own = new Settings(
                "STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION",
                "+00:00",
                collations.own(),
                QueryContext.CONCATENATED_BYTES_DEFAULT,
                0);
    }

    /** What rows are stored with, whose values are texts that mean the same for everybody. */
    void useOwn(Connection connection) throws SQLException {
        set(connection, own);
    }

    void use(Connection connection, QueryContext context) throws SQLException {
        connection.setCatalog(context.database().isEmpty() ? NOWHERE : context.database());
        QueryContext.Meaning meaning = context.meaning();
        set(
                connection,
                new Settings(
                        meaning.sqlMode().text(),
                        timeZone(meaning.timeZone()),
                        meaning.collation().isEmpty() ? own.collation : collations.like(meaning.collation()),
                        meaning.concatenatedBytesMax(),
                        context.startMicros()));
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
    static TributaryException translate(SQLException error, QueryContext context) {
        TributaryException translated = ServerErrors.translate(error);
        boolean nowhere = context.database().isEmpty()
                && String.valueOf(error.getMessage()).contains(NOWHERE)
                && (translated.code() == ErrorCode.UNKNOWN_TABLE_IN || translated.code() == ErrorCode.UNKNOWN_TABLE);
        return nowhere ? new TributaryException(ErrorCode.NO_DATABASE, "No database selected", error) : translated;
    }
}
