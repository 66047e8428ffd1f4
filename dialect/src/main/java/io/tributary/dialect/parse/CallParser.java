package io.tributary.dialect.parse;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.token.Terminals;
import io.tributary.dialect.tree.Expression;
import io.tributary.dialect.tree.Expression.Call;
import io.tributary.dialect.tree.Expression.Keyword;
import io.tributary.dialect.tree.Order;
import io.tributary.dialect.tree.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Functions, of which some have a syntax of their own. */
final class CallParser {
    /** Their first argument is a keyword. */
    private static final Set<String> OF_UNITS = Set.of("TIMESTAMPDIFF", "TIMESTAMPADD", "GET_FORMAT");

    private static final Set<String> SPECIAL = Set.of("CAST", "TRY_CAST", "CONVERT", "EXTRACT", "POSITION", "TRIM");
    /** What cannot be a value of these types is NULL to CAST already. */
    private static final Set<String> TRIED =
            Set.of(("BOOLEAN BOOL TINYINT SMALLINT INT INTEGER BIGINT LARGEINT DATE DATEV2"
                            + " DATETIME DATETIMEV2 CHAR VARCHAR STRING TEXT ARRAY")
                    .split(" "));

    private static final Set<String> OF_PARTS = Set.of("SUBSTRING", "SUBSTR", "MID");
    private static final Set<String> SIDES = Set.of("BOTH", "LEADING", "TRAILING");
    private static final Set<String> FALLBACKS = Set.of("NULL", "ERROR", "DEFAULT");
    private static final String TIMESTAMP_UNIT = "SQL_TSI_";

    private final Tokens tokens;
    private final QueryParser queries;
    private final ExpressionParser expressions;
    private final WindowParser windows;
    private final TypeParser types;

    CallParser(Tokens tokens, QueryParser queries, ExpressionParser expressions) {
        this.tokens = tokens;
        this.queries = queries;
        this.expressions = expressions;
        windows = queries.windows();
        types = new TypeParser(tokens);
    }

    /** @param name in upper case, or with points */
    Expression read(String name) {
        Expression value = call(name);
        int treatment = tokens.treatment();
        if (treatment == 0 && !tokens.at("OVER")) {
            return value;
        }
        boolean ignoresNulls = ignoresNulls(treatment);
        tokens.require("OVER");
        return over(value, ignoresNulls, windows.read());
    }

    private Expression call(String name) {
        tokens.open("(");
        if (SPECIAL.contains(name)) {
            return special(name);
        }
        boolean distinct = tokens.take("DISTINCT");
        boolean counted = distinct || tokens.take("ALL") || name.equals("COUNT");
        if (counted && tokens.at(")")) {
            throw tokens.refused();
        }
        Call call = new Call(name, arguments(name));
        if (tokens.take("USING")) {
            call = using(call.name(), call.arguments());
        }
        List<Order> order = queries.orders();
        Expression separator = tokens.take("SEPARATOR") ? tokens.constant() : null;
        Expression value = name.equals("JSON_VALUE") ? returning(call) : call;
        tokens.close(")");
        return value == call ? aggregate(call, distinct, order, separator) : value;
    }

    private Expression special(String name) {
        Expression value =
                switch (name) {
                    case "CAST" -> cast("AS");
                    case "TRY_CAST" -> tried();
                    case "CONVERT" -> cast(",");
                    case "EXTRACT" -> extract();
                    case "POSITION" -> position();
                    default -> trim();
                };
        tokens.close(")");
        return value;
    }

    private List<Expression> arguments(String name) {
        List<Expression> arguments = new ArrayList<>();
        if (tokens.at(")")) {
            return arguments;
        } else if (tokens.at("*") && tokens.at(1, ")")) {
            tokens.next();
            return List.of(new Expression.Star(List.of(), List.of(), -1, -1));
        }
        do {
            boolean keyword = arguments.isEmpty() && OF_UNITS.contains(name);
            arguments.add(keyword ? new Keyword(upper()) : expressions.read(0));
        } while (tokens.take(","));
        if (OF_PARTS.contains(name) && tokens.take("FROM")) {
            arguments.add(expressions.read());
            if (tokens.take("FOR")) {
                arguments.add(expressions.read());
            }
        }
        return arguments;
    }

    private String upper() {
        String word = tokens.name().toUpperCase(Locale.ROOT);
        return word.startsWith(TIMESTAMP_UNIT) ? word.substring(TIMESTAMP_UNIT.length()) : word;
    }

    String unit() {
        if (!tokens.at(Terminals.UNITS)) {
            throw tokens.refused();
        }
        return upper();
    }

    private Call using(String name, List<Expression> arguments) {
        List<Expression> all = new ArrayList<>(arguments);
        all.add(new Keyword(upper()));
        return new Call(name + " USING", all);
    }

    private Expression cast(String separator) {
        Expression value = expressions.read();
        if (separator.equals(",") && tokens.take("USING")) {
            return using("CONVERT", List.of(value));
        }
        tokens.require(separator);
        return new Expression.Cast(value, types.read());
    }

    private Expression tried() {
        Expression value = cast("AS");
        String type = ((Expression.Cast) value).type().name();
        if (!TRIED.contains(type)) {
            throw TributaryException.notSupported("TRY_CAST to " + type);
        }
        return value;
    }

    private Expression extract() {
        Keyword unit = new Keyword(unit());
        tokens.require("FROM");
        return Call.of("EXTRACT", unit, expressions.read());
    }

    private Expression position() {
        Expression part = expressions.read(ExpressionParser.BITS);
        tokens.require("IN");
        return Call.of("LOCATE", part, expressions.read());
    }

    private Expression trim() {
        List<Expression> arguments = new ArrayList<>();
        boolean side = tokens.at(SIDES);
        if (side) {
            arguments.add(new Keyword(upper()));
        }
        if (!(side && tokens.at("FROM"))) {
            arguments.add(expressions.read());
        }
        if (tokens.take("FROM")) {
            if (!side) {
                arguments.add(0, new Keyword("BOTH"));
            }
            arguments.add(expressions.read());
        } else if (side) {
            throw tokens.refused();
        } else if (tokens.take(",")) {
            arguments.addAll(expressions.list());
            if (arguments.size() > 2) {
                throw ErrorCode.WRONG_PARAMETER_COUNT.error(
                        "Incorrect parameter count in the call to native function 'trim'");
            }
        }
        boolean ends = !side && arguments.size() == 2 && !(arguments.get(0) instanceof Keyword);
        return new Call(ends ? "TRIM ENDS" : "TRIM", arguments);
    }

    private Expression returning(Call call) {
        Expression value = tokens.take("RETURNING") ? new Expression.Cast(call, types.read()) : call;
        if (tokens.at(FALLBACKS)) {
            throw TributaryException.notSupported("ON EMPTY and ON ERROR of JSON_VALUE");
        }
        return value;
    }

    private boolean ignoresNulls(int treatment) {
        boolean ignores = false;
        for (int i = 0; i < treatment; i++) {
            String word = tokens.next().terminal();
            if (word.equals("LAST")) {
                throw TributaryException.notSupported("FROM LAST");
            }
            ignores |= word.equals("IGNORE");
        }
        return ignores;
    }

    private Expression over(Expression value, boolean ignoresNulls, Window over) {
        if (value instanceof Expression.Aggregate plain) {
            return new Expression.Aggregate(
                    plain.call(), plain.distinct(), plain.order(), plain.separator(), ignoresNulls, over);
        } else if (value instanceof Call call) {
            return new Expression.Aggregate(call, false, List.of(), null, ignoresNulls, over);
        }
        throw tokens.refused();
    }

    private Expression aggregate(Call call, boolean distinct, List<Order> order, @Nullable Expression separator) {
        if ((tokens.at("FILTER") && tokens.at(1, "(")) || (tokens.at("WITHIN") && tokens.at(1, "GROUP"))) {
            throw TributaryException.notSupported("FILTER and WITHIN GROUP");
        }
        boolean plain = !distinct && order.isEmpty() && separator == null;
        return plain ? call : new Expression.Aggregate(call, distinct, order, separator, false, null);
    }
}
