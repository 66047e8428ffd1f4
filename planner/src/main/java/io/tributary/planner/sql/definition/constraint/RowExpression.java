package io.tributary.planner.sql.definition.constraint;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.SqlMode;
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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An expression over the columns of a row, which an engine computes before the row is stored: what it may say, and the form in which
 * it is kept.
 */
final class RowExpression {
    private final List<Column> columns;
    private final String text;
    private final SqlMode mode;
    private final Owner owner;
    /** Names of the columns that it reads, as they were declared. */
    private final Set<String> read = new LinkedHashSet<>();
    /** Columns as often as they are named. */
    private int named;

    /** Whose it is: how it is told what it must not say. */
    interface Owner {
        /** Where it stands, for 1054. */
        String place();

        TributaryException variables();

        TributaryException function();

        /** @param name in lower case */
        TributaryException function(String name);

        /** Refuses a column that it must not read. */
        void check(Column column);

        String what(String text);
    }

    /**
     * Its text that all modes read alike.
     *
     * @param reads names of the columns that it reads
     */
    record Kept(String text, List<String> reads) {}

    private RowExpression(List<Column> columns, String text, SqlMode mode, Owner owner) {
        this.columns = columns;
        this.text = text;
        this.mode = mode;
        this.owner = owner;
    }

    /** @throws TributaryException SYNTAX, UNKNOWN_COLUMN, NOT_SUPPORTED, and the owner's */
    static Kept of(List<Column> columns, String text, SqlMode mode, Owner owner) {
        RowExpression expression = new RowExpression(columns, text, mode, owner);
        expression.check(MySqlParser.expression(Lexed.lex(text, mode)));
        return new Kept(expression.rewritten(), List.copyOf(expression.read));
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
            throw owner.variables();
        } else if (!(written instanceof Word word) || word == Word.DEFAULT) {
            // Queries, windows, functions of functions.
            throw owner.function();
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
                        .filter(RowExpression::varies)
                        .isPresent();
        if (refused) {
            throw owner.function(name.toLowerCase(Locale.ROOT));
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
                        "Unknown column '" + String.join(".", name.parts()) + "' in '" + owner.place() + "'"));
        named++;
        read.add(found.name());
        owner.check(found);
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
        return TributaryException.notSupported(owner.what(text), ": not by " + why);
    }
}
