package io.tributary.planner.sql;

import io.tributary.planner.plan.EngineRows;
import io.tributary.planner.plan.InsertPlan;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.StringJoiner;

/** What the engine must compute of an INSERT; table, columns, label, hints, IGNORE and PARTITION are not its business. */
public final class EngineInsert {
    private EngineInsert() {}

    /**
     * The rows of the statement {@code sql[from, to)} planned as {@code plan}, as a query or VALUES: a text in which the
     * tokens of the session can be replaced before {@link #queries} reads it.
     */
    public static String source(InsertPlan plan, byte[] sql, int from, int to, SqlMode mode) {
        Tokens tokens = new Tokens(sql, from + plan.rowsOffset(), to, mode);
        if (plan.form() == InsertPlan.Form.SET) {
            return "VALUES (" + assignedValues(tokens, plan) + ")";
        }
        String prefix =
                switch (plan.form()) {
                    case VALUES, SET -> "VALUES ";
                    case SELECT -> "SELECT ";
                    case QUERY -> tokens.accept("TABLE") ? "SELECT * FROM " : "";
                };
        return prefix + SessionTokens.read(tokens).text();
    }

    /**
     * A {@link #source} as queries.
     *
     * @throws io.tributary.rpc.error.TributaryException SYNTAX; COLUMN_COUNT naming the row; NOT_SUPPORTED for an ON
     *     DUPLICATE KEY UPDATE that is not a plain upsert
     */
    public static List<EngineRows> queries(InsertPlan plan, String source, SqlMode mode) {
        byte[] text = source.getBytes(StandardCharsets.UTF_8);
        Tokens tokens = new Tokens(text, 0, text.length, mode);
        return switch (plan.form()) {
            case VALUES, SET -> new ComputedValues(tokens, plan).queries();
            case SELECT, QUERY -> List.of(new EngineRows(query(tokens, plan), List.of(plan.columns())));
        };
    }

    /** The query without the plain upsert behind it. */
    private static String query(Tokens tokens, InsertPlan plan) {
        int begin = tokens.start();
        while (!tokens.atEnd()) {
            int mark = tokens.start();
            int end = tokens.previousEnd();
            if (tokens.accept("ON", "DUPLICATE") && tokens.at("KEY")) {
                tokens.moveTo(mark);
                new UpsertTail(tokens, plan).requirePlain();
                tokens.expectEnd();
                return tokens.text(begin, end);
            }
            tokens.moveTo(mark);
            tokens.advance();
        }
        return tokens.text(begin, tokens.limit());
    }

    private static String assignedValues(Tokens tokens, InsertPlan plan) {
        StringJoiner values = new StringJoiner(", ");
        do {
            InsertParser.columnName(tokens);
            tokens.expectSymbol('=');
            int begin = tokens.start();
            SetFormParser.skipValue(tokens);
            values.add(tokens.text(begin, tokens.previousEnd()));
        } while (tokens.acceptSymbol(','));
        if (tokens.at("ON")) {
            new UpsertTail(tokens, plan).requirePlain();
        }
        tokens.expectEnd();
        return values.toString();
    }
}
