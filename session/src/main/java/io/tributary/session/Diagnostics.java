package io.tributary.session;

import io.tributary.session.Condition.Level;
import java.util.ArrayList;
import java.util.List;

/**
 * The diagnostics area of a session: the conditions of its last statement that was not itself a question about them.
 * Counts go on where {@code max_error_count} ends the list.
 *
 * <p>Event loop of the connection. Each statement calls {@link #begin} first, and {@link #clear} as soon as it is known to
 * be none that only asks (SHOW WARNINGS, {@code SELECT @@warning_count}).
 */
public final class Diagnostics {
    /** What a packet can tell. */
    private static final int TOLD_MAX = 0xffff;

    private final List<Condition> conditions = new ArrayList<>();
    private int count;
    private int errorCount;
    private int countBefore;
    private int errorCountBefore;
    /** Whether the conditions may still be those of the statement before. */
    private boolean kept = true;

    /** A command begins. */
    public void begin() {
        countBefore = count;
        errorCountBefore = errorCount;
        kept = true;
    }

    /** What is told from now on is of the statement that has begun. May be called more than once. */
    public void clear() {
        conditions.clear();
        count = 0;
        errorCount = 0;
        kept = false;
    }

    /** @param conditionsMax {@code max_error_count}: how many are listed */
    void add(Condition condition, int conditionsMax) {
        count++;
        if (condition.level() == Level.ERROR) {
            errorCount++;
        }
        if (conditions.size() < conditionsMax) {
            conditions.add(condition);
        }
    }

    /** So many conditions more than the list takes. */
    void addUnlisted(long more) {
        count = (int) Math.min(Integer.MAX_VALUE, count + more);
    }

    /** The statement failed: what it had to tell before stays, what the one before it left does not. */
    void fail(Condition error, int conditionsMax) {
        if (kept) {
            clear();
        }
        add(error, conditionsMax);
    }

    /** Returns the conditions in the order in which they arose. */
    public List<Condition> conditions() {
        return List.copyOf(conditions);
    }

    /** What the packet that ends the present statement tells: 0 for one that only asks, as from MySQL. */
    public int told() {
        return kept ? 0 : Math.min(count, TOLD_MAX);
    }

    /** {@code @@warning_count}: conditions of whatever level that the statement before the present one met. */
    public int countBefore() {
        return countBefore;
    }

    /** {@code @@error_count}. */
    public int errorCountBefore() {
        return errorCountBefore;
    }
}
