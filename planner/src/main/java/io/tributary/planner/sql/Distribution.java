package io.tributary.planner.sql;

import io.tributary.rpc.schema.TableSchema;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What the DISTRIBUTED BY of a table says. The engine keeps a table whole.
 *
 * @param key the columns, or RANDOM; empty where nothing was said
 * @param buckets 1 where no number was said
 */
public record Distribution(String key, long buckets) {
    public static Distribution of(TableSchema table) {
        byte[] clause = table.layout().distributionClause().getBytes(StandardCharsets.UTF_8);
        Tokens tokens = new Tokens(clause, 0, clause.length, SqlMode.DEFAULT);
        if (!tokens.accept("DISTRIBUTED", "BY")) {
            return new Distribution("", 1);
        }
        String key = "RANDOM";
        if (tokens.accept("HASH")) {
            List<String> columns = new ArrayList<>();
            tokens.expectSymbol('(');
            do {
                // Double quotes are a name's in a clause that was written under ANSI_QUOTES.
                columns.add(tokens.identifierOrString());
            } while (tokens.acceptSymbol(','));
            tokens.expectSymbol(')');
            key = String.join(", ", columns);
        } else {
            tokens.expect(key);
        }
        boolean counted = tokens.accept("BUCKETS") && !tokens.at("AUTO");
        return new Distribution(key, counted ? tokens.wholeNumber() : 1);
    }
}
