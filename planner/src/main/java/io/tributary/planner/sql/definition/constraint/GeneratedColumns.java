package io.tributary.planner.sql.definition.constraint;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.Column.Generated;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableSchema.KeyModel;
import io.tributary.dialect.parse.MySqlParser;
import io.tributary.dialect.registry.Function;
import io.tributary.dialect.registry.Function.Determinism;
import io.tributary.dialect.registry.Function.Supplied;
import io.tributary.dialect.registry.FunctionRegistry;
import io.tributary.dialect.token.Lexed;
import io.tributary.dialect.token.Scanner;
import io.tributary.dialect.token.SessionFunction;
import io.tributary.dialect.token.SqlLiterals;
import io.tributary.dialect.token.Terminals;
import io.tributary.dialect.token.Token;
import io.tributary.dialect.token.Tokens;
import io.tributary.dialect.tree.Expression;
import io.tributary.dialect.tree.Expression.Call;
import io.tributary.dialect.tree.Expression.Case;
import io.tributary.dialect.tree.Expression.Cast;
import io.tributary.dialect.tree.Expression.Collate;
import io.tributary.dialect.tree.Expression.Interval;
import io.tributary.dialect.tree.Expression.Keyword;
import io.tributary.dialect.tree.Expression.Literal;
import io.tributary.dialect.tree.Expression.Name;
import io.tributary.dialect.tree.Expression.Variable;
import io.tributary.dialect.tree.Expression.When;
import io.tributary.dialect.tree.Expression.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The generated columns of a CREATE TABLE: what their expressions may say, and the form in which that is kept.
 *
 * @see <a href="https://dev.mysql.com/doc/refman/8.0/en/create-table-generated-columns.html">CREATE TABLE and Generated Columns</a>
 */
public final class GeneratedColumns {
    private final List<Column> columns;
    private final Column column;
    private final SqlMode mode;
    private final String text;
    /** Columns as often as they are named. */
    private int named;

    private GeneratedColumns(List<Column> columns, Column column, SqlMode mode) {
        this.columns = columns;
        this.column = column;
        this.mode = mode;
        text = column.declared().generated().expression();
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
        check(MySqlParser.expression(Lexed.lex(text, mode)));
        String kept = rewritten();
        return new Generated(kept, column.declared().generated().virtual());
    }

    // ---- what it may say

    private void check(@Nullable Expression written) {
        if (written == null || written instanceof Literal || written instanceof Keyword) {
            return;
        }
        if (written instanceof Name name) {
            check(name);
        } else if (written instanceof Call call) {
            check(call);
        } else if (written instanceof Cast cast) {
            check(cast.value());
        } else if (written instanceof Collate collate) {
            check(collate.value());
        } else if (written instanceof Interval interval) {
            check(interval.amount());
        } else if (written instanceof Case choice) {
            check(choice.subject());
            for (When when : choice.whens()) {
                check(when.when());
                check(when.then());
            }
            check(choice.otherwise());
        } else if (written instanceof Expression.Row row) {
            row.values().forEach(this::check);
        } else if (written instanceof Variable) {
            throw ErrorCode.GENERATED_VARIABLES.error(
                    "Expression of generated column '" + column.name() + "' cannot refer user or system variables.");
        } else if (!(written instanceof Word word) || word == Word.DEFAULT) {
            // Queries, windows, functions of functions.
            throw ErrorCode.GENERATED_FUNCTION.error(
                    "Expression of generated column '" + column.name() + "' contains a disallowed function.");
        }
    }

    private void check(Call call) {
        String name = call.name();
        if (FunctionRegistry.isAggregate(name)) {
            throw ErrorCode.INVALID_GROUP_FUNCTION.error("Invalid use of group function");
        }
        boolean refused = SessionFunction.allNames().contains(name)
                || FunctionRegistry.isRefused(name)
                || FunctionRegistry.find(name, call.arguments().size())
                        .filter(GeneratedColumns::varies)
                        .isPresent();
        if (refused) {
            throw ErrorCode.GENERATED_NAMED_FUNCTION.error("Expression of generated column '" + column.name()
                    + "' contains a disallowed function: " + name.toLowerCase(Locale.ROOT) + ".");
        }
        call.arguments().forEach(this::check);
    }

    /** Whether it gives another value than before for the same arguments. */
    private static boolean varies(Function function) {
        Supplied supplied = function.traits().supplied();
        return function.traits().determinism() == Determinism.NEVER
                || supplied == Supplied.DATABASE
                || supplied == Supplied.NOW
                || supplied == Supplied.UTC_NOW;
    }

    private void check(Name name) {
        Column found = columns.stream()
                .filter(each -> each.name().equalsIgnoreCase(name.last()))
                .filter(each -> name.parts().size() == 1)
                .findFirst()
                .orElseThrow(() -> ErrorCode.UNKNOWN_COLUMN.error(
                        "Unknown column '" + String.join(".", name.parts()) + "' in 'generated column function'"));
        named++;
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

    // ---- how it is kept

    private String rewritten() {
        StringBuilder kept = new StringBuilder();
        List<Token> tokens = Scanner.scan(text, mode);
        int end = 0;
        int columnsFound = 0;
        for (int i = 0; i < tokens.size(); i++) {
            Token token = tokens.get(i);
            if (token.kind() == Token.Kind.END) {
                break;
            }
            // Comments and line ends are blanks.
            kept.append(i > 0 && token.start() > end ? " " : "");
            end = token.end();
            boolean isColumn = isColumn(tokens, i);
            columnsFound += isColumn ? 1 : 0;
            kept.append(isColumn ? SqlLiterals.identifier(nameOf(token)) : rewritten(token));
        }
        if (columnsFound != named) {
            throw refused("a column whose name is a word of MySQL's; write it in backticks");
        }
        return kept.toString();
    }

    private String rewritten(Token token) {
        String written = text.substring(token.start(), token.end());
        boolean quoted = token.kind() == Token.Kind.STRING;
        if (written.indexOf('\\') >= 0 || (quoted && token.text().indexOf('\0') >= 0)) {
            throw refused("a backslash, whose meaning depends on sql_mode");
        }
        if (token.isSymbol("||")) {
            throw refused("||, whose meaning depends on sql_mode; write OR, or CONCAT");
        }
        if (token.kind() == Token.Kind.QUOTED || (!quoted && (written.contains("\"") || written.contains("`")))) {
            throw refused(written);
        }
        return quoted ? "'" + token.text().replace("'", "''") + "'" : written;
    }

    /** A unit, a type and the word before a literal are called as a column may be. */
    private boolean isColumn(List<Token> tokens, int i) {
        Token token = tokens.get(i);
        if (!token.isName() || !Terminals.isColumn(tokens, i) || !isColumn(token.text())) {
            return false;
        }
        boolean literal = i + 1 < tokens.size() && tokens.get(i + 1).kind() == Token.Kind.STRING;
        boolean type =
                i > 0 && (tokens.get(i - 1).isSymbol("AS") || tokens.get(i - 1).isSymbol("USING"));
        return token.kind() == Token.Kind.QUOTED || !(literal || type || Terminals.UNITS.contains(token.terminal()));
    }

    private boolean isColumn(String name) {
        return columns.stream().anyMatch(each -> each.name().equalsIgnoreCase(name));
    }

    /** The column's name as it was declared. */
    private String nameOf(Token token) {
        return columns.stream()
                .map(Column::name)
                .filter(name -> name.equalsIgnoreCase(token.text()))
                .findFirst()
                .orElseThrow();
    }

    private TributaryException refused(String why) {
        return TributaryException.notSupported(
                "generated column " + column.name() + " AS (" + text + ")", ": not by " + why);
    }
}
