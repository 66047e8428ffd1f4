package io.tributary.test.sql;

import java.util.List;
import java.util.stream.Collectors;

/** Functions of one query that see a window, all of them the same: of several MariaDB confuses the orders. */
final class WindowGrammar {
    private static final List<String> FRAMES = List.of(
            "",
            " ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING",
            " ROWS UNBOUNDED PRECEDING",
            " ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING",
            " RANGE BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING",
            " ROWS BETWEEN 2 PRECEDING AND 1 PRECEDING");

    private final FunctionTable functions;
    private final ExpressionGrammar expressions;
    private final Draw draw;
    private final Scope scope;
    private final boolean named;
    private final String window;

    WindowGrammar(FunctionTable functions, ExpressionGrammar expressions, Draw draw, Source source, Scope scope) {
        this.functions = functions;
        this.expressions = expressions;
        this.draw = draw;
        this.scope = scope;
        named = draw.once(4);
        window = window(source);
    }

    /** Returns the clause that the query ends with. */
    String definition() {
        return named ? " WINDOW x AS (" + window + ")" : "";
    }

    Piece call(Kind kind, int depth) {
        List<FunctionSpec> either = draw.of(functions.windows(), functions.aggregates(), functions.framed());
        Piece call = expressions.call(either, kind, depth, scope, true);
        if (call.label().isEmpty()) {
            return call;
        }
        String frame = either == functions.windows() ? "" : draw.of(FRAMES);
        String text = either == functions.aggregates() && draw.once(4)
                ? window.replaceFirst(" ?ORDER BY.*", "")
                : window + frame;
        String over = "{0} OVER " + (!named ? "(" + text + ")" : frame.isEmpty() ? "x" : "(x" + frame + ")");
        // MariaDB wants the order in the OVER of some functions.
        String there = "{0} OVER (" + (named ? window + frame : text) + ")";
        // MariaDB's PERCENT_RANK and CUME_DIST would have ten digits, where MySQL's are a DOUBLE (14.20.1).
        String peer = call.label().matches("PERCENT_RANK.*|CUME_DIST.*") ? "(" + there + " + 0e0)" : there;
        return new Piece(Piece.Role.EXPRESSION, "", over, peer, List.of(call), kind);
    }

    private String window(Source source) {
        List<Column> columns =
                source.columns().stream().filter(each -> each.kind().isPlain()).toList();
        return (draw.once(2) ? "PARTITION BY " + draw.of(columns).text() + " " : "")
                + "ORDER BY "
                + source.keys().stream()
                        .map(each -> each.text() + draw.of("", " DESC"))
                        .collect(Collectors.joining(", "));
    }
}
