package io.tributary.dialect.parse;

import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.token.Lexed;
import io.tributary.dialect.token.Token;
import io.tributary.dialect.tree.Change;
import io.tributary.dialect.tree.Explained;
import io.tributary.dialect.tree.Expression;
import io.tributary.dialect.tree.PlanForm;
import io.tributary.dialect.tree.Query;
import io.tributary.dialect.tree.RowStatement;
import io.tributary.dialect.tree.TableReference;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Statements as trees, by recursive descent. What MySQL's grammar lacks is SYNTAX (1064) near the token that does not belong
 * there, what the tree has no place for NOT_SUPPORTED (1235).
 */
public final class MySqlParser {
    private static final Set<String> CHANGES = Set.of("UPDATE", "DELETE");

    private MySqlParser() {}

    public static Query query(Lexed lexed) {
        return tree(lexed, tokens -> new QueryParser(tokens).read());
    }

    /** A query, or a query or change behind the {@link PlanForm#verb} of what is to be told of it. */
    public static Explained explained(Lexed lexed) {
        return tree(lexed, MySqlParser::explained);
    }

    private static Explained explained(Tokens tokens) {
        PlanForm plan = plan(tokens);
        boolean change = plan != PlanForm.NONE && tokens.at(CHANGES);
        if (change && plan == PlanForm.ANALYZED) {
            // It would run.
            throw TributaryException.notSupported(plan.verb() + tokens.token(0).terminal());
        }
        return new Explained(plan, change ? new ChangeParser(tokens).read() : new QueryParser(tokens).read());
    }

    /** The tables that a statement names, each by its one or two parts, and maybe twice; of what is {@link #explained}, or a change. */
    public static List<List<String>> tables(Lexed lexed) {
        return read(lexed, Tokens::tables);
    }

    /** Where such a statement names tables, and queries of its own, in the order of the text. */
    public static List<TableReference> references(Lexed lexed) {
        return read(lexed, Tokens::references);
    }

    private static <T> T read(Lexed lexed, Function<Tokens, T> told) {
        return whole(lexed, tokens -> {
            RowStatement unused = tokens.at(CHANGES)
                    ? new ChangeParser(tokens).read()
                    : explained(tokens).statement();
            return told.apply(tokens);
        });
    }

    private static PlanForm plan(Tokens tokens) {
        if (!tokens.take("EXPLAIN")) {
            return PlanForm.NONE;
        }
        if (tokens.take("ANALYZE")) {
            return PlanForm.ANALYZED;
        }
        return tokens.take("FORMAT", "=", "JSON") ? PlanForm.JSON : PlanForm.LINES;
    }

    /** Whether it is an UPDATE or DELETE. */
    public static boolean isChange(Lexed lexed) {
        return new Tokens(lexed).at(CHANGES);
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
        return whole(lexed, tokens -> {
            T tree = read.apply(tokens);
            if (!tokens.serversOnly().isEmpty()) {
                throw TributaryException.notSupported(
                        tokens.serversOnly(), " of tables in the embedded engine, which has no row locks");
            }
            return tree;
        });
    }

    private static <T> T whole(Lexed lexed, Function<Tokens, T> read) {
        Tokens tokens = new Tokens(lexed);
        T tree = read.apply(tokens);
        if (tokens.token(0).kind() != Token.Kind.END) {
            throw tokens.refused();
        }
        return tree;
    }
}
