package io.tributary.planner.sql;

import io.tributary.planner.plan.ShowPlan.Filter;
import java.util.ArrayList;
import java.util.List;

/**
 * The end of a SHOW: {@code LIKE 'p'}, or {@code WHERE} with conditions joined by AND, each {@code c = 'v'},
 * {@code c LIKE 'p'}, {@code c IN ('v', …)}, or several of one column joined by OR. Anything else is refused.
 */
final class FilterParser {
    private final Tokens tokens;

    FilterParser(Tokens tokens) {
        this.tokens = tokens;
    }

    List<Filter> parse() {
        if (tokens.accept("LIKE")) {
            return List.of(new Filter("", true, List.of(tokens.string())));
        }
        List<Filter> filters = new ArrayList<>();
        if (tokens.accept("WHERE")) {
            do {
                filters.add(anyOf());
            } while (tokens.accept("AND"));
            if (!tokens.atEnd() && !tokens.atSymbol(';')) {
                throw Unsupported.error("this WHERE in SHOW");
            }
        }
        return filters;
    }

    private Filter anyOf() {
        boolean parentheses = tokens.acceptSymbol('(');
        Filter filter = condition();
        while (tokens.accept("OR")) {
            Filter other = condition();
            if (!other.column().equalsIgnoreCase(filter.column()) || other.pattern() != filter.pattern()) {
                throw Unsupported.error("OR between different conditions in SHOW");
            }
            List<String> values = new ArrayList<>(filter.values());
            values.addAll(other.values());
            filter = new Filter(filter.column(), filter.pattern(), values);
        }
        if (parentheses) {
            tokens.expectSymbol(')');
        }
        return filter;
    }

    private Filter condition() {
        String column = InsertParser.columnName(tokens);
        if (tokens.acceptSymbol('=')) {
            return new Filter(column, false, List.of(value()));
        }
        if (tokens.accept("LIKE")) {
            return new Filter(column, true, List.of(tokens.string()));
        }
        if (tokens.accept("IN")) {
            tokens.expectSymbol('(');
            List<String> values = new ArrayList<>();
            do {
                values.add(value());
            } while (tokens.acceptSymbol(','));
            tokens.expectSymbol(')');
            return new Filter(column, false, values);
        }
        if (tokens.atEnd()) {
            throw tokens.syntaxError();
        }
        throw Unsupported.error("this WHERE in SHOW");
    }

    private String value() {
        if (tokens.kind() == Tokens.Kind.NUMBER) {
            String number = tokens.text(tokens.start(), tokens.end());
            tokens.advance();
            return number;
        }
        return tokens.string();
    }
}
