package io.tributary.dialect;

import io.tributary.contract.error.TributaryException;
import java.util.List;

/** Writes the aggregates that the engine calls by other names, or sorts and averages in another way. */
final class AggregateCalls {
    private final StatementRewriter statement;
    private final Arguments arguments;

    AggregateCalls(StatementRewriter statement, Arguments arguments) {
        this.statement = statement;
        this.arguments = arguments;
    }

    /**
     * Writes AVG: of exact numbers it is exact in MySQL, but a DOUBLE in the engine. Returns what follows, OVER included.
     */
    int average(int open, int close) {
        boolean windowed = statement.token(close + 1).isWord("OVER");
        if (!windowed && !statement.token(open + 1).isWord("DISTINCT")) {
            statement.emit("my_average");
            statement.write(open, close + 1);
            return close + 1;
        }
        int end = close + 1;
        if (windowed) {
            end = statement.token(end + 1).isSymbol("(") ? statement.closing(end + 1) + 1 : end + 2;
        }
        for (int i = open; i < end; i++) {
            if (statement.token(i).kind() == Token.Kind.PARAMETER) {
                throw TributaryException.notSupported("a parameter in AVG(DISTINCT …) or AVG(…) OVER (…)");
            }
        }
        statement.emit("my_mean( sum");
        statement.write(open, end);
        statement.emit(", count");
        statement.write(open, end);
        statement.emit(")");
        return end;
    }

    /** {@code GROUP_CONCAT([DISTINCT] x, … [ORDER BY …] [SEPARATOR s])}. */
    void groupConcat(int open, int close) {
        int from = open + 1;
        boolean distinct = statement.token(from).isWord("DISTINCT");
        if (distinct) {
            from++;
        }
        int order = arguments.find("ORDER", from, close);
        int separator = arguments.find("SEPARATOR", from, close);
        int valuesEnd = valuesEnd(from, close);
        if (distinct && order >= 0 && isSortedByItself(from, order, separator >= 0 ? separator : close)) {
            sortedDistinct(from, order, separator, close);
            return;
        }
        statement.emit(distinct ? "string_agg( DISTINCT concat(" : "string_agg( concat(");
        statement.write(from, valuesEnd);
        statement.emit("),");
        requireSeparator(separator, close);
        statement.emit(separator < 0 ? "','" : statement.token(separator + 1).engineText());
        if (order >= 0) {
            statement.write(order, separator >= 0 ? separator : close);
        }
        statement.emit(")");
    }

    /** Whether the one value up to ORDER BY is what is sorted by. */
    private boolean isSortedByItself(int from, int order, int end) {
        int sorted = order + 2;
        int length = order - from;
        boolean directed = statement.token(end - 1).isWord("DESC")
                || statement.token(end - 1).isWord("ASC");
        if ((directed ? end - 1 : end) - sorted != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            Token token = statement.token(from + i);
            if (token.kind() == Token.Kind.PARAMETER
                    || token.isSymbol(",")
                    || token.kind() != statement.token(sorted + i).kind()
                    || !token.text().equals(statement.token(sorted + i).text())) {
                return false;
            }
        }
        return true;
    }

    /** The engine sorts different values only by themselves, and not by what a text was made of. */
    private void sortedDistinct(int from, int order, int separator, int close) {
        requireSeparator(separator, close);
        boolean descending =
                statement.token((separator >= 0 ? separator : close) - 1).isWord("DESC");
        statement.emit(descending ? "my_listed_down( list( DISTINCT " : "my_listed( list( DISTINCT ");
        statement.writeTyped(from, order);
        statement.emit(") FILTER (WHERE (");
        statement.writeTyped(from, order);
        statement.emit(") IS NOT NULL),");
        statement.emit(separator < 0 ? "','" : statement.token(separator + 1).engineText());
        statement.emit(")");
    }

    private void requireSeparator(int separator, int close) {
        if (separator >= 0 && (statement.token(separator + 1).kind() != Token.Kind.STRING || separator + 2 != close)) {
            throw statement.unexpected(separator);
        }
    }

    /** Returns the position behind the values of GROUP_CONCAT that begin at {@code from}. */
    int valuesEnd(int from, int close) {
        int order = arguments.find("ORDER", from, close);
        int separator = arguments.find("SEPARATOR", from, close);
        return order >= 0 ? order : separator >= 0 ? separator : close;
    }

    /** {@code COUNT([DISTINCT] x, …)}. */
    void count(int open, int close) {
        List<Integer> commas = arguments.commas(open, close);
        if (!statement.token(open + 1).isWord("DISTINCT") || commas.isEmpty()) {
            statement.emit("count");
            statement.write(open, close + 1);
            return;
        }
        // Rows of values, none of which is NULL.
        statement.emit("count( DISTINCT my_row(");
        statement.write(open + 2, close);
        statement.emit("))");
    }
}
