package io.tributary.contract.schema;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an ALTER TABLE makes of a table.
 *
 * @param table as it is to be: the id of the table that exists, and its present version + 1, which says what the change was
 *     made for; the version that it gets is the backend's to choose
 * @param origins for each column of {@code table}, where its values in the rows that exist come from
 */
public record TableChange(TableSchema table, List<Origin> origins) {
    /** Where the values of a column come from. */
    public sealed interface Origin {}

    /** The column at this position of the table as it was, converted where the type is another. */
    public record Kept(int position) implements Origin {}

    /** The column is new: every row that exists gets this text, converted to its type, or NULL. */
    public record Filled(@Nullable String text) implements Origin {}

    public TableChange {
        origins = List.copyOf(origins);
        if (origins.size() != table.columns().size()) {
            throw new IllegalArgumentException(
                    origins.size() + " origins for " + table.columns().size() + " columns");
        }
    }
}
