package io.tributary.frontend.load.format;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.encode.RowFilter;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What a load left out, for people: a line for each of the first rows, with the reason and the row as it came. One thread
 * at a time.
 */
public final class RejectedRows implements RowFilter.Listener {
    /** Rows that are listed. */
    static final int LISTED_MAX = 100;

    /** Characters that are shown of a row. */
    static final int LINE_CHARACTERS_MAX = 1_000;

    private final StringBuilder text = new StringBuilder();
    private Lines lines = (row, max) -> "";
    private @Nullable Lines later;
    private long count;
    private String first = "";

    /** Who has the rows as they came. */
    @FunctionalInterface
    public interface Lines {
        /** @param indexedRow as {@link RowFilter.Listener} has it */
        String line(int indexedRow, int charactersMax);
    }

    public void linesOf(Lines source) {
        lines = source;
    }

    /** Lets a step behind the input show the rows, or with null the input again. */
    public void shownBy(@Nullable Lines step) {
        later = step;
    }

    @Override
    public void refused(int indexedRow, TributaryException refusal) {
        if (count == 0) {
            first = String.valueOf(refusal.getMessage());
        }
        count++;
        Lines shown = later == null ? lines : later;
        if (count <= LISTED_MAX) {
            text.append("Reason: ")
                    .append(refusal.getMessage())
                    .append(". src line [")
                    .append(shown.line(indexedRow, LINE_CHARACTERS_MAX))
                    .append("]; \n");
        }
    }

    /** Why the first row was left out; empty where none was. */
    public String first() {
        return first;
    }

    public long count() {
        return count;
    }

    /** A line a row; empty where none was left out. */
    public String text() {
        return count > LISTED_MAX ? text + "and " + (count - LISTED_MAX) + " more rows\n" : text.toString();
    }

    static String shown(byte[] bytes, int start, int end, int charactersMax) {
        // A character has at most four bytes, and one that is cut at the end becomes a sign of that.
        int until = (int) Math.min(end, start + 4L * charactersMax);
        String shown = new String(bytes, start, until - start, StandardCharsets.UTF_8);
        return shown.length() <= charactersMax && until == end
                ? shown
                : shown.substring(0, Math.min(charactersMax, shown.length())) + "…";
    }
}
