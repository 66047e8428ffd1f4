package io.tributary.planner.sql;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Check;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.token.SqlLiterals;
import io.tributary.dialect.token.Tokens;
import io.tributary.dialect.tree.Change;
import io.tributary.dialect.tree.Expression.Word;
import io.tributary.dialect.tree.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What an UPDATE assigns to generated columns: their expressions, behind its own assignments, so that each engine computes them from
 * the values that the row has then. Checks that are computed stand behind them.
 */
final class GeneratedAssignments {
    private GeneratedAssignments() {}

    /**
     * Returns the text of a change with them.
     *
     * @throws TributaryException GENERATED_VALUE where it assigns another value than DEFAULT to a generated column; NOT_SUPPORTED
     *     where a key would change, or where it reads other tables: engines need not assign from left to right then
     */
    static String behind(String text, Change change, TableSchema table, SqlMode mode) {
        if (change.assignments().isEmpty() || !table.isCompleted()) {
            return text;
        }
        Set<String> changed = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        List<Column> computed = computed(change, table, changed);
        List<Check> checks = table.layout().constraints().checks().stream()
                .filter(check -> check.isComputed() && changed.stream().anyMatch(check::reads))
                .toList();
        if (computed.isEmpty() && checks.isEmpty()) {
            return text;
        }
        if (!(change.from() instanceof Source.Table)) {
            throw TributaryException.notSupported(
                    "UPDATE of several tables, of columns that generated columns or computed checks read");
        }
        StringBuilder assignments = new StringBuilder();
        for (Column column : computed) {
            assignments
                    .append(", ")
                    .append(SqlLiterals.identifier(column.name()))
                    .append(" = (")
                    .append(column.declared().generated().expression())
                    .append(')');
        }
        for (Check check : checks) {
            assignments
                    .append(", ")
                    .append(SqlLiterals.identifier(Change.CHECKS))
                    .append('.')
                    .append(SqlLiterals.identifier(check.name()))
                    .append(" = ")
                    .append(check.expression());
        }
        return inserted(text, assignments.toString(), mode);
    }

    /** @param changed gets the names of all columns that change */
    private static List<Column> computed(Change change, TableSchema table, Set<String> changed) {
        for (Change.Assignment assignment : change.assignments()) {
            int position = table.indexOf(assignment.column().last());
            if (position >= 0 && assignment.value() != Word.DEFAULT) {
                table.requireGiven(position);
            }
            changed.add(assignment.column().last());
        }
        List<Column> computed = new ArrayList<>();
        // One reads only those that were defined before it.
        for (Column column : table.columns()) {
            boolean reads = column.declared().generated().columns().stream().anyMatch(changed::contains);
            if (column.isGenerated() && (reads || changed.contains(column.name()))) {
                if (column.key() && table.isKeyed()) {
                    throw TributaryException.notSupported(
                            "UPDATE of key column " + column.name() + " of a table with a UNIQUE KEY");
                }
                changed.add(column.name());
                computed.add(column);
            }
        }
        return computed;
    }

    /** Puts them behind the list that is there, which WHERE, ORDER BY, LIMIT or the end of the statement follows. */
    private static String inserted(String text, String assignments, SqlMode mode) {
        Tokens tokens = Tokens.of(text, mode);
        int depth = 0;
        boolean behindSet = false;
        while (!tokens.atStatementEnd() && !(behindSet && depth == 0 && tokens.atAny("WHERE", "ORDER", "LIMIT"))) {
            depth += tokens.nesting();
            behindSet |= depth == 0 && tokens.at("SET");
            tokens.advance();
        }
        int end = tokens.previousEnd();
        return tokens.text(0, end) + assignments + tokens.text(end, tokens.limit());
    }
}
