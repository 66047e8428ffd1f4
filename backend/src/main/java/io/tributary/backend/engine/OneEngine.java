package io.tributary.backend.engine;

import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.TableEngine;
import org.jspecify.annotations.Nullable;

/** The one engine that has all tables of a transaction; none before the first. One thread at a time, but for {@link #server}. */
public final class OneEngine {
    /** What errors call the engine that is in the process. */
    static final String EMBEDDED = "the embedded engine";

    private final TableEngine standing;
    private final TableEngine preferred;
    private volatile @Nullable TableEngine one;

    /**
     * @param standing stands for all engines
     * @param preferred has what names no table as long as nothing has
     */
    public OneEngine(TableEngine standing, TableEngine preferred) {
        this.standing = standing;
        this.preferred = preferred;
    }

    /**
     * Returns the engine of a table, which is to be one of the transaction's.
     *
     * @throws TributaryException {@code NOT_SUPPORTED} naming it where that is another engine; nothing has changed then
     */
    public TableEngine with(TableSchema table) {
        return with(standing.of(table), "that of table " + table.database() + "." + table.name());
    }

    /** The same for the tables that a query reads; where it names none, any will do. */
    public TableEngine with(String sql, QueryContext context) {
        TableEngine before = one;
        return with(
                standing.ofStatement(sql, context).orElse(before == null ? preferred : before),
                "that of the tables which the query reads");
    }

    /** Where it is a server's; null: it is the process's own, or there is none yet. Any thread. */
    public @Nullable TableEngine server() {
        TableEngine now = one;
        return now == standing ? null : now;
    }

    private String name(TableEngine engine) {
        return engine == standing ? EMBEDDED : engine.traits().name();
    }

    private TableEngine with(TableEngine next, String whose) {
        TableEngine before = one;
        if (before != null && before != next) {
            throw TributaryException.notSupported("a transaction over two engines: " + whose + " ("
                    + name(next) + ") is another than that of what it has used before ("
                    + name(before) + ")");
        }
        one = next;
        return next;
    }
}
