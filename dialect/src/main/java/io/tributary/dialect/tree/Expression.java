package io.tributary.dialect.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An expression as MySQL's grammar reads it (<a
 * href="https://dev.mysql.com/doc/refman/8.0/en/expressions.html">Expressions</a>): precedence is settled, names are not
 * looked up. Operators are calls, too ({@code a + b} is {@code Call("+", [a, b])}, {@code -a} is {@code Call("-", [a])}),
 * so that one table tells of both. Immutable; equal where the text says the same with the same literals.
 */
public sealed interface Expression {
    /** A number, text or run of bytes; {@code index} counts from 0 in the statement's {@link Literals}. */
    record Literal(int index) implements Expression {}

    /** A {@code ?}; {@code index} counts from 0. */
    record Parameter(int index) implements Expression {}

    /** A word that is a value. */
    enum Word implements Expression {
        NULL,
        TRUE,
        FALSE,
        /** What an assignment gives a column that has a default value. */
        DEFAULT
    }

    /** A column or an alias: one to three parts, the last one its own name. */
    record Name(List<String> parts) implements Expression {
        public Name {
            parts = List.copyOf(parts);
        }

        public String last() {
            return parts.get(parts.size() - 1);
        }
    }

    /**
     * All columns.
     *
     * @param qualifier none to two parts: of these tables
     * @param except columns that are left out
     * @param start its first character in the statement; negative: it is not written there
     * @param end behind its last one
     */
    record Star(List<String> qualifier, List<String> except, int start, int end) implements Expression {
        public Star {
            qualifier = List.copyOf(qualifier);
            except = List.copyOf(except);
        }
    }

    /**
     * A function or an operator.
     *
     * @param name in upper case; operators as MySQL writes them, one name for each meaning: {@code + - * / % DIV & | ^ ~ <<
     *     >> = <=> <> < <= > >= AND OR XOR NOT IN LIKE REGEXP BETWEEN}, {@code IS NULL}, {@code IS TRUE}, {@code IS FALSE},
     *     {@code IS UNKNOWN}; what is negated ({@code NOT IN}, {@code IS NOT NULL}) is NOT of it. AND and OR have all operands
     *     that stand in a row, LIKE may have an escape as its third. {@code a[i]} is {@code []}, {@code [a, b]} is ARRAY,
     *     {@code DATE 'x'} is DATE LITERAL, {@code USING} of CONVERT and CHAR makes CONVERT USING and CHAR USING
     */
    record Call(String name, List<Expression> arguments) implements Expression {
        public Call {
            arguments = List.copyOf(arguments);
        }

        public static Call of(String name, Expression... arguments) {
            return new Call(name, List.of(arguments));
        }
    }

    /**
     * An aggregate or window function with what only those have.
     *
     * @param order of the values within the call
     * @param separator of GROUP_CONCAT
     * @param over null: it is no window function here
     */
    record Aggregate(
            Call call,
            boolean distinct,
            List<Order> order,
            @Nullable Expression separator,
            boolean ignoresNulls,
            @Nullable Window over)
            implements Expression {
        public Aggregate {
            order = List.copyOf(order);
        }
    }

    /** A keyword among the arguments of a function: a unit, a character set, {@code BOTH}; in upper case. */
    record Keyword(String word) implements Expression {}

    /** {@code INTERVAL amount unit}; {@code unit} in upper case. */
    record Interval(Expression amount, String unit) implements Expression {}

    /** {@code CAST(value AS type)} and {@code CONVERT(value, type)}. */
    record Cast(Expression value, TypeName type) implements Expression {}

    /** {@code value COLLATE name}; the name in lower case. */
    record Collate(Expression value, String name) implements Expression {}

    /** @param subject null: branches begin with conditions */
    record Case(@Nullable Expression subject, List<When> whens, @Nullable Expression otherwise) implements Expression {
        public Case {
            whens = List.copyOf(whens);
        }
    }

    /** One branch of a {@link Case}. */
    record When(Expression when, Expression then) {}

    /** {@code (a, b)}: two expressions at least. */
    record Row(List<Expression> values) implements Expression {
        public Row {
            values = List.copyOf(values);
        }
    }

    /** {@code (SELECT …)} as a value. */
    record Scalar(Query query) implements Expression {}

    record Exists(Query query) implements Expression {}

    /** {@code value IN (SELECT …)}; the value may be a {@link Row}. */
    record InQuery(Expression value, Query query) implements Expression {}

    /** {@code value op ANY (SELECT …)}, or ALL; {@code operator} is one of {@code = <> < <= > >=}. */
    record Quantified(Expression value, String operator, boolean all, Query query) implements Expression {}

    /** {@code @name} of the user or {@code @@name} of the system; the frontend has replaced those that it knows. */
    record Variable(String name, boolean system) implements Expression {}

    /** {@code (x, y) -> body} of a function of arrays. */
    record Lambda(List<String> names, Expression body) implements Expression {
        public Lambda {
            names = List.copyOf(names);
        }
    }
}
