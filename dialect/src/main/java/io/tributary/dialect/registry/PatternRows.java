package io.tributary.dialect.registry;

import static io.tributary.dialect.registry.Function.Signature.optional;
import static io.tributary.dialect.registry.Want.INTEGER;
import static io.tributary.dialect.registry.Want.TEXT;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.registry.Spelling.Written;
import io.tributary.dialect.type.Collation;
import io.tributary.dialect.type.SqlType;
import io.tributary.dialect.type.SqlType.Kind;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * LIKE and regular expressions. These have RE2's syntax.
 *
 * @see <a href="https://dev.mysql.com/doc/refman/8.0/en/regexp.html">Regular Expressions</a>
 */
final class PatternRows {
    private static final SqlType TRUTH = SqlType.of(Kind.BOOL);

    private static final Map<String, String> LETTERS =
            new TreeMap<>(Map.of("alpha", "\\p{L}", "alnum", "\\p{L}\\p{N}", "upper", "\\p{Lu}", "lower", "\\p{Ll}"));

    private PatternRows() {}

    static List<Function> rows() {
        Rows rows = new Rows();
        rows.row("LIKE", TRUTH, TEXT, TEXT).ofBytes().duckdb(new Like());
        rows.row("LIKE", TRUTH, TEXT, TEXT, TEXT).ofBytes().duckdb(PatternRows::escaped);
        rows.row("REGEXP|RLIKE", TRUTH, TEXT, TEXT).duckdb(call -> matches(call, ""));
        rows.row("REGEXP_LIKE", TRUTH, TEXT, TEXT).duckdb(call -> matches(call, ""));
        rows.row("REGEXP_LIKE", TRUTH, TEXT, TEXT, TEXT).duckdb(call -> matches(call, flags(call, 2)));
        rows.row("REGEXP_SUBSTR", ResultRule.same(0), optional(3, TEXT, TEXT, INTEGER, INTEGER, TEXT))
                .nullable()
                .duckdb(call -> {
                    String whole = TextLimit.searched(call);
                    String text = call.count() < 3 ? whole : "substring(" + whole + ", " + call.text(2) + ")";
                    String which = call.count() < 4 ? "1" : call.text(3);
                    return "regexp_extract_all(" + text + ", " + pattern(call, flags(call, 4)) + ")[" + which + "]";
                });
        rows.row("REGEXP_REPLACE", SqlType.text(0), optional(2, TEXT, TEXT, TEXT, INTEGER, INTEGER))
                .duckdb(call -> {
                    if (call.constant(3, 1) != 1 || call.constant(4, 0) != 0) {
                        throw TributaryException.notSupported("REGEXP_REPLACE of some matches");
                    }
                    return replaced(call);
                });
        return rows.functions();
    }

    /** A subject of which too long a text would become is NULL: matches are counted where lengths alone do not tell. */
    private static String replaced(Written call) {
        String pattern = pattern(call, "");
        if (TextRows.replaced(call, 1).precision() > 0) {
            return replaced(call.text(0), pattern, call.text(2));
        }
        // A pattern that is known is compiled once.
        String sought = call.isConstant(1) ? pattern : "e[2]";
        String other = call.isConstant(2) ? call.text(2) : "e[3]";
        String matches = "(strlen(regexp_replace(e[1], " + sought + ", 'x', 'g')) - strlen(regexp_replace(e[1], "
                + sought + ", '', 'g')))";
        // Groups may be all of the subject.
        String groups = "CASE WHEN contains(" + other + ", '$') THEN 1 + strlen(" + other + ") / 2 ELSE 1 END";
        String subject = "CASE WHEN strlen(e[1]) > " + TextLimit.SEARCHED_BYTES_MAX + " THEN NULL WHEN "
                + TextLimit.fits("(CAST(strlen(e[1]) AS DOUBLE) + 1) * (1 + 2 * strlen(" + other + "))")
                + " THEN e[1] WHEN "
                + TextLimit.fits("CAST(strlen(e[1]) AS DOUBLE) * " + groups + " + CAST(" + matches
                        + " AS DOUBLE) * strlen(" + other + ")")
                + " THEN e[1] END";
        return "list_transform([row(" + call.text(0) + (call.isConstant(1) ? ", NULL" : ", " + pattern)
                + (call.isConstant(2) ? ", NULL" : ", " + call.text(2)) + ")], lambda e: "
                + replaced(subject, sought, other) + ")[1]";
    }

    private static String replaced(String subject, String pattern, String replacement) {
        return "regexp_replace(" + subject + ", " + pattern + ", " + replacement(replacement) + ", 'g')";
    }

    /** A backslash hides the next character, a dollar sign names a group, which a backslash does to the engine. */
    private static String replacement(String text) {
        return "regexp_replace(replace(regexp_replace(" + text
                + ", '\\\\(.?)', '\\1', 'g'), '\\', '\\\\'), '\\$([0-9])', '\\\\\\1', 'g')";
    }

    private static String escaped(Written call) {
        if (!call.isConstant(2) || !(call.constant(2) instanceof String escape)) {
            throw TributaryException.notSupported("LIKE with an escape character that is no literal");
        }
        if (escape.codePointCount(0, escape.length()) > 1) {
            throw ErrorCode.WRONG_ARGUMENTS.error("Incorrect arguments to ESCAPE");
        }
        return like(call, escape, "~~");
    }

    private static final class Like implements Spelling {
        private static final String ESCAPE = "\\";

        @Override
        public String write(Written call) {
            return like(call, ESCAPE, "~~");
        }

        @Override
        public @Nullable String negated(Written call) {
            return isPlain(call, ESCAPE) ? like(call, ESCAPE, "!~~") : null;
        }
    }

    private static boolean isPlain(Written call, String escape) {
        return escape.isEmpty()
                || (call.isConstant(1) && call.constant(1) instanceof String known && !known.contains(escape));
    }

    /** The engine's plain operator is several times as fast, but has no escape character. */
    private static String like(Written call, String escape, String operator) {
        Collation collation = ComparisonRows.collation(call);
        String text = Spelling.letters(call.text(0), collation);
        String pattern = Spelling.letters(call.text(1), collation);
        return isPlain(call, escape)
                ? "(" + text + " " + operator + " " + pattern + ")"
                : "like_escape(" + text + ", " + closed(pattern, escape) + ", '" + escape.replace("'", "''") + "')";
    }

    /** An escape character at the end stands for itself, where the engine has an error. */
    private static String closed(String pattern, String escape) {
        String quoted = escape.replace("'", "''");
        String literal = "\\" + quoted;
        String twice = escape.equals("\\") ? "\\\\\\\\" : quoted + quoted;
        return "regexp_replace(" + pattern + ", '^((?s:[^" + literal + "]|" + literal + ".)*)" + literal + "$', '\\1"
                + twice + "')";
    }

    private static String matches(Written call, String flags) {
        return "regexp_matches(" + call.text(0) + ", " + pattern(call, flags) + ")";
    }

    private static String pattern(Written call, String flags) {
        Collation collation = ComparisonRows.collation(call);
        String all = flags.isEmpty() && collation.folds() ? "i" : flags;
        String classes = unicode(call.text(1));
        return all.isEmpty() ? classes : "('(?" + all + ")' || " + classes + ")";
    }

    /** The engine's classes of letters have those of ASCII alone. */
    private static String unicode(String pattern) {
        String text = pattern;
        for (Map.Entry<String, String> each : LETTERS.entrySet()) {
            text = "replace(" + text + ", '[:" + each.getKey() + ":]', '" + each.getValue() + "')";
        }
        return text;
    }

    /** Returns RE2's flags for MySQL's match type, of which the last {@code c} or {@code i} holds. */
    private static String flags(Written call, int argument) {
        if (argument >= call.count()) {
            return "";
        }
        if (!call.isConstant(argument) || !(call.constant(argument) instanceof String types)) {
            throw TributaryException.notSupported("match types that are no literal");
        }
        StringBuilder flags = new StringBuilder(types.lastIndexOf('i') > types.lastIndexOf('c') ? "i" : "");
        for (int i = 0; i < types.length(); i++) {
            char type = types.charAt(i);
            if ("cimnu".indexOf(type) < 0) {
                throw ErrorCode.WRONG_ARGUMENTS.error("Incorrect arguments to regexp_like");
            }
            flags.append(type == 'm' ? "m" : type == 'n' ? "s" : "");
        }
        return flags.toString();
    }
}
