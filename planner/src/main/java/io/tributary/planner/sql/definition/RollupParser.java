package io.tributary.planner.sql.definition;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.Rollup;
import io.tributary.dialect.token.Names;
import io.tributary.dialect.token.Tokens;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Reads rollups as Doris writes them, and refuses those that a table cannot have in Doris' words. */
final class RollupParser {
    /** What may begin the next action of an ALTER TABLE rather than name another rollup. */
    private static final String[] ACTIONS = {"ADD", "DROP", "MODIFY", "CHANGE", "ALTER", "RENAME", "ORDER", "COMMENT"};

    private RollupParser() {}

    /** Reads what follows ROLLUP in a CREATE TABLE: {@code (r1 (a, b) [DUPLICATE KEY (a)] [PROPERTIES (…)], …)}. */
    static List<Rollup> list(Tokens tokens) {
        List<Rollup> rollups = new ArrayList<>();
        tokens.expectSymbol('(');
        do {
            rollups.add(one(tokens));
        } while (tokens.acceptSymbol(',') && !tokens.atSymbol(')'));
        tokens.expectSymbol(')');
        return rollups;
    }

    /** {@code r1 (a, b) [DUPLICATE KEY (a)] [FROM base] [PROPERTIES (…)]}. */
    static Rollup one(Tokens tokens) {
        String name = tokens.identifier();
        List<String> columns = Names.inParentheses(tokens);
        List<String> key = List.of();
        Map<String, String> properties = Map.of();
        if (tokens.acceptClause("DUPLICATE", "KEY")) {
            key = Names.inParentheses(tokens);
        }
        if (tokens.accept("FROM")) {
            tokens.identifier();
        }
        if (tokens.accept("PROPERTIES")) {
            properties = PropertyList.parse(tokens);
        }
        return new Rollup(name, columns, key, properties);
    }

    /** Whether another name of this list of rollups follows the comma here. */
    static boolean goesOn(Tokens tokens) {
        return tokens.ahead(() -> tokens.acceptSymbol(',') && tokens.atIdentifier() && !tokens.atAny(ACTIONS));
    }

    /** @throws TributaryException where two have one name, or one names a column that is not there or twice */
    static void check(String table, List<Rollup> rollups, List<Column> columns) {
        Set<String> seen = new HashSet<>();
        seen.add(table.toLowerCase(Locale.ROOT));
        for (Rollup rollup : rollups) {
            if (!seen.add(rollup.name().toLowerCase(Locale.ROOT))) {
                throw invalid("Rollup index[" + rollup.name() + "] already exists");
            }
            Set<String> named = new HashSet<>();
            for (String column : rollup.columns()) {
                if (columns.stream().noneMatch(each -> each.name().equalsIgnoreCase(column))) {
                    throw invalid("Column[" + column + "] does not exist");
                }
                if (!named.add(column.toLowerCase(Locale.ROOT))) {
                    throw invalid("Duplicated column name '" + column + "' in rollup [" + rollup.name() + "]");
                }
            }
            for (String column : rollup.duplicateKey()) {
                if (!named.contains(column.toLowerCase(Locale.ROOT))) {
                    throw invalid("Column[" + column + "] of DUPLICATE KEY is not in rollup [" + rollup.name() + "]");
                }
            }
        }
    }

    static TributaryException unknown(String rollup, String table) {
        return invalid("Rollup index[" + rollup + "] does not exist in table [" + table + "]");
    }

    private static TributaryException invalid(String message) {
        return ErrorCode.INVALID_STATEMENT.error(message);
    }
}
