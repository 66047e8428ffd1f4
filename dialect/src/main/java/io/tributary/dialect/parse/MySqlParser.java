package io.tributary.dialect.parse;

import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.token.Lexed;
import io.tributary.dialect.token.Token;
import io.tributary.dialect.tree.Change;
import io.tributary.dialect.tree.Explained;
import io.tributary.dialect.tree.Expression;
import io.tributary.dialect.tree.Query;
import java.util.Set;
import java.util.function.Function;

/**
 * Statements as trees, by recursive descent. What MySQL's grammar lacks is SYNTAX (1064) near the token that does not belong
 * there, what the tree has no place for NOT_SUPPORTED (1235).
 */
public final class MySqlParser {
    private static final Set<String> EXPLAINED_HOW =
            Set.of("ANALYZE", "EXTENDED", "FORMAT", "GRAPH", "PARTITIONS", "PLAN", "VERBOSE");
    private static final Set<String> FORMATS = Set.of("TRADITIONAL", "TREE");

    private MySqlParser() {}

    public static Query query(Lexed lexed) {
        return tree(lexed, tokens -> new QueryParser(tokens).read());
    }

    /** {@code EXPLAIN [ANALYZE] [FORMAT = TREE] query}; words of MySQL's and Doris' that ask for more or less are read over. */
    public static Explained explained(Lexed lexed) {
        return tree(lexed, tokens -> {
            tokens.next();
            boolean runs = false;
            while (tokens.at(EXPLAINED_HOW)) {
                runs |= tokens.at("ANALYZE");
                boolean format = tokens.next().isSymbol("FORMAT");
                if (format) {
                    tokens.require("=");
                    requireReadable(tokens);
                }
            }
            return new Explained(new QueryParser(tokens).read(), runs);
        });
    }

    private static void requireReadable(Tokens tokens) {
        if (!tokens.at(FORMATS)) {
            throw TributaryException.notSupported(
                    "EXPLAIN FORMAT=" + tokens.token(0).text());
        }
        tokens.next();
    }

    /** An UPDATE or DELETE. */
    public static Change change(Lexed lexed) {
        return tree(lexed, tokens -> new ChangeParser(tokens).read());
    }

    /** A value, or a query, whose value it is. */
    public static Expression expression(Lexed lexed) {
        return tree(lexed, tokens -> new QueryParser(tokens).expressions().element());
    }

    private static <T> T tree(Lexed lexed, Function<Tokens, T> read) {
        Tokens tokens = new Tokens(lexed);
        T tree = read.apply(tokens);
        if (tokens.token(0).kind() != Token.Kind.END) {
            throw tokens.refused();
        }
        return tree;
    }
}
