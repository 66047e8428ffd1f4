package io.tributary.planner.sql.load;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.SqlMode;
import io.tributary.dialect.token.Tokens;
import io.tributary.planner.plan.part.LoadColumn;
import java.util.List;

/**
 * What the headers of a load say of its values: {@code columns: id, tmp, score = tmp * 10}, {@code where: score > 5} and
 * {@code delete: tmp = 0}. An expression is of one row: subqueries and windows are refused.
 *
 * <p>Errors are INVALID_STATEMENT and NOT_SUPPORTED; they name the header and its text.
 */
public final class LoadExpressions {
    /** What else a query may begin with, in MySQL or in the engine. */
    private static final String[] QUERIES = {"FROM", "TABLE", "VALUES", "WITH", "DESCRIBE", "SHOW", "PIVOT", "UNPIVOT"};

    private final String header;
    private final String text;
    private final Tokens tokens;

    private LoadExpressions(String header, String text) {
        this.header = header;
        this.text = text;
        tokens = Tokens.of(text, SqlMode.DEFAULT);
    }

    /** Names, in backticks where they are no plain words, and {@code name = expression}, divided by commas. */
    public static List<LoadColumn> columns(String header, String text) {
        return told(header, text, LoadExpressions::columns);
    }

    /** One expression. */
    public static String expression(String header, String text) {
        return told(header, text, all -> {
            String expression = all.expression();
            if (!all.tokens.atEnd()) {
                throw all.tokens.syntaxError();
            }
            return expression;
        });
    }

    /**
     * The field that an expression is, without anything else.
     *
     * @return its name, or empty
     */
    public static String soleName(String expression) {
        Tokens tokens = Tokens.of(expression, SqlMode.DEFAULT);
        if (!tokens.atIdentifier() || tokens.atAny("NULL", "TRUE", "FALSE", "DEFAULT")) {
            return "";
        }
        String name = tokens.identifier();
        return tokens.atEnd() ? name : "";
    }

    private interface Reading<T> {
        T read(LoadExpressions all);
    }

    private static <T> T told(String header, String text, Reading<T> reading) {
        try {
            return reading.read(new LoadExpressions(header, text));
        } catch (TributaryException e) {
            throw e.code() == ErrorCode.SYNTAX
                    ? new TributaryException(
                            ErrorCode.INVALID_STATEMENT, header + ": " + text + ": " + e.getMessage(), e)
                    : e;
        }
    }

    private List<LoadColumn> columns() {
        List<LoadColumn> columns = tokens.list(this::column);
        if (!tokens.atEnd()) {
            throw tokens.syntaxError();
        }
        return columns;
    }

    private LoadColumn column() {
        if (tokens.atEnd() || tokens.atSymbol(',') || tokens.atSymbol('=')) {
            throw ErrorCode.INVALID_STATEMENT.error(header + " has an empty name: " + text);
        }
        String name = tokens.identifier();
        return new LoadColumn(name, tokens.acceptSymbol('=') ? expression() : "");
    }

    private String expression() {
        return read(tokens, header);
    }

    /**
     * Reads an expression up to a comma, a semicolon or one of these words, outside of parentheses, or the end.
     *
     * @throws TributaryException SYNTAX; NOT_SUPPORTED for what is not of one row
     */
    static String read(Tokens tokens, String header, String... ends) {
        return read(tokens, header, false, ends);
    }

    /** @param windows whether those may be there, too */
    static String read(Tokens tokens, String header, boolean windows, String... ends) {
        int begin = tokens.start();
        int depth = 0;
        boolean opened = false;
        while (!tokens.atEnd() && !(depth == 0 && isEnd(tokens, ends))) {
            depth += tokens.nesting();
            if (depth < 0) {
                throw tokens.syntaxError();
            }
            requireOfOneRow(tokens, header, windows, opened);
            opened = tokens.atSymbol('(');
            tokens.advance();
        }
        if (depth != 0 || tokens.previousEnd() <= begin) {
            throw tokens.syntaxError();
        }
        return tokens.textSince(begin);
    }

    private static boolean isEnd(Tokens tokens, String... words) {
        return tokens.atSymbol(',') || tokens.atSymbol(';') || tokens.atAny(words);
    }

    /** @param opened whether a parenthesis opens right before */
    static void requireOfOneRow(Tokens tokens, String header, boolean windows, boolean opened) {
        switch (tokens.kind()) {
            case PARAMETER, SYSTEM_VARIABLE, USER_VARIABLE ->
                throw refused(tokens.text(tokens.start(), tokens.end()), header);
            case WORD -> {
                if (tokens.at("SELECT") || (opened && tokens.atAny(QUERIES))) {
                    throw refused("a subquery", header);
                }
                if (!windows && tokens.at("OVER") && tokens.followedBy('(')) {
                    throw refused("a window", header);
                }
            }
            default -> {}
        }
    }

    private static TributaryException refused(String what, String header) {
        return TributaryException.notSupported(what + " in " + header + " of a load");
    }
}
