package io.tributary.dialect.parse;

import com.alibaba.druid.sql.ast.SQLStatement;
import com.alibaba.druid.sql.ast.statement.SQLDeleteStatement;
import com.alibaba.druid.sql.ast.statement.SQLSelectStatement;
import com.alibaba.druid.sql.ast.statement.SQLUpdateStatement;
import com.alibaba.druid.sql.dialect.mysql.parser.MySqlExprParser;
import com.alibaba.druid.sql.dialect.mysql.parser.MySqlStatementParser;
import com.alibaba.druid.sql.parser.SQLParser;
import com.alibaba.druid.sql.parser.Token;
import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.lex.Lexed;
import io.tributary.dialect.tree.Change;
import io.tributary.dialect.tree.Expression;
import io.tributary.dialect.tree.Query;
import java.util.function.Function;

/** Statements as trees. What MySQL's grammar lacks is SYNTAX (1064), what the tree has no place for NOT_SUPPORTED (1235). */
public final class MySqlParser {
    private MySqlParser() {}

    public static Query query(Lexed lexed) {
        return tree(lexed, statement -> {
            if (statement(lexed) instanceof SQLSelectStatement select) {
                return new Queries(statement).read(select.getSelect());
            }
            throw lexed.shape().refused(0);
        });
    }

    /** An UPDATE or DELETE. */
    public static Change change(Lexed lexed) {
        return tree(lexed, statement -> {
            SQLStatement parsed = statement(lexed);
            if (parsed instanceof SQLUpdateStatement update) {
                return new Changes(statement).read(update);
            }
            if (parsed instanceof SQLDeleteStatement delete) {
                return new Changes(statement).read(delete);
            }
            throw lexed.shape().refused(0);
        });
    }

    public static Expression expression(Lexed lexed) {
        MySqlExprParser parser = new MySqlExprParser(lexed.shape().text());
        return tree(
                lexed,
                statement -> new Queries(statement).expressions().read(parsed(lexed, parser, MySqlExprParser::expr)));
    }

    private static <T> T tree(Lexed lexed, Function<Statement, T> read) {
        Statement statement = new Statement(lexed);
        T tree;
        try {
            tree = lexed.shape().deep() ? LargeStack.call(() -> read.apply(statement)) : read.apply(statement);
        } catch (ClassCastException | IndexOutOfBoundsException | NullPointerException | NumberFormatException e) {
            // The parser made something of a text for which no rule of MySQL stands.
            throw statement.refused();
        }
        statement.check();
        return tree;
    }

    private static SQLStatement statement(Lexed lexed) {
        MySqlStatementParser parser = new MySqlStatementParser(lexed.shape().text());
        return parsed(lexed, parser, MySqlStatementParser::parseStatement);
    }

    /** The parser throws whatever comes to it where it does not go on, exceptions of its own and others. */
    private static <P extends SQLParser, T> T parsed(Lexed lexed, P parser, Function<P, T> parse) {
        T parsed;
        try {
            parsed = parse.apply(parser);
        } catch (RuntimeException e) {
            throw refused(lexed, parser);
        }
        if (parser.getLexer().token() != Token.EOF) {
            throw refused(lexed, parser);
        }
        return parsed;
    }

    private static TributaryException refused(Lexed lexed, SQLParser parser) {
        boolean end = parser.getLexer().token() == Token.EOF;
        return lexed.shape()
                .refused(end ? lexed.shape().text().length() : parser.getLexer().pos() - 1);
    }
}
