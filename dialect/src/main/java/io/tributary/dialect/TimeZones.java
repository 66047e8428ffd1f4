package io.tributary.dialect;

import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.error.TributaryException;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

/** Calls that move a time between zones. The engine knows zones by name only; a fixed offset is added to UTC. */
final class TimeZones {
    private final StatementRewriter statement;
    private final QueryContext context;

    TimeZones(StatementRewriter statement, QueryContext context) {
        this.statement = statement;
        this.context = context;
    }

    /** {@code CONVERT_TZ(t, from, to)} with zones that are written out; NULL for a zone that nobody knows, as in MySQL. */
    void convert(int open, int close, List<Integer> commas) {
        if (commas.size() != 2) {
            throw statement.unexpected(open);
        }
        int from = commas.get(0) + 1;
        int to = commas.get(1) + 1;
        if (statement.token(from).kind() != Token.Kind.STRING
                || statement.token(to).kind() != Token.Kind.STRING
                || to != from + 2
                || close != to + 1) {
            throw TributaryException.notSupported("CONVERT_TZ with computed zones");
        }
        Optional<ZoneId> source = zone(statement.token(from).text());
        Optional<ZoneId> target = zone(statement.token(to).text());
        if (source.isEmpty() || target.isEmpty()) {
            statement.emit("CAST(NULL AS TIMESTAMP)");
            return;
        }
        statement.emit("cast_to_type(my_later(timezone(" + name(target.get()) + ", timezone(" + name(source.get())
                + ", CAST(");
        statement.write(open + 1, commas.get(0));
        int seconds = offsetSeconds(target.get()) - offsetSeconds(source.get());
        statement.emit("AS TIMESTAMP))), to_seconds(" + seconds + ")),");
        Token text = statement.token(open + 1);
        if (open + 2 == commas.get(0)
                && text.kind() == Token.Kind.STRING
                && text.text().indexOf('.') < 0) {
            statement.emit("CAST(NULL AS TIMESTAMP_S))");
            return;
        }
        statement.emit("my_timestamp(");
        statement.write(open + 1, commas.get(0));
        statement.emit("))");
    }

    /** Returns UNIX_TIMESTAMP of the statement's own time. */
    String unixTimestamp(LocalDateTime now) {
        return Long.toString(now.atZone(ZoneId.of(context.timeZone())).toEpochSecond());
    }

    /** Begins {@code my_seconds(microseconds, type)} and leaves the type to the caller. */
    void unixTimestamp(int open, int close) {
        ZoneId zone = ZoneId.of(context.timeZone());
        statement.emit("my_seconds(system.main.\"-\"(epoch_us(timezone(" + name(zone) + ", CAST(");
        statement.write(open + 1, close);
        statement.emit("AS TIMESTAMP))), " + offsetSeconds(zone) * 1_000_000L + ")");
    }

    void fromUnixTime(int open, int close, List<Integer> commas) {
        int end = commas.isEmpty() ? close : commas.get(0);
        ZoneId zone = ZoneId.of(context.timeZone());
        statement.emit((commas.isEmpty() ? "" : "java_date_format(CAST(") + "cast_to_type(CAST(timezone(" + name(zone)
                + ", to_timestamp(my_since_epoch(");
        statement.write(open + 1, end);
        statement.emit(") + " + offsetSeconds(zone) + ")) AS TIMESTAMP), my_since_epoch_type(");
        statement.write(open + 1, end);
        statement.emit("))");
        if (!commas.isEmpty()) {
            statement.emit("AS VARCHAR), CAST(");
            statement.write(end + 1, close);
            statement.emit("AS VARCHAR))");
        }
    }

    private static Optional<ZoneId> zone(String name) {
        try {
            return Optional.of(name.equalsIgnoreCase("SYSTEM") ? ZoneId.systemDefault() : ZoneId.of(name));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static String name(ZoneId zone) {
        return zone.normalized() instanceof ZoneOffset ? "'UTC'" : Token.string(zone.getId());
    }

    private static int offsetSeconds(ZoneId zone) {
        return zone.normalized() instanceof ZoneOffset offset ? offset.getTotalSeconds() : 0;
    }
}
