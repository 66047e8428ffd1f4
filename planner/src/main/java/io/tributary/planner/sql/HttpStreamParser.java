package io.tributary.planner.sql;

import io.tributary.planner.plan.HttpStreamPlan;
import io.tributary.planner.plan.TableName;
import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The statement that a request of Http Stream has in its header:
 *
 * <pre>
 * INSERT INTO db.t [PARTITION (…)] [WITH LABEL l] [(columns)]
 *     SELECT {* | value [AS name], …} FROM http_stream("key" = "value", …) [WHERE condition]
 * </pre>
 *
 * <p>Each row of the body is one of the result: what looks at several rows is refused with 1235.
 */
public final class HttpStreamParser {
    private static final String HEADER = "sql";

    private final String sql;
    private final Tokens tokens;

    private HttpStreamParser(String sql) {
        this.sql = sql;
        byte[] bytes = sql.getBytes(StandardCharsets.UTF_8);
        tokens = new Tokens(bytes, 0, bytes.length, SqlMode.DEFAULT);
    }

    /** @throws TributaryException SYNTAX, NOT_SUPPORTED, INVALID_STATEMENT for a table without its database */
    public static HttpStreamPlan parse(String sql) {
        return new HttpStreamParser(sql).read();
    }

    private HttpStreamPlan read() {
        tokens.expect("INSERT");
        tokens.expect("INTO");
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
        if (tokens.atAny("DISTINCT", "DISTINCTROW")) {
            throw severalRows(tokens.upper());
        }
        List<String> values = values();
        Map<String, String> properties = properties();
        String condition = tokens.accept("WHERE")
                ? LoadExpressions.read(tokens, HEADER, "GROUP", "HAVING", "ORDER", "LIMIT", "UNION", "WINDOW")
                : "";
        if (tokens.atAny("GROUP", "HAVING", "ORDER", "LIMIT", "UNION", "WINDOW", "JOIN") || tokens.atSymbol(',')) {
            throw severalRows(tokens.atSymbol(',') ? "JOIN" : tokens.upper());
        }
        tokens.expectEnd();
        return new HttpStreamPlan(table, label, columns, partitions, values, condition, properties);
    }

    private TableName table() {
        String database = tokens.identifier();
        if (!tokens.acceptSymbol('.')) {
            throw new TributaryException(ErrorCode.INVALID_STATEMENT, "parse db and tb with wrong sql:" + sql);
        }
        return new TableName(database, tokens.identifier());
    }

    private List<String> values() {
        if (tokens.acceptSymbol('*')) {
            return List.of(HttpStreamPlan.ALL_FIELDS);
        }
        List<String> values = new ArrayList<>();
        do {
            values.add(LoadExpressions.read(tokens, HEADER, "FROM", "AS"));
            if (tokens.accept("AS")) {
                // Values go to columns by their places.
                tokens.identifierOrString();
            }
        } while (tokens.acceptSymbol(','));
        return values;
    }

    private Map<String, String> properties() {
        tokens.expect("FROM");
        if (!tokens.at("HTTP_STREAM")) {
            throw tokens.syntaxError();
        }
        tokens.advance();
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
        boolean quoted = tokens.kind() == Tokens.Kind.STRING;
        if (!quoted && !tokens.atIdentifier() && tokens.kind() != Tokens.Kind.NUMBER) {
            throw tokens.syntaxError();
        }
        String text = tokens.text(tokens.start(), tokens.end());
        tokens.advance();
        if (!quoted) {
            return text;
        }
        String quote = text.substring(0, 1);
        return text.substring(1, text.length() - 1)
                .replace(quote + quote, quote)
                .replace("\\\"", "\"")
                .replace("\\'", "'");
    }

    private static TributaryException severalRows(String what) {
        return Unsupported.error(what + " in the sql of a load, which takes its rows one by one");
    }
}
