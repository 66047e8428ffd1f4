package io.tributary.frontend.load.format;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;

/**
 * How the lines of a CSV body are written.
 *
 * @param separator between fields, at least one byte
 * @param lineEnd at least one byte; before a lone newline a carriage return goes with it
 * @param enclosure what fields may be enclosed in, or {@link #NONE}
 * @param escape what takes the meaning from the byte behind it in an enclosed field, or {@link #NONE}
 * @param trimsQuotes whether double quotes around a field are no part of it
 * @param emptyIsNull whether an empty field is NULL
 * @param skippedLines at the beginning
 */
@SuppressWarnings("ArrayRecordComponent") // short constants; nobody compares formats
public record CsvFormat(
        byte[] separator,
        byte[] lineEnd,
        int enclosure,
        int escape,
        boolean trimsQuotes,
        boolean emptyIsNull,
        long skippedLines)
        implements LoadFormat {
    public static final int NONE = -1;

    @Override
    public <T> T accept(Visitor<T> visitor) {
        return visitor.csv(this);
    }

    /** What is said of a body that ends in a field which its enclosure opens and does not close. */
    public TributaryException unclosed(long row) {
        return new TributaryException(
                ErrorCode.INVALID_STATEMENT,
                "row " + row + " has a field that begins with the enclosure " + (char) enclosure
                        + " and is not closed before the body's end");
    }

    public CsvFormat {
        if (separator.length == 0 || lineEnd.length == 0) {
            throw new IllegalArgumentException("a separator without bytes");
        }
    }
}
