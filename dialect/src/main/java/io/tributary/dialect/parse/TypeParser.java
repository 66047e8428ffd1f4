package io.tributary.dialect.parse;

import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.token.Token;
import io.tributary.dialect.tree.TypeName;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Types of CAST. */
final class TypeParser {
    private final Tokens tokens;
    /** Whether the second of two {@code >} is read already. */
    private boolean closed;

    TypeParser(Tokens tokens) {
        this.tokens = tokens;
    }

    TypeName read() {
        if (tokens.token(0).kind() != Token.Kind.WORD) {
            throw tokens.refused();
        }
        String name = tokens.next().terminal();
        if ((name.equals("MAP") || name.equals("STRUCT")) && tokens.at("<")) {
            throw TributaryException.notSupported("CAST to " + name);
        }
        if (name.equals("ARRAY")) {
            tokens.require("<");
            tokens.nest();
            TypeName element = read();
            tokens.unnest();
            if (closed) {
                closed = false;
            } else if (tokens.take(">>")) {
                closed = true;
            } else {
                tokens.require(">");
            }
            return new TypeName(name, List.of(), false, "", element);
        }
        if (name.equals("SIGNED") || name.equals("UNSIGNED")) {
            tokens.skip(tokens.at("INTEGER") || tokens.at("INT") ? 1 : 0);
            return TypeName.of(name);
        }
        tokens.skip(name.equals("DOUBLE") && tokens.at("PRECISION") ? 1 : 0);
        List<Integer> sizes = sizes();
        boolean unsigned = tokens.take("UNSIGNED");
        boolean charset = tokens.take("CHARSET") || tokens.take("CHARACTER", "SET");
        return new TypeName(name, sizes, unsigned, charset ? tokens.name().toLowerCase(Locale.ROOT) : "", null);
    }

    private List<Integer> sizes() {
        List<Integer> sizes = new ArrayList<>();
        if (tokens.at("(")) {
            tokens.open("(");
            do {
                sizes.add(tokens.number());
            } while (sizes.size() < 2 && tokens.take(","));
            tokens.close(")");
        }
        return sizes;
    }
}
