package io.tributary.planner.sql.query;

import io.tributary.contract.schema.SqlMode;
import io.tributary.dialect.token.Tokens;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/** Finds what makes one value of several rows: aggregates and windows. */
public final class AggregateSearch {
    private static final Set<String> AGGREGATES = Set.of(
            "ANY_VALUE",
            "APPROX_COUNT_DISTINCT",
            "ARRAY_AGG",
            "AVG",
            "BIT_AND",
            "BIT_OR",
            "BIT_XOR",
            "COLLECT_LIST",
            "COLLECT_SET",
            "COUNT",
            "GROUP_CONCAT",
            "JSON_ARRAYAGG",
            "JSON_OBJECTAGG",
            "MAX",
            "MAX_BY",
            "MIN",
            "MIN_BY",
            "NDV",
            "STD",
            "STDDEV",
            "STDDEV_POP",
            "STDDEV_SAMP",
            "SUM",
            "VARIANCE",
            "VAR_POP",
            "VAR_SAMP");

    private AggregateSearch() {}

    /** Whether an expression needs more than the row it stands in. */
    public static boolean areSeenBy(String expression) {
        byte[] bytes = expression.getBytes(StandardCharsets.UTF_8);
        Tokens tokens = new Tokens(bytes, 0, bytes.length, SqlMode.DEFAULT);
        while (!tokens.atEnd()) {
            if (tokens.kind() == Tokens.Kind.WORD && tokens.followedBy('(')) {
                String word = tokens.upper();
                if (word.equals("OVER") || AGGREGATES.contains(word)) {
                    return true;
                }
            }
            tokens.advance();
        }
        return false;
    }
}
