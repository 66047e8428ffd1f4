package io.tributary.contract.schema;

import java.util.List;
import java.util.Objects;

/**
 * A query that has the name of a table: it is computed anew by each statement that reads it. Immutable.
 *
 * @param table its name, and its columns as they were when it was made
 * @param query its text, in which asterisks are written out, so that a column which a table gets later does not appear; names
 *     without a database are of the view's own
 * @param sqlMode by which the text is read
 * @param definer the account that made it
 */
public record ViewSchema(TableSchema table, String query, SqlMode sqlMode, String definer) {
    /** What becomes of a view of the name of one that is to be made. */
    public enum Existing {
        REFUSED,
        KEPT,
        REPLACED,
        /** It must be there, and is replaced. */
        REQUIRED
    }

    public ViewSchema {
        Objects.requireNonNull(table);
        Objects.requireNonNull(query);
        Objects.requireNonNull(sqlMode);
        Objects.requireNonNull(definer);
    }

    /** The face of a view: it is a table for all who only show what there is. */
    public static TableSchema table(String database, String name, List<Column> columns) {
        return new TableSchema(
                0,
                database,
                name,
                1,
                TableSchema.KeyModel.VIEW,
                columns,
                TableProperties.defaults(),
                TableSchema.Layout.none());
    }

    /** The same once it is known what its query gives. */
    public ViewSchema computed(List<Column> columns, String text) {
        return new ViewSchema(table(database(), name(), columns), text, sqlMode, definer);
    }

    public ViewSchema definedBy(String account) {
        return new ViewSchema(table, query, sqlMode, account);
    }

    public String database() {
        return table.database();
    }

    public String name() {
        return table.name();
    }

    /** Its name as errors say it. */
    public String fullName() {
        return database() + "." + name();
    }
}
