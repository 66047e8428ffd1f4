package io.tributary.dialect.bind;

import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.schema.ViewSchema;
import io.tributary.dialect.tree.Literals;
import io.tributary.dialect.tree.Query;
import java.util.Optional;

/** The tables and views that there are at one moment, those of the system among them. Any thread. */
public interface Catalog {
    /** Returns what is equal of two catalogs that have the same tables and views. */
    Object version();

    /** @param database empty: none is current */
    Optional<TableSchema> find(String database, String table);

    default Optional<View> view(String database, String name) {
        return Optional.empty();
    }

    /** Whether there is a database of users that is called so. */
    default boolean hasDatabase(String database) {
        return true;
    }

    /** A view whose query was read. */
    record View(ViewSchema schema, Query query, Literals literals) {
        /**
         * MySQL's text instead of characters of the query: the columns that an asterisk stands for; instead of no character, the
         * database of a table.
         *
         * @param start negative: it is not written there
         */
        public record Edit(int start, int end, String text) {}
    }
}
