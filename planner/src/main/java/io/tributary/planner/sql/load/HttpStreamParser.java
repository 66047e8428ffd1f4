package io.tributary.planner.sql.load;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.SqlMode;
import io.tributary.dialect.registry.FunctionRegistry;
import io.tributary.dialect.token.Names;
import io.tributary.dialect.token.Qualifier;
import io.tributary.dialect.token.Scanner;
import io.tributary.dialect.token.Token;
import io.tributary.dialect.token.Tokens;
import io.tributary.planner.plan.HttpStreamPlan;
import io.tributary.planner.plan.HttpStreamPlan.Together;
import io.tributary.planner.plan.part.TableName;
import io.tributary.planner.sql.insert.InsertParser;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The statement that a request of Http Stream has in its header:
 *
 * <pre>
 * INSERT INTO db.t [PARTITION (…)] [WITH LABEL l] [(columns)]
 *     SELECT [DISTINCT] {* | value [[AS] name], …} FROM http_stream("key" = "value", …) [[AS] alias]
 *     [WHERE condition] [GROUP BY …] [HAVING …] [ORDER BY …] [LIMIT …]
 * </pre>
 *
 * <p>The alias is taken away where names have it in front. Joins, set operations and subqueries are refused with 1235.
 */
public final class HttpStreamParser {
    private static final String HEADER = "sql";
    private static final String[] CLAUSES = {"WHERE", "GROUP", "HAVING", "ORDER", "LIMIT", "WINDOW"};
    private static final String[] TAIL = {"GROUP", "HAVING", "ORDER", "LIMIT", "WINDOW"};
    private static final String[] ENDS = {
        "GROUP", "HAVING", "ORDER", "LIMIT", "WINDOW", "UNION", "INTERSECT", "EXCEPT", "MINUS", "INTO", "LOCK"
    };
    /** What a statement over one table has not. */
    private static final String[] SETS = {"UNION", "INTERSECT", "EXCEPT", "MINUS", "INTO", "LOCK"};

    private static final String[] JOINS = {
        "JOIN", "INNER", "LEFT", "RIGHT", "FULL", "CROSS", "NATURAL", "STRAIGHT_JOIN", "ON", "USING", "LATERAL"
    };

    private final String sql;
    private final Tokens tokens;
    private final List<String> values = new ArrayList<>();
    /** The alias of each value, or empty. */
    private final List<String> aliases = new ArrayList<>();

    private HttpStreamParser(String sql) {
        this.sql = sql;
        tokens = Tokens.of(sql, SqlMode.DEFAULT);
    }

    /** @throws TributaryException SYNTAX, NOT_SUPPORTED, INVALID_STATEMENT for a table without its database */
    public static HttpStreamPlan parse(String sql) {
        return new HttpStreamParser(sql).read();
    }

    private HttpStreamPlan read() {
        tokens.expect("INSERT", "INTO");
        tokens.accept("TABLE");
        TableName table = table();
        List<String> partitions = List.of();
        String label = "";
        while (true) {
            if (Names.acceptPartition(tokens)) {
                partitions = Names.inParentheses(tokens);
            } else if (tokens.accept("WITH", "LABEL")) {
                label = InsertParser.label(tokens);
            } else {
                break;
            }
        }
        List<String> columns = tokens.atSymbol('(') ? Names.inParentheses(tokens) : List.of();
        tokens.expect("SELECT");
        boolean distinct = tokens.acceptAny("DISTINCT", "DISTINCTROW");
        values();
        Map<String, String> properties = properties();
        String alias = alias();
        requireOneSource();
        String condition = tokens.accept("WHERE") ? LoadExpressions.read(tokens, HEADER, true, ENDS) : "";
        requireOneSource();
        String tail = tokens.atAny(TAIL) ? tail() : "";
        tokens.expectEnd();
        boolean several = distinct || !tail.isEmpty() || values.stream().anyMatch(HttpStreamParser::isOfSeveralRows);
        Qualifier qualifier = new Qualifier(alias);
        return new HttpStreamPlan(
                table,
                label,
                columns,
                partitions,
                values.stream().map(qualifier::removedFrom).toList(),
                qualifier.removedFrom(condition),
                several ? new Together(distinct, aliases, qualifier.removedFrom(tail)) : Together.NONE,
                properties);
    }

    /** Whether a value needs more than the row it stands in: aggregates and windows do. */
    private static boolean isOfSeveralRows(String value) {
        List<Token> all = Scanner.scan(value, SqlMode.DEFAULT);
        return IntStream.range(1, all.size())
                .filter(i -> all.get(i).isSymbol("("))
                .anyMatch(i -> {
                    String word = all.get(i - 1).terminal();
                    return word.equals("OVER") || FunctionRegistry.isAggregate(word);
                });
    }

    private String alias() {
        if (tokens.accept("AS")) {
            return tokens.identifier();
        }
        boolean named = tokens.atIdentifier() && !tokens.atAny(CLAUSES) && !tokens.atAny(SETS) && !tokens.atAny(JOINS);
        return named ? tokens.identifier() : "";
    }

    private void requireOneSource() {
        if (tokens.atAny(SETS) || tokens.atAny(JOINS) || tokens.atSymbol(',')) {
            throw TributaryException.notSupported((tokens.atSymbol(',') ? "JOIN" : tokens.upper())
                    + " in the sql of a load, which has http_stream alone");
        }
    }

    /** Up to the end of the statement. */
    private String tail() {
        int begin = tokens.start();
        boolean opened = false;
        while (!tokens.atStatementEnd()) {
            if (tokens.atAny(SETS)) {
                requireOneSource();
            }
            LoadExpressions.requireOfOneRow(tokens, HEADER, true, opened);
            opened = tokens.atSymbol('(');
            tokens.advance();
        }
        return tokens.textSince(begin);
    }

    private TableName table() {
        String database = tokens.identifier();
        if (!tokens.acceptSymbol('.')) {
            throw ErrorCode.INVALID_STATEMENT.error("parse db and tb with wrong sql:" + sql);
        }
        return new TableName(database, tokens.identifier());
    }

    private void values() {
        do {
            if (tokens.acceptSymbol('*')) {
                add(HttpStreamPlan.ALL_FIELDS, "");
                continue;
            }
            NamedValue value = NamedValue.of(LoadExpressions.read(tokens, HEADER, true, "FROM"));
            add(value.value(), value.name());
        } while (tokens.acceptSymbol(','));
        if (values.size() > 1 && values.contains(HttpStreamPlan.ALL_FIELDS)) {
            throw TributaryException.notSupported("* beside other values in the sql of a load");
        }
    }

    private void add(String value, String name) {
        values.add(value);
        aliases.add(name);
    }

    private Map<String, String> properties() {
        tokens.expect("FROM", "HTTP_STREAM");
        Map<String, String> properties = new HashMap<>();
        tokens.expectSymbol('(');
        if (!tokens.atSymbol(')')) {
            do {
                String key = property().toLowerCase(Locale.ROOT);
                tokens.expectSymbol('=');
                properties.put(key, property());
            } while (tokens.acceptSymbol(','));
        }
        tokens.expectSymbol(')');
        return properties;
    }

    /** A backslash stays where it does not stand before a quote: {@code \\x01} and {@code \\t} are read as in a header. */
    private String property() {
        boolean quoted = tokens.kind() == Token.Kind.STRING;
        if (!quoted && !tokens.atIdentifier() && tokens.kind() != Token.Kind.NUMBER) {
            throw tokens.syntaxError();
        }
        String text = tokens.written();
        if (!quoted) {
            return text;
        }
        String quote = text.substring(0, 1);
        return text.substring(1, text.length() - 1)
                .replace(quote + quote, quote)
                .replace("\\\"", "\"")
                .replace("\\'", "'");
    }
}
