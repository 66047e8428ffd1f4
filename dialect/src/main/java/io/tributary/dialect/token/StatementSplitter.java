package io.tributary.dialect.token;

import io.tributary.contract.schema.SqlMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Splits the text of one command into its statements, at every {@code ;} outside strings, identifiers and comments. */
public final class StatementSplitter {
    /** A statement's bytes: {@code [from, to)} of the command, without leading blanks and comments and without {@code ;}. */
    public record Range(int from, int to) {}

    private StatementSplitter() {}

    /**
     * The statements of {@code sql[from, to)}, at least one. Empty ones are left out unless there is no other; a text
     * of comments alone is one statement, and so is everything behind a quote or comment without its end.
     */
    public static List<Range> split(byte[] sql, int from, int to, SqlMode mode) {
        int end = to;
        while (end > from && Words.isBlank(sql[end - 1])) {
            end--;
        }
        // The usual single statement needs no closer look: at most its last byte is a semicolon.
        int semicolon = Swar.indexOf(sql, from, end, (byte) ';');
        if (semicolon < 0 || semicolon == end - 1) {
            return List.of(trimmed(sql, from, semicolon < 0 ? end : semicolon));
        }
        List<Range> ranges = new ArrayList<>();
        int begin = from;
        int i = from;
        while (i < end) {
            byte b = sql[i];
            if (isPlain(b)) {
                i++;
            } else if (b == ';') {
                add(ranges, sql, begin, i);
                begin = ++i;
            } else {
                i = after(sql, i, end, mode);
            }
        }
        add(ranges, sql, begin, end);
        return ranges.isEmpty() ? List.of(trimmed(sql, from, end)) : List.copyOf(ranges);
    }

    /**
     * The one statement of {@code sql[from, to)}, if it is an INSERT or REPLACE and only one is allowed. What follows its
     * first {@code ;} is still in it: to look for that takes longer than to read the rows, whose reader finds it anyway.
     */
    public static Optional<Range> onlyInsert(byte[] sql, int from, int to) {
        int begin = Comments.skipBlanks(sql, from, to);
        if (!Words.startsWith(sql, begin, to, "INSERT") && !Words.startsWith(sql, begin, to, "REPLACE")) {
            return Optional.empty();
        }
        int end = to;
        while (Words.isBlank(sql[end - 1])) {
            end--;
        }
        return Optional.of(new Range(begin, sql[end - 1] == ';' ? end - 1 : end));
    }

    private static void add(List<Range> ranges, byte[] sql, int from, int to) {
        Range range = trimmed(sql, from, to);
        boolean onlyComment = range.from() == from && Comments.skipBlanks(sql, from, to) >= to;
        if (range.from() < range.to() && !onlyComment) {
            ranges.add(range);
        }
    }

    /** Returns the statement without leading blanks and comments; all of it where there is nothing but comments. */
    private static Range trimmed(byte[] sql, int from, int to) {
        int begin = Comments.skipBlanks(sql, from, to);
        if (begin < to) {
            return new Range(begin, to);
        }
        int blank = from;
        while (blank < to && Words.isBlank(sql[blank])) {
            blank++;
        }
        return new Range(blank < to ? from : to, to);
    }

    /** Letters, digits, commas and parentheses, which is most of a statement: for certain no beginning of anything. */
    private static boolean isPlain(byte b) {
        return (b > '/' && b != ';' && b != '`') || b == ',' || b == '(' || b == ')' || b == ' ';
    }

    /** The index after the byte, the quoted word or the comment at {@code i}. */
    private static int after(byte[] sql, int i, int to, SqlMode mode) {
        byte b = sql[i];
        int after;
        switch (b) {
            case '\'' -> after = afterString(sql, i, to, mode);
            case '"' -> after = Quoted.end(sql, i, to, !mode.noBackslashEscapes() && !mode.ansiQuotes());
            case '`' -> after = Quoted.end(sql, i, to, false);
            case '/' -> {
                boolean plain = i + 1 < to && sql[i + 1] == '*' && !(i + 2 < to && sql[i + 2] == '!');
                after = plain ? Comments.endOfBlock(sql, i, to) : i + 1;
            }
            case '#', '-' -> {
                after = Comments.skipLine(sql, i, to);
                return after < 0 ? i + 1 : after;
            }
            default -> after = i + 1;
        }
        return after < 0 ? to : after;
    }

    private static int afterString(byte[] sql, int i, int to, SqlMode mode) {
        int stop = Swar.indexOfQuoteOrBackslash(sql, i + 1, to, (byte) '\'');
        boolean usual = stop + 1 < to && sql[stop] == '\'' && sql[stop + 1] != '\'';
        return usual ? stop + 1 : Quoted.end(sql, i, to, !mode.noBackslashEscapes());
    }
}
