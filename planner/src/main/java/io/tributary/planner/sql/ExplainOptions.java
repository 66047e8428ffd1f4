package io.tributary.planner.sql;

import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.token.Tokens;
import io.tributary.dialect.tree.PlanForm;
import java.util.Locale;
import java.util.Set;

/** What stands between EXPLAIN and the statement; words of MySQL's and Doris' that ask for more or less are read over. */
final class ExplainOptions {
    private static final Set<String> WORDS =
            Set.of("ANALYZE", "EXTENDED", "FORMAT", "GRAPH", "PARTITIONS", "PLAN", "VERBOSE");
    /** Names of formats that are all one here: lines of text. */
    private static final Set<String> LINES = Set.of("BRIEF", "TRADITIONAL", "TREE");

    private ExplainOptions() {}

    /** @throws TributaryException NOT_SUPPORTED for another format */
    static PlanForm read(Tokens tokens) {
        boolean runs = false;
        boolean json = false;
        while (tokens.atAny(WORDS) && !tokens.followedBy('.')) {
            boolean format = tokens.at("FORMAT");
            runs |= tokens.at("ANALYZE");
            tokens.advance();
            if (format) {
                tokens.expectSymbol('=');
                json = isJson(tokens.identifierOrString());
            }
        }
        if (runs && json) {
            throw TributaryException.notSupported(PlanForm.ANALYZED.verb() + "FORMAT=JSON");
        }
        return json ? PlanForm.JSON : runs ? PlanForm.ANALYZED : PlanForm.LINES;
    }

    private static boolean isJson(String format) {
        String upper = format.toUpperCase(Locale.ROOT);
        if (!upper.equals("JSON") && !LINES.contains(upper)) {
            throw TributaryException.notSupported("EXPLAIN FORMAT=" + format);
        }
        return upper.equals("JSON");
    }
}
