package io.tributary.dialect;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.SqlMode;
import io.tributary.dialect.lex.Scanner;
import io.tributary.dialect.lex.Syntax;
import java.util.ArrayList;
import java.util.List;

/** Splits a statement in MySQL's lexical rules; what the engine's text has no word for is a syntax error. */
public final class Tokenizer {
    private Tokenizer() {}

    /** The statement's tokens, adjacent strings joined, ending with one of kind END; a last semicolon is dropped. */
    public static List<Token> tokenize(String sql, SqlMode sqlMode) {
        List<Token> tokens = new ArrayList<>();
        for (io.tributary.dialect.lex.Token token : Scanner.scan(sql, sqlMode)) {
            if (token.kind() == io.tributary.dialect.lex.Token.Kind.VARIABLE
                    || token.isSymbol("{")
                    || token.isSymbol("}")) {
                throw syntax(sql, token.start());
            }
            String kind = token.kind().name().replace("BINARY_TEXT", "BINARY");
            tokens.add(new Token(Token.Kind.valueOf(kind), token.text(), token.start(), token.end()));
        }
        return JsonArrows.asCalls(withoutRow(tokens));
    }

    /** {@code ROW(a, b)} is {@code (a, b)}; to the engine it would be a value of its own kind. */
    private static List<Token> withoutRow(List<Token> tokens) {
        List<Token> out = new ArrayList<>(tokens.size());
        for (int i = 0; i < tokens.size(); i++) {
            Token token = tokens.get(i);
            boolean row = token.isWord("ROW")
                    && tokens.get(i + 1).isSymbol("(")
                    && !(i > 0 && tokens.get(i - 1).isSymbol("."));
            if (row) {
                i++;
                // The token begins where the client wrote ROW.
                out.add(new Token(
                        Token.Kind.SYMBOL, "(", token.start(), tokens.get(i).end()));
            } else {
                out.add(token);
            }
        }
        return out;
    }

    static TributaryException syntax(String sql, int position) {
        return Syntax.error(sql, position);
    }

    /** MySQL's own sentence, with the text from there on. */
    public static String syntaxText(String sql, int position) {
        return Syntax.text(sql, position);
    }
}
