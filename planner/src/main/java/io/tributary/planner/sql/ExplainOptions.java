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
    private static final Set<String> FORMATS = Set.of("TRADITIONAL", "TREE");

    private ExplainOptions() {}

    static PlanForm read(Tokens tokens) {
        PlanForm form = PlanForm.LINES;
        while (tokens.atAny(WORDS) && !tokens.followedBy('.')) {
            boolean format = tokens.at("FORMAT");
            form = tokens.at("ANALYZE") ? PlanForm.ANALYZED : form;
            tokens.advance();
            if (format) {
                tokens.expectSymbol('=');
                requireReadable(tokens.identifierOrString());
            }
        }
        return form;
    }

    private static void requireReadable(String format) {
        if (!FORMATS.contains(format.toUpperCase(Locale.ROOT))) {
            throw TributaryException.notSupported("EXPLAIN FORMAT=" + format);
        }
    }
}
