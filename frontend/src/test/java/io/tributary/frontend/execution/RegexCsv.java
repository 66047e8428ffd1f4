package io.tributary.frontend.execution;

import io.tributary.frontend.load.format.CsvFormat;
import io.tributary.frontend.load.format.CsvScanner;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a CSV body holds, said by regular expressions: the model of {@link CsvScanner}. */
public final class RegexCsv {
    /** The last row of a body that ends in an enclosed field which is not closed. */
    public static final List<String> UNCLOSED = List.of("<unclosed>");

    private RegexCsv() {}

    /** The fields of each row, those beyond {@code fieldsMax} empty. */
    public static List<List<String>> rows(CsvFormat format, String text, int fieldsMax, String nullText) {
        String separator = Pattern.quote(new String(format.separator(), StandardCharsets.ISO_8859_1));
        String lineEnd = Pattern.quote(new String(format.lineEnd(), StandardCharsets.ISO_8859_1));
        boolean newline = format.lineEnd().length == 1 && format.lineEnd()[0] == '\n';
        String carriageReturn = newline ? "\r?" : "";
        String rowEnd = "(?:" + carriageReturn + lineEnd + "|" + carriageReturn + "\\z)";
        Pattern plain = Pattern.compile("((?:(?!" + separator + "|" + lineEnd + ")[\\s\\S])*+)");
        boolean encloses = format.enclosure() != CsvFormat.NONE;
        boolean escapes = format.escape() != CsvFormat.NONE && format.escape() != format.enclosure();
        String quote = encloses ? Pattern.quote(String.valueOf((char) format.enclosure())) : "(?!)";
        String escaped = escapes ? Pattern.quote(String.valueOf((char) format.escape())) + "([\\s\\S])" : "((?!))";
        String special = escapes ? "(?!" + Pattern.quote(String.valueOf((char) format.escape())) + ")" : "";
        Pattern enclosed = Pattern.compile(quote + "((?:" + escaped + "|" + quote + quote + "|" + quote + "(?!"
                + separator + "|" + rowEnd + ")|(?!" + quote + ")" + special + "[\\s\\S])*+)" + quote + "(?="
                + separator
                + "|" + rowEnd + ")");
        Pattern pairs = Pattern.compile(escaped + "|" + quote + "(" + quote + ")");
        Pattern opening = Pattern.compile(quote);
        Matcher separators = Pattern.compile(separator).matcher(text);
        Matcher rowEnds = Pattern.compile(rowEnd).matcher(text);

        List<List<String>> rows = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            int begin = at;
            List<String> fields = new ArrayList<>();
            boolean more = true;
            boolean empty = true;
            while (more) {
                Matcher field = enclosed.matcher(text).region(at, text.length()).useTransparentBounds(true);
                boolean quoted = field.lookingAt();
                if (quoted) {
                    fields.add(pairs.matcher(field.group(1)).replaceAll(RegexCsv::meant));
                } else {
                    if (opening.matcher(text).region(at, text.length()).lookingAt()) {
                        rows.add(UNCLOSED);
                        return rows;
                    }
                    field = plain.matcher(text).region(at, text.length());
                    field.lookingAt();
                }
                at = field.end();
                more = separators.region(at, text.length()).lookingAt();
                if (!quoted) {
                    String value = field.group(1);
                    fields.add(
                            plainField(!more && newline ? value.replaceFirst("\r\\z", "") : value, format, nullText));
                    empty = !more
                            && fields.size() == 1
                            && value.replaceFirst(newline ? "\r\\z" : "(?!)", "")
                                    .isEmpty();
                } else {
                    empty = false;
                }
                if (more) {
                    at = separators.end();
                }
            }
            rowEnds.region(at, text.length());
            at = rowEnds.lookingAt() ? Math.max(rowEnds.end(), begin) : text.length();
            if (!empty) {
                rows.add(withoutSurplus(fields, fieldsMax));
            }
        }
        return rows;
    }

    private static String meant(java.util.regex.MatchResult pair) {
        return Matcher.quoteReplacement(pair.group(1) != null ? pair.group(1) : pair.group(2));
    }

    private static String plainField(String value, CsvFormat format, String nullText) {
        String trimmed =
                format.trimsQuotes() && value.matches("(?s)\".*\"") ? value.substring(1, value.length() - 1) : value;
        return trimmed.equals("\\N") ? nullText : trimmed;
    }

    private static List<String> withoutSurplus(List<String> fields, int fieldsMax) {
        List<String> kept = new ArrayList<>(fields.subList(0, Math.min(fieldsMax, fields.size())));
        kept.addAll(Collections.nCopies(fields.size() - kept.size(), ""));
        return kept;
    }
}
