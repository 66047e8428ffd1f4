package io.tributary.dialect.bind;

import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.bind.Bound.Constant;
import io.tributary.dialect.registry.Function.Supplied;
import io.tributary.dialect.tree.Literals;
import io.tributary.dialect.type.Collation;
import io.tributary.dialect.type.SqlType;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** What the parts of one statement share while it is bound. One thread. */
final class Statement {
    final Catalog catalog;
    final QueryContext context;
    final Literals literals;
    final Collation collation;
    final SystemLookup lookup = new SystemLookup();
    private int numbers;
    private boolean timed;

    /** @param collation of the session, by which literals are compared */
    Statement(Catalog catalog, QueryContext context, Literals literals, Collation collation) {
        this.catalog = catalog;
        this.context = context;
        this.literals = literals;
        this.collation = collation;
    }

    /** Returns what the statement adds to the arguments of a call. */
    List<Bound> supplied(Supplied what) {
        if (what == Supplied.NOTHING) {
            return List.of();
        }
        if (what == Supplied.DATABASE) {
            String database = context.database();
            return List.of(new Constant(SqlType.text(64), database.isEmpty() ? null : database));
        }
        if (what == Supplied.ZONE) {
            return List.of(new Constant(SqlType.text(64).nullable(false), context.timeZone()));
        }
        timed = true;
        Instant start = context.startMicros() == 0
                ? Instant.now().truncatedTo(ChronoUnit.MICROS)
                : Instant.EPOCH.plus(context.startMicros(), ChronoUnit.MICROS);
        ZoneId zone = what == Supplied.NOW ? zone() : ZoneOffset.UTC;
        return List.of(new Constant(
                SqlType.moment(SqlType.Kind.DATETIME, 6).nullable(false), LocalDateTime.ofInstant(start, zone)));
    }

    ZoneId zone() {
        try {
            return ZoneId.of(context.timeZone());
        } catch (DateTimeException e) {
            throw new TributaryException(
                    ErrorCode.UNKNOWN_TIME_ZONE, "Unknown or incorrect time zone: '" + context.timeZone() + "'", e);
        }
    }

    /** Whether what is made of the statement holds for this moment alone. */
    boolean isTimed() {
        return timed;
    }

    /** Returns a number that no relation and no named query has. */
    int next() {
        return ++numbers;
    }
}
