package io.tributary.backend.engine.duckdb;

import java.util.ArrayList;
import java.util.List;

/**
 * {@code column->'$.path'} and {@code column->>'$.path'} as the calls that they stand for. To the engine an arrow binds
 * looser than every operator, to MySQL tighter.
 */
final class JsonArrows {
    private JsonArrows() {}

    /** Replaces every arrow between a column and a string; any other stays, to be refused. */
    static void becomeCalls(List<Token> tokens) {
        // From the end, so that what is replaced moves no arrow before it.
        for (int i = tokens.size() - 2; i > 0; i--) {
            boolean text = tokens.get(i).isSymbol("->>");
            if ((text || tokens.get(i).isSymbol("->"))
                    && tokens.get(i - 1).isName()
                    && tokens.get(i + 1).kind() == Token.Kind.STRING) {
                becomeCall(tokens, i, text);
            }
        }
    }

    private static void becomeCall(List<Token> tokens, int arrow, boolean text) {
        int from = arrow - 1;
        while (from > 1
                && tokens.get(from - 1).isSymbol(".")
                && tokens.get(from - 2).isName()) {
            from -= 2;
        }
        List<Token> old = tokens.subList(from, arrow + 2);
        int start = old.get(0).start();
        int end = old.get(old.size() - 1).end();
        List<Token> call = new ArrayList<>();
        if (text) {
            call.add(new Token(Token.Kind.WORD, "JSON_UNQUOTE", start, start));
            call.add(new Token(Token.Kind.SYMBOL, "(", start, start));
        }
        call.add(new Token(Token.Kind.WORD, "JSON_EXTRACT", start, start));
        call.add(new Token(Token.Kind.SYMBOL, "(", start, start));
        call.addAll(old.subList(0, old.size() - 2));
        call.add(new Token(Token.Kind.SYMBOL, ",", end, end));
        call.add(old.get(old.size() - 1));
        call.add(new Token(Token.Kind.SYMBOL, ")", end, end));
        if (text) {
            call.add(new Token(Token.Kind.SYMBOL, ")", end, end));
        }
        old.clear();
        tokens.addAll(from, call);
    }
}
