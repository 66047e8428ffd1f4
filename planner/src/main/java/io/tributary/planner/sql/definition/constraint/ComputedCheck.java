package io.tributary.planner.sql.definition.constraint;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Check.Step;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.SqlMode;
import io.tributary.dialect.token.Tokens;
import java.util.List;
import java.util.stream.Stream;

/**
 * A CHECK that says more than {@link CheckSteps} compares: an engine computes it of each row before that is stored.
 *
 * @see <a href="https://dev.mysql.com/doc/refman/8.0/en/create-table-check-constraints.html">CHECK Constraints</a>
 */
final class ComputedCheck implements RowExpression.Owner {
    private final String name;

    private ComputedCheck(String name) {
        this.name = name;
    }

    /**
     * Returns its steps.
     *
     * @param text in parentheses
     * @throws TributaryException SYNTAX, UNKNOWN_COLUMN, CHECK_OF_AUTO_INCREMENT, NOT_SUPPORTED and the other CHECK ones
     */
    static List<String> of(String name, String text, List<Column> columns, SqlMode mode) {
        String expression = within(text, mode);
        RowExpression.Kept kept = RowExpression.of(columns, expression, mode, new ComputedCheck(name));
        return Stream.concat(kept.reads().stream().map(Step.COLUMN::of), Stream.of(Step.EXPRESSION.of(kept.text())))
                .toList();
    }

    /** Drops the parentheses around all of it, of which SHOW CREATE TABLE has more. */
    private static String within(String text, SqlMode mode) {
        Tokens tokens = Tokens.of(text, mode);
        if (!tokens.atSymbol('(')) {
            return text;
        }
        tokens.skipParentheses();
        return tokens.atEnd() ? within(text.substring(1, text.length() - 1).strip(), mode) : text;
    }

    @Override
    public String place() {
        return "check constraint " + name + " expression";
    }

    @Override
    public TributaryException variables() {
        return ErrorCode.CHECK_VARIABLES.error(
                "An expression of a check constraint '" + name + "' cannot refer to a user or system variable.");
    }

    @Override
    public TributaryException function() {
        return ErrorCode.CHECK_FUNCTION.error(
                "An expression of a check constraint '" + name + "' contains disallowed function.");
    }

    @Override
    public TributaryException function(String function) {
        return ErrorCode.CHECK_NAMED_FUNCTION.error(
                "An expression of a check constraint '" + name + "' contains disallowed function: " + function + ".");
    }

    @Override
    public void check(Column column) {
        if (column.autoIncrement()) {
            throw ErrorCode.CHECK_OF_AUTO_INCREMENT.error(
                    "Check constraint '" + name + "' cannot refer to an auto-increment column.");
        }
        if (column.isUpdatedByClock()) {
            throw TributaryException.notSupported("CHECK of a column with ON UPDATE CURRENT_TIMESTAMP (" + column.name()
                    + ") by more than comparisons");
        }
    }

    @Override
    public String what(String text) {
        return "CHECK (" + text + ")";
    }
}
