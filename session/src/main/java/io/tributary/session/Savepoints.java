package io.tributary.session;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The savepoints of a transaction. Only rows that wait for COMMIT, here or at the backend, can be taken back alone: a transaction of
 * an engine has no savepoints, so that what it has changed goes with all of it. Event loop of the connection.
 *
 * @see <a href="https://dev.mysql.com/doc/refman/8.0/en/savepoint.html">SAVEPOINT</a>
 */
public final class Savepoints {
    /** Savepoints of one transaction. */
    static final int COUNT_MAX = 1_000;

    private final Map<String, Mark> byName = new LinkedHashMap<>();
    /** How often something was changed that cannot be taken back alone. */
    private long changes;
    /** Statements whose rows the backend keeps until COMMIT. */
    private int appends;

    /**
     * Where one is: what is kept behind the way back to it.
     *
     * @param staged statements whose rows wait here
     * @param appends those whose rows wait at the backend
     */
    public record Mark(int staged, int appends, long changes) {}

    /**
     * Sets one; an earlier one of the name is gone.
     *
     * @throws TributaryException {@code LIMIT_OR_LOCK_WAIT} where there are too many
     */
    public void set(String name, int staged) {
        byName.remove(key(name));
        if (byName.size() == COUNT_MAX) {
            throw new TributaryException(
                    ErrorCode.LIMIT_OR_LOCK_WAIT, "SAVEPOINT " + name + ": a transaction has at most " + COUNT_MAX);
        }
        byName.put(key(name), new Mark(staged, appends, changes));
    }

    /**
     * Returns what there was there.
     *
     * @throws TributaryException 1305 if there is none of the name, 1235 if something was changed since then that stays
     */
    public Mark mark(String name) {
        Mark mark = require(name);
        if (mark.changes() != changes) {
            throw behindChange(name);
        }
        return mark;
    }

    /** Returns 1235, for a way back that there is not. */
    public static TributaryException behindChange(String name) {
        return TributaryException.notSupported(
                "ROLLBACK TO SAVEPOINT " + name,
                " behind a change that is no INSERT of rows which wait for COMMIT; the transaction is as it was:"
                        + " COMMIT it, or ROLLBACK all of it");
    }

    /** Whether the backend has rows that it had not there. */
    public boolean appendedSince(Mark mark) {
        return mark.appends() != appends;
    }

    /** The transaction is as it was there; savepoints set since then are gone. */
    public void rolledBackTo(String name) {
        appends = require(name).appends();
        names(name, false).forEach(byName::remove);
    }

    /** @throws TributaryException 1305 if there is none of the name */
    public void release(String name) {
        Mark unused = require(name);
        names(name, true).forEach(byName::remove);
    }

    /** An engine has changed something: what was before cannot be come back to. */
    public void changed() {
        changes++;
    }

    /** The backend keeps the rows of one more statement. */
    public void appended() {
        appends++;
    }

    /**
     * All rows that waited here went to the backend. Savepoints behind them are as good as before.
     *
     * @param staged statements whose rows those were
     * @param calls by which they went
     */
    public void moved(int staged, int calls) {
        appends = calls;
        if (staged > 0) {
            byName.replaceAll((name, mark) ->
                    mark.changes() == changes && mark.staged() == staged ? new Mark(0, calls, changes + 1) : mark);
            changes++;
        }
    }

    void clear() {
        byName.clear();
        appends = 0;
    }

    private Mark require(String name) {
        Mark mark = byName.get(key(name));
        if (mark == null) {
            throw ErrorCode.UNKNOWN_FUNCTION.error("SAVEPOINT " + name + " does not exist");
        }
        return mark;
    }

    /** Those set behind one, maybe with it. */
    private List<String> names(String name, boolean itself) {
        List<String> all = new ArrayList<>(byName.keySet());
        return all.subList(all.indexOf(key(name)) + (itself ? 0 : 1), all.size());
    }

    private static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
