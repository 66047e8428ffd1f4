package io.tributary.planner.plan.part;

import java.nio.charset.Charset;

/**
 * How a file of LOAD DATA is written. Separators are bytes in the file's character set; an empty one is none, but for the
 * lines' end: without it a row ends behind its last field.
 *
 * @param fieldEnd at least one byte
 * @param enclosure a byte, or {@link #NONE}
 * @param escape a byte, or {@link #NONE}
 * @param lineStart what stands before it in a line is no part of a row, and a line without it is no row
 * @param ignoredLines at the file's beginning
 */
@SuppressWarnings("ArrayRecordComponent") // short constants; nobody compares formats
public record LoadDataFormat(
        Charset charset,
        byte[] fieldEnd,
        int enclosure,
        int escape,
        byte[] lineStart,
        byte[] lineEnd,
        long ignoredLines) {
    public static final int NONE = -1;
}
