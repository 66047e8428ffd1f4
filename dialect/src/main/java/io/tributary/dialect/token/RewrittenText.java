package io.tributary.dialect.token;

import java.util.regex.Pattern;

/**
 * A client's text in which the frontend has written something else for the engine, between comments that keep what the client
 * wrote: labels of columns and errors show that.
 *
 * <pre>
 * /*$+what the client wrote*&#47; what the engine reads /*$-*&#47;
 * </pre>
 *
 * A client who writes such comments himself finds his labels shortened, nothing else.
 */
public final class RewrittenText {
    private static final String MARK = "/*$";
    private static final String BEGIN = MARK + "+";
    private static final String END = "/*$-*/";
    private static final String CLOSING = END.substring(END.length() - 2);
    private static final Pattern REWRITTEN = Pattern.compile("/\\*\\$\\+(.*?)\\*/.*?/\\*\\$-\\*/", Pattern.DOTALL);

    /** One whose end an engine has cut off before it says where that was, and one of whose comment it has cut. */
    private static final Pattern CUT =
            Pattern.compile("/\\*\\$\\+(?:([^*]*)\\*/.*?|([^*]*)\\*?)(?=' at line \\d+$|$)", Pattern.DOTALL);

    private static final Pattern CUT_END = Pattern.compile("/\\*\\$(?:-\\*?)?(?=' at line \\d+$|$)");

    private RewrittenText() {}

    /** @param original forgotten where it has a comment itself */
    public static String instead(String original, String text) {
        return BEGIN + (original.contains("*/") ? "" : original) + "*/" + text + END;
    }

    /**
     * What the client wrote of a part of a text: what was written instead of a token is that token, also where the part begins or
     * ends within the comments around it.
     */
    public static String original(String text, int from, int to) {
        int begin = from;
        if (text.startsWith(CLOSING, from - CLOSING.length())) {
            int opened = text.lastIndexOf(BEGIN, from);
            begin = opened >= 0 && text.indexOf(CLOSING, opened) == from - CLOSING.length() ? opened : from;
        }
        return original(text.substring(begin, text.startsWith(END, to) ? to + END.length() : to));
    }

    /** An engine's message that quotes a part of such a text, which may begin and end anywhere: without what stands in comments. */
    public static String inMessage(String message) {
        if (!message.contains(MARK)) {
            return message;
        }
        String whole = CUT.matcher(original(message)).replaceAll("$1$2");
        return CUT_END.matcher(whole.replace(END, "")).replaceAll("");
    }

    /** What the client wrote. */
    public static String original(String text) {
        return text.contains(BEGIN) ? REWRITTEN.matcher(text).replaceAll("$1") : text;
    }
}
