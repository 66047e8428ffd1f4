package io.tributary.dialect.parse;

import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.tree.Expression;
import io.tributary.dialect.tree.Order;
import io.tributary.dialect.tree.Window;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What stands behind OVER and in a WINDOW clause. */
final class WindowParser {
    private static final Set<String> CLAUSES = Set.of("PARTITION", "ROWS", "RANGE", "GROUPS");

    private final Tokens tokens;
    private final QueryParser queries;

    WindowParser(Tokens tokens, QueryParser queries) {
        this.tokens = tokens;
        this.queries = queries;
    }

    /** The WINDOW clause, if it stands here. */
    List<Window.Named> named() {
        return tokens.take("WINDOW") ? tokens.list(this::one) : List.of();
    }

    private Window.Named one() {
        String name = tokens.name();
        tokens.require("AS");
        return new Window.Named(name, specified());
    }

    Window read() {
        return tokens.at("(") ? specified() : new Window(tokens.name(), List.of(), List.of(), null);
    }

    private Window specified() {
        tokens.open("(");
        String base = tokens.atName() && !tokens.at(CLAUSES) ? tokens.name() : "";
        List<Expression> partition =
                tokens.take("PARTITION", "BY") ? queries.expressions().list() : List.of();
        List<Order> order = queries.orders();
        Window.Frame frame = frame();
        tokens.close(")");
        return new Window(base, partition, order, frame);
    }

    private Window.@Nullable Frame frame() {
        if (tokens.at("GROUPS")) {
            throw TributaryException.notSupported("GROUPS");
        }
        boolean rows = tokens.take("ROWS");
        if (!rows && !tokens.take("RANGE")) {
            return null;
        }
        if (!tokens.take("BETWEEN")) {
            Window.Bound start = bound();
            if (start.kind().compareTo(Window.Bound.Kind.CURRENT_ROW) > 0) {
                throw tokens.refused();
            }
            return new Window.Frame(rows, start, new Window.Bound(Window.Bound.Kind.CURRENT_ROW, null));
        }
        Window.Bound first = bound();
        tokens.require("AND");
        return new Window.Frame(rows, first, bound());
    }

    private Window.Bound bound() {
        if (tokens.take("CURRENT", "ROW")) {
            return new Window.Bound(Window.Bound.Kind.CURRENT_ROW, null);
        }
        boolean unbounded = tokens.take("UNBOUNDED");
        Expression offset = unbounded ? null : queries.expressions().read(ExpressionParser.BITS);
        boolean preceding = tokens.take("PRECEDING");
        if (!preceding) {
            tokens.require("FOLLOWING");
        }
        String kind = (unbounded ? "UNBOUNDED_" : "") + (preceding ? "PRECEDING" : "FOLLOWING");
        return new Window.Bound(Window.Bound.Kind.valueOf(kind), offset);
    }
}
