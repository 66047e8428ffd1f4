package io.tributary.dialect;

import java.util.ArrayList;
import java.util.List;

/**
 * {@code column->'$.path'} and {@code column->>'$.path'} as the calls that they stand for. To the engine an arrow binds
 * looser than every operator, to MySQL tighter.
 */
final class JsonArrows {
    private JsonArrows() {}

    /** Replaces every arrow between a column and a string; any other stays, to be refused. */
    static List<Token> asCalls(List<Token> tokens) {
        if (tokens.stream().noneMatch(JsonArrows::isArrow)) {
            return tokens;
        }
        List<Token> out = new ArrayList<>(tokens.size());
        for (Token token : tokens) {
            Token arrow = out.isEmpty() ? token : out.get(out.size() - 1);
            boolean path = token.kind() == Token.Kind.STRING && isArrow(arrow);
            if (path && out.size() > 1 && out.get(out.size() - 2).isName()) {
                out.remove(out.size() - 1);
                call(out, arrow.text().equals("->>"), token);
            } else {
                out.add(token);
            }
        }
        return out;
    }

    private static boolean isArrow(Token token) {
        return token.isSymbol("->") || token.isSymbol("->>");
    }

    /** Puts the column that {@code out} ends with, and the path, into a call. */
    private static void call(List<Token> out, boolean text, Token path) {
        int from = out.size() - 1;
        while (from > 1 && out.get(from - 1).isSymbol(".") && out.get(from - 2).isName()) {
            from -= 2;
        }
        List<Token> column = new ArrayList<>(out.subList(from, out.size()));
        out.subList(from, out.size()).clear();
        int start = column.get(0).start();
        int end = path.end();
        if (text) {
            out.add(new Token(Token.Kind.WORD, "JSON_UNQUOTE", start, start));
            out.add(new Token(Token.Kind.SYMBOL, "(", start, start));
        }
        out.add(new Token(Token.Kind.WORD, "JSON_EXTRACT", start, start));
        out.add(new Token(Token.Kind.SYMBOL, "(", start, start));
        out.addAll(column);
        out.add(new Token(Token.Kind.SYMBOL, ",", end, end));
        out.add(path);
        out.add(new Token(Token.Kind.SYMBOL, ")", end, end));
        if (text) {
            out.add(new Token(Token.Kind.SYMBOL, ")", end, end));
        }
    }
}
