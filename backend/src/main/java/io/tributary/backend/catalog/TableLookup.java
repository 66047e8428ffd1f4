package io.tributary.backend.catalog;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.schema.ViewSchema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds a table by id in the newest catalog; any thread, without a lock. */
@FunctionalInterface
public interface TableLookup {
    /** The table, or null when it was dropped or never existed. */
    @Nullable
    TableSchema table(long tableId);

    /** The views there are. */
    default List<ViewSchema> views() {
        return List.of();
    }

    /** The error for who asked for a table that {@link #table} does not give. */
    default TributaryException missing(long tableId) {
        return dropped();
    }

    /** Why nothing new may be stored in a table that {@link #table} gives, or null. Does not block. */
    default @Nullable TributaryException refusal(TableSchema table) {
        return null;
    }

    /** Why what was acknowledged for a table waits, or null. Does not block. */
    default @Nullable TributaryException hold(TableSchema table) {
        return null;
    }

    /** Why the server that has a table cannot be asked, or null; of tables in the embedded engine null, too. Does not block. */
    default @Nullable TributaryException away(TableSchema table) {
        return null;
    }

    /**
     * Asks the table's server whether it has the table as it is known here; in its lane. Blocks.
     *
     * @throws TributaryException where it has not, or does not answer: what was acknowledged waits
     */
    default void verify(TableSchema table) {}

    /** The error for who asked for a table that never comes back. Its id means nothing to who hears it, and its name is not known. */
    static TributaryException dropped() {
        return new TributaryException(
                ErrorCode.UNKNOWN_TABLE, "The table doesn't exist any more, it may have been dropped");
    }

    /**
     * Whether a table with this id existed and was dropped. Replay skips the log's rows for such a table and refuses
     * to start over rows for one that is neither here nor dropped.
     */
    default boolean wasDropped(long tableId) {
        return false;
    }

    /** Whether there is a table with this id that nobody may use until it is known what a change has made of it. */
    default boolean isClosed(long tableId) {
        return false;
    }

    /**
     * Runs this unless a table is just becoming another in the engine, and none does meanwhile: what the engine has committed
     * by then, and nothing else, is what {@link #table} tells. For moments; a change waits for it.
     *
     * @return whether it was run
     */
    default boolean ifUnchanging(Runnable body) {
        body.run();
        return true;
    }

    /**
     * Waits for the commit of such a change.
     *
     * @param millis at most
     * @throws TributaryException LIMIT_OR_LOCK_WAIT if that is over: the engine may hang in it
     */
    default void awaitUnchanging(long millis) {}

    /** The tables as they are now, whatever becomes of them; tables that never change are their own snapshot. */
    default TableLookup snapshot() {
        return this;
    }
}
