package io.tributary.dialect.lex;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.SqlMode;
import io.tributary.dialect.tree.Literals;
import java.util.List;

/**
 * A statement as it is parsed.
 *
 * @param key equal of statements whose trees are equal but for the values of their literals: the shape, what decides the
 *     literals' types, and the labels
 * @param shape the text without values and comments: a number is the count of literals up to it, so is what stands in the
 *     quotes of a text or of bytes; see {@link Shape}
 * @param labels of the items of each list of a SELECT, as the client wrote them
 * @param parameters how many there are
 */
public record Lexed(String key, Shape shape, Literals literals, List<List<String>> labels, int parameters) {
    public Lexed {
        labels = labels.stream().map(List::copyOf).toList();
    }

    /** @throws TributaryException SYNTAX for what MySQL's lexical rules lack, NOT_SUPPORTED beyond a {@link Limit} */
    public static Lexed lex(String sql, SqlMode mode) {
        Limit.LENGTH.check(sql.length());
        List<Token> tokens = Scanner.scan(sql, mode);
        Limit.TOKENS.check(tokens.size());
        return new ShapeWriter(sql, tokens, mode).write();
    }
}
