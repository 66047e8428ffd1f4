package io.tributary.planner.sql.definition.constraint;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.Column.Generated;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableSchema.KeyModel;
import io.tributary.dialect.token.Tokens;
import java.util.ArrayList;
import java.util.List;

/**
 * The generated columns of a CREATE TABLE: what their expressions may say, and the form in which that is kept.
 *
 * @see <a href="https://dev.mysql.com/doc/refman/8.0/en/create-table-generated-columns.html">CREATE TABLE and Generated Columns</a>
 */
public final class GeneratedColumns implements RowExpression.Owner {
    private final List<Column> columns;
    private final Column column;
    private final SqlMode mode;

    private GeneratedColumns(List<Column> columns, Column column, SqlMode mode) {
        this.columns = columns;
        this.column = column;
        this.mode = mode;
    }

    /** Whether {@code [GENERATED ALWAYS] AS} stands here. */
    public static boolean isAt(Tokens tokens) {
        return tokens.atAny("GENERATED", "AS");
    }

    /** Reads {@code [GENERATED ALWAYS] AS (expression) [VIRTUAL | STORED | PERSISTENT]}; the expression stays as it is written. */
    public static Generated parse(Tokens tokens) {
        if (tokens.accept("GENERATED")) {
            tokens.expect("ALWAYS");
        }
        tokens.expect("AS");
        int begin = tokens.start();
        tokens.skipParentheses();
        String written = tokens.textSince(begin);
        boolean stored = tokens.acceptAny("STORED", "PERSISTENT");
        if (!stored) {
            tokens.accept("VIRTUAL");
        }
        String expression = written.substring(1, written.length() - 1).strip();
        if (expression.isEmpty()) {
            throw tokens.syntaxError();
        }
        return new Generated(expression, !stored);
    }

    /**
     * Returns the columns with expressions that all modes read alike.
     *
     * @throws TributaryException SYNTAX, UNKNOWN_COLUMN, WRONG_USAGE, NOT_SUPPORTED, and the GENERATED ones
     */
    public static List<Column> checked(List<Column> columns, KeyModel model, SqlMode mode) {
        List<Column> checked = new ArrayList<>(columns.size());
        for (Column column : columns) {
            if (column.isGenerated() && model == KeyModel.AGGREGATE) {
                throw TributaryException.notSupported(
                        "generated columns of an AGGREGATE KEY table, which keeps other values than it is given");
            }
            checked.add(
                    column.isGenerated()
                            ? column.as(column.declared().as(new GeneratedColumns(columns, column, mode).kept()))
                            : column);
        }
        return checked;
    }

    private Generated kept() {
        Generated generated = column.declared().generated();
        String kept =
                RowExpression.of(columns, generated.expression(), mode, this).text();
        return new Generated(kept, generated.virtual());
    }

    @Override
    public String place() {
        return "generated column function";
    }

    @Override
    public TributaryException variables() {
        return ErrorCode.GENERATED_VARIABLES.error(
                "Expression of generated column '" + column.name() + "' cannot refer user or system variables.");
    }

    @Override
    public TributaryException function() {
        return ErrorCode.GENERATED_FUNCTION.error(
                "Expression of generated column '" + column.name() + "' contains a disallowed function.");
    }

    @Override
    public TributaryException function(String name) {
        return ErrorCode.GENERATED_NAMED_FUNCTION.error(
                "Expression of generated column '" + column.name() + "' contains a disallowed function: " + name + ".");
    }

    @Override
    public void check(Column found) {
        if (found.autoIncrement()) {
            throw ErrorCode.GENERATED_OF_AUTO_INCREMENT.error(
                    "Generated column '" + column.name() + "' cannot refer to auto-increment column.");
        }
        if (found.isGenerated() && columns.indexOf(found) >= columns.indexOf(column)) {
            throw ErrorCode.GENERATED_NOT_PRIOR.error(
                    "Generated column can refer only to generated columns defined prior to it.");
        }
        if (found.isUpdatedByClock()) {
            throw TributaryException.notSupported(
                    "a generated column of a column with ON UPDATE CURRENT_TIMESTAMP (" + column.name() + ")");
        }
    }

    @Override
    public String what(String text) {
        return "generated column " + column.name() + " AS (" + text + ")";
    }
}
