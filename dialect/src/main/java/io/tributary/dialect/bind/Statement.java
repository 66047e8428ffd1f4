package io.tributary.dialect.bind;

import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.bind.Bound.Constant;
import io.tributary.dialect.bind.Catalog.View;
import io.tributary.dialect.bind.Catalog.View.Edit;
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
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What the parts of one statement share while it is bound, or those of a view that it reads. One thread. */
final class Statement {
    /** How many views one statement reads, those within views counted: each is computed where it stands. */
    private static final int VIEWS_MAX = 128;

    private static final int VIEW_NESTING_MAX = 32;

    /** Each multiplies the copies of those within it. */
    private static final int COPIED_MAX = 6;

    final Catalog catalog;
    /** The session's, with the database and the mode of the view. */
    final QueryContext context;
    /** Whether a text that is read as a number or a moment and is none is an error, see {@link StrictTexts}. */
    final boolean strict;

    final Literals literals;
    /** What literals are compared by: the session's. */
    final Collation collation;

    final SystemLookup lookup = new SystemLookup();
    /** What a view is to say instead of what was written, in the order of the text. */
    final NavigableMap<Integer, Edit> edits = new TreeMap<>();

    /** How many recursive queries what is bound now stands within. */
    int recursive;

    private final Statement whole;
    private final int nesting;
    private int numbers;
    private int viewsRead;
    private int copied;
    private boolean timed;
    /** What it says that now is, once it was asked. */
    private @Nullable Instant start;

    Statement(Catalog catalog, QueryContext context, Literals literals, boolean strict) {
        this.catalog = catalog;
        this.context = context;
        this.strict = strict;
        this.literals = literals;
        collation = Collation.declared(context.meaning().collation());
        whole = this;
        nesting = 0;
    }

    private Statement(Statement around, View view) {
        catalog = around.catalog;
        strict = around.strict;
        context = around.context.in(view.schema().database(), view.schema().sqlMode());
        literals = view.literals();
        collation = around.collation;
        whole = around.whole;
        nesting = around.nesting + 1;
    }

    /** Returns the query of a view that is read here. */
    Statement within(View view) {
        if (nesting == VIEW_NESTING_MAX || ++whole.viewsRead > VIEWS_MAX) {
            throw TributaryException.notSupported(
                    "more than " + VIEWS_MAX + " views in a statement, or " + VIEW_NESTING_MAX + " within each other");
        }
        return new Statement(this, view);
    }

    /** Returns how many values there were until now that are compared in several ways, each in a copy. */
    int copied() {
        return whole.copied;
    }

    /** @param within how many such values are parts of another one */
    void copy(int within) {
        if (within > COPIED_MAX) {
            throw TributaryException.notSupported(
                    "an expression that nests so deep",
                    ": a value that is compared with values of several types has more than " + COPIED_MAX
                            + " such values within it");
        }
        whole.copied++;
    }

    /** Returns what the statement adds to the arguments of a call. */
    List<Bound> supplied(Supplied what) {
        return switch (what) {
            case NOTHING -> List.of();
            case DATABASE -> {
                String database = whole.context.database();
                yield List.of(new Constant(SqlType.text(64), database.isEmpty() ? null : database));
            }
            case ZONE -> List.of(new Constant(SqlType.text(64).nullable(false), context.timeZone()));
            case CONCATENATED_MAX ->
                List.of(new Constant(
                        SqlType.integer(19).nullable(false), context.meaning().concatenatedBytesMax()));
            case NOW -> List.of(now(zone()));
            case UTC_NOW -> List.of(now(ZoneOffset.UTC));
        };
    }

    private Bound now(ZoneId zone) {
        whole.timed = true;
        Instant start = whole.start;
        if (start == null) {
            start = context.startMicros() == 0
                    ? Instant.now().truncatedTo(ChronoUnit.MICROS)
                    : Instant.EPOCH.plus(context.startMicros(), ChronoUnit.MICROS);
            whole.start = start;
        }
        SqlType type = SqlType.moment(SqlType.Kind.DATETIME, 6).nullable(false);
        return new Constant(type, LocalDateTime.ofInstant(start, zone));
    }

    ZoneId zone() {
        try {
            return ZoneId.of(context.timeZone());
        } catch (DateTimeException e) {
            throw new TributaryException(
                    ErrorCode.UNKNOWN_TIME_ZONE, "Unknown or incorrect time zone: '" + context.timeZone() + "'", e);
        }
    }

    /** A view's conditions are no restriction: their literals are the view's. */
    void reads(int relation, TableSchema table) {
        whole.lookup.add(relation, table);
    }

    /** Whether what is made of the statement holds for this moment alone. */
    boolean isTimed() {
        return timed;
    }

    /** Returns a number that no relation and no named query has. */
    int next() {
        return ++whole.numbers;
    }
}
