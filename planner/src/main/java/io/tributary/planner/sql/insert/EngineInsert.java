package io.tributary.planner.sql.insert;

import io.tributary.contract.schema.OnDuplicateKey;
import io.tributary.contract.schema.SqlMode;
import io.tributary.dialect.token.Names;
import io.tributary.dialect.token.Tokens;
import io.tributary.planner.plan.ComputedRows;
import io.tributary.planner.plan.EngineRows;
import io.tributary.planner.plan.InsertPlan;
import io.tributary.planner.sql.query.SessionTokens;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** What the engine must compute of an INSERT; table, columns, label, hints, IGNORE and PARTITION are not its business. */
public final class EngineInsert {
    private EngineInsert() {}

    /**
     * The rows of the statement {@code sql[from, to)} planned as {@code plan}, as a query or VALUES: a text in which the
     * tokens of the session can be replaced before {@link #computed} reads it.
     */
    public static String source(InsertPlan plan, byte[] sql, int from, int to, SqlMode mode) {
        Tokens tokens = new Tokens(sql, from + plan.rowsOffset(), to, mode);
        if (plan.form() == InsertPlan.Form.SET) {
            return assignedValues(tokens);
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
     * A {@link #source} as queries, and what they do to rows of the same key.
     *
     * @throws io.tributary.contract.error.TributaryException SYNTAX; COLUMN_COUNT naming the row; NOT_SUPPORTED for an ON
     *     DUPLICATE KEY UPDATE that nobody can carry out
     */
    public static ComputedRows computed(InsertPlan plan, String source, SqlMode mode) {
        Tokens tokens = Tokens.of(source, mode);
        ComputedRows rows =
                switch (plan.form()) {
                    case VALUES, SET -> new ComputedValues(tokens, plan).read();
                    case SELECT, QUERY -> query(tokens, plan);
                };
        return rows.onDuplicateKey() == null && plan.keepsOldRows()
                ? new ComputedRows(rows.queries(), OnDuplicateKey.ignore())
                : rows;
    }

    /** The query without the upsert behind it. */
    private static ComputedRows query(Tokens tokens, InsertPlan plan) {
        GivenValues.requireNoneGenerated(plan);
        int begin = tokens.start();
        while (!tokens.atEnd()) {
            int mark = tokens.start();
            int end = tokens.previousEnd();
            if (tokens.accept("ON", "DUPLICATE") && tokens.at("KEY")) {
                tokens.moveTo(mark);
                @Nullable OnDuplicateKey onDuplicateKey = new UpsertTail(tokens, plan).read();
                tokens.expectEnd();
                return new ComputedRows(rows(tokens.text(begin, end), plan), onDuplicateKey);
            }
            tokens.moveTo(mark);
            tokens.advance();
        }
        return new ComputedRows(rows(tokens.text(begin, tokens.limit()), plan), null);
    }

    private static List<EngineRows> rows(String query, InsertPlan plan) {
        return List.of(new EngineRows(query, List.of(plan.columns())));
    }

    /** The values of the SET form as those of a row, with what follows them. */
    private static String assignedValues(Tokens tokens) {
        StringJoiner values = new StringJoiner(", ", "VALUES (", ")");
        do {
            Names.column(tokens);
            tokens.expectSymbol('=');
            int begin = tokens.start();
            tokens.skipValue("ON");
            values.add(tokens.textSince(begin));
        } while (tokens.acceptSymbol(','));
        return tokens.at("ON") ? values + " " + SessionTokens.read(tokens).text() : ended(tokens, values);
    }

    private static String ended(Tokens tokens, StringJoiner values) {
        tokens.expectEnd();
        return values.toString();
    }
}
