package io.tributary.frontend.load.format;

import java.util.List;

/**
 * How the objects of a JSON body are written.
 *
 * @param layout where they stand
 * @param lineEnd of {@link Layout#LINES}, at least one byte
 * @param stripsArray whether the elements of an array are the rows, and not the document itself
 * @param root where in a document the row, or the array, stands; the empty path: the document
 * @param paths of the row's values in their order; none: the values are found by their names
 * @param numbersAsText whether a number is text
 */
@SuppressWarnings("ArrayRecordComponent") // short constants; nobody compares formats
public record JsonFormat(
        Layout layout,
        byte[] lineEnd,
        boolean stripsArray,
        DorisJsonPath root,
        List<DorisJsonPath> paths,
        boolean numbersAsText)
        implements LoadFormat {
    /** Where the documents of a body stand. */
    public enum Layout {
        /** One in each line. */
        LINES,
        /** One behind the other, each over as many lines as it likes. */
        DOCUMENTS,
        /** Lines, unless the first line ends within a document. */
        BY_FIRST_LINE
    }

    public JsonFormat {
        if (lineEnd.length == 0) {
            throw new IllegalArgumentException("a line's end without bytes");
        }
        paths = List.copyOf(paths);
    }

    @Override
    public <T> T accept(Visitor<T> visitor) {
        return visitor.json(this);
    }
}
