package io.tributary.planner.sql.definition;

import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.token.SqlLiterals;
import io.tributary.dialect.token.Tokens;
import java.util.List;

/**
 * What the DISTRIBUTED BY of a table says. The engine keeps a table whole.
 *
 * @param columns of HASH; empty for RANDOM, and where nothing was said
 * @param key the columns, or RANDOM; empty where nothing was said
 * @param buckets 1 where no number was said
 */
public record Distribution(List<String> columns, String key, long buckets) {
    public Distribution {
        columns = List.copyOf(columns);
    }

    public static Distribution of(TableSchema table) {
        return of(table.layout().distributionClause());
    }

    /** @param clause as it was written, or empty */
    static Distribution of(String clause) {
        Tokens tokens = tokens(clause);
        if (!tokens.accept("DISTRIBUTED", "BY")) {
            return new Distribution(List.of(), "", 1);
        }
        List<String> columns = List.of();
        if (tokens.accept("HASH")) {
            // Double quotes are a name's in a clause that was written under ANSI_QUOTES.
            columns = tokens.inParentheses(tokens::identifierOrString);
        } else {
            tokens.expect("RANDOM");
        }
        boolean counted = tokens.accept("BUCKETS") && !tokens.at("AUTO");
        String key = columns.isEmpty() ? "RANDOM" : String.join(", ", columns);
        return new Distribution(columns, key, counted ? tokens.wholeNumber() : 1);
    }

    /** The clause with a column of it under another name. */
    static String renamed(String clause, String from, String to) {
        StringBuilder renamed = new StringBuilder();
        Tokens tokens = tokens(clause);
        int copied = 0;
        while (!tokens.atEnd() && !tokens.atSymbol('(')) {
            tokens.advance();
        }
        while (!tokens.atEnd() && !tokens.atSymbol(')')) {
            tokens.advance();
            int begin = tokens.start();
            if (tokens.identifierOrString().equalsIgnoreCase(from)) {
                renamed.append(tokens.text(copied, begin)).append(SqlLiterals.identifier(to));
                copied = tokens.previousEnd();
            }
        }
        return renamed.append(tokens.text(copied, tokens.limit())).toString();
    }

    private static Tokens tokens(String clause) {
        return Tokens.of(clause, SqlMode.DEFAULT);
    }
}
